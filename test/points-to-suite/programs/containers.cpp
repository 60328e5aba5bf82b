// The standard containers hold what was put into them, and one not what another does.
#include <algorithm>
#include <cassert>
#include <deque>
#include <list>
#include <map>
#include <set>
#include <unordered_map>
#include <vector>
static int x, y, z, w;
struct Item {
  int *data;
  int rank;
};
static bool by_rank(const Item &a, const Item &b) { return a.rank < b.rank; }
int main() {
  std::vector<int *> v;
  v.push_back(&x);
  v.push_back(&y);
  int *p = v[1];               //@ may p: x, y
  std::map<int, int *> m;
  m[3] = &z;
  int *q = m.find(3)->second;  //@ may q: z
  std::map<long, int *> numbers{{1, &w}};
  int *r = numbers.at(1);      //@ may r: w
  std::list<int *> l{&x};
  l.push_front(&z);
  int *s = *l.begin();         //@ may s: x, z
  std::vector<Item> items;
  items.push_back({&x, 2});
  items.push_back({&y, 1});
  std::sort(items.begin(), items.end(), by_rank);
  int *t = items[0].data;      //@ may t: x, y //@ not t: z, w
  std::vector<int *> copy = v;
  std::reverse(copy.begin(), copy.end());
  int *u = copy.front();       //@ may u: x, y
  std::deque<int *> queue{&w};
  queue.push_back(&z);
  int *a = queue.back();       //@ may a: w, z
  std::unordered_map<int, int *> hashed{{7, &y}};
  int *b = hashed[7];          //@ may b: y //@ not b: <unknown>
  std::set<int *> set{&w};
  int *c = *set.begin();       //@ may c: w
  std::sort(v.begin(), v.end(), [](int *i, int *j) { return *i > *j; });  //@ may i: x, y
  assert(p == &y && q == &z && r == &w && s == &z && t == &y && u == &y && a == &z && b == &y && c == &w);
  return 0;
}
