// Pointers of one type, kept in memory, that lead to two arrays: only the points-to sets of the whole program hold them
// apart, and let a load that follows a store be left out.
#include <stdio.h>
#include <stdlib.h>

static int a[4], b[4];
static int **to_a, **to_b;

__attribute__((noinline)) static void set_up(void) {
  to_a = malloc(sizeof(int *));
  to_b = malloc(sizeof(int *));
  if (!to_a || !to_b)
    exit(1);
  *to_a = a;
  *to_b = b;
}

__attribute__((noinline)) static int again(int **p, int **q, int n) {
  int *x = *p, *y = *q;
  int before = x[n];
  y[n] = 7;
  return before * 3 + x[n];
}

int main(void) {
  set_up();
  (*to_a)[1] = 5;
  printf("%d %d\n", again(to_a, to_b, 1), b[1]);
  return 0;
}
