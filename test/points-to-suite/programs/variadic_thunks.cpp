// The thunk of a variadic function passes its variable arguments on without naming them.
#include <cassert>
#include <cstdarg>
static int x, y;
static int *of_y() { return &y; }
struct First { virtual ~First() {} long n = 0; };
struct Second { virtual int *pick(int n, ...) = 0; };
struct Both : First, Second {
  int *pick(int n, ...) override {
    va_list list;
    va_start(list, n);
    int *p = va_arg(list, int *);         //@ may p: x
    auto f = va_arg(list, int *(*)());
    int *q = f();                         //@ callees: of_y()
    va_end(list);
    return n ? p : q;                     //@ points-to q: y
  }
};
int main() {
  Second *s = new Both;
  int *p = s->pick(1, &x, of_y);          //@ may p: x, y
  assert(p == &x && s->pick(0, &x, of_y) == &y);
  return 0;
}
