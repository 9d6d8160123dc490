/* Stands between a program and the calls with which it writes files (LD_PRELOAD), and makes the n-th of them go wrong.
 *
 * SHIM says what happens at the n-th counted call, n from 1:
 *   count         nothing; how many there were is logged at the end
 *   kill:N        the process is killed (SIGKILL); a write has written half of its bytes
 *   int:N term:N  the process gets SIGINT, SIGTERM, and goes on with the call
 *   tell:N        a line is printed on standard error, and the call goes on; at its end the process waits to be killed by who was told
 *   fail:N:ERRNO  the call fails with this number
 *   full:N:ERRNO  the same, but a write writes half of its bytes, and every later write and sync fails
 * What is counted: write (but on standard error), fsync, rename, close and open; for fail and full only what a full or broken disk
 * may refuse: not what is open for reading, nor folders, but their sync.
 * SHIM_LOG is a file to which "call path" is appended when it happens (count: "count N").
 *
 * fsync never asks the disk: a process that is killed loses nothing that the kernel has, and tests run faster.
 * Compiled as C++; valid as both. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifdef __cplusplus
#define SHIM extern "C" __attribute__((visibility("default")))
#else
#define SHIM __attribute__((visibility("default")))
#endif

enum { kPath = 4096 };

static char mode[8];
static long wanted = 0, calls = 0;
static int error_number = 0, disk_is_full = 0, only_writing = 0;

__attribute__((constructor)) static void begin(void) {
  const char* text = getenv("SHIM");
  if (text != NULL) sscanf(text, "%7[a-z]:%ld:%d", mode, &wanted, &error_number);
  only_writing = strcmp(mode, "fail") == 0 || strcmp(mode, "full") == 0;
}

static void log_line(const char* word, const char* detail) {
  char line[kPath + 64];
  const char* path = getenv("SHIM_LOG");
  const int length = snprintf(line, sizeof line, "%s %s\n", word, detail);
  if (path == NULL || length < 0) return;
  const long file = syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (file < 0) return;
  syscall(SYS_write, file, line, (size_t)length);
  syscall(SYS_close, file);
}

__attribute__((destructor)) static void end(void) {
  char number[32];
  /* Who was told may be slower than all that is left to do. */
  while (strcmp(mode, "tell") == 0) pause();
  if (strcmp(mode, "count") != 0) return;
  snprintf(number, sizeof number, "%ld", calls);
  log_line("count", number);
}

/* The name of what is open as `file`. */
static void name_of(int file, char* name) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  const ssize_t size = readlink(link, name, kPath - 1);
  name[size > 0 ? size : 0] = '\0';
}

static int is_for_reading(int file) {
  const int flags = fcntl(file, F_GETFL);
  return flags >= 0 && (flags & O_ACCMODE) == O_RDONLY;
}

/* Counts a call; 1 if it must fail with errno set. Half of `bytes` are written to `file` before the process is killed in a write. */
static int goes_wrong(const char* call, const char* path, int file, const void* bytes, size_t size) {
  if (mode[0] == '\0' || ++calls != wanted) return 0;
  log_line(call, path);
  if (strcmp(mode, "kill") == 0) {
    if (bytes != NULL) syscall(SYS_write, file, bytes, size / 2);
    kill(getpid(), SIGKILL);
  } else if (strcmp(mode, "int") == 0 || strcmp(mode, "term") == 0) {
    kill(getpid(), mode[0] == 'i' ? SIGINT : SIGTERM);
  } else if (strcmp(mode, "tell") == 0) {
    static const char line[] = "shim\n";
    syscall(SYS_write, STDERR_FILENO, line, sizeof line - 1);
  } else if (strcmp(mode, "fail") == 0) {
    errno = error_number;
    return 1;
  } else if (strcmp(mode, "full") == 0) {
    disk_is_full = 1;
    errno = error_number;
    return bytes == NULL;
  }
  return 0;
}

SHIM ssize_t write(int file, const void* bytes, size_t size) {
  char name[kPath];
  if (file == STDERR_FILENO) return (ssize_t)syscall(SYS_write, file, bytes, size);
  name_of(file, name);
  if (disk_is_full) {
    errno = error_number;
    return -1;
  }
  if (goes_wrong("write", name, file, bytes, size)) return -1;
  return (ssize_t)syscall(SYS_write, file, bytes, disk_is_full && size > 1 ? size / 2 : size);
}

SHIM int fsync(int file) {
  char name[kPath];
  name_of(file, name);
  if (disk_is_full) {
    errno = error_number;
    return -1;
  }
  return goes_wrong("fsync", name, file, NULL, 0) ? -1 : 0;
}

SHIM int rename(const char* from, const char* to) {
  if (goes_wrong("rename", from, -1, NULL, 0)) return -1;
  return (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
}

/* A close that fails has closed, as on Linux. */
SHIM int close(int file) {
  char name[kPath];
  name_of(file, name);
  const int bad = (only_writing && is_for_reading(file)) ? 0 : goes_wrong("close", name, file, NULL, 0);
  const int reason = errno;
  const int done = (int)syscall(SYS_close, file);
  if (!bad) return done;
  errno = reason;
  return -1;
}

static int open_at(int folder, const char* path, int flags, unsigned mode_bits) {
  if (!(only_writing && (flags & O_ACCMODE) == O_RDONLY) && goes_wrong("open", path, -1, NULL, 0)) return -1;
  return (int)syscall(SYS_openat, folder, path, flags, mode_bits);
}

#define MODE_OF(flags)                    \
  unsigned mode_bits = 0;                 \
  if (((flags) & (O_CREAT | O_TMPFILE)) != 0) { \
    va_list rest;                         \
    va_start(rest, flags);                \
    mode_bits = va_arg(rest, unsigned);   \
    va_end(rest);                         \
  }

SHIM int open(const char* path, int flags, ...) {
  MODE_OF(flags)
  return open_at(AT_FDCWD, path, flags, mode_bits);
}
SHIM int open64(const char* path, int flags, ...) {
  MODE_OF(flags)
  return open_at(AT_FDCWD, path, flags, mode_bits);
}
SHIM int openat(int folder, const char* path, int flags, ...) {
  MODE_OF(flags)
  return open_at(folder, path, flags, mode_bits);
}
SHIM int openat64(int folder, const char* path, int flags, ...) {
  MODE_OF(flags)
  return open_at(folder, path, flags, mode_bits);
}
SHIM int __open_2(const char* path, int flags) { return open_at(AT_FDCWD, path, flags, 0); }
SHIM int __open64_2(const char* path, int flags) { return open_at(AT_FDCWD, path, flags, 0); }
