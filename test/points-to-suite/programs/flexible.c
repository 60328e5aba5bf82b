// Arrays at the end of a structure whose size only the allocation knows.
#include <assert.h>
#include <stdlib.h>
struct bag { int *owner; int count; int *items[]; };
struct old_bag { int *owner; struct { int *key; int *value; } items[1]; };
static int x, y, z;
int main(int argc, char **argv) {
  int n = argc + 3;
  struct bag *b = malloc(sizeof *b + n * sizeof b->items[0]);
  b->owner = &x;
  b->count = n;
  for (int i = 0; i < n; i++) b->items[i] = i % 2 ? &y : &z;
  int *p = b->items[1];  //@ may p: y, z
  int *o = b->owner;     //@ may o: x
  struct old_bag *old = malloc(sizeof *old + 3 * sizeof old->items[0]);
  old->owner = &x;
  old->items[3].key = &y;
  old->items[3].value = &z;
  int *k = old->items[3].key;    //@ may k: y
  int *v = old->items[3].value;  //@ may v: z
  assert(p == &y && o == &x && k == &y && v == &z);
  //@ alias b old: no
  return 0;
}
