/* A wall clock of its own for one process, that can be set while it runs: a library to preload below the tests.
 *
 *   STEP_START=TIME       what it shows when the first program starts, as 2026-09-20 08:49:58 in the zone of TZ; or
 *   STEP_OFFSET=SECONDS   how far the clock is ahead of the machine's at first; may have a fraction
 *   STEP_SPEED=NUMBER     how many times as fast as time it runs from then on (1)
 *   STEP_PIPE=PATH        a named pipe: each line that comes through it is a new offset
 *   STEP_PROGRAM=NAME     the program it is for, all without it; what starts it keeps the machine's clock
 *
 * What a program starts goes on with its clock: STEP_ORIGIN, set here, is the machine's time from which the speed counts.
 *
 * What the kernel does when its clock is set is done here: absolute timers on the wall clock keep the time that the clock
 * is to show, and those with TFD_TIMER_CANCEL_ON_SET become readable and give ECANCELED, once (timerfd_create(2)).
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#define REAL(name) ({ \
    static __typeof__(&name) real; \
    if (!real) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name); \
    real; \
  })
#define MOST 1024

struct timer {
  int is_wall, is_armed, cancels, is_cancelled;
  struct itimerspec value;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct timer timers[MOST];
static atomic_long offset;  /* nanoseconds */
static long origin, speed = 1;  /* nanoseconds of the machine's clock, and a factor */

static struct timespec moved(struct timespec time, long nanoseconds) {
  long sum = time.tv_nsec + nanoseconds % 1000000000;
  time.tv_sec += nanoseconds / 1000000000 + (sum < 0 ? -1 : sum / 1000000000);
  time.tv_nsec = sum < 0 ? sum + 1000000000 : sum % 1000000000;
  return time;
}

static long nanoseconds(struct timespec time) { return time.tv_sec * 1000000000 + time.tv_nsec; }

/* What the clock shows when the machine's shows a time, and the other way round. */
static struct timespec shown(struct timespec time) {
  return moved(time, offset + (speed == 1 ? 0 : (speed - 1) * (nanoseconds(time) - origin)));
}
static struct timespec hidden(struct timespec time) {
  time = moved(time, -offset);
  return speed == 1 ? time : moved(time, -(nanoseconds(time) - origin) / speed * (speed - 1));
}

static int is_wall(clockid_t clock) { return clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_ALARM; }

int clock_gettime(clockid_t clock, struct timespec *time) {
  int code = REAL(clock_gettime)(clock, time);
  if (code == 0 && is_wall(clock)) *time = shown(*time);
  return code;
}

int gettimeofday(struct timeval *time, void *zone) {
  struct timespec now;
  int code = REAL(gettimeofday)(time, zone);
  if (code == 0 && clock_gettime(CLOCK_REALTIME, &now) == 0) *time = (struct timeval){now.tv_sec, now.tv_nsec / 1000};
  return code;
}

time_t time(time_t *result) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (result) *result = now.tv_sec;
  return now.tv_sec;
}

int timerfd_create(int clock, int flags) {
  int descriptor = REAL(timerfd_create)(clock, flags);
  if (descriptor >= 0 && descriptor < MOST) {
    pthread_mutex_lock(&lock);
    timers[descriptor] = (struct timer){.is_wall = is_wall(clock)};
    pthread_mutex_unlock(&lock);
  }
  return descriptor;
}

/* Arms the kernel's timer for when our clock shows the value. */
static int arm(int descriptor, struct itimerspec *old) {
  struct itimerspec value = timers[descriptor].value;
  /* What is further off than nanoseconds count, Dispatch means as never. */
  if (value.it_value.tv_sec < INT64_MAX / 1000000000 / 2) {
    value.it_value = hidden(value.it_value);
    /* What is further off than nanoseconds count, Dispatch means as never. */
  if (value.it_value.tv_sec < 0) value.it_value = (struct timespec){.tv_nsec = 1};
  }
  return REAL(timerfd_settime)(descriptor, TFD_TIMER_ABSTIME, &value, old);
}

int timerfd_settime(int descriptor, int flags, const struct itimerspec *value, struct itimerspec *old) {
  if (descriptor < 0 || descriptor >= MOST) return REAL(timerfd_settime)(descriptor, flags, value, old);
  pthread_mutex_lock(&lock);
  struct timer *timer = &timers[descriptor];
  int is_set = value->it_value.tv_sec != 0 || value->it_value.tv_nsec != 0;
  timer->is_armed = timer->is_wall && is_set && (flags & TFD_TIMER_ABSTIME);
  timer->cancels = timer->is_armed && (flags & TFD_TIMER_CANCEL_ON_SET);
  timer->is_cancelled = 0;
  timer->value = *value;
  int code = timer->is_armed ? arm(descriptor, old) : REAL(timerfd_settime)(descriptor, flags, value, old);
  pthread_mutex_unlock(&lock);
  return code;
}

ssize_t read(int descriptor, void *bytes, size_t size) {
  ssize_t count = REAL(read)(descriptor, bytes, size);
  if (count < 0 || descriptor < 0 || descriptor >= MOST) return count;
  pthread_mutex_lock(&lock);
  int is_cancelled = timers[descriptor].is_cancelled;
  if (is_cancelled) {
    timers[descriptor].is_cancelled = 0;
    arm(descriptor, NULL);
  }
  pthread_mutex_unlock(&lock);
  if (!is_cancelled) return count;
  errno = ECANCELED;
  return -1;
}

static void set(long nanoseconds) {
  pthread_mutex_lock(&lock);
  offset = nanoseconds;
  for (int descriptor = 0; descriptor < MOST; descriptor++) {
    struct timer *timer = &timers[descriptor];
    if (!timer->is_armed) continue;
    if (timer->cancels) {
      struct itimerspec at_once = {.it_value = {.tv_nsec = 1}};
      timer->is_cancelled = REAL(timerfd_settime)(descriptor, 0, &at_once, NULL) == 0;
    } else {
      arm(descriptor, NULL);
    }
  }
  pthread_mutex_unlock(&lock);
}

static void *listen_to(void *path) {
  FILE *pipe = fopen(path, "r+e");
  char line[64];
  while (pipe && fgets(line, sizeof line, pipe)) set(atof(line) * 1e9);
  return NULL;
}

__attribute__((constructor)) static void start(void) {
  const char *program = getenv("STEP_PROGRAM");
  if (program && strcmp(program, program_invocation_short_name) != 0) return;
  const char *first = getenv("STEP_OFFSET"), *since = getenv("STEP_ORIGIN"), *factor = getenv("STEP_SPEED");
  const char *from = getenv("STEP_START");
  struct timespec now;
  REAL(clock_gettime)(CLOCK_REALTIME, &now);
  origin = since ? atol(since) : nanoseconds(now);
  speed = factor ? atol(factor) : 1;
  offset = first ? atof(first) * 1e9 : 0;
  if (from) {
    struct tm local = {.tm_isdst = -1};
    if (!strptime(from, "%Y-%m-%d %H:%M:%S", &local)) abort();
    char text[32];
    offset = mktime(&local) * 1000000000 - origin;
    snprintf(text, sizeof text, "%ld.%09ld", offset / 1000000000, labs(offset % 1000000000));
    setenv("STEP_OFFSET", text, 1);
    snprintf(text, sizeof text, "%ld", origin);
    setenv("STEP_ORIGIN", text, 1);
    unsetenv("STEP_START");
  }
  char *path = getenv("STEP_PIPE");
  if (!path) return;
  /* Signals are for the program's own threads. */
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_t thread;
  pthread_create(&thread, NULL, listen_to, path);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}
