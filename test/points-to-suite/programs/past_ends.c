// What programs must not do: use memory beyond the size that was asked for, or a structure in the middle of an array.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
static int x, y;
struct large { int *first, *second, *third, *fourth, *fifth; };
struct words { long all[3]; int *one; int *other; };
int main(int argc, char **argv) {
  (void)argv;
  struct large *small = malloc(16);
  small->first = small->second = &x;
  uintptr_t before = (uintptr_t)small;
  struct large *grown = realloc(small, 256);
  if ((uintptr_t)grown == before) {  // it stayed in its place
    small->fifth = &y;          //@ breaks steps=objects steps=members types=declared preset=c preset=auto
    int *fifth = small->fifth;  //@ breaks steps=objects steps=members types=declared preset=c preset=auto
    assert(fifth == &y);
  }
  static struct words w = {{0}, &x, &y};
  struct words *in = (struct words *)&w.all[argc];
  int *other = in->one;  //@ breaks steps=members preset=c preset=auto
  assert(other == &y);   //@ points-to w.one: x
  return 0;
}
