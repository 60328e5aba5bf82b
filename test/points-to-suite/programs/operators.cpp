// Operators of classes: calls, indices, arrows, conversions, comparison, iteration, new and delete.
#include <cassert>
#include <cstdlib>
static int x, y;
struct Handle {
  int *to;
  int &operator*() const { return *to; }
  Handle *operator->() { return this; }
  operator int *() const { return to; }
  int *operator()(int n) const { return n ? to : nullptr; }
  bool operator==(const Handle &o) const { return to == o.to; }
};
struct Row {
  int *cells[3];
  int *&operator[](int i) { return cells[i]; }
  int **begin() { return cells; }
  int **end() { return cells + 3; }
};
static void *given;
struct Pooled {
  int *data;
  static void *operator new(std::size_t n) {
    given = std::malloc(n);  //@ site pool
    return given;
  }
  static void operator delete(void *p) { std::free(p); }
};
int main() {
  Handle h{&x};
  int *p = &*h;           //@ points-to p: x
  int *q = h;             //@ points-to q: x
  int *r = h(1);          //@ points-to r: x
  int *s = h->to;         //@ points-to s: x
  Row row{};
  row[0] = &x;
  row[2] = &y;
  int *t = nullptr;
  for (int *cell : row) t = cell;  //@ may t: x, y
  Pooled *pooled = new Pooled{&y};
  int *u = pooled->data;  //@ may u: y
  assert(p == &x && q == &x && r == &x && s == &x && t == &y && u == &y && given == pooled && h == Handle{&x});
  //@ alias p u: no //@ alias p s: may
  delete pooled;
  return 0;
}
//@ points-to given: malloc@{pool}
