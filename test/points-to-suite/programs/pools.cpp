// Objects of a pool share their first word with the list of free ones: what is read there may be a virtual table. In an
// open world that is no way to unknown code, since the runtime library's tables hold nothing of the program.
#include <cassert>
#include <new>
static int x, other;
struct shape {
  virtual ~shape() {}
  virtual int *value() { return &other; }
  long width = 1, height = 2, depth = 3;
  shape *next = nullptr;
};
struct square : shape {
  int *held = &x;
  int *value() override { return held; }
};
class pool {
  union item {
    item *next;
    char data[sizeof(square)];
  };
  item items_[4];
  item *free_ = nullptr;

 public:
  pool() {
    for (item &i : items_) give(&i);
  }
  void give(void *p) {
    item *i = static_cast<item *>(p);
    i->next = free_;
    free_ = i;
  }
  void *take() {
    item *i = free_;
    free_ = i->next;
    return i;
  }
};
int main() {
  pool all;
  shape *first = new (all.take()) square;
  first->next = new (all.take()) square;
  shape *second = first->next;  //@ may second: main::all //@ not second: <unknown>
  int *v = second->value();     //@ may v: x //@ not v: <unknown>
  first->~shape();
  all.give(first);
  assert(v == &x);
  return other;
}
