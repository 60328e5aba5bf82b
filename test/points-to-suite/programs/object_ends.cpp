// Steps past the end of a variable, or of allocated memory of known size, lead nowhere; a step to the end comes back.
#include <cassert>
#include <cstddef>
#include <cstdlib>
#include <cstring>
static int x, y, z, u;
struct base { int *first; };
struct small : base { int *own; };
struct large : base { int *second, *third, *fourth; };
static base *either(int n, base *one, base *other) { return n ? one : other; }
struct header { long kind; };
struct message { header head; int *text, *sender; };
static header *header_of(int n, message *m, header *h) { return n ? &m->head : h; }
static message whole;
static header lone;
struct cell { int *a, *b, *c; };
struct counted { long n; int *items[1]; };
static void past(int n) {
  small *s = new small;
  large *l = new large;
  s->first = s->own = &x;
  l->first = &x;
  l->second = l->third = &y;
  l->fourth = &z;
  large *back = static_cast<large *>(either(n, l, s));
  int *p = back->second, *q = back->third, *r = back->fourth;   //@ points-to p: x, y //@ points-to q: y //@ points-to r: z
  whole.text = &y;
  whole.sender = &z;
  message local, *other = n ? &local : &whole;
  local.text = local.sender = &u;
  message *found = reinterpret_cast<message *>(header_of(n, other, &lone));
  int *text = found->text, *sender = found->sender;             //@ points-to text: y, u //@ points-to sender: z, u
  found->sender = &x;
  long kind = lone.kind;                                        //@ points-to lone:
  struct { cell first; int *last; } full = {{&x, &x, &x}, &z};
  cell part = {&y, &y, &y};
  memcpy(&part, n ? &full.first : &part, sizeof part);
  cell *either_cell = n ? &full.first : &part;
  int *last = reinterpret_cast<decltype(full) *>(either_cell)->last;      //@ points-to last: z
  assert(!n || (q == &y && r == &z && p == &y && text == &u && sender == &u && kind == 0 && last == &z));
  assert(!n || part.a == &x);
}
static void back(int n) {
  static cell one = {&x, &y, &z};
  cell *end = &one + 1;
  int *last = reinterpret_cast<int **>(end)[-1];                //@ may last: z
  char *bytes = reinterpret_cast<char *>(&one) + sizeof one;
  int *middle = *reinterpret_cast<int **>(bytes - 16);          //@ may middle: y
  int *first = end[-1].a;                                       //@ may first: x
  int **member = &one.c;
  int *from_member = *reinterpret_cast<int **>(reinterpret_cast<char *>(member + 1) - sizeof one);  //@ may from_member: x
  cell *owner = reinterpret_cast<cell *>(reinterpret_cast<char *>(member) - offsetof(cell, c));
  int *from_owner = owner->b;                                   //@ may from_owner: y
  static cell many[3] = {{&x, &x, &x}, {&y, &y, &y}, {&z, &z, &z}};
  cell *second = many + 1;
  int *of_second = second[1].c;                                 //@ may of_second: x, y, z
  char *third = reinterpret_cast<char *>(many) + 2 * sizeof(cell) + 8;
  int *of_third = *reinterpret_cast<int **>(third);             //@ may of_third: z
  assert(last == &z && middle == &y && first == &x && from_member == &x && from_owner == &y && of_second == &z);
  assert(of_third == &z && n);
}
static void allocated(int n) {
  counted *list = static_cast<counted *>(malloc(sizeof(counted) + 3 * sizeof(int *)));
  list->items[0] = &x;
  list->items[3] = &y;
  int *item = list->items[3];                                   //@ may item: y
  int **table = static_cast<int **>(malloc(2 * sizeof(int *)));
  table[0] = table[1] = &x;
  table = static_cast<int **>(realloc(table, 64 * sizeof(int *)));
  table[60] = &z;
  int *grown = table[60];                                       //@ may grown: z
  large *shorter = static_cast<large *>(malloc(sizeof(small)));
  shorter->second = &u;
  int *in_shorter = shorter->second;                            //@ points-to in_shorter: u
  cell *cells = static_cast<cell *>(calloc(n + 3, sizeof(cell)));
  cells[3].c = &y;
  int *in_cells = (cells + 2)[1].c;                             //@ may in_cells: y
  assert(item == &y && grown == &z && in_shorter == &u && in_cells == &y);
}
int main(int argc, char **) {
  past(argc);
  back(argc);
  allocated(argc);
  return 0;
}
