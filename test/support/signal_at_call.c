// Preloaded: raises signal SIGNAL_NUMBER before the SIGNAL_AT-th call of SIGNAL_CALL, so that a test can interrupt a
// program at a certain place. SIGNAL_CALL is "rename", "write" (to a file that is not a standard stream), or
// "start PROGRAM".
#define _GNU_SOURCE
#include <dlfcn.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static void count(const char* call) {
  static int calls = 0;
  const char* wanted = getenv("SIGNAL_CALL");
  if (wanted != NULL && strcmp(wanted, call) == 0 && ++calls == atoi(getenv("SIGNAL_AT")))
    raise(atoi(getenv("SIGNAL_NUMBER")));
}

__attribute__((constructor)) static void start(void) {
  char program[PATH_MAX] = "", call[PATH_MAX + 8];
  if (readlink("/proc/self/exe", program, sizeof program - 1) < 0 || strrchr(program, '/') == NULL) return;
  snprintf(call, sizeof call, "start %s", strrchr(program, '/') + 1);
  count(call);
}

int rename(const char* from, const char* to) {
  count("rename");
  int (*next)(const char*, const char*);
  *(void**)&next = dlsym(RTLD_NEXT, "rename");
  return next(from, to);
}

ssize_t write(int to, const void* bytes, size_t size) {
  if (to > 2) count("write");
  ssize_t (*next)(int, const void*, size_t);
  *(void**)&next = dlsym(RTLD_NEXT, "write");
  return next(to, bytes, size);
}
