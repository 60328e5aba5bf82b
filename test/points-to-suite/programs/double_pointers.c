// Pointers to pointers: swaps, results by address, three levels, arrays of pointers.
#include <assert.h>
static int x, y, z;
static void swap(int **a, int **b) {
  int *t = *a;
  *a = *b;
  *b = t;
}
static int get(int **result, int which) {
  *result = which ? &z : 0;
  return 0;
}
int main(int argc, char **argv) {
  int *p = &x, *q = &y, *r;
  swap(&p, &q);
  get(&r, 1);
  int **pp = &p;
  int ***ppp = &pp;
  **ppp = &z;
  int **kept = &q;  //@ points-to kept: main::q
  int ***third = argc > 1 ? &pp : &kept;  //@ points-to third: main::pp, main::kept //@ points-to *third: main::p, main::q
  int *row[3] = {&x, &y, 0};
  int **cell = &row[1];
  int *s = *cell;  //@ points-to s: x, y
  int *fixed[2][2] = {{&x, &y}, {&z, 0}};
  int *t = fixed[1][0];  //@ may t: z
  int *alone = &x;       //@ points-to alone: x
  assert(p == &z && q == &x && r == &z && s == &y && t == &z && **third == &x);
  //@ points-to p: x, y, z //@ points-to q: x, y, z //@ points-to r: z 
  //@ points-to cell: main::row //@ alias pp cell: no //@ alias p alone: may //@ alias r alone: no
  return 0;
}
