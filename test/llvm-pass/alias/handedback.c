// What the kernel and the C library were given, or made, comes back by other ways.
// RUN: %clang -O2 -fpass-plugin=%plugin %s -o %t && %t
#define _GNU_SOURCE
#include <argp.h>
#include <linux/futex.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>
#include <wchar.h>
#define CHECK __attribute__((noinline)) static int
static int x, other, handled, argc_seen;
static unsigned other_word;
static wchar_t other_text[4];
CHECK event(void) {
  int ends[2], e = epoll_create1(0);
  struct epoll_event in = {EPOLLIN, {.ptr = &x}}, out;
  pipe(ends);
  syscall(SYS_epoll_ctl, e, EPOLL_CTL_ADD, ends[0], &in);
  write(ends[1], "a", 1);
  syscall(SYS_epoll_wait, e, &out, 1, -1);
  int *p = out.data.ptr;
  x = 2, *p = 3;
  return x == 3;
}
CHECK event_by_function(void) {
  static int y;
  int ends[2], e = epoll_create1(0);
  struct epoll_event in = {EPOLLIN, {.ptr = &y}}, out;
  pipe(ends);
  syscall(SYS_epoll_ctl, e, EPOLL_CTL_ADD, ends[0], &in);
  write(ends[1], "a", 1);
  epoll_wait(e, &out, 1, -1);
  int *p = out.data.ptr;
  y = 2, *p = 3;
  return y == 3;
}
static void handle(int s) { handled = s; }
struct action { void (*function)(int); unsigned long flags; void (*restore)(void); unsigned long mask; };
CHECK handler(void) {
  struct action old = {0};
  signal(SIGUSR1, handle);
  syscall(SYS_rt_sigaction, SIGUSR1, 0, &old, 8);
  handled = 0;
  old.function(5);
  return handled == 5;
}
CHECK stack(void) {
  stack_t given = {malloc(99999), 0, 99999}, got;
  syscall(SYS_sigaltstack, &given, 0);
  syscall(SYS_sigaltstack, 0, &got);
  char *p = got.ss_sp, *q = given.ss_sp;
  q[0] = 2, p[0] = 3;
  return q[0] == 3;
}
static struct robust_list_head head = {{&head.list}, 0, 0};
CHECK robust_list(void) {
  size_t size;
  struct robust_list_head *got;
  syscall(SYS_set_robust_list, &head, sizeof head);
  syscall(SYS_get_robust_list, 0, &got, &size);
  head.futex_offset = 1, got->futex_offset = 3;
  int same = head.futex_offset == 3;
  head.futex_offset = 0;
  return same;
}
CHECK thread_address(void) {
  int *got = &other;
  syscall(SYS_set_tid_address, &x);
  if (prctl(40 /* PR_GET_TID_ADDRESS */, &got)) return 1; // the kernel was built without it
  int *p = argc_seen > 1 ? &other : got;
  x = 2, *p = 3;
  return x == 3;
}
CHECK wide_text(void) {
  wchar_t *text;
  size_t n;
  FILE *f = open_wmemstream(&text, &n);
  fputws(L"ab", f);
  fflush(f);
  wchar_t *p = argc_seen > 1 ? other_text : text;
  fflush(f);
  wchar_t *q = argc_seen > 2 ? other_text : text;
  p[0] = L'x', q[0] = L'y';
  return p[0] == L'y';
}
static ucontext_t context, within, back;
CHECK registers(void) {
  getcontext(&context);
  unsigned *p = argc_seen > 1 ? &other_word : &context.uc_mcontext.fpregs->mxcsr;
  unsigned *q = &context.__fpregs_mem.mxcsr;
  *q = 1, *p = 2;
  return *q == 2;
}
static void switched(void) { swapcontext(&within, &back); }
CHECK swapped(void) {
  static char room[65536];
  getcontext(&within);
  within.uc_stack.ss_sp = room, within.uc_stack.ss_size = sizeof room, within.uc_link = &back;
  makecontext(&within, switched, 0);
  swapcontext(&back, &within);
  unsigned *p = argc_seen > 1 ? &other_word : &back.uc_mcontext.fpregs->mxcsr;
  unsigned *q = &back.__fpregs_mem.mxcsr;
  *q = 1, *p = 2;
  return *q == 2;
}
static int filtered;
static char doc[] = "doc";
static char *filter(int key, const char *text, void *input) {
  filtered = 1;
  if (text == doc) ((char *)text)[0] = 'D';
  return (char *)text;
}
CHECK help(void) {
  struct argp parser = {.doc = doc, .help_filter = filter};
  filtered = 0, doc[0] = 'd';
  argp_help(&parser, stdout, ARGP_HELP_LONG | ARGP_HELP_DOC, "name");
  return filtered == 1 && doc[0] == 'D';
}
int main(int argc, char **argv) {
  int (*checks[])(void) = {event, event_by_function, handler, stack, robust_list, thread_address, wide_text, registers, swapped, help};
  int failed = 0;
  argc_seen = argc;
  for (unsigned i = 0; i < sizeof checks / sizeof *checks; i++)
    if (!checks[i]()) failed++, printf("check %u\n", i);
  return failed;
}
