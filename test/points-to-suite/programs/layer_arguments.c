// Variable arguments are memory of their own: va_arg gives what was passed to the function that called va_start, or to
// any if the list comes from elsewhere.
#include <assert.h>
#include <stdarg.h>
#include <stdint.h>
typedef int (*getter)(void);
typedef int (*taker)(int, ...);
static int one(void) { return 1; }
static int two(void) { return 2; }
static int three(void) { return 3; }
static int four(void) { return 4; }
static int five(void) { return 5; }
static int six(void) { return 6; }
static int never(void) { return 9; }
static struct table { getter first; } table = {never};
static struct kept { getter passed; } kept = {four};
struct pair { getter left, right; };
static getter hook;
static int helper(va_list list) {
  getter f = va_arg(list, getter);
  return f();  //@ may-callees: two, three, four
}
static int call(int how, ...) {
  va_list list;
  va_start(list, how);
  int result = helper(list);
  va_end(list);
  return result;
}
static int set(int how, ...) {
  va_list list;
  va_start(list, how);
  if (how) hook = va_arg(list, getter);
  va_end(list);
  return 0;
}
static int call_right(int how, ...) {
  va_list list;
  va_start(list, how);
  int result = va_arg(list, struct pair).right();  //@ may-callees: five
  va_end(list);
  return result;
}
static int call_copied(unsigned long *other, ...) {
  va_list list;
  va_start(list, other);
  unsigned long *words = (unsigned long *)list;
  words[0] = other[0], words[1] = other[1], words[2] = other[2];
  getter f = va_arg(list, getter);
  int result = f();  //@ may-callees: six
  va_end(list);
  return result;
}
static int call_other(int how, ...) {
  va_list list;
  va_start(list, how);
  int result = call_copied((unsigned long *)list, one);
  va_end(list);
  return result;
}
int main(int argc, char **argv) {
  taker pointer = argc ? call : set;
  set(0, 3 * (uintptr_t)table.first);  // no pointer any more, but computed from one
  set(1, one);
  int sum = hook();  //@ may-callees: one //@ closed: not-callees: never, five
  sum += call(2, two) + pointer(2, three) + call(2, kept.passed);
  sum += call_right(3, (struct pair){one, five});
  sum += call_other(4, six);
  assert(sum == 1 + 2 + 3 + 4 + 5 + 6);
  return argc > 9 ? table.first() : 0;  //@ callees: never
}
