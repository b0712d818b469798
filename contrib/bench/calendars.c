/* What libical alone takes for an iCalendar file: `calendars read FILE` reads it, `calendars write FILE` reads it, and writes
 * it again to standard output. Prints the seconds of the last step, and how many events there are, to standard error. */

#include <libical/ical.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec / 1e9;
}

int main(int count, char **words)
{
    if (count != 3) {
        fprintf(stderr, "usage: calendars read|write FILE\n");
        return 2;
    }
    FILE *file = fopen(words[2], "rb");
    if (!file || fseek(file, 0, SEEK_END) != 0) {
        perror(words[2]);
        return 1;
    }
    long size = ftell(file);
    rewind(file);
    char *text = malloc(size + 1);
    if (!text || fread(text, 1, size, file) != (size_t)size) {
        perror(words[2]);
        return 1;
    }
    text[size] = 0;
    double start = now();
    icalcomponent *calendar = icalparser_parse_string(text);
    if (!calendar) {
        fprintf(stderr, "%s: libical makes nothing of it\n", words[2]);
        return 1;
    }
    double seconds = now() - start;
    if (strcmp(words[1], "write") == 0) {
        start = now();
        char *written = icalcomponent_as_ical_string_r(calendar);
        fputs(written, stdout);
        seconds = now() - start;
    }
    fprintf(stderr, "%.6f %d\n", seconds, icalcomponent_count_components(calendar, ICAL_VEVENT_COMPONENT));
    return 0;
}
