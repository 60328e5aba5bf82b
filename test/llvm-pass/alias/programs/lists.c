// Intrusive lists, container_of, splicing, sorting by relinking; two lists share nodes through two links.
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#define container_of(p, type, member) ((type *)((char *)(p) - offsetof(type, member)))
struct link { struct link *prev, *next; };
struct item { int key; struct link by_key; long weight; struct link by_weight; int *alias; };

static struct link keys = {&keys, &keys}, weights = {&weights, &weights};
static int spare = 17;

static void insert(struct link *at, struct link *l) {
  l->prev = at->prev;
  l->next = at;
  at->prev->next = l;
  at->prev = l;
}
static void unlink_it(struct link *l) {
  l->prev->next = l->next;
  l->next->prev = l->prev;
  l->next = l->prev = l;
}
static struct item *make(int key, long weight) {
  struct item *i = malloc(sizeof *i);
  i->key = key;
  i->weight = weight;
  i->alias = key % 3 ? &i->key : &spare;
  struct link *at = keys.next;
  while (at != &keys && container_of(at, struct item, by_key)->key < key) at = at->next;
  insert(at, &i->by_key);
  at = weights.next;
  while (at != &weights && container_of(at, struct item, by_weight)->weight > weight) at = at->next;
  insert(at, &i->by_weight);
  return i;
}
int main(void) {
  unsigned state = 12345;
  for (int i = 0; i < 200; i++) {
    state = state * 1103515245 + 12345;
    struct item *it = make((int)(state >> 16) % 1000, (long)(state >> 8) % 777);
    if (i % 5 == 0) unlink_it(&it->by_weight);
  }
  long sum = 0;
  for (struct link *l = keys.next; l != &keys; l = l->next) {
    struct item *i = container_of(l, struct item, by_key);
    int before = i->key;
    *i->alias += 1;                    // the key itself, or spare
    sum = sum * 31 + i->key + before + spare;
  }
  for (struct link *l = weights.next, *n; l != &weights; l = n) {
    n = l->next;
    struct item *i = container_of(l, struct item, by_weight);
    if (i->weight % 2) unlink_it(l);
    sum = sum * 7 + i->weight;
  }
  int left = 0;
  for (struct link *l = weights.next; l != &weights; l = l->next) left++;
  printf("%ld %d %d\n", sum, left, spare);
  return 0;
}
