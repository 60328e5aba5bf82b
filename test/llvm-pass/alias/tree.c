// RUN: %mem2reg -o %t.bc
// RUN: %opt -aa-pipeline=amorph-aa -passes='%check' -disable-output %t.bc | FileCheck %s
// CHECK: amorph-alias: {{[1-9][0-9]*}} checks hold, 0 fail
// A binary tree with parent pointers: every link leads to a node of the same tree, never to its keys.
#include "amorph_check.h"
#include <stdlib.h>

struct tree { struct tree *left, *right, *parent; char *key; int count; };

static struct tree *root;

static struct tree *insert(struct tree **at, struct tree *parent, int value) {
  while (*at) {
    parent = *at;
    at = value < parent->count ? &parent->left : &parent->right;
  }
  struct tree *t = calloc(1, sizeof *t);
  t->parent = parent;
  t->count = value;
  t->key = malloc(16);
  t->key[0] = (char)value;
  *at = t;
  amorph_mayalias(t, root);
  if (parent) {
    amorph_mayalias(t, parent->left);
    amorph_mayalias(t->parent, parent);
    amorph_noalias(t->key, (char *)parent);
    amorph_noalias((char *)t, parent->key);
  }
  return t;
}

int main(int argc, char **argv) {
  for (int i = 0; i < argc + 4; i++) insert(&root, NULL, i * 7 % 5);
  struct tree *t = root;
  while (t->left) t = t->left;
  amorph_mayalias(t, root);
  amorph_noalias(t->key, (char *)t);
  amorph_mayalias(t->key, root->key);
  amorph_noalias(&root, &t->parent);
  amorph_noalias(&t->left, (struct tree **)t->key);
  return t->count + (argv == NULL);
}
