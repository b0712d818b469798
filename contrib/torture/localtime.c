/* Puts another file in the place of /etc/localtime, for one process: a library to preload below the tests.
 *
 *   LOCALTIME=PATH   what is there instead; it may be replaced while the process runs
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <libgen.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>

static const char localtime_path[] = "/etc/localtime";

char *realpath(const char *path, char *resolved) {
  char *(*real)(const char *, char *) = (char *(*)(const char *, char *))dlsym(RTLD_NEXT, "realpath");
  const char *other = getenv("LOCALTIME");
  return real(other && strcmp(path, localtime_path) == 0 ? other : path, resolved);
}

int inotify_add_watch(int descriptor, const char *path, uint32_t mask) {
  int (*real)(int, const char *, uint32_t) = (int (*)(int, const char *, uint32_t))dlsym(RTLD_NEXT, "inotify_add_watch");
  const char *other = getenv("LOCALTIME");
  if (!other || strcmp(path, "/etc") != 0) return real(descriptor, path, mask);
  char copy[PATH_MAX];
  strncpy(copy, other, sizeof copy - 1);
  copy[sizeof copy - 1] = 0;
  return real(descriptor, dirname(copy), mask);
}
