// Owners: unique_ptr with a deleter of its own, shared_ptr, weak_ptr, optional, variant, placement new.
#include <cassert>
#include <memory>
#include <new>
#include <optional>
#include <variant>
static int x, y, z, deleted;
struct Node {
  int *data;
  std::unique_ptr<Node> next;
  virtual ~Node() { deleted++; }
};
static void give_back(Node *n) {
  deleted += 100;
  delete n;
}
int main() {
  {
    auto n = std::make_unique<Node>();
    n->data = &x;
    n->next = std::unique_ptr<Node>(new Node);
    n->next->data = &y;
    int *p = n->next->data;                //@ may p: y
    std::unique_ptr<Node, void (*)(Node *)> own(new Node, give_back);
    own->data = &z;
    int *q = own->data;                    //@ may q: z
    auto shared = std::make_shared<Node>();
    shared->data = &x;
    std::weak_ptr<Node> weak = shared;
    int *r = weak.lock()->data;            //@ may r: x
    std::optional<int *> maybe = &y;
    int *s = *maybe;                       //@ points-to s: y
    std::variant<long, int *> either = &z;
    int *t = std::get<int *>(either);      //@ may t: z
    alignas(Node) unsigned char room[sizeof(Node)];
    Node *placed = new (room) Node;        //@ may placed: main::room
    placed->data = &z;
    int *u = placed->data;                 //@ may u: z
    placed->~Node();
    assert(p == &y && q == &z && r == &x && s == &y && t == &z && u == &z && (void *)placed == room);
    //@ alias placed own: no
  }
  assert(deleted == 105);
  return 0;
}
//@ may-callers give_back: std::unique_ptr<Node, void (*)(Node*)>::~unique_ptr()
