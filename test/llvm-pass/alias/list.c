// RUN: %mem2reg -o %t.bc
// RUN: %opt -aa-pipeline=amorph-aa -passes='%check' -disable-output %t.bc | FileCheck %s
// RUN: %clang -O2 -fno-inline -g -emit-llvm -c %s -o %t.2.bc
// RUN: %opt -aa-pipeline=basic-aa,amorph-aa -passes='%check' -disable-output %t.2.bc | FileCheck %s
// CHECK: amorph-alias: {{[1-9][0-9]*}} checks hold, 0 fail
// Two linked lists that never share a node, built by one constructor each; and one that is spliced into another.
#include "amorph_check.h"
#include <stdlib.h>

struct node { struct node *next; int value; };

static struct node *red_new(struct node *next, int value) {
  struct node *n = malloc(sizeof *n);
  n->next = next;
  n->value = value;
  return n;
}
static struct node *blue_new(struct node *next, int value) {
  struct node *n = malloc(sizeof *n);
  n->next = next;
  n->value = value;
  return n;
}

static struct node *tail(struct node *n) {
  while (n->next) n = n->next;
  return n;
}

int main(int argc, char **argv) {
  struct node *red = NULL, *blue = NULL, *green = NULL;
  for (int i = 0; i < argc; i++) red = red_new(red, i);
  for (int i = 0; i < argc; i++) blue = blue_new(blue, i);
  for (struct node *r = red; r; r = r->next)
    for (struct node *b = blue; b; b = b->next) {
      amorph_noalias(r, b);
      amorph_noalias(&r->value, &b->next);
      amorph_mayalias(r, red);
      amorph_mayalias(r, r->next ? r->next : r);
    }
  // One allocation site stands for every node of a list, so two nodes of it are never told apart.
  struct node *second = red->next;
  if (second) amorph_mayalias(second, red);

  struct node own = {0, 1};
  green = &own;
  amorph_noalias(green, red);
  struct node last = {green, 2};
  struct node *t = &last;
  amorph_mayalias(t->next, green);
  amorph_noalias(t, red);
  return tail(&last)->value + (red != NULL) + (blue != NULL) + (argv != NULL);
}
