// std::string, alone and beside pointers: its characters lie in the object itself, or in memory of their own.
#include <cassert>
#include <map>
#include <sstream>
#include <string>
#include <vector>
static int x, y;
struct Named {
  std::string name;
  int *data;
};
static std::string joined(const std::string &a, const std::string &b) { return a + "/" + b; }
int main() {
  std::string text = "some text that does not fit into the object itself";
  const char *c = text.c_str();
  Named n{"short", &x};
  int *p = n.data;            //@ may p: x
  std::map<std::string, int *> m;
  m["a"] = &y;
  int *q = m["a"];            //@ may q: y
  std::vector<Named> all{n};
  Named moved = std::move(all[0]);
  int *r = moved.data;        //@ may r: x
  std::string path = joined(text, n.name);
  const char *s = path.data();
  std::string &same = path.append("!");  //@ may &same: main::path
  assert(c[0] == 's' && p == &x && q == &y && r == &x && s[4] == ' ' && &same == &path);
  return 0;
}
