// Addresses of fields, offsetof and the way back from a field to its structure.
#include <assert.h>
#include <stddef.h>
struct link { struct link *next, *prev; };
struct node { int *payload; struct link link; int *tail; };
#define container_of(p, type, member) ((type *)((char *)(p) - offsetof(type, member)))
static int a, b;
static struct node first, second;
static struct link head = {&head, &head};
static void add(struct link *l) {
  l->next = head.next;
  l->prev = &head;
  head.next->prev = l;
  head.next = l;
}
int main(void) {
  first.payload = &a;
  first.tail = &b;
  second.payload = &b;
  int **into = &first.payload;  //@ points-to into: first
  int **tail = &first.tail;     //@ points-to tail: first.tail
  add(&first.link);
  add(&second.link);
  struct link *l = head.next;                       //@ may l: second.link.next
  struct node *n = container_of(l, struct node, link);  //@ may n: first, second
  int *p = n->payload;                              //@ may p: a, b
  int *q = *tail;                                   //@ points-to q: b
  size_t at = offsetof(struct node, tail);
  int *r = *(int **)((char *)&first + at);          //@ points-to r: b
  assert(n == &second && p == &b && q == &b && r == &b && *into == &a);
  //@ points-to *into: a //@ alias into tail: no //@ may head.next: first.link.next, second.link.next
  return *p;
}
