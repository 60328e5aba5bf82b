// Members past the end of memory whose size is known; and memory that is larger than it seems.
#include <cassert>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <new>
static int x, y, z;
struct Small {
  int *a;
};
struct Large {
  int *a, *b, *c;
};
static int *second(Large *l) {
  return l->b;
}
struct Counted {
  long count;
  int *items[1];
};

// Hands out what follows a header.
static void *with_header(size_t bytes) {
  long *p = static_cast<long *>(malloc(bytes + 8));
  if (!p)
    abort();
  p[0] = static_cast<long>(bytes);
  return p + 1;
}

// Hands out no less than a Large.
static void *rounded(size_t bytes) { return malloc(bytes < sizeof(Large) ? sizeof(Large) : bytes); }

int main(int argc, char **) {
  bool many = argc > 1;
  // One call for both: what is read as a Large was allocated as one.
  Small *small = new Small;
  small->a = &x;
  Large *large = new Large;
  large->b = &y;
  int *r = second(many ? reinterpret_cast<Large *>(small) : large); //@ points-to r: y
  Small here = {&x};
  Large there = {&x, &y, &z};
  Large *one = many ? reinterpret_cast<Large *>(&here) : &there;
  int *third = one->c; //@ points-to third: z

  // A header in front, a size that is rounded up: all members are there.
  Large *behind = static_cast<Large *>(with_header(sizeof(Large)));
  behind->c = &z;
  int *s = behind->c; //@ may s: z
  Large *enough = static_cast<Large *>(rounded(sizeof(int *)));
  enough->c = &z;
  int *t = enough->c; //@ may t: z

  // Memory that grows.
  void *growing = malloc(sizeof(Small));
  static_cast<Small *>(growing)->a = &x;
  growing = realloc(growing, sizeof(Large));
  static_cast<Large *>(growing)->c = &y;
  int *u = static_cast<Large *>(growing)->c; //@ may u: y
  int *v = static_cast<Small *>(growing)->a; //@ may v: x

  // Arrays at the end: of no elements, and of more than one.
  Counted *none = static_cast<Counted *>(malloc(offsetof(Counted, items)));
  none->count = 0;
  int **end = &none->items[0];
  long *count = reinterpret_cast<long *>(reinterpret_cast<char *>(end) - offsetof(Counted, items));
  assert(*count == 0);
  Counted *three = static_cast<Counted *>(malloc(offsetof(Counted, items) + 3 * sizeof(int *)));
  three->items[2] = &z;
  int *w = three->items[2]; //@ may w: z

  // The end of an array, and back.
  Large *several = static_cast<Large *>(calloc(3, sizeof(Large)));
  several[2].c = &x;
  Large *past = several + 3;
  int *last = past[-1].c; //@ may last: x
  Large *upper = &there + 1;
  int *back = upper[-1].c; //@ may back: z

  // Storage of characters.
  alignas(Large) static char storage[2 * sizeof(Large)];
  Large *placed = new (storage + sizeof(Large)) Large;
  placed->c = &y;
  int *p = placed->c; //@ may p: y
  assert(r == &y && third == &z && s == &z && t == &z && u == &y && v == &x && w == &z && last == &x && back == &z &&
         p == &y);
  return 0;
}
