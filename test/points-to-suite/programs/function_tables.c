// Tables of functions: constant ones, chosen by an index, by a field, and returned from functions.
#include <assert.h>
#include <string.h>
typedef int (*op)(int, int);
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int mul(int a, int b) { return a * b; }
static int never(int a, int b) { return a + 2 * b; }
static const op ops[] = {add, sub};
struct command { const char *name; op run; op undo; };
static const struct command commands[] = {{"add", add, sub}, {"mul", mul, 0}};
static op kept = never;  //@ unused-address-taken: never
static op choose(char c) { return c == '+' ? add : mul; }
static op stored;
static void store(op o) { stored = o; }
int main(int argc, char **argv) {
  int n = ops[argc - 1](4, 2);         //@ callees: add, sub
  n += commands[argc - 1].run(1, 1);   //@ callees: add, mul
  const struct command *c = commands;
  n += c->undo(3, 1);                  //@ callees: sub
  n += choose('*')(2, 2);              //@ callees: add, mul
  store(mul);
  n += stored(3, 3);                   //@ callees: mul
  n += (&sub)(9, 1);                   //@ callees:
  op o = argc > 5 ? sub : mul;
  n += o(1, 1);                        //@ callees: sub, mul
  assert(n == 6 + 2 + 2 + 4 + 9 + 8 + 1 && kept == never);
  return 0;
}
//@ callers add: main //@ callers never: //@ callers choose: main //@ points-to stored: mul
//@ points-to ops[0]: add, sub //@ points-to commands[0].run: add, mul //@ escapes add: no
