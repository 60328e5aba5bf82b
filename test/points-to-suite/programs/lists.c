// Lists, single and double, of the heap and of the stack; one list's nodes are not another's.
#include <assert.h>
#include <stdlib.h>
struct node { int *value; struct node *next, *prev; };
static int x, y, z;
static struct node *cons(int *value, struct node *tail) {
  struct node *n = calloc(1, sizeof *n);
  n->value = value;
  n->next = tail;
  if (tail) tail->prev = n;
  return n;
}
static struct node *reversed(struct node *list) {
  struct node *done = 0;
  while (list) {
    struct node *next = list->next;
    list->next = done;
    done = list;
    list = next;
  }
  return done;
}
int main(void) {
  struct node *list = cons(&x, cons(&y, 0));
  struct node *back = reversed(list);
  int *p = back->value;          //@ points-to p: x, y
  struct node one = {&z}, two = {&z, &one};
  one.next = &two;
  struct node *n = &one;
  for (int i = 0; i < 3; i++) n = n->next;  //@ points-to n: main::one, main::two
  assert(p == &y && back->next->value == &x && n == &two && n->value == &z);
  //@ points-to one.next: main::two //@ points-to n->value: z //@ alias back list: may //@ alias n list: no
  //@ points-to list->next->prev->value: x, y
  return 0;
}
