/* The same as rules.swift with libical: lines of `rule|start|after`. */
#include <libical/ical.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char *rule_text;
static struct icalrecurrencetype rule;
static struct icaltimetype start, after;
static long answer;

static void read_rule(void) { rule = icalrecurrencetype_from_string(rule_text); }

static void find(void)
{
    icalrecur_iterator *iterator = icalrecur_iterator_new(rule, start);
    struct icaltimetype found;
    answer = 0;
    if (iterator == NULL) return;
    /* Where nothing is counted libical can start in the middle. */
    if (rule.count == 0) icalrecur_iterator_set_start(iterator, after);
    for (found = icalrecur_iterator_next(iterator); !icaltime_is_null_time(found);
         found = icalrecur_iterator_next(iterator)) {
        if (icaltime_compare(found, after) > 0) {
            answer = icaltime_as_timet(found);
            break;
        }
    }
    icalrecur_iterator_free(iterator);
}

static long nanoseconds(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return time.tv_sec * 1000000000L + time.tv_nsec;
}

static int compare(const void *left, const void *right)
{
    double difference = *(const double *)left - *(const double *)right;
    return (difference > 0) - (difference < 0);
}

static double measured(void (*body)(void))
{
    double results[7];
    int count = 0;
    long runs = 1;
    while (count < 7) {
        long begin = nanoseconds(), took;
        for (long run = 0; run < runs; run++) body();
        took = nanoseconds() - begin;
        if (took < 2000000) runs *= 2;
        else results[count++] = (double)took / runs;
    }
    qsort(results, 7, sizeof results[0], compare);
    return results[3];
}

int main(void)
{
    static char line[4096];
    while (fgets(line, sizeof line, stdin)) {
        double reading, finding;
        rule_text = strtok(line, "|");
        start = icaltime_from_string(strtok(NULL, "|"));
        after = icaltime_from_string(strtok(NULL, "|\n"));
        reading = measured(read_rule);
        finding = measured(find);
        printf("%f 0 %f %ld\n", reading, finding, answer);
    }
    return 0;
}
