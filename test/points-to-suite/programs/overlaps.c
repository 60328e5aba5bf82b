// Memory of one's own management: arenas, free lists through the freed objects, rings of pointers, sorting by hand.
#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
struct arena { char *at, *end; };
static char pool[256] __attribute__((aligned(16)));
static struct arena arena = {pool, pool + sizeof pool};
static void *take(struct arena *a, size_t n) {
  char *p = a->at;
  a->at += (n + 15) & ~(size_t)15;
  return a->at <= a->end ? p : 0;
}
struct cell { int *value; };
union slot { struct cell cell; union slot *next; };
static union slot slots[4], *free_slots;
static struct cell *get(void) {
  union slot *s = free_slots;
  free_slots = s->next;
  return &s->cell;
}
static void put(struct cell *c) {
  union slot *s = (union slot *)c;
  s->next = free_slots;
  free_slots = s;  //@ points-to s: slots
}
static int x, y, z;
static int *ring[4];
static unsigned head, tail;
int main(void) {
  int **a = take(&arena, sizeof *a);  //@ points-to a: pool
  *a = &x;
  struct cell *b = take(&arena, sizeof *b);
  b->value = &y;
  int *p = *a;         //@ may p: x
  int *q = b->value;   //@ may q: y
  for (int i = 0; i < 4; i++) put(&slots[i].cell);
  struct cell *c = get();  //@ may c: slots
  c->value = &z;
  int *r = c->value;   //@ may r: z
  ring[head++ % 4] = &x;
  ring[head++ % 4] = &z;
  int *first = ring[tail++ % 4], *second = ring[tail++ % 4];  //@ points-to first: x, z //@ points-to second: x, z
  for (int i = 1; i < 4; i++)
    for (int j = i; j > 0 && ring[j] > ring[j - 1]; j--) {
      int *t = ring[j];  //@ points-to t: x, z
      ring[j] = ring[j - 1];
      ring[j - 1] = t;
    }
  assert(p == &x && q == &y && r == &z && first == &x && second == &z && (char *)a == pool);
  //@ points-to arena.at: pool //@ may free_slots: slots //@ alias a c: no //@ not c: pool
  return 0;
}
