// Variable arguments come out of va_arg, also where a va_list is handed on.
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
static int x, y, z;
static int *last_of(int n, ...) {
  va_list list;
  va_start(list, n);
  int *p = 0;
  while (n--) p = va_arg(list, int *);  //@ points-to p: x, y
  va_end(list);
  return p;
}
static int *vfirst(va_list list) { return va_arg(list, int *); }
static int *first_of(const char *ignored, ...) {
  va_list list, copy;
  va_start(list, ignored);
  va_copy(copy, list);
  int *p = vfirst(copy);
  va_end(copy);
  va_end(list);
  return p;
}
static int call_each(int n, ...) {
  int sum = 0;
  va_list list;
  va_start(list, n);
  for (int i = 0; i < n; i++) {
    int (*f)(void) = va_arg(list, int (*)(void));
    sum += f();  //@ callees: one, two
  }
  va_end(list);
  return sum;
}
static int one(void) { return 1; }
static int two(void) { return 2; }
int main(void) {
  int *p = last_of(2, &x, &y);  //@ points-to p: x, y
  int *q = first_of("", &z);    //@ points-to q: z
  int sum = call_each(2, one, two);
  char text[32];
  snprintf(text, sizeof text, "%d %p", sum, (void *)&z);
  assert(p == &y && q == &z && sum == 3);
  //@ alias p q: no //@ escapes z: no
  return 0;
}
