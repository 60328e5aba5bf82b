// Variables that are structures, accessed as such: through members of themselves, of structures with the same
// beginning, and as storage; and members of other structures, which are in none of these variables.
#include <assert.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
struct node { struct node *next; int *value; };
struct entry { long size; struct entry *after; int *number; char *name; };
struct base { int kind; int *first; };
struct derived { int kind; int *first; int *second; };
struct storage { unsigned long words[4]; };
struct hidden { int *inside; struct hidden *self; };
struct pair { struct node left, right; };
static int x, y, z, w;
static struct node nodes[4];
static struct entry entries[4];
static struct pair pairs;
static struct storage opaque;
static char pool[256] __attribute__((aligned(16)));
static long numbers[64];
static void *mixed[3];
static void *either(int n, void *a, void *b) { return n ? a : b; }
static int by_name(const void *a, const void *b) {
  return strcmp(((struct entry *)a)->name, ((struct entry *)b)->name);
}
// Sorts pointers, but takes each for the start of a structure.
struct handle { struct node *is; };
static int by_handle(const void *a, const void *b) {
  return ((struct handle *)a)->is->value - ((struct handle *)b)->is->value;  //@ breaks types=declared
}
int main(int argc, char **argv) {
  for (int i = 0; i < 4; i++) {
    nodes[i].next = &nodes[(i + 1) % 4];
    nodes[i].value = &x;
    entries[i].name = "name";
    entries[i].after = &entries[i];
    entries[i].number = &y;
  }
  struct node *n = either(argc > 0, nodes, entries);
  int *p = n->value;                              //@ points-to p: x
  struct entry *e = either(argc > 9, nodes, entries);
  int *q = e->number;                             //@ points-to q: y //@ alias p q: no
  int **pn = &n->value;
  int **pe = &e->number;                          //@ alias pn pe: no
  pairs.right.value = &z;
  struct node *inner = either(argc > 0, &pairs.right, entries);
  int *r = inner->value;                          //@ may r: z
  struct derived d = {1, &x, &w};
  struct base *b = (struct base *)&d;
  int *f = b->first;                              //@ may f: x
  struct hidden *h = (struct hidden *)&opaque;
  h->inside = &x;
  h->self = h;
  int *g = h->self->inside;                       //@ may g: x
  struct hidden *k = (struct hidden *)(pool + 32);
  k->inside = &y;
  int *s = k->inside;                             //@ may s: y
  struct hidden *m = (struct hidden *)numbers;
  m->inside = &z;
  int *t = m->inside;                             //@ may t: z
  struct handle *v = (struct handle *)mixed;
  v->is = nodes;
  struct node *u = ((struct handle *)mixed)->is;  //@ may u: nodes
  struct node *sorted[2] = {&nodes[0], &nodes[1]};
  qsort(sorted, 2, sizeof *sorted, by_handle);
  qsort(entries, 4, sizeof *entries, by_name);
  struct sockaddr_storage address;
  struct sockaddr_in *in = (struct sockaddr_in *)&address;
  in->sin_port = 7;
  struct sockaddr *any = (struct sockaddr *)&address;
  any->sa_family = AF_INET;
  assert(p == &x && q == &y && r == &z && f == &x && g == &x && s == &y && t == &z && u == nodes);
  assert(((struct sockaddr_in *)any)->sin_port == 7 && sorted[0]->value == &x);
  return 0;
}
