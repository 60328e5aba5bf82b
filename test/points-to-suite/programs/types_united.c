// A structure and a union of one layout, which are one type of the linked program.
#include <assert.h>
#include <stdlib.h>
static int a, b;
union either {
  int *value;
  long number;
};
struct holder {
  int *value;
};
static union either u;
static struct holder h, others[3];
static int *value_of(struct holder *p) {
  return p->value;  //@ points-to &p->value: h, others  //@ points-to p->value: a, b
}
struct pair {
  int first, second;
};
struct wrapped {
  struct pair *all;
  long count;
};
struct lone {
  struct wrapped inner;
};
union packed {
  struct wrapped inner;
  struct {
    long count;
    int *last;
  } other;
};
static struct lone l;
static union packed m;
struct list {
  int *start;
  struct lone head;
  int *end;
};
struct queue {
  int *start;
  union packed head;
  int *end;
};
union both {
  struct list list;
  struct queue queue;
};
static union both many;
static int *end_of(struct queue *q) {
  return q->end;  //@ points-to &q->end: many.list.end
}
static int *last_of(union packed *p) {
  return p->other.last;  //@ may p->other.last: b
}
int main(void) {
  struct pair all = {1, 2};
  u.number = 1;
  u.value = &a;
  h.value = &a;
  others[1].value = &b;
  l.inner.all = &all;
  m.other.last = &b;
  many.queue.end = &a;
  int *p = value_of(&h), *q = value_of(&others[1]);  //@ points-to p: a, b
  int *r = last_of(&m);  //@ may r: b
  int *s = end_of(&many.queue);  //@ may s: a
  assert(p == &a && q == &b && r == &b && s == u.value && l.inner.all->second == 2);
  return 0;
}
