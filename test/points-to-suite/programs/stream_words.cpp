// Words that a program keeps in a stream (pword, iword) come back, and callbacks of a stream are called.
#include <cassert>
#include <iostream>
#include <sstream>
static int x, y, other, called;
static void event(std::ios_base::event, std::ios_base &stream, int index) {
  void *held = stream.pword(index);  //@ may held: x //@ not held: other
  called += held == &x || held == &y || held == nullptr;
}
int main() {
  std::ostringstream out, copy;
  const int i = std::ios_base::xalloc();
  out.pword(i) = &x;
  void *got = out.pword(i);  //@ may got: x //@ not got: other
  void **place = &out.pword(i);
  void *again = *place;      //@ may again: x //@ alias again got: may
  out.iword(i + 20) = 7;
  std::cout.pword(i + 20) = &y;
  void *far = std::cout.pword(i + 20);  //@ may far: y //@ not far: other
  out.register_callback(event, i);
  copy.copyfmt(out);
  void *copied = copy.pword(i);  //@ may copied: x //@ not copied: other
  assert(got == &x && again == &x && far == &y && copied == &x && out.iword(i + 20) == 7 && called > 0);
  return other;
}
//@ may-callers event: std::ios_base::register_callback(void (*)(std::ios_base::event, std::ios_base&, int), int) (calls back)
