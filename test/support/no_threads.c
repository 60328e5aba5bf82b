// Preloaded: no thread can be started beyond the first $THREADS_ALLOWED (default: 0).
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

int pthread_create(pthread_t* thread, const pthread_attr_t* how, void* (*run)(void*), void* with) {
  static atomic_int started;
  const char* allowed = getenv("THREADS_ALLOWED");
  if (atomic_fetch_add(&started, 1) >= (allowed != NULL ? atoi(allowed) : 0)) return EAGAIN;
  int (*next)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
  *(void**)&next = dlsym(RTLD_NEXT, "pthread_create");
  return next(thread, how, run, with);
}
