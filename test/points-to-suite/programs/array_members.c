// An index into an array within a structure stays in the array, if the structure does not begin with it.
#include <assert.h>
#include <stdlib.h>
struct table { int *head; int *rows[4]; int *columns[2]; int *last; };
static int x, y, z;
static struct table one, many[3];
int main(int argc, char **argv) {
  (void)argv;
  one.rows[argc] = many[argc].rows[argc] = &x;
  one.columns[argc & 1] = many[argc].columns[argc & 1] = &y;
  one.last = many[argc].last = &z;
  struct table *heap = malloc(sizeof *heap);
  heap->rows[argc] = &x;
  heap->last = &z;
  int **row = &one.rows[argc], **column = &one.columns[argc & 1], **last = &one.last;
  int *p = *row, *q = *column, *r = *last;  //@ points-to p: x //@ points-to q: y //@ points-to r: z
  //@ alias row column: no //@ alias row last: no //@ alias column last: no
  int **mrow = &many[argc].rows[argc], **mlast = &many[2].last;  //@ alias mrow mlast: no //@ alias mrow row: no
  int **hrow = &heap->rows[argc], **hlast = &heap->last;  //@ alias hrow hlast: no
  int **step = one.rows;
  for (int i = 0; i < argc; i++) step++;  //@ alias step row: may //@ alias step last: no
  assert(p == &x && q == &y && r == &z && *mrow == &x && mlast && *hrow == &x && *hlast == &z && step == row);
  return 0;
}
