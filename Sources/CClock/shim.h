#pragma once
#include <sys/timerfd.h>
#include <sys/timex.h>
