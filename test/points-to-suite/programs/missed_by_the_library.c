// Pointers that the library or the system returns, which models say nothing of (docs/points-to-limits.md,
// "Missed targets": 5, 6).
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <ucontext.h>
#include <unistd.h>
static int x, y[2];
static int *kept = &x, *seen;
static jmp_buf here;
static void handler(int number, siginfo_t *info, void *context) {
  ucontext_t *at = context;
  seen = (int *)at->uc_mcontext.gregs[REG_RBX];
  at->uc_mcontext.gregs[REG_RIP] += 2;
}
int main(void) {
  char text[32];
  int *p, *q, *r;
  sprintf(text, "%p", (void *)&x);
  sscanf(text, "%p", (void **)&p);
  *p = 1;                                              //@ not p: x //@ breaks always
  // A zero in an address would end the text.
  int *held = &y[((uintptr_t)y & 255) == 0];
  strncpy((char *)&q, (char *)&held, sizeof q);
  *q = 1;                                              //@ not q: y //@ breaks always
  // What is written to a file, but not as a file's contents.
  pread(open("/proc/self/mem", O_RDONLY), &r, sizeof r, (off_t)&kept);
  *r = 1;                                              //@ not r: x //@ breaks always
  // Numbers that are kept for the program.
  FILE *position = tmpfile();
  lseek(fileno(position), (off_t)&x, SEEK_SET);
  int *t = (int *)lseek(fileno(position), 0, SEEK_CUR);
  *t = 1;                                              //@ not t: x //@ breaks always
  struct rlimit limit = {(rlim_t)&x, RLIM_INFINITY};
  setrlimit(RLIMIT_RTTIME, &limit);
  struct rlimit now;
  getrlimit(RLIMIT_RTTIME, &now);
  int *u = (int *)now.rlim_cur;
  *u = 1;                                              //@ not u: x //@ breaks always
  int given = setjmp(here);
  if (given == 0)
    longjmp(here, (int)(uintptr_t)&x);
  int *v = (int *)(uintptr_t)(unsigned)given;
  *v = 1;                                              //@ not v: x //@ breaks always
  // A register, as a signal's handler finds it.
  struct sigaction action = {.sa_sigaction = handler, .sa_flags = SA_SIGINFO};
  sigaction(SIGILL, &action, 0);
  __asm__ volatile("ud2" : : "b"(&x));
  *seen = 1;                                           //@ closed: not seen: x //@ breaks always
  assert(p == &x && q == held && r == &x && t == &x && u == &x && v == &x && seen == &x);
  return 0;
}
// Addresses of variables have 32 bits.
//@ libraries -no-pie
