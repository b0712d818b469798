/* Faults of a disk and sudden death, for one process: a library to preload below the tests.
 *
 *   FAULT_KILL_AT=N   the process dies by SIGKILL at its N-th write to a file or socket, or synchronisation of a file: for
 *                     an odd N before it, for an even N after half of the bytes
 *   FAULT_FILE=PATH   while this file is there, what is written below FAULT_DIRECTORY fails: its first letter says how,
 *                     F: no space is left, R: the file system is read-only
 *   FAULT_WAKE=1      the process lacks CAP_WAKE_ALARM
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#define REAL(name) ({ \
    static __typeof__(&name) real; \
    if (!real) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name); \
    real; \
  })

static atomic_long calls;
static long kill_at;
static const char *fault_file, *fault_directory;

__attribute__((constructor)) static void start(void) {
  const char *number = getenv("FAULT_KILL_AT");
  kill_at = number ? atol(number) : 0;
  fault_file = getenv("FAULT_FILE");
  fault_directory = getenv("FAULT_DIRECTORY");
}

static void die(void) {
  kill(getpid(), SIGKILL);
  for (;;) pause();
}

/* Counts a call on a file or socket; how many of the bytes are still to be written before the end, or -1 to go on. */
static ssize_t count(int descriptor, size_t size) {
  struct stat status;
  if (kill_at == 0 || fstat(descriptor, &status) != 0) return -1;
  if (!S_ISREG(status.st_mode) && !S_ISSOCK(status.st_mode)) return -1;
  if (atomic_fetch_add(&calls, 1) + 1 != kill_at) return -1;
  return kill_at % 2 == 0 ? (ssize_t)(size / 2) : 0;
}

/* The error for what is written at a path; 0 for none. */
static int fault(const char *path) {
  if (!fault_file || !fault_directory || strncmp(path, fault_directory, strlen(fault_directory)) != 0) return 0;
  int file = REAL(openat)(AT_FDCWD, fault_file, O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  char letter = 0;
  ssize_t got = read(file, &letter, 1);
  close(file);
  return got != 1 ? 0 : letter == 'F' ? ENOSPC : letter == 'R' ? EROFS : 0;
}

static int fault_of(int descriptor) {
  if (!fault_file) return 0;
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length <= 0) return 0;
  path[length] = 0;
  return fault(path);
}

#define FAIL(code) do { int found = (code); if (found) { errno = found; return -1; } } while (0)

ssize_t write(int descriptor, const void *bytes, size_t size) {
  FAIL(fault_of(descriptor));
  ssize_t part = count(descriptor, size);
  if (part >= 0) {
    if (part > 0) REAL(write)(descriptor, bytes, part);
    die();
  }
  return REAL(write)(descriptor, bytes, size);
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t size, off64_t offset) {
  FAIL(fault_of(descriptor));
  ssize_t part = count(descriptor, size);
  if (part >= 0) {
    if (part > 0) REAL(pwrite64)(descriptor, bytes, part, offset);
    die();
  }
  return REAL(pwrite64)(descriptor, bytes, size, offset);
}

ssize_t pwrite(int descriptor, const void *bytes, size_t size, off_t offset) {
  return pwrite64(descriptor, bytes, size, offset);
}

ssize_t send(int descriptor, const void *bytes, size_t size, int flags) {
  ssize_t part = count(descriptor, size);
  if (part >= 0) {
    if (part > 0) REAL(send)(descriptor, bytes, part, flags);
    die();
  }
  return REAL(send)(descriptor, bytes, size, flags);
}

ssize_t sendmsg(int descriptor, const struct msghdr *message, int flags) {
  if (count(descriptor, 0) >= 0) die();
  return REAL(sendmsg)(descriptor, message, flags);
}

int timerfd_create(int clock, int flags) {
  if (clock == CLOCK_REALTIME_ALARM && getenv("FAULT_WAKE")) FAIL(EPERM);
  return REAL(timerfd_create)(clock, flags);
}

int fsync(int descriptor) {
  if (count(descriptor, 0) >= 0) die();
  return REAL(fsync)(descriptor);
}

int fdatasync(int descriptor) {
  if (count(descriptor, 0) >= 0) die();
  return REAL(fdatasync)(descriptor);
}

int ftruncate64(int descriptor, off64_t size) {
  FAIL(fault_of(descriptor));
  if (count(descriptor, 0) >= 0) die();
  return REAL(ftruncate64)(descriptor, size);
}

int ftruncate(int descriptor, off_t size) { return ftruncate64(descriptor, size); }

static int writes(int flags) { return (flags & (O_CREAT | O_TRUNC)) || (flags & O_ACCMODE) != O_RDONLY; }

/* Opens relative to a directory too: Swift calls openat(). */
int openat(int directory, const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  /* A full disk still lets files be opened. */
  if (writes(flags) && fault(path) == EROFS) FAIL(EROFS);
  return REAL(openat)(directory, path, flags, mode);
}

int open64(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return openat(AT_FDCWD, path, flags, mode);
}

int open(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return openat(AT_FDCWD, path, flags, mode);
}
