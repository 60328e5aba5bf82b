// Arrays whose elements are told apart by constant indices; any other index may be each of them.
//@ options --array-limit 8
#include <assert.h>
#include <string.h>
typedef int (*op)(int);
static int twice(int n) { return 2 * n; }
static int square(int n) { return n * n; }
static int negate(int n) { return -n; }
static op table[3] = {twice, square, negate};
static int x, y, z;
struct slot { int *p; op call; };
static struct slot fixed[2] = {{&x, twice}, {&y, square}};
static struct slot loose[2] = {{&x, twice}, {&y, square}};
static int *grid[2][2] = {{&x, &y}, {&z, 0}};
static int *three[3];
static void fill(int **to, int n) {
  while (n--) to[n] = &z;
}
static op pick(op *from) { return from[1]; }
int main(int argc, char **argv) {
  int n = table[1](3);                //@ callees: square
  n += table[argc](2);                //@ callees: twice, square, negate
  op picked = pick(table);            //@ may picked: square
  n += fixed[1].call(2);              //@ callees: square
  n += loose[1].call(2);              //@ callees: twice, square
  int *v = loose[argc & 1].p;         //@ points-to v: x, y
  int *p = fixed[0].p;                //@ points-to p: x
  int *q = grid[1][0];                //@ points-to q: z
  int *local[3] = {&x, &y, &z}, *copy[3];
  memcpy(copy, local, sizeof copy);
  int *r = copy[2];                   //@ points-to r: z
  int **second = &local[1];           //@ points-to second: main::local[1]
  int *s = second[0];                 //@ points-to s: y
  int *t = *(second - argc);          //@ points-to t: x, y, z
  three[0] = &x;
  fill(three, argc + 1);
  int *u = three[2];                  //@ points-to u: z
  assert(n == 9 + 4 + 4 + 4 && picked == square && p == &x && q == &z && r == &z && s == &y && t == &x && !u && v == &y);
  //@ points-to table[0]: twice //@ points-to table[2]: negate //@ points-to table[argc]: twice, square, negate
  //@ points-to loose[0].p: x, y //@ points-to fixed[1].p: y //@ points-to three[0]: x, z //@ points-to three[1]: z
  //@ points-to copy[1]: y
  return 0;
}
