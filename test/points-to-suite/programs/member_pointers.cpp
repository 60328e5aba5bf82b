// Pointers to data members and to member functions, virtual ones too.
#include <cassert>
static int x, y;
struct Pair {
  int *first, *second;
  int *get_first() { return first; }
  int *get_second() { return second; }
  virtual int *get() { return first; }
};
struct Swapped : Pair {
  int *get() override { return second; }
};
static int *call(Pair &p, int *(Pair::*f)()) {
  return (p.*f)();  //@ may-callees: Pair::get_first(), Pair::get_second()
}
int main(int argc, char **) {
  Swapped pair;
  pair.first = &x;
  pair.second = &y;
  int *Pair::*field = argc > 3 ? &Pair::first : &Pair::second;
  int *p = pair.*field;                    //@ may p: x, y
  int *q = call(pair, &Pair::get_first);   //@ may q: x
  int *r = call(pair, &Pair::get_second);  //@ may r: y
  int *(Pair::*methods[])() = {&Pair::get, &Pair::get_first};
  int *s = (pair.*methods[argc - 1])();    //@ may s: y //@ may-callees: Swapped::get()
  assert(p == &y && q == &x && r == &y && s == &y);
  return 0;
}
