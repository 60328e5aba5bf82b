// A smaller class where a larger one may be: the larger one's members are none of the smaller one's.
#include <cassert>
#include <cstdlib>
static int x, y, z;
struct Base { int *first; };
struct Small : Base { int *own; };
struct Large : Base { int *second, *third, *fourth; };
static Base *either(int n, Base *one, Base *other) { return n ? one : other; }
struct Header { long kind; };
struct Message { Header header; int *text, *sender; };
static Header *header_of(int n, Message *m, Header *h) { return n ? &m->header : h; }
int main(int argc, char **) {
  Small *small = new Small;
  Large *large = new Large;
  small->first = small->own = &x;
  large->first = &x;
  large->second = &y;
  large->third = large->fourth = &z;
  Large *back = static_cast<Large *>(either(argc > 0, large, small));
  int **third = &back->third;
  int **first = &small->first;      //@ alias third first: no
  int **fourth = &large->fourth;    //@ alias fourth first: no //@ alias third fourth: no
  Message *message = static_cast<Message *>(malloc(sizeof(Message)));
  Header *lone = static_cast<Header *>(malloc(sizeof(Header)));
  message->sender = &y;
  lone->kind = 0;
  Message *found = reinterpret_cast<Message *>(header_of(argc > 0, message, lone));
  int **sender = &found->sender;    //@ points-to *sender: y
  long *kind = &lone->kind;         //@ alias sender kind: no
  assert(**third == 0 && first != third && *fourth == &z && *sender == &y && *kind == 0);
  return 0;
}
