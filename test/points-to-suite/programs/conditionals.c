// Choices: conditional expressions, switch, comma, loops, goto, and pointers stepped through arrays.
#include <assert.h>
static int a[4], b[4], x, y, z;
static int *chosen(int n) {
  switch (n) {
    case 0: return &x;
    case 1: return &y;
    default: return 0;
  }
}
int main(int argc, char **argv) {
  int *p = argc > 1 ? &x : &y;           //@ points-to p: x, y
  int *q = (x++, &z);                    //@ points-to q: z
  int *r = chosen(argc);                 //@ points-to r: x, y
  int *s = a;
  while (s < a + 3) s++;                 //@ points-to s: a
  int *t = argc ? 0 : &z;                //@ points-to t: z
  int *u = &b[argc] - 1;                 //@ points-to u: b
  int *v = q;
again:
  if (v == &z) {
    v = p;
    goto again;
  }
  int *none = 0;                         //@ points-to none:
  char *program = argv[0];               //@ alias program p: no
  assert(p == &y && q == &z && r == &y && s == a + 3 && t == 0 && u == b && v == &y && !none && program);
  //@ alias s u: no //@ alias p v: may //@ alias none p: no //@ may v: x, y
  return 0;
}
