//@ spares types=declared
// Structures in pools of characters and of words: what is stored by the pool's name is found through the structure.
#include <assert.h>
#include <string.h>
typedef void (*fn)(void);
static int n;
static void hello(void) { n += 2; }
static void record(void) { n += 17; }
static void word(void) { n += 100; }
static void copied(void) { n += 1000; }
static void passed(void) { n += 10000; }
struct other { int a; fn f; };  // of the same layout as struct header
struct header { unsigned length; fn f; };
static char pool[512], given[64];
static long words[64];
static void run(struct header *h) {
  h->f();  //@ callees: record, word
}
static void fill(char *p) {
  struct header *h = (struct header *)p;
  h->f = passed;
}
int main(int argc, char **argv) {
  struct other s;
  s.f = hello;
  s.f();  //@ may-callees: hello
  struct header *h = (struct header *)pool;
  h->length = 16;
  h->f = record;
  char *end = pool + 16 * argc;
  struct header *q = (struct header *)(end - 16);
  q->f();  //@ may-callees: record
  struct header *w = (struct header *)words;
  w->f = word;
  run((struct header *)(words + 2 * (argc - 1)));
  char local[32];
  struct header made = {1, copied};
  memcpy(local, &made, sizeof made);
  struct header *l = (struct header *)(local + 16 * (argc - 1));
  l->f();  //@ may-callees: copied
  fill(given);
  ((struct header *)given)->f();  //@ may-callees: passed
  run(q);
  assert(n == 2 + 17 + 100 + 1000 + 10000 + 17);
  return 0;
}
