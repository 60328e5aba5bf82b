// What one caller passes to a function is not returned to another: each call has a context of its own.
//@ options --contexts 2 --heap-contexts 1
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
static int x, y, z, w;

struct box { int *value; };
static void set(struct box *b, int *v) { b->value = v; }
static struct box *fill(struct box *b, int *v) {  // modelled at its calls, as what returns an argument
  b->value = v;
  return b;
}
static int *get(struct box *b) { return b->value; }
static int *other(struct box *b) { return b ? &w : NULL; }
static int *apply(int *(*f)(struct box *), struct box *b) { return f(b); }
static int *twice(int *(*f)(struct box *), struct box *b) { return apply(f, b); }

struct node { struct node *next; int *item; };
static void push(struct node **list, int *item) {
  struct node *n = malloc(sizeof *n);
  n->item = item, n->next = *list, *list = n;
}
static int *last(struct node *list) { return list->next ? last(list->next) : list->item; }
static int *even(struct node *list);
static int *odd(struct node *list) { return list->next ? even(list->next) : list->item; }
static int *even(struct node *list) { return list->next ? odd(list->next) : list->item; }

static int *first_of(int count, ...) {
  va_list list;
  va_start(list, count);
  int *p = va_arg(list, int *);
  va_end(list);
  return p;
}

static jmp_buf back;
static int *carried;
static void jump(int *p) {
  carried = p;
  longjmp(back, 1);
}
static int *across(int *p, int *q) {
  int *volatile kept = p;
  if (setjmp(back) == 0) jump(q);
  return kept;
}

static int *signalled;
static void handler(int number) { signalled = number == SIGUSR1 ? &z : NULL; }
static void *worker(void *argument) {
  int *p = argument;  //@ points-to p: x, y
  return p;
}
static int compare(const void *a, const void *b) {
  int *first = *(int **)a, *second = *(int **)b;  //@ may first: x, y
  return *first - *second;
}
static void sort(int **of, int n) { qsort(of, n, sizeof *of, compare); }

int main(void) {
  struct box a, b;
  set(&a, &x);
  set(&b, &y);
  int *p = get(&a), *q = get(&b);
  assert(p == &x && q == &y);
  *p = *q;  //@ points-to p: x  //@ points-to q: y  //@ alias p q: no

  struct box c, d;
  assert(fill(&c, &x) == &c && fill(&d, &y) == &d);
  int *j = c.value, *k = d.value;
  *j = *k;  //@ points-to j: x  //@ points-to k: y

  int *r = apply(get, &a), *s = apply(other, &b), *t = twice(get, &b);
  assert(r == &x && s == &w && t == &y);
  // A call through a pointer starts a new context: both calls of get are in that of the call in apply.
  *r = *s + *t;  //@ points-to r: x, y  //@ points-to s: w  //@ points-to t: x, y

  struct node *numbers = NULL, *others = NULL;
  push(&numbers, &x);
  push(&numbers, &y);
  push(&others, &z);
  int *u = last(numbers), *v = last(others), *e = even(others);
  assert(u == &x && v == &z && e == &z);
  *u = *v + *e;  //@ points-to u: x, y  //@ points-to v: z  //@ points-to e: z

  int *f = first_of(1, &x), *g = first_of(2, &y, &z);
  assert(f == &x && g == &y);
  *f = *g;  //@ points-to f: x  //@ points-to g: y, z

  int *h = across(&x, &y), *i = across(&z, &w);
  assert(h == &x && i == &z && carried == &w);
  *h = *i;  //@ points-to h: x  //@ points-to i: z  //@ points-to carried: y, w

  signal(SIGUSR1, handler);
  raise(SIGUSR1);
  assert(signalled == &z);
  *signalled = 0;  //@ points-to signalled: z

  pthread_t one, two;
  void *from_one, *from_two;
  pthread_create(&one, NULL, worker, &x);
  pthread_create(&two, NULL, worker, &y);
  pthread_join(one, &from_one);
  pthread_join(two, &from_two);
  assert(from_one == &x && from_two == &y);
  *(int *)from_one = 1;  //@ may from_one: x

  int *array[] = {&x, &y};
  sort(array, 2);
  *array[0] = 2;  //@ may array[0]: x, y
  return 0;
}
