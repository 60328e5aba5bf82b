// Linking merges structs of one layout in IR: that of parts/block.c then has the name of the list of variable arguments.
//@ with parts/block.c
#include <assert.h>
#include <stdarg.h>
#include "parts/block.h"
static getter hook;
static int nine(void) { return 9; }
static int set(int how, ...) {
  va_list list;
  va_start(list, how);
  if (how) hook = va_arg(list, getter);
  va_end(list);
  return 0;
}
int main(int argc, char **argv) {
  set(1, nine);
  assert(call_of_block(argc) == 1);  //@ may-callers one: call
  return 0;
}
