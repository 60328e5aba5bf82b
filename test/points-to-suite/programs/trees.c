// A search tree with pointers to pointers, and recursion over it.
#include <assert.h>
#include <stdlib.h>
struct tree { struct tree *left, *right; int key; void *value; };
static int x, y;
static double d;
static struct tree *root, *numbers;
static void **slot(struct tree **t, int key) {
  while (*t && (*t)->key != key) t = key < (*t)->key ? &(*t)->left : &(*t)->right;
  if (!*t) {
    *t = calloc(1, sizeof **t);  //@ site node
    (*t)->key = key;
  }
  return &(*t)->value;  //@ points-to root: calloc@{node}
}
static void walk(struct tree *t, void (*f)(void *)) {
  if (!t) return;
  walk(t->left, f);
  f(t->value);  //@ callees: note
  walk(t->right, f);
}
static void *noted;
static void note(void *value) { noted = value; }  //@ may value: x, y
int main(void) {
  *slot(&root, 2) = &x;
  *slot(&root, 1) = &y;
  void **s = slot(&root, 2);  //@ points-to s: calloc@{node}+24
  void *p = *s;               //@ may p: x, y
  walk(root, note);
  numbers = malloc(sizeof *numbers);
  numbers->value = &d;
  assert(p == &x && noted == &x && root->left->value == &y);
  //@ points-to root->left->right: calloc@{node} //@ alias root numbers: no //@ points-to numbers->value: d
  return 0;
}
//@ callers walk: main, walk, walk
