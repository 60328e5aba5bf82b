// Functions that fill and keep what they allocate: with this option each call of theirs gives memory of its own.
//@ options --wrappers constructors
#include <assert.h>
#include <stdlib.h>
struct node { int *value; struct node *next, *before; };
static struct node *newest;
static int count;
static struct node *new_node(int *value, struct node *next) {
  struct node *n = malloc(sizeof *n);
  if (!n) return 0;
  *n = (struct node){.value = value};
  n->next = next;
  n->before = newest;
  newest = n;
  count++;
  return n;
}
static struct node *shared(int *value) { return new_node(value, 0); }  //@ site around
struct text { char *bytes; int *owner; };
static struct text *new_text(int *owner) {
  struct text *t = calloc(1, sizeof *t);
  t->bytes = malloc(8);  //@ site bytes
  t->owner = owner;
  return t;
}
static struct node *changed(int *value, int *other) {
  struct node *n = calloc(1, sizeof *n);
  if (count > 100) value = other;
  n->value = value;
  return n;
}
static struct node *(*maker)(int *, struct node *) = new_node;
int main(void) {
  int a, b, c;
  struct node *one = new_node(&a, 0);    //@ site one
  struct node *two = new_node(&b, one);  //@ site two
  struct node *last = newest;
  struct node *three = shared(&c), *four = shared(&a);
  struct text *first = new_text(&a), *other = new_text(&b);
  struct node *five = changed(&b, &c);
  struct node *six = maker(&c, two);
  //@ points-to one: new_node@{one} //@ points-to two: new_node@{two} //@ alias one two: no
  //@ points-to two->next: new_node@{one} //@ points-to one->next:
  //@ may last: new_node@{one}, new_node@{two} //@ may two->before: new_node@{one}
  //@ points-to three: new_node@{around} //@ points-to four: new_node@{around} //@ may three->value: main::c, main::a
  //@ points-to first->owner: main::a //@ points-to other->owner: main::b //@ alias first other: no
  //@ points-to first->bytes: malloc@{bytes} //@ points-to other->bytes: malloc@{bytes}
  //@ points-to five->value: main::b, main::c //@ may six->value: main::c //@ may six->next: new_node@{two}
  assert(two->next == one && two->before == one && last == two && three->value == &c && six->next == two);
  assert(first->owner == &a && five->value == &b && one->value == &a && four->before == three && other->owner == &b);
  return 0;
}
