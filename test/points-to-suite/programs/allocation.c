// Memory that is made larger keeps what it held; each call is a place of its own.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
struct vector { int **data; int count, room; };
static int x, y;
static void push(struct vector *v, int *p) {
  if (v->count == v->room) {
    v->room = v->room ? 2 * v->room : 1;
    v->data = realloc(v->data, v->room * sizeof *v->data);  //@ site grown
  }
  v->data[v->count++] = p;
}
int main(void) {
  struct vector v = {0};
  push(&v, &x);
  push(&v, &y);
  int **zeroed = calloc(4, sizeof *zeroed);   //@ site zeroed
  int *fresh = malloc(sizeof *fresh);         //@ site fresh
  int *second = malloc(sizeof *second);       //@ site second
  zeroed[2] = fresh;
  int **moved = realloc(zeroed, 8 * sizeof *moved);  //@ site moved
  int *p = moved[2];                          //@ points-to p: malloc@{fresh}
  int *q = v.data[1];                         //@ points-to q: x, y
  void *aligned;
  int bad = posix_memalign(&aligned, 64, 128);  //@ site aligned
  assert(p == fresh && q == &y && v.data[0] == &x && !bad && aligned);
  //@ points-to moved: realloc@{moved}, calloc@{zeroed} //@ points-to v.data: realloc@{grown}
  //@ alias fresh second: no //@ alias moved zeroed: may //@ alias moved v.data: no
  //@ points-to aligned: posix_memalign@{aligned} //@ points-to v.data[0]: x, y //@ points-to zeroed[2]: malloc@{fresh}
  free(fresh);
  return 0;
}
