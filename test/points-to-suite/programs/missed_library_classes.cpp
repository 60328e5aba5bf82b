// Classes of the library whose virtual functions the program calls, or which call the program's: a closed world has
// none of that (docs/points-to-limits.md).
//@ flags -std=c++17
#include <cassert>
#include <locale>
#include <memory_resource>
#include <sstream>
static int x;
struct comma : std::numpunct<char> {
  int *seen = &x;
  char do_decimal_point() const override {
    int *p = seen;  //@ closed: not p: x //@ breaks world=closed
    *p += 1;        //@ breaks world=closed
    return ',';
  }
};
int main() {
  char room[1024];
  std::pmr::monotonic_buffer_resource in_room(room, sizeof room);
  int **at = (int **)in_room.allocate(sizeof *at);
  *at = &x;       //@ breaks world=closed
  int *p = *at;   //@ closed: not p: x //@ open: may p: x //@ breaks world=closed
  *p = 1;         //@ breaks world=closed
  std::ostringstream text;
  text.imbue(std::locale(std::locale::classic(), new comma));
  text << 1.5;
  assert(text.str() == "1,5" && x == 2);
  return 0;
}
