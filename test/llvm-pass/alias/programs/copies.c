// Structures with pointers copied in every way that programs use: assignment, memcpy, bytes, words, through unions,
// by value, out of functions; each copy is then written through while the original is read.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct pair { int *a; int *b; long n; };
static int c0, c1, c4, c5;            // variables of their own, so that sets can tell them apart

static void __attribute__((noinline)) bytes(void *to, const void *from, size_t n) {
  unsigned char *d = to;
  const unsigned char *s = from;
  while (n--) *d++ = *s++;
}
static void __attribute__((noinline)) words(void *to, const void *from, size_t n) {
  uint32_t *d = to;
  const uint32_t *s = from;
  for (size_t i = 0; i < n / 4; i++) d[i] = s[i];
}
static void __attribute__((noinline)) swap_bytes(void *x, void *y, size_t n) {
  unsigned char *p = x, *q = y;
  for (size_t i = 0; i < n; i++) { unsigned char t = p[i]; p[i] = q[i]; q[i] = t; }
}
static struct pair __attribute__((noinline)) make(int *a, int *b) { struct pair p = {a, b, 3}; return p; }
static int __attribute__((noinline)) use(struct pair p) { *p.a += 1; return *p.b; }
static int __attribute__((noinline)) race(int *x, int *y) { int before = *x; *y += 7; return before * 100 + *x; }

int main(int argc, char **argv) {
  struct pair from = make(&c0, &c1), other = make(&c4, &c5);
  struct pair assigned = from, copied = other, by_bytes = other, by_words = other;
  memcpy(&copied, &from, sizeof from);
  bytes(&by_bytes, &from, sizeof from);
  words(&by_words, &from, sizeof from);
  int r = 0;
  r = r * 31 + race(from.a, assigned.a);
  r = r * 31 + race(from.a, copied.a);
  r = r * 31 + race(from.a, by_bytes.a);
  r = r * 31 + race(from.b, by_words.b);
  r = r * 31 + race(other.a, by_words.b);
  r = r * 31 + use(from);
  swap_bytes(&from, &other, sizeof from);
  r = r * 31 + race(from.a, &c4);
  r = r * 31 + race(other.b, &c1);
  union { struct pair p; uintptr_t w[3]; } u;
  u.p = from;
  r = r * 31 + race((int *)u.w[1], &c5);
  uintptr_t tagged = (uintptr_t)other.a | 1;
  r = r * 31 + race((int *)(tagged & ~(uintptr_t)1), &c0);
  struct pair heap[3];
  for (int i = 0; i < 3; i++) heap[i] = i % 2 ? from : other;
  struct pair *moved = malloc(sizeof heap);
  memmove(moved, heap, sizeof heap);
  r = r * 31 + race(moved[argc % 3].a, moved[(argc + 2) % 3].a);
  r = ((r * 31 + c0) * 31 + c1) * 31 + c4 * 7 + c5;
  printf("%d\n", r);
  return argv == NULL;
}
