/* The least program that does something at given moments: sleeps on a timerfd of the wall clock and notes how late it woke.
 *
 * Usage: timer COUNT SECONDS     COUNT deadlines, each SECONDS after the one before, the first on a whole second
 * Prints the lateness of each in microseconds, one a line.
 */
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

int main(int count_of_words, char **words) {
  if (count_of_words != 2) return 2;
  long count = atol(words[1]);
  int timer = timerfd_create(CLOCK_REALTIME, TFD_CLOEXEC);
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  long *late = calloc(count, sizeof *late);
  for (long index = 0; index < count; index++) {
    struct itimerspec due = {.it_value = {.tv_sec = now.tv_sec + 2 + index}};
    uint64_t expirations;
    if (timerfd_settime(timer, TFD_TIMER_ABSTIME, &due, NULL) != 0) return 1;
    if (read(timer, &expirations, sizeof expirations) != sizeof expirations) return 1;
    struct timespec woken;
    clock_gettime(CLOCK_REALTIME, &woken);
    late[index] = (woken.tv_sec - due.it_value.tv_sec) * 1000000 + woken.tv_nsec / 1000;
  }
  for (long index = 0; index < count; index++) printf("%ld\n", late[index]);
  return 0;
}
