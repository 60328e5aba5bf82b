// RUN: %mem2reg -o %t.bc
// RUN: %opt -aa-pipeline=amorph-aa -passes='%check' -disable-output %t.bc | FileCheck %s
// CHECK: amorph-alias: {{[1-9][0-9]*}} checks hold, 0 fail
// From a member back to its structure: negative offsets, also out of arrays of members.
#include "amorph_check.h"
#include <stdlib.h>

#define container_of(p, type, member) ((type *)((char *)(p) - offsetof(type, member)))
struct link { struct link *prev, *next; };
struct item { int *data; struct link by_name; struct link by_date; int *owner; };
struct multi { long id; struct link nodes[3]; int *owner; };

static int x, y, z;
static struct link names = {&names, &names};

static void push(struct link *at, struct link *l) {
  l->next = at->next;
  l->prev = at;
  at->next->prev = l;
  at->next = l;
}

int main(int argc, char **argv) {
  struct item *i = malloc(sizeof *i);
  i->data = &x;
  i->owner = &y;
  push(&names, &i->by_name);
  struct item *found = container_of(names.next, struct item, by_name);
  amorph_mayalias(found, i);
  amorph_mayalias(found->data, &x);
  amorph_mayalias(found->owner, &y);
  amorph_noalias(found->data, &y);
  amorph_noalias(found->owner, &z);

  static struct multi m;
  m.owner = &z;
  struct link *n = &m.nodes[argc % 3];
  struct multi *back = container_of(n, struct multi, nodes[2]);   // right when argc % 3 == 2
  amorph_mayalias(back->owner, &z);
  amorph_mayalias(&back->owner, &m.owner);
  amorph_noalias((char *)back, (char *)i);
  return *found->data + (argc % 3 == 2 ? *back->owner : 0) + (argv == 0);
}
