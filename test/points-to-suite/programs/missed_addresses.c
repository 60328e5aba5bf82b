// Addresses that are not followed: out of an array or a variable, by an index that wraps, of a fixed place, and of
// memory that is no longer there (docs/points-to-limits.md, "Missed targets": 1, 4, 10, 11).
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
static int x, y;
static struct { long n; int *a[2], *b[2]; } s = {0, {&x, &x}, {&y, &y}};
static struct { long n; int *a[2], *b[2]; } copied = {0, {&x, &x}, {&x, &x}};
static struct { long n; char text[16]; int *a, *b; } t = {0, "", &x, &y};
static struct { int *a, *in[3]; } u = {&y, {&x, &x, &x}};
static struct { int *a, *b, *c; } v = {&x, &y, &x};
static int *first = &x, *second = &y;
static int *from[3] = {&y, &y, &y};
static volatile long one = 1, two = 2, three = 3, eight = 8, five = 5;
static volatile unsigned long inverse = 0xaaaaaaaaaaaaaaab;   // of 3
extern char **environ;
static char text[] = "A=b";
int main(int argc, char **argv) {
  environ[0] = text;
  char *variable = argv[argc + 1];
  assert(variable == text);
  *variable = 'B';                                           //@ closed: not variable: text //@ breaks always
  assert(&first + 1 == &second);
  int *p = s.a[two];                                         //@ breaks always
  *p = 1;                                                    //@ not p: y //@ breaks always
  int **beside = (int **)(t.text + eight + 16), *q = *beside;  //@ breaks always
  *q = 1;                                                    //@ not q: y //@ breaks always
  int **volatile at = &first;
  int *r = at[one];                                          //@ breaks always
  *r = 1;                                                    //@ not r: y //@ breaks always
  int **volatile beyond = (int **)((char *)&u + 40);
  int *w = beyond[-five];                                   //@ breaks always
  *w = 1;                                                    //@ not w: y //@ breaks always
  memcpy(copied.a, from, three * sizeof *from);
  int *c = copied.b[0];
  *c = 1;                                                    //@ not c: y //@ breaks always
  int *i = *(int **)((char *)&v + inverse * 24);             //@ breaks always
  *i = 1;                                                    //@ not i: y //@ breaks always
  const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED;
  int **fixed = mmap((void *)(1l << 28), 4096, PROT_READ | PROT_WRITE, flags, -1, 0);
  *fixed = &x;
  int *f = *(int **)(1l << 28);
  *f = 1;                                                    //@ not f: x //@ breaks always
  int **volatile freed = malloc(64);
  freed[4] = &x;
  free(freed);
  int **volatile again = malloc(64);                         //@ site again
  int *d = again[4];
  *d = 1;                                                    //@ not d: x //@ breaks always
  freed[5] = &y;                                             //@ not freed: malloc@{again} //@ breaks always
  int *e = again[5];
  *e = 1;                                                    //@ not e: y //@ breaks always
  assert(freed == again && fixed == (int **)(1l << 28));
  assert(p == &y && q == &y && r == &y && w == &y && c == &y && i == &y && f == &x && d == &x && e == &y);
  return 0;
}
