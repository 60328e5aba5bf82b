// What library functions keep, show twice or hand back; and names that only look like theirs.
// RUN: %mem2reg | %pta | FileCheck %s
#define _GNU_SOURCE
#include <getopt.h>
#include <mqueue.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/shm.h>
#include <time.h>
#include <wchar.h>

int a, b;
int *first, *second, *attached, *alone;
// Mappings of one file are one memory; only a private, anonymous one is known to be new.
// CHECK-DAG: first {{.*}}<shared_memory>
// CHECK-DAG: second {{.*}}<shared_memory>
// CHECK-DAG: attached {{.*}}<shared_memory>
// CHECK-DAG: alone (kept.c:[[#@LINE-5]]) -> { mmap@kept.c:{{[0-9]+}} }

struct pair { int *p, *q; } from, to;
int *wide;
// The count is one of wchar_t: 4 of them are 16 bytes.
// CHECK-DAG: wide (kept.c:[[#@LINE-2]]) -> { {{.*}}b }

int *permuted;
// CHECK-DAG: permuted (kept.c:[[#@LINE-1]]) -> { a, b }

char stack[8192], state[64];
char *before, *earlier;
// CHECK-DAG: before (kept.c:[[#@LINE-1]]) -> { stack }
// CHECK-DAG: earlier (kept.c:[[#@LINE-2]]) -> { state, <random_state> }

int *told, *message;
static void tell(union sigval v) { told = v.sival_ptr; }
static void arrived(union sigval v) { message = v.sival_ptr; }
// CHECK-DAG: told (kept.c:[[#@LINE-3]]) -> { a, tell }
// CHECK-DAG: message (kept.c:[[#@LINE-4]]) -> { b, arrived }

// Names that the C library does not have are the program's own functions: nothing in the closed world.
void *malloc64(long), *strcpy_chk(void *, char *), *__strchr(char *, int);
void *own, *copied, *found;
// CHECK-DAG: own (kept.c:[[#@LINE-1]]) -> {}
// CHECK-DAG: copied (kept.c:[[#@LINE-2]]) -> {}
// CHECK-DAG: found (kept.c:[[#@LINE-3]]) -> {}

int main(int argc, char **argv) {
  first = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, argc, 0);
  second = mmap(0, 4096, PROT_READ | PROT_WRITE, argc, argc, 0);
  attached = shmat(argc, 0, 0);
  alone = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

  from.p = &a, from.q = &b;
  wmemcpy((wchar_t *)&to, (wchar_t *)&from, 4);
  wide = to.q;

  struct { char *one, *two; } list = {(char *)&a, (char *)&b};
  getopt(2, &list.one, "x");
  permuted = (int *)list.one;

  stack_t given = {.ss_sp = stack, .ss_size = sizeof stack}, old;
  sigaltstack(&given, 0);
  sigaltstack(0, &old);
  before = old.ss_sp;
  initstate(1, state, sizeof state);
  earlier = setstate(state);

  struct sigevent event = {.sigev_notify = SIGEV_THREAD, .sigev_value.sival_ptr = &a};
  event.sigev_notify_function = tell;
  timer_t timer;
  timer_create(CLOCK_REALTIME, &event, &timer);
  struct sigevent mail = {.sigev_notify = SIGEV_THREAD, .sigev_value.sival_ptr = &b};
  mail.sigev_notify_function = arrived;
  mq_notify(argc, &mail);

  own = malloc64(8);
  copied = strcpy_chk(&a, argv[0]);
  found = __strchr(argv[0], 'x');
  return 0;
}
