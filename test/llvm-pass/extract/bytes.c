// Byte positions inside a word. A step of some bytes that is no multiple of a word may cross into the next word or not;
// both are taken where the start is not known to be at a word, so that stepping back (container_of) finds the start.
// RUN: %mem2reg | %pta | FileCheck %s
int a;
struct item { int *value; long pad; char flags; char key[]; };
static struct item *from_key(char *key) { return (struct item *)(key - __builtin_offsetof(struct item, key)); }
struct pair { int n, m; int *p; };
static struct pair *from_m(int *m) { return (struct pair *)((char *)m - __builtin_offsetof(struct pair, m)); }
struct item it;
struct pair pr;

int main(void) {
  it.value = &a;
  pr.p = &a;
  char *key = it.key;
  struct item *i = from_key(key);
  // CHECK: i (bytes.c:[[#@LINE-1]]) -> {{{.*}} it{{[ ,]}}
  int *v = i->value;
  // CHECK: v (bytes.c:[[#@LINE-1]]) -> {{{.*}} a{{[ ,]}}
  struct pair *q = from_m(&pr.m);
  // CHECK: q (bytes.c:[[#@LINE-1]]) -> {{{.*}} pr{{[ ,]}}
  int *w = q->p;
  // CHECK: w (bytes.c:[[#@LINE-1]]) -> {{{.*}} a{{[ ,]}}
  return *v + *w;
}
