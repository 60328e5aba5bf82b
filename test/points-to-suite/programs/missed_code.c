// Machine code that the program writes or replaces, a constant that changes, and a call in which the registers of
// argument and parameter match, but not their positions (docs/points-to-limits.md, "Missed targets": 7).
#define _GNU_SOURCE
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
static int x, y;
static int *volatile from_x = &x, *volatile from_y = &y;
__attribute__((noinline)) static int *get(void) { return from_x; }
__attribute__((noinline)) static int *other(void) { return from_y; }
__attribute__((noinline)) static int *first_of(int *p, double d) { return p; }
static _Alignas(32) const long empty[4] = {0};
static volatile unsigned long size = 8;
static void *page_of(const void *p) { return (void *)((uintptr_t)p & -4096); }
__attribute__((optnone)) int main(void) {
  const int all = PROT_READ | PROT_WRITE | PROT_EXEC;
  mprotect(page_of(empty), 4096, all);
  *(int **)empty = &x;
  int *r;
  memcpy(&r, empty, size);
  *r = 1;                                             //@ not r: x //@ breaks always
  void *code = mmap(0, 4096, all, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  memcpy(code, "\x48\x89\xf8\xc3", 4);                // movq %rdi, %rax; ret
  int *s = ((int *(*)(int *))code)(&x);
  *s = 1;                                             //@ not s: x //@ breaks always
  int by = (char *)other - (char *)get - 5;
  mprotect(page_of((void *)get), 8192, all);
  memcpy((void *)get, "\xe9", 1);                     // jmp
  memcpy((char *)get + 1, &by, 4);
  int *t = get();
  *t = 1;                                             //@ not t: y //@ breaks always
  int *u = ((int *(*)(double, int *))first_of)(1.0, &x);
  *u = 1;                                             //@ not u: x //@ breaks always
  assert(u == &x && r == &x && s == &x && t == &y && other() == &y);
  return 0;
}
