// An exception that is caught as a base which is not the first one: the pointer moves within the thrown object.
#include <cassert>
#include <cstring>
struct base {
  virtual ~base() {}
};
struct failure {
  virtual const char *what() const = 0;
  int *detail = nullptr;
};
struct parse_failure : base, failure {
  const char *what() const override { return "parse"; }
};
static int x, y;
static void parse() {
  parse_failure f;
  f.detail = &x;
  throw f;
}
static void compute() { throw &y; }
int main() {
  try {
    parse();
  } catch (const failure &f) {
    assert(std::strcmp(f.what(), "parse") == 0); //@ may-callees: parse_failure::what() const
    int *detail = f.detail;
    assert(detail == &x); //@ may detail: x
  }
  try {
    compute();
  } catch (int *p) {
    assert(p == &y); //@ may p: y
  }
}
