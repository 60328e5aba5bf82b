// The keys of a map are copied by bytes that IR does not bound, so its values may be anything in a node; but `this` of a
// member function is an object, and the functions of tables are no results of one.
#include <cassert>
#include <map>
#include <string>
struct Base {
  int *value = nullptr;
  virtual int *get() { return value; }  //@ not this: Base::get()
  virtual ~Base() {}
};
static int x, y;
struct A : Base { A() { value = &x; } };
struct B : Base { B() { value = &y; } int *get() override { return value; } };
static std::map<std::string, Base *> registry;
int main() {
  registry["a"] = new A;
  registry["b"] = new B;
  Base *found = registry["b"];
  int *p = found->get();  //@ may p: x, y //@ not p: Base::get(), B::get() //@ callees: Base::get(), B::get()
  assert(p == &y);
  return 0;
}
