// Virtual tables that a base class's constructor or destructor stores, and nothing sees: the derived class's replace
// them. Numbers beside them are no addresses in tables.
#include <cassert>
#include <cstdlib>
#include <map>
static int x, y;
struct Base {
  virtual int *f(int *) { return &x; }
  virtual ~Base() {}
};
struct Derived : Base {
  int *f(int *) override { return &y; }
};
struct Most : Derived {
  int *f(int *p) override { return p; }
};
struct Alone : Base {
  int *f(int *) override { return nullptr; }
};
struct Left { virtual int left() { return 1; } virtual ~Left() {} };
struct Right { virtual int right() { return 2; } virtual ~Right() {} };
struct Both : Left, Right {
  int left() override { return 3; }
  int right() override { return 4; }
};
struct Handler { virtual int call() = 0; virtual ~Handler() {} };
struct One : Handler { int call() override { return 1; } };
struct Two : Handler { int call() override { return 2; } };
struct Counted { virtual int one() { return 1; } virtual int two() { return 2; } long count = 0; };
struct Other : Counted { int one() override { return 3; } };
static void *either(int n, void *a, void *b) { return n ? a : b; }
int main(int argc, char **) {
  Base *b = new Derived;
  int *p = b->f(&x);                          //@ callees: Derived::f(int*) //@ points-to p: y
  Most most;
  Base *c = &most;
  int z;
  int *q = c->f(&z);                          //@ callees: Most::f(int*) //@ points-to q: main::z //@ alias p q: no
  Both both;
  Left *l = &both;
  Right *r = &both;
  int sum = l->left();                        //@ callees: Both::left()
  sum += r->right();                          //@ callees: Both::right()
  std::map<int, Handler *> handlers;
  handlers[1] = new One;
  handlers[2] = new Two;
  for (auto &h : handlers) sum += h.second->call();   //@ callees: One::call(), Two::call()
  Counted *counted = new Other;
  long *number = (long *)either(argc > 0, calloc(4, sizeof(long)), counted);
  ++*number;
  sum += counted->one();                      //@ callees: Other::one()
  sum += counted->two();                      //@ callees: Counted::two()
  assert(p == &y && q == &z && sum == 15);
  delete b;
  return 0;
}
