// Members of two objects, virtual calls, exceptions and lambdas in contexts.
//@ options --contexts 1
#include <cassert>
static int x, y, z;

class holder {
  int *value_ = nullptr;

 public:
  void set(int *v) { value_ = v; }
  int *get() const { return value_; }
};

struct source {
  virtual int *give() { return &x; }
  virtual ~source() = default;
};
struct other : source {
  int *give() override { return &y; }
};
static int *ask(source &s) { return s.give(); }

static int *fail(int *p) { throw p; }
static int *caught(int *p) {
  try {
    return fail(p);
  } catch (int *q) {
    return q;
  }
}

template <class F> static int *run(F f) { return f(); }

int main() {
  holder a, b;
  a.set(&x);
  b.set(&y);
  int *p = a.get(), *q = b.get();
  assert(p == &x && q == &y);
  *p = *q;  //@ points-to p: x  //@ points-to q: y

  source s;
  other o;
  int *r = ask(s), *t = ask(o);
  assert(r == &x && t == &y);
  *r = *t;  //@ points-to r: x  //@ points-to t: y

  int *u = caught(&y), *v = caught(&z);  // one variable for all exceptions
  assert(u == &y && v == &z);
  *u = *v;  //@ may u: y  //@ may v: z

  int *l = run([&] { return p; }), *m = run([&] { return q; });
  assert(l == &x && m == &y);
  *l = *m;  //@ points-to l: x  //@ points-to m: y
  return 0;
}
