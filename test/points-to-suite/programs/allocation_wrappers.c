// Functions that return fresh memory are allocators themselves: a site for each call of theirs.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static void *xmalloc(size_t n) {
  void *p = malloc(n);
  if (!p) {
    fputs("no memory\n", stderr);
    exit(1);
  }
  return p;
}
static char *xstrdup(const char *s) {
  char *p = xmalloc(strlen(s) + 1);
  return strcpy(p, s);
}
struct node { struct node *next; int *value; };
static struct node *make(int *value, struct node *next) {
  struct node *n = xmalloc(sizeof *n);
  n->value = value;
  n->next = next;
  return n;
}
static int x, y;
int main(void) {
  int *a = xmalloc(sizeof *a);     //@ site a
  int *b = xmalloc(sizeof *b);     //@ site b
  char *s = xstrdup("one");        //@ site s
  char *t = xstrdup("two");
  struct node *first = make(&x, 0);
  struct node *second = make(&y, first);
  int *v = second->next->value;  //@ may v: x
  assert(v == &x && a != b && s != t);
  //@ alias a b: no //@ alias a s: no //@ alias s t: no //@ points-to a: xmalloc@{a} //@ points-to b: xmalloc@{b}
  //@ points-to s: xstrdup@{s} //@ alias first a: no //@ escapes x: no
  return 0;
}
