// What a pointer to a structure or to memory of any type refers to is all of it; a pointer to a scalar, that scalar.
#include <assert.h>
#include <stdlib.h>
struct inner { int *a, *b; };
struct outer { long n; struct inner inner; struct inner rows[3]; };
static int x, y;
int main(void) {
  struct outer *s = calloc(1, sizeof *s);
  struct inner *r = &s->inner;
  int **p = &s->inner.a, **q = &s->inner.b;
  long *n = &s->n;
  void *any = s;
  struct inner(*rows)[3] = &s->rows;
  int **in_rows = &s->rows[1].b;
  *q = &x;
  struct outer t = {1, {&y, &y}, {{0}}};
  *s = t;
  assert(*q == &y && any == s && rows == &s->rows && in_rows != p);
  //@ alias s q: may //@ alias s r: may //@ alias r q: may //@ alias r p: may //@ alias any q: may
  //@ alias rows in_rows: may //@ alias s in_rows: may
  //@ alias p q: no //@ alias n r: no //@ alias n q: no //@ alias r in_rows: no
  free(s);
  return 0;
}
