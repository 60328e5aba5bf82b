// Members that lie past the end of the memory, of which the program asked for less.
#include <assert.h>
#include <malloc.h>
#include <stddef.h>
#include <stdlib.h>
static int x, y;
struct small { int *first; };
struct large { int *first, *second, *third; };
struct link { struct link *next; };
struct element { long key; int *value; struct link link; };
static struct element *element_of(struct link *l) { return (struct element *)((char *)l - offsetof(struct element, link)); }
int main(void) {
  // What the library gave beyond that.
  struct large *l = malloc(sizeof(struct small));
  assert(l && malloc_usable_size(l) >= sizeof *l);
  l->first = &x;          //@ may l->first: x
  l->third = &y;          //@ breaks bounds=known preset=c preset=auto
  int *third = l->third;  //@ breaks bounds=known preset=c preset=auto
  // The head of a list, as if an element were around it.
  struct element e = {1, &x, {0}};
  struct link head = {&e.link};
  struct element *before = element_of(&head);
  struct element *first = element_of(before->link.next);  //@ breaks bounds=known types=variables types=declared preset=c preset=auto
  assert(third == &y && first == &e);
  return 0;
}
