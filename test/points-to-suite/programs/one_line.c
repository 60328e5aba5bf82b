// Allocations on one line are told apart by their columns, and meant together without.
#include <assert.h>
#include <stdlib.h>
static int *p, *q;
int main(void) {
  p = malloc(4), q = malloc(8);  //@ site both  //@ points-to p: malloc@{both}:7
  //@ points-to q: malloc@{both}:22  //@ alias p q: no  //@ pointed-by malloc@{both}: p, q
  //@ pointed-by malloc@{both}:22: q  //@ why q malloc@{both}:7: no
  assert(p != q);
  return 0;
}
