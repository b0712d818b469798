#pragma once
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <sys/timex.h>
