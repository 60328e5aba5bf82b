// References, this, chains of calls that return *this, default arguments, moves.
#include <cassert>
#include <utility>
static int x, y, z;
struct Builder {
  int *a = nullptr, *b = nullptr;
  Builder &first(int *p) {
    a = p;
    return *this;  //@ points-to this: main::builder
  }
  Builder &second(int *p = &z) {
    this->b = p;
    return *this;
  }
  Builder *self() { return this; }
};
static void assign(int *&into, int &what) { into = &what; }
static int *&larger(int *&p, int *&q) { return p ? p : q; }
int main() {
  Builder builder;
  builder.first(&x).second();
  int *p = nullptr, *q = &y;
  assign(p, x);
  int *&r = q;                           //@ points-to r: y, z //@ points-to &r: main::q
  r = &z;
  larger(p, q) = &y;
  Builder *self = builder.self();        //@ points-to self: main::builder
  Builder moved = std::move(builder);
  const auto &[one, two] = moved;        //@ points-to one: x
  auto [copied_one, copied_two] = moved; //@ points-to copied_one: x //@ points-to copied_two: z
  Builder &also = moved;                 //@ points-to also.a: x //@ points-to &also: main::moved //@ points-to also.b: z
  int *s = one;                          //@ points-to s: x
  int *t = two;                          //@ points-to t: z
  assert(p == &y && q == &z && self == &builder && s == &x && t == &z && copied_one == &x && copied_two == &z && also.a == &x);
  //@ points-to p: x, y //@ points-to q: y, z //@ points-to self->a: x //@ points-to self->b: z //@ points-to moved.a: x
  return 0;
}
