// Memory that a call is handed: a struct passed by value is read by the call itself, and functions of the library that
// have a model but no entry in the table of effects (pthread_create, pthread_join) write through their arguments.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static int g1 = 1, g2 = 2;
struct item {
  int *a, *b;
  long u;
  int (*f)(int);
};
struct vec {
  struct item *d;
  size_t n, c;
};
static int twice(int x) { return 2 * x; }
static int less(int x) { return x - 3; }

static void push(struct vec *v, struct item s) {
  if (v->n == v->c) {
    v->c = v->c ? 2 * v->c : 1;
    v->d = realloc(v->d, v->c * sizeof *v->d);
  }
  v->d[v->n++] = s;
}

static void *work(void *x) {
  struct item *s = x;
  *s->a += 10;
  return s->b;
}

int main(void) {
  struct item s = {&g1, &g2, 0, twice};
  struct vec v = {0};
  for (int i = 0; i < 5; i++) {
    s.a = i & 1 ? &g1 : &g2;
    s.f = i % 2 ? less : twice;
    push(&v, s);
  }
  *v.d[3].a = 55;
  *v.d[2].a = 66;
  printf("%d %d %d\n", g1, g2, v.d[4].f(3));
  struct item t = {&g1, &g2, 0, less};
  pthread_t th;
  void *rv;
  pthread_create(&th, 0, work, &t);
  pthread_join(th, &rv);
  *(int *)rv = 100;
  printf("%d %d\n", g1, g2);
  return 0;
}
