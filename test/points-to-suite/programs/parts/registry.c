#include "registry.h"
static int hidden = 7;
static int value(void) { return hidden; }
static int builtin(void *context) { return *(int *)context + (value() - 7); }
struct handler handler_table[4];
struct handler *handlers = handler_table;
static int count;
static void add(int (*call)(void *), void *context) {
  handlers[count].call = call;
  handlers[count++].context = context;
}
int register_handler(int (*call)(void *), void *context) {
  add(call, context);
  if (count == 1) add(builtin, &hidden);
  return 0;
}
int run_handlers(void) {
  int sum = 0;
  for (int i = 0; i < count; i++) sum += handlers[i].call(handlers[i].context);
  return sum;
}

// Compatible with those of the other unit (C11 6.2.7).
typedef struct { long k; int (*call)(int); } untagged;
struct untagged_holder { untagged *held; };
static untagged of_this_unit;
static int added(int x) { return x + 1; }
void hold(struct untagged_holder *h) {
  of_this_unit.call = added;
  h->held = &of_this_unit;
}
