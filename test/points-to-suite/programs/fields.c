// Fields of one structure are told apart; a copy of the structure copies each into its own.
#include <assert.h>
struct pair { int *first; int *second; char name[5]; int *third; };
static int x, y, z;
static struct pair made(int *a, int *b) {
  struct pair p = {.first = a, .second = b};
  return p;
}
int main(void) {
  struct pair a = {&x, &y, "a", &z};
  struct pair b = a;
  struct pair *p = &a;
  struct pair c = made(&y, &z);
  int *q = p->second;  //@ points-to q: y
  int *r = b.third;    //@ points-to r: z
  int *s = c.first;    //@ points-to s: y //@ points-to c.second: z
  assert(q == &y && r == &z && s == &y && c.second == &z);
  //@ points-to p: main::a //@ points-to b.first: x //@ points-to p->third: z
  //@ alias q r: no //@ alias q s: may //@ alias p->first b.first: may //@ points-to &a: main::a
  //@ pointed-by main::a: main::p
  return *q + *r + *s;
}
