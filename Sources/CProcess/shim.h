#pragma once
#include <fcntl.h>
#include <sys/syscall.h>

// GNU and Linux declare these only for _GNU_SOURCE, or as a variadic function.
extern int pipe2(int ends[2], int flags);
extern long syscall(long number, ...);

// A pipe that children started meanwhile do not inherit.
static inline int notifier_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

// A descriptor that is readable once the process has ended.
static inline int notifier_pidfd_open(int pid) { return (int)syscall(SYS_pidfd_open, pid, 0); }

// Has the child close every descriptor from `from` on: what libraries have opened without O_CLOEXEC, connections among
// them, is no other program's business. By glibc's own name, since 2.34, without its header, whose types belong to Glibc.
extern int notifier_spawn_close_from(void *actions, int from) __asm__("posix_spawn_file_actions_addclosefrom_np");
