// Streams whose members are in the library: a manipulator is called, and what is behind the stream stays where it is.
#include <cassert>
#include <fstream>
#include <iostream>
#include <sstream>
static int x;
static int *seen;
static std::ostream &mark(std::ostream &out) {  //@ callers mark: std::ostream::operator<<(std::ostream& (*)(std::ostream&)) (calls back)
  seen = &x;
  return out;
}
static std::ostream &unused(std::ostream &out) { return out; }
struct reader {
  int *value;
  std::ifstream in;
  std::stringstream text;
};
int main() {
  reader r;
  r.value = &x;
  r.in.open("/nonexistent");
  std::ostream &same = r.text << mark;
  bool read = bool(r.in), is_open = r.in.is_open();
  if (read) r.in.clear();
  std::ostream &(*other)(std::ostream &) = unused;
  assert(other(same).good());
  int *p = r.value;  //@ points-to p: x
  int *q = seen;     //@ points-to q: x
  assert(!read && !is_open && p == q);
  return 0;
}
