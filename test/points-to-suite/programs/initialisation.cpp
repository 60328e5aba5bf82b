// Objects that are made before main, and locals that are made once; their destructors; self-registration.
#include <cassert>
#include <initializer_list>
#include <vector>
static int x, y, z, gone;
struct Plugin {
  static inline Plugin *first = nullptr;
  Plugin *next;
  int *data;
  explicit Plugin(int *p) : next(first), data(p) { first = this; }
  virtual int *get() { return data; }
  virtual ~Plugin() { gone++; }
};
struct Special : Plugin {
  using Plugin::Plugin;
  int *get() override { return &z; }
};
static Plugin one(&x);
static Special two(&y);
static Plugin &single() {
  static Plugin only(&z);
  return only;
}
static int *last(std::initializer_list<int *> list) {
  int *p = nullptr;
  for (int *each : list) p = each;
  return p;
}
static const std::vector<int *> table = {&x, &y};
static thread_local int *mine = &z;
int main() {
  Plugin *p = Plugin::first;               //@ may p: two
  int *a = p->get();                       //@ may-callees: Special::get(), Plugin::get() //@ may a: z
  int *b = p->next->get();                 //@ may b: x
  int *c = single().data;                  //@ may c: z
  int *d = last({&x, &z});                 //@ may d: x, z
  int *e = table.back();                   //@ may e: x, y
  int *f = mine;                           //@ points-to f: z
  assert(p == &single() || p == &two);
  assert(a == &z && b == &x && c == &z && d == &z && e == &y && f == &z);
  //@ may Plugin::first: one, two, single()::only
  return 0;
}
