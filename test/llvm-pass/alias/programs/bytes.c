// A pointer that travels only as single bytes, or as half words: no instruction ever moves it whole.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct box { int *p; };
static int a, b, c, d, e, f;

static void __attribute__((noinline)) by_bytes(void *to, const void *from, size_t n) {
  volatile unsigned char *o = to;      // volatile: the loop stays a loop
  const volatile unsigned char *i = from;
  while (n--) *o++ = *i++;
}
static void __attribute__((noinline)) by_halves(void *to, const void *from, size_t n) {
  volatile uint32_t *o = to;
  const volatile uint32_t *i = from;
  for (size_t k = 0; k < n / 4; k++) o[k] = i[k];
}
static void __attribute__((noinline)) swap_bytes(void *x, void *y, size_t n) {
  volatile unsigned char *p = x, *q = y;
  for (size_t k = 0; k < n; k++) {
    unsigned char t = p[k];
    p[k] = q[k];
    q[k] = t;
  }
}
static int __attribute__((noinline)) race_bytes(int *x, int *y) { int v = *x; *y += 7; return v * 100 + *x; }
static int __attribute__((noinline)) race_halves(int *x, int *y) { int v = *x; *y += 7; return v * 100 + *x; }
static int __attribute__((noinline)) race_swap(int *x, int *y) { int v = *x; *y += 7; return v * 100 + *x; }

int main(void) {
  struct box from = {&a}, to = {&b}, from2 = {&c}, to2 = {&d}, left = {&e}, right = {&f};
  by_bytes(&to, &from, sizeof to);
  by_halves(&to2, &from2, sizeof to2);
  swap_bytes(&left, &right, sizeof left);
  int r = race_bytes(&a, to.p);
  r = r * 31 + race_halves(&c, to2.p);
  r = r * 31 + race_swap(&e, right.p);
  printf("%d %d %d %d\n", r, a, c, e);
  return 0;
}
