// Functions that go to the library in registers and come back in memory that it wrote are among the targets, in a
// closed world with layers of function pointers, too. The table of others keeps the layers from knowing nothing.
// RUN: %clang -g -O1 -w -emit-llvm -c %s -o %t.bc
// RUN: %opt -passes='internalize,mem2reg,amorph-pta<world=closed;preset=c>,print<amorph-callgraph>' -internalize-public-api-list=main -disable-output %t.bc | FileCheck %s
// RUN: %opt -passes='internalize,mem2reg,amorph-pta<world=closed;preset=c;calls=any>,print<amorph-callgraph>' -internalize-public-api-list=main -disable-output %t.bc | FileCheck %s
#define _GNU_SOURCE
#include <pthread.h>
#include <search.h>
#include <signal.h>
#include <unistd.h>
typedef void (*action)(void);
static volatile int n;
__attribute__((noinline)) static void in_table(void) { n++; }
__attribute__((noinline)) static void by_signal(void) { n++; }
__attribute__((noinline)) static void by_thread(void) { n++; }
__attribute__((noinline)) static void other(void) { n++; }
struct holder { action of; } others[2] = {{other}, {other}};
static void on_signal(int number, siginfo_t *info, void *context) {
  action given = (action)info->si_value.sival_ptr;
  given();
  // CHECK-DAG: [[@LINE-1]] in on_signal: {{.*}}by_signal
}
static void *thread(void *unused) {
  pthread_exit((void *)by_thread);
}
int main(int argc, char **argv) {
  hcreate(10);
  hsearch((ENTRY){.key = "key", .data = (void *)in_table}, ENTER);
  action found = (action)hsearch((ENTRY){.key = "key"}, FIND)->data;
  found();
  // CHECK-DAG: [[@LINE-1]] in main: {{.*}}in_table
  struct sigaction action_of = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO};
  sigaction(SIGUSR1, &action_of, 0);
  sigqueue(getpid(), SIGUSR1, (union sigval){.sival_ptr = (void *)by_signal});
  pthread_t id;
  void *result;
  pthread_create(&id, 0, thread, 0);
  pthread_join(id, &result);
  ((action)result)();
  // CHECK-DAG: [[@LINE-1]] in main: {{.*}}by_thread
  others[argc & 1].of();
  // CHECK-DAG: [[@LINE-1]] in main: {{.*}}other
  return n - 4;
}
