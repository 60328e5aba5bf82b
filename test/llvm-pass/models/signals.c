// What a signal is sent with (sigqueue, a timer's event), and the address of a fault in protected memory, are what its
// handler finds in siginfo; so do those who wait for it, or read it from a descriptor.
// RUN: %mem2reg | %pta | FileCheck %s
#include <signal.h>
#include <sys/mman.h>
#include <sys/signalfd.h>
#include <time.h>
#include <unistd.h>
static int a, b, other;
static char page[4096];
// CHECK-DAG: in_handler (signals.c:[[#@LINE+1]]) -> { {{.*}}a, b
static int *in_handler;
// CHECK-DAG: fault (signals.c:[[#@LINE+1]]) -> { {{.*}}page
static void *fault;
static void on_signal(int number, siginfo_t *info, void *context) {
  in_handler = info->si_value.sival_ptr;
  fault = info->si_addr;
}

int main(void) {
  struct sigaction action = {0};
  action.sa_sigaction = on_signal;
  action.sa_flags = SA_SIGINFO;
  sigaction(SIGUSR1, &action, 0);
  union sigval value = {.sival_ptr = &a};
  sigqueue(getpid(), SIGUSR1, value);
  struct sigevent event = {0};
  event.sigev_notify = SIGEV_SIGNAL;
  event.sigev_value.sival_ptr = &b;
  timer_t timer;
  timer_create(CLOCK_MONOTONIC, &event, &timer);
  mprotect(page, sizeof page, PROT_READ);
  siginfo_t info;
  sigwaitinfo(0, &info);
  int *waited = info.si_value.sival_ptr;
  // CHECK-DAG: waited (signals.c:[[#@LINE-1]]) -> { {{.*}}a, b
  struct signalfd_siginfo record;
  read(signalfd(-1, 0, 0), &record, sizeof record);
  int *from_descriptor = (int *)record.ssi_ptr;
  // CHECK-DAG: from_descriptor (signals.c:[[#@LINE-1]]) -> { {{.*}}a, b
  // CHECK-NOT: -> { {{.*}}other
  return *waited + *from_descriptor + *in_handler + other;
}
