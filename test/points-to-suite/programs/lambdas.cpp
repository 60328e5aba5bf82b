// Lambdas: captures by reference and by value, as function pointers, as arguments, in std::function.
#include <cassert>
#include <functional>
static int x, y, z;
template <class F> static int *call(F f) { return f(); }
static int *(*as_pointer)(int);
struct Button {
  std::function<int *(int)> pressed;
};
int main(int argc, char **) {
  int *p = &x;
  auto by_reference = [&p](int *q) { p = q; };
  by_reference(&y);
  int *q = p;                                      //@ points-to q: x, y
  auto by_value = [p, r = &z] { return p ? r : p; };
  int *s = by_value();                             //@ may s: z
  int *t = call([&] { return &z; });               //@ points-to t: z
  as_pointer = [](int n) { return n ? &x : &y; };
  int *u = as_pointer(argc);                       //@ points-to u: x, y
  Button b;
  b.pressed = [&q](int) { return q; };
  int *v = b.pressed(1);                           //@ may v: x, y
  std::function<int *(int)> f = as_pointer;
  int *w = f(0);                                   //@ may w: y
  assert(q == &y && s == &z && t == &z && u == &x && v == &y && w == &y);
  //@ alias t u: no
  return 0;
}
