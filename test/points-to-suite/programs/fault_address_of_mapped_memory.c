// The address of a fault in memory that was mapped without access, and past the end of a mapped file.
#define _GNU_SOURCE
#include <assert.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>
static int x;
static void fault(int s, siginfo_t *info, void *c) {
  int **at = info->si_addr;       //@ may at: mmap@{a}
  mprotect(at, 4096, PROT_READ | PROT_WRITE);
  *at = &x;
}
int main(void) {
  struct sigaction a = {.sa_sigaction = fault, .sa_flags = SA_SIGINFO};
  sigaction(SIGSEGV, &a, 0);
  int **m = mmap(0, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);   //@ site a
  int *p = *(int *volatile *)m;   //@ may p: x
  assert(p == &x);
  *p = 1;
  return 0;
}
