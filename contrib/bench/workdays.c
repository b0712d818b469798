/* The nearest that libical has to a workday: the next 09:00 of FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR in a zone. Reads Unix
   times; prints nanoseconds a call, then the answers. */
#include <libical/ical.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static icaltimezone *zone;
static struct icalrecurrencetype rule;

static long next(long after_seconds)
{
    struct icaltimetype after = icaltime_from_timet_with_zone(after_seconds, 0, zone), start = after, found;
    icalrecur_iterator *iterator;
    long answer = 0;
    start.hour = 9;
    start.minute = start.second = 0;
    iterator = icalrecur_iterator_new(rule, start);
    if (iterator == NULL) return 0;
    for (found = icalrecur_iterator_next(iterator); !icaltime_is_null_time(found);
         found = icalrecur_iterator_next(iterator)) {
        if (icaltime_compare(found, after) > 0) {
            answer = icaltime_as_timet_with_zone(found, zone);
            break;
        }
    }
    icalrecur_iterator_free(iterator);
    return answer;
}

static int compare(const void *left, const void *right)
{
    double difference = *(const double *)left - *(const double *)right;
    return (difference > 0) - (difference < 0);
}

int main(int count, char **arguments)
{
    static long times[100000], answers[100000];
    double results[7];
    int number = 0;
    if (count != 2 || (zone = icaltimezone_get_builtin_timezone(arguments[1])) == NULL) return 1;
    rule = icalrecurrencetype_from_string("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR");
    while (number < 100000 && scanf("%ld", &times[number]) == 1) number++;
    for (int pass = 0; pass < 7; pass++) {
        struct timespec begin, end;
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &begin);
        for (int index = 0; index < number; index++) answers[index] = next(times[index]);
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
        results[pass] = ((end.tv_sec - begin.tv_sec) * 1e9 + (end.tv_nsec - begin.tv_nsec)) / number;
    }
    qsort(results, 7, sizeof results[0], compare);
    printf("%f\n", results[3]);
    for (int index = 0; index < number; index++) printf("%ld\n", answers[index]);
    return 0;
}
