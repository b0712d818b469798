/* For each line `RULE|local start|how many` the first instances of the rule by libical, as local times up to the end of
   2119, joined by commas. A line that takes it longer than 0.05 s is answered with `!`, as is one that it refuses. */
#include <libical/ical.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>

static sigjmp_buf out_of_time;

static void give_up(int signal)
{
    (void)signal;
    siglongjmp(out_of_time, 1);
}

static void answer(const char *text, struct icaltimetype start, int wanted)
{
    struct icalrecurrencetype rule = icalrecurrencetype_from_string(text);
    icalrecur_iterator *iterator = rule.freq == ICAL_NO_RECURRENCE ? NULL : icalrecur_iterator_new(rule, start);
    struct icaltimetype found;
    const char *separator = "";
    if (iterator == NULL) {
        printf("!");
        return;
    }
    for (found = icalrecur_iterator_next(iterator); wanted > 0 && !icaltime_is_null_time(found) && found.year < 2120;
         found = icalrecur_iterator_next(iterator), wanted--) {
        printf("%s%04d%02d%02dT%02d%02d%02d", separator, found.year, found.month, found.day, found.hour, found.minute,
               found.second);
        separator = ",";
    }
    icalrecur_iterator_free(iterator);
}

int main(void)
{
    static char line[65536];
    static const struct itimerval longest = {{0, 0}, {0, 50000}}, never;
    signal(SIGALRM, give_up);
    while (fgets(line, sizeof line, stdin)) {
        const char *text = strtok(line, "|");
        struct icaltimetype start = icaltime_from_string(strtok(NULL, "|"));
        int wanted = atoi(strtok(NULL, "|\n"));
        if (sigsetjmp(out_of_time, 1) == 0) {
            setitimer(ITIMER_REAL, &longest, NULL);
            answer(text, start, wanted);
        } else {
            printf("!");
        }
        setitimer(ITIMER_REAL, &never, NULL);
        printf("\n");
        fflush(stdout);
    }
    return 0;
}
