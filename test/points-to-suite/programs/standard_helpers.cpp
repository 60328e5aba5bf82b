// Threads, bound functions, visits, exceptions kept for later, any, lists that are spliced.
#include <any>
#include <cassert>
#include <exception>
#include <functional>
#include <list>
#include <span>
#include <thread>
#include <tuple>
#include <variant>
static int x, y, z;
static int *pick(int *a, int *b, bool first) { return first ? a : b; }
static void store(int **where, int *what) { *where = what; }
struct Visitor {
  int *operator()(int *p) const { return p; }
  int *operator()(long) const { return &z; }
};
int main() {
  int *p = nullptr;
  std::thread t(store, &p, &x);
  t.join();
  auto bound = std::bind(pick, std::placeholders::_1, &y, false);
  int *q = bound(&x);                            //@ may q: y
  std::variant<int *, long> v = &y;
  int *r = std::visit(Visitor{}, v);             //@ may r: y, z
  std::exception_ptr kept;
  try {
    throw &z;
  } catch (...) {
    kept = std::current_exception();
  }
  int *s = nullptr;
  try {
    std::rethrow_exception(kept);
  } catch (int *caught) {
    s = caught;                                  //@ may s: z
  }
  std::any any = &x;
  int *a = std::any_cast<int *>(any);            //@ may a: x
  std::list<int *> from{&x}, to{&y};
  to.splice(to.begin(), from);
  to.reverse();
  int *b = to.back();                            //@ may b: x, y
  auto [c, d] = std::tuple<int *, int *>(&x, &y);  //@ may c: x //@ may d: y
  int *cells[] = {&x, &z};
  std::span<int *> span(cells);
  int *e = span[1];                              //@ points-to e: x, z
  assert(p == &x && q == &y && r == &y && s == &z && a == &x && b == &x && c == &x && d == &y && e == &z);
  //@ may p: x
  return 0;
}
