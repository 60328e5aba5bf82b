// Static variables of functions, of one name in several; globals that begin with addresses of others.
#include <assert.h>
static int x, y, z;
struct config { int **where; int *value; const struct config *base; };
static int *shared = &x;
static const struct config base = {&shared, &y, 0};
static struct config derived = {&shared, &z, &base};
static int *array[] = {&x, &y};
static int **into = &array[1];
static int *field = (int *)&derived.value;
static int *remember(int *p) {
  static int *last;
  int *old = last;  //@ points-to old: x, y //@ points-to last: x, y
  last = p;
  return old;
}
static int *keep(int *p) {
  static int *last = &z;
  int *old = last;  //@ points-to old: x, z //@ points-to last: x, z
  last = p;
  return old;
}
int main(void) {
  remember(&x);
  int *p = remember(&y);            //@ points-to p: x, y
  int *q = keep(&x);                //@ points-to q: x, z
  int *r = *derived.base->where;    //@ points-to r: x
  int *s = derived.base->value;     //@ points-to s: y
  int *t = *into;                   //@ points-to t: x, y
  assert(p == &x && q == &z && r == &x && s == &y && t == &y && field == (int *)&derived.value);
  //@ points-to derived.value: z //@ points-to derived.where: shared //@ points-to into: array //@ points-to field: derived.value
  //@ alias r s: no //@ pointed-by shared: base.where, derived.where
  return 0;
}
