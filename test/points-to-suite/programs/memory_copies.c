// Copies of memory copy the pointers in it, to their own fields.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
struct record { int id; int *p; char name[12]; int *q; };
static int x, y, z;
static struct record source = {1, &x, "n", &y};
static void copy_bytes(void *to, const void *from, size_t n) {
  char *t = to;
  const char *f = from;
  while (n--) *t++ = *f++;
}
int main(void) {
  struct record a, b, many[3] = {{0, &x}, {0, &y}, {0, &z}};
  struct record *heap = malloc(2 * sizeof *heap);
  memcpy(&a, &source, sizeof a);
  memmove(heap, &source, sizeof *heap);
  memmove(many, many + 1, 2 * sizeof *many);
  copy_bytes(&b, &source, sizeof b);
  int *kept[2];
  memcpy(kept, &a.q, sizeof *kept);
  int *by_char = b.p;   //@ may by_char: x
  int *q = kept[0];     //@ points-to q: y
  int *last = b.q;      //@ may last: y
  assert(a.p == &x && heap->q == &y && many[0].p == &y && by_char == &x && q == &y && last == &y);
  memset(&a, 0, sizeof a);
  //@ points-to a.p: x //@ points-to a.q: y //@ points-to heap->p: x //@ points-to heap[0].q: y
  //@ points-to many[1].p: x, y, z //@ points-to many[0].q:
  return 0;
}
