// Functions that run because of the section that their address is in: before main, after it, and by the section's bounds.
#include <assert.h>
static int n;
static void hello(void) { n++; }
static void (*by_table)(void), (*by_attribute)(void), (*by_bounds)(void), (*at_end)(void);
typedef void (*hook)(void);
static void from_table(void) { by_table = hello; }
static void from_bounds(void) { by_bounds = hello; }
static void last(void) {
  at_end();  //@ callees: hello
}
__attribute__((section(".init_array"), used)) static hook entry = from_table;
__attribute__((section(".fini_array"), used)) static hook end = last;
__attribute__((constructor)) static void attribute(void) { by_attribute = hello; }
__attribute__((section("hooks"), used)) static hook found = from_bounds;
extern hook __init_array_start[], __init_array_end[];
extern hook __start_hooks[], __stop_hooks[];
int main(void) {
  at_end = hello;
  for (hook *h = __start_hooks; h < __stop_hooks; h++)
    (*h)();      //@ may-callees: from_bounds
  int before = n;
  for (hook *h = __init_array_start; h < __init_array_end; h++)
    if (*h == attribute || *h == from_table)
      (*h)();      //@ may-callees: from_table, attribute
  by_table();      //@ callees: hello
  by_attribute();  //@ callees: hello
  by_bounds();     //@ callees: hello
  assert(before == 0 && n == 3);
  return 0;
}
