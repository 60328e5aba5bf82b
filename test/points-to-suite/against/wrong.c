// Every expectation here is wrong, and the suite has to say so of each, in both worlds.
static int x, y;
static int one(void) { return 1; }
static int two(void) { return 2; }
static int *p = &x;
int main(int argc, char **argv) {
  int (*f)(void) = argc > 5 ? one : two;
  int n = f();  //@ callees: one //@ callees: one, two, main //@ may-callees: main //@ not-callees: two
  int *q = p;   //@ points-to q: y //@ points-to q: //@ points-to q: x, y //@ may q: y //@ not q: x //@ points-to nowhere: x
  //@ alias p q: no //@ escapes x: yes //@ why q y: yes //@ why q x: no //@ callers one: //@ callers two: one
  //@ pointed-by y: p //@ unused-address-taken: one
  return *q + y + n - 2;
}
