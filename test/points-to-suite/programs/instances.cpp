// A line of a template, of a constructor or of a lambda stands for all functions that were made of it.
#include <cassert>
static int x, y;
static double d;
template <class T> static T *pass(T *given) {
  T *inner = given;  //@ points-to inner: x, d //@ points-to given: x, d //@ points-to pass::given: x, d
  return inner;
}
struct Base {
  int *kept;
  explicit Base(int *p) : kept(p) {}  //@ may p: x, y
  virtual ~Base() {}
};
struct Derived : virtual Base {
  explicit Derived(int *q) : Base(&y) { kept = q; }  //@ points-to q: x
};
int main() {
  int *a = pass(&x);     //@ points-to a: x
  double *b = pass(&d);  //@ points-to b: d
  Base base(&x);
  Derived derived(&x);
  int *outer = &y;
  auto f = [&](int *mine) { return mine ? mine : outer; };  //@ points-to mine: x //@ points-to outer: y
  int *r = f(&x);        //@ points-to r: x, y
  auto twice = [](auto p, auto g) { return g(g(p)); };
  int *s = twice(&x, [](int *p) { return p; });  //@ points-to s: x
  assert(a == &x && b == &d && base.kept == &x && derived.kept == &x && r == &x && s == &x);
  return 0;
}
