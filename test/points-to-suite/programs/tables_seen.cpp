// Virtual tables that are seen while an object is constructed or destroyed.
#include <cassert>
#include <cstddef>
struct Base;
static Base *known;
static int a, b, c;
struct Base {
  virtual int *f() { return &a; }
  Base() { known = this; }
  virtual ~Base() {}
};
static int *call() { return known->f(); }     //@ callees: Middle::f(), Derived::f()
struct Middle : Base {
  int *seen;
  int *f() override { return &b; }
  Middle() { seen = call(); }                 // Middle's own, though the object becomes a Derived
  ~Middle() { assert(call() == &b); }
};
struct Derived : Middle {
  int *f() override { return &c; }
};
struct Loud {                                 // calls its own function
  virtual int *g() { return &a; }
  int *first;
  Loud() { first = h(); }
  int *h() { return g(); }                    //@ callees: Loud::g(), Louder::g()
  virtual ~Loud() { assert(g() == &a); }
};
struct Louder : Loud { int *g() override { return &b; } };
// Through the second base.
struct Second;
static Second *second;
struct First { virtual int *one() { return &a; } virtual ~First() {} };
struct Second { virtual int *two() { return &a; } virtual ~Second() {} };
static int *ask() { return second->two(); }   //@ callees: Both::two(), Last::two()
struct Both : First, Second {
  int *two() override { return &b; }
  int *got;
  Both() { second = this; got = ask(); }
};
struct Last : Both { int *two() override { return &c; } };
// The caller passes the object on before the base is constructed.
struct Early;
static Early *early;
static int keep(Early *e);
struct Early { virtual int *h() { return &a; } int *own; Early(int) { own = use(); } int *use(); };
int *Early::use() { return early ? early->h() : nullptr; }   //@ may-callees: Early::h()
struct Late : Early { int *h() override { return &b; } Late() : Early(keep(this)) {} };
static int keep(Early *e) { early = e; return 0; }
// Through a member of the object, which is no pointer to the object in C++.
struct Hook;
static Hook *hooked;
struct Hook { Hook() { hooked = this; } };
struct Holder { virtual int *k() { return &a; } Hook hook; };
static int *from_member() {
  Holder *h = (Holder *)((char *)hooked - offsetof(Holder, hook));
  return h->k();                              //@ breaks vtables=abi preset=c preset=auto
}
struct Inner : Holder { int *k() override { return &b; } int *at; Inner() { at = from_member(); } };
struct Outer : Inner { int *k() override { return &c; } };
int main() {
  Derived d;
  int *p = d.seen;     //@ may p: b
  int *q = call();     //@ may q: c
  assert(p == &b && q == &c);
  Louder l;
  int *r = l.first;    //@ may r: a
  assert(r == &a);
  Last z;
  int *s = z.got;      //@ may s: b
  int *t = ask();      //@ may t: c
  assert(s == &b && t == &c);
  Late late;
  int *u = late.own;   //@ may u: a
  assert(u == &a);
  Outer outer;
  assert(outer.at == &b);
  return 0;
}
//@ flags -Wno-invalid-offsetof
