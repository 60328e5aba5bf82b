// Structures that begin with an array: from their start, what lies behind the array is not told from its elements.
#include <assert.h>
struct buffer { long words[4]; int *first; int *second; };
struct sensible { int *first; int *second; long words[4]; };
static int x, y;
int main(int argc, char **argv) {
  struct buffer b;
  struct sensible s;
  struct buffer *p = &b;
  struct sensible *q = &s;
  for (int i = 0; i < 4; i++) p->words[i] = q->words[i] = argc;
  p->first = &x;
  p->second = &y;
  q->first = &x;
  q->second = &y;
  assert(b.first == &x && b.second == &y && q->second == &y);
  //@ may b.first: x //@ may b.second: y //@ points-to q->first: x //@ points-to s.second: y //@ alias p q: no
  return 0;
}
