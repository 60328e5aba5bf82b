// The kernel hands back what it was given, by the same call or another one, and may hold what is found from there.
// RUN: %mem2reg | %pta | FileCheck %s
#define _GNU_SOURCE
#include <signal.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>
static int a, b, c, other;
static struct { int *inner; } given;
static char stack[8192];
int main(void) {
  struct epoll_event in = {EPOLLIN, {.ptr = &a}}, out;
  syscall(SYS_epoll_ctl, 3, EPOLL_CTL_ADD, 0, &in);
  epoll_wait(3, &out, 1, -1);
  // CHECK-DAG: by_function (kernel.c:[[#@LINE+1]]) -> { {{.*}}a
  int *by_function = out.data.ptr;
  stack_t new = {stack, 0, sizeof stack}, old;
  syscall(SYS_sigaltstack, &new, 0);
  sigaltstack(0, &old);
  // CHECK-DAG: room (kernel.c:[[#@LINE+1]]) -> { {{.*}}stack
  char *room = old.ss_sp;
  syscall(SYS_set_tid_address, &b);
  int *address;
  prctl(PR_GET_TID_ADDRESS, &address);
  // CHECK-DAG: thread (kernel.c:[[#@LINE+1]]) -> { {{.*}}b
  int *thread = address;
  given.inner = &c;
  ioctl(0, 1, &given);
  int *got;
  ioctl(0, 2, &got);
  // CHECK-DAG: device (kernel.c:[[#@LINE+1]]) -> { {{.*}}c
  int *device = got;
  // CHECK-NOT: -> { {{.*}}other
  return *by_function + *room + *thread + *device + other;
}
