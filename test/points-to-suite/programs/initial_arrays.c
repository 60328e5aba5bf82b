// Structures that begin with an array: their members are told from its elements, unless a pointer walks through all.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
struct buffer { long words[4]; int *first; int *second; };
struct sensible { int *first; int *second; long words[4]; };
struct named { char name[12]; int *owner; int *other; };
struct table { int *rows[3]; int *head; struct { int *cells[2]; int *tail; } parts[2]; };
union overlay {
  struct { char tag[4]; int *kept; } parts;
  struct { char text[24]; } bytes;
};
static int x, y, z;
static struct table tables[2];
static void copied_by_index(struct named *to, struct named *from) {
  for (unsigned i = 0; i < sizeof *to; i++) ((char *)to)[i] = ((char *)from)[i];
}
static void copied_by_words(struct buffer *to, struct buffer *from) {
  long *t = (long *)to, *f = (long *)from;
  for (unsigned i = 0; i < sizeof *to / sizeof *t; i++) *t++ = *f++;
}
static void precise(int n) {
  struct buffer b;
  struct sensible s;
  struct buffer *p = &b;
  struct sensible *q = &s;
  for (int i = 0; i < 4; i++) p->words[i] = q->words[i] = n;
  p->first = &x;
  p->second = &y;
  q->first = &x;
  q->second = &y;
  assert(b.first == &x && b.second == &y && q->second == &y);
  //@ points-to b.first: x //@ points-to b.second: y //@ points-to q->first: x //@ points-to s.second: y //@ alias p q: no
  struct named *m = malloc(sizeof *m);
  m->owner = &x;
  m->other = &y;
  for (int i = 0; i < 12; i++) m->name[i] = (char)n;
  char *c = &m->name[n];
  int **other = &m->other;                //@ alias c other: no
  int *owner = m->owner;                  //@ points-to owner: x
  struct table *t = &tables[n & 1];
  t->rows[n] = &x;
  t->head = &y;
  t->parts[n & 1].cells[n & 1] = &z;
  t->parts[n & 1].tail = &y;
  int *row = t->rows[n], *head = t->head, *cell = t->parts[n & 1].cells[n & 1], *tail = t->parts[n & 1].tail;
  //@ points-to row: x //@ points-to head: y //@ points-to cell: z //@ points-to tail: y
  assert(owner == &x && row == &x && head == &y && cell == &z && tail == &y && *c == n && *other == &y);
}
static void walked(int n) {
  struct named from = {"", &x, &y}, to;
  copied_by_index(&to, &from);
  int *owner = to.owner;                  //@ may owner: x
  struct buffer one = {{0}, &y, &z}, two;
  copied_by_words(&two, &one);
  int *second = two.second;               //@ may second: z
  struct buffer three = one;
  int *first = three.first;               //@ may first: y
  union overlay u, v;
  u.parts.kept = &z;
  memset(&v, 0, sizeof v);
  for (int i = 0; i < 24; i++) v.bytes.text[i] = u.bytes.text[i];
  int *kept = v.parts.kept;               //@ may kept: z
  long *end = one.words + 4;
  int *before = *(int **)((char *)(end + 2) - 16);   //@ may before: y
  struct buffer *owner_of = (struct buffer *)((char *)&two.second - 40);
  int *found = owner_of->first;           //@ may found: y
  assert(owner == &x && second == &z && first == &y && kept == &z && before == &y && found == &y && n);
}
int main(int argc, char **argv) {
  (void)argv;
  precise(argc);
  walked(argc);
  return 0;
}
