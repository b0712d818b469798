#pragma once
#include <stddef.h>
#include <stdint.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <sys/timex.h>

/* Has a timer become readable at a time of the wall clock, or when that clock is set; both zero: never. In C, since a
 * whole-module build finds several homes for struct timespec. */
static inline int notifier_timerfd_set(int timer, int64_t seconds, int64_t nanoseconds) {
  struct itimerspec value = {.it_value = {.tv_sec = seconds, .tv_nsec = nanoseconds}};
  return timerfd_settime(timer, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &value, NULL);
}
