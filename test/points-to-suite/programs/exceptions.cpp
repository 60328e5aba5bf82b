// Exceptions carry pointers: thrown ones, ones in thrown objects, through functions that only clean up.
#include <cassert>
#include <stdexcept>
#include <string>
static int x, y, z, cleaned;
struct Problem {
  int *where;
};
struct Derived : Problem {
  explicit Derived(int *p) : Problem{p} {}
};
struct Guard {
  int *seen;
  ~Guard() { cleaned++; }
};
static void throws(int n) {
  Guard g{&z};
  if (n == 0) throw &x;
  if (n == 1) throw Derived(&y);
  throw std::runtime_error("other");
}
static int *attempt(int n) {
  try {
    throws(n);
  } catch (int *p) {  //@ may p: x
    return p;
  } catch (const Problem &problem) {
    int *q = problem.where;  //@ may q: y
    return q;
  } catch (const std::exception &e) {
    std::string text = e.what();
    assert(text == "other");
  }
  return nullptr;
}
static int *again() {
  try {
    try {
      throw &z;
    } catch (int *p) {
      throw;
    }
  } catch (int *q) {
    return q;  //@ may q: z
  }
}
int main() {
  int *a = attempt(0);  //@ may a: x, y
  int *b = attempt(1);
  int *c = attempt(2);
  int *d = again();     //@ may d: z
  assert(a == &x && b == &y && c == nullptr && d == &z && cleaned == 3);
  return 0;
}
