// A virtual base: its place is read from the virtual table.
#include <cassert>
static int x, y;
struct Base {
  int *common = nullptr;
  virtual int *get() { return common; }
  virtual ~Base() {}
};
struct Left : virtual Base {
  int *left = &x;
  int *get() override { return left; }
};
struct Right : virtual Base {
  int *right = &y;
  void set(int *p) { common = p; }
};
struct Bottom : Left, Right {
  int *here = nullptr;
};
int main() {
  Bottom *b = new Bottom;
  Base *base = b;
  b->set(&y);
  b->here = &x;
  int *p = base->get();    //@ may-callees: Left::get() //@ may p: x
  int *q = base->common;   //@ may q: y
  int *r = b->here;        //@ may r: x
  assert(p == &x && q == &y && r == &x);
  delete base;
  return 0;
}
//@ may-callers Left::get(): main
