// Templates: each instance is a function of its own; static members of each class.
#include <cassert>
static int x, y;
static double d;
template <class T> struct Box {
  T *held = nullptr;
  static inline T *last = nullptr;
  void put(T *p) {
    held = p;
    last = p;
  }
  T *get() const { return held; }
};
template <class T, class F> static T apply(T t, F f) { return f(t); }
template <int *P> static int *constant() { return P; }
template <class T, int N> struct Stack {
  T items[N] = {};
  int n = 0;
  void push(T t) { items[n++] = t; }
  T pop() { return items[--n]; }
};
static int *same(int *p) { return p; }
struct Counter {
  static int *where;
  static int count;
};
int *Counter::where = &Counter::count;
int Counter::count = 0;
int main() {
  Box<int> i;
  Box<double> o;
  i.put(&x);
  o.put(&d);
  int *p = i.get();            //@ points-to p: x
  double *q = o.get();         //@ points-to q: d
  int *r = apply(&y, same);    //@ points-to r: y
  int *s = constant<&y>();     //@ points-to s: y
  Stack<int *, 4> ints;
  ints.push(&x);
  ints.push(&y);
  int *t = ints.pop();         //@ may t: x, y
  int *u = Box<int>::last;     //@ points-to u: x
  int *v = Counter::where;     //@ points-to v: Counter::count
  assert(p == &x && q == &d && r == &y && s == &y && t == &y && u == &x && v == &Counter::count);
  //@ alias p q: no //@ points-to Counter::where: Counter::count
  return 0;
}
//@ points-to Box<int>::last: x //@ points-to Box<double>::last: d
