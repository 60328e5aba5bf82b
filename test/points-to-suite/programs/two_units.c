// Two sources: what one stores the other finds; static names of one are not those of the other.
//@ with parts/registry.c
#include <assert.h>
#include "parts/registry.h"
static int hidden;
static int value(void) { return hidden; }
static int mine(void *context) {
  int *p = context;  //@ points-to p: hidden@two_units.c:5, hidden@registry.c:2
  return *p + value();
}
typedef struct { long k; int (*call)(int); } untagged;
struct untagged_holder { untagged *held; };
void hold(struct untagged_holder *h);
static untagged of_this_unit;
static int taken(int x) { return x + 2; }
int main(void) {
  struct untagged_holder holder = {&of_this_unit};
  of_this_unit.call = taken;
  hold(&holder);
  int more = holder.held->call(1);  //@ may-callees: added
  assert(more == 2);
  int n = register_handler(mine, &hidden);
  n += run_handlers();
  struct handler *h = handlers;
  int m = h->call(h->context);  //@ callees: mine, builtin
  assert(n == 7 && m == 0 && h->context == &hidden);
  //@ points-to h: handler_table //@ points-to h->context: hidden@two_units.c:5, hidden@registry.c:2
  return 0;
}
//@ callers mine: run_handlers, main //@ points-to parts/registry.c:11:handlers: handler_table
