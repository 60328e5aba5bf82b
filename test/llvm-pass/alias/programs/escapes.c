// Locals whose addresses travel: through globals, recursion, callbacks, longjmp, and back to their own function.
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

static int *last, *first;
static jmp_buf again;
static int attempts;

static int __attribute__((noinline)) bump(void) { return last ? ++*last : 0; }

static int nest(int n, int *up) {
  int mine = n * 10;
  int *saved = last;
  last = &mine;
  int seen = bump() + mine;
  if (up) *up += mine;
  if (n > 0) seen += nest(n - 1, n % 2 ? &mine : up);
  seen = seen * 3 + mine;
  last = saved;
  return seen;
}

static int compare(const void *a, const void *b) {
  if (last) ++*last;                       // counts comparisons in a local of main
  return *(const int *)a - *(const int *)b;
}

static void fail(int n) { if (n == 0) longjmp(again, ++attempts); fail(n - 1); }

struct frame { struct frame *up; int value; };
static struct frame *top;
static int walk(int n) {
  struct frame f = {top, n};
  top = &f;
  int r = n ? walk(n - 1) : 0;
  for (struct frame *g = top; g; g = g->up) { g->value++; r += g->value; }
  top = f.up;
  return r + f.value;
}

int main(void) {
  int comparisons = 0;
  int numbers[64];
  for (int i = 0; i < 64; i++) numbers[i] = (i * 37) % 64;
  last = &comparisons;
  qsort(numbers, 64, sizeof *numbers, compare);
  int ordered = 1;
  for (int i = 1; i < 64; i++) ordered &= numbers[i - 1] <= numbers[i];
  int counted = comparisons > 0;
  last = NULL;
  int deep = nest(6, NULL);
  volatile int tries = 0;
  if (setjmp(again) < 3) { tries++; fail(4); }
  int x = 1, y = 2;
  int **both[] = {&first, &last};
  *both[0] = &x;
  *both[1] = &y;
  int before = x;
  **both[tries % 2] += 40;
  **both[1] += 2;
  printf("%d %d %d %d %d %d %d\n", ordered, counted, deep, tries, before * 1000 + x, y + *last, walk(9));
  return 0;
}
