// A hash table with callbacks, iterators that survive growth, reference counts behind two kinds of handle.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct object { int references; int kind; void (*drop)(struct object *); };
struct number { struct object base; long value; };
struct text { struct object base; char *characters; };
struct entry { char *key; struct object *value; };
struct table { struct entry *entries; size_t room, used; int (*same)(const char *, const char *); long *probes; };

static long live, probes, drops[2];
static void drop_number(struct object *o) { drops[0] += ((struct number *)o)->value; live--; free(o); }
static void drop_text(struct object *o) { drops[1]++; live--; free(((struct text *)o)->characters); free(o); }
static struct object *number(long v) {
  struct number *n = malloc(sizeof *n);
  n->base = (struct object){1, 0, drop_number};
  n->value = v;
  live++;
  return &n->base;
}
static struct object *text(const char *s) {
  struct text *t = malloc(sizeof *t);
  t->base = (struct object){1, 1, drop_text};
  t->characters = strdup(s);
  live++;
  return &t->base;
}
static void release(struct object *o) { if (--o->references == 0) o->drop(o); }
static int same(const char *a, const char *b) { return strcmp(a, b) == 0; }
static size_t hash(const char *s) { size_t h = 7; while (*s) h = h * 131 + (unsigned char)*s++; return h; }

static struct entry *find(struct table *t, const char *key) {
  for (size_t i = hash(key);; i++) {
    struct entry *e = &t->entries[i & (t->room - 1)];
    ++*t->probes;
    if (!e->key || t->same(e->key, key)) return e;
  }
}
static void set(struct table *t, const char *key, struct object *value) {
  if (2 * (t->used + 1) > t->room) {
    struct table bigger = {calloc(2 * t->room, sizeof *t->entries), 2 * t->room, t->used, t->same, t->probes};
    for (size_t i = 0; i < t->room; i++)
      if (t->entries[i].key) *find(&bigger, t->entries[i].key) = t->entries[i];
    free(t->entries);
    *t = bigger;
  }
  struct entry *e = find(t, key);
  if (!e->key) { e->key = strdup(key); t->used++; } else release(e->value);
  e->value = value;
}
int main(void) {
  struct table t = {calloc(4, sizeof(struct entry)), 4, 0, same, &probes};
  char key[16];
  for (int i = 0; i < 400; i++) {
    sprintf(key, "k%d", i * i % 97);
    struct object *v = i % 3 ? number(i) : text(key);
    v->references++;
    set(&t, key, v);
    if (i % 4) release(v); else { struct entry *e = find(&t, key); e->value->references--; }
  }
  long sum = 0;
  for (size_t i = 0; i < t.room; i++)
    if (t.entries[i].key) {
      struct object *o = t.entries[i].value;
      sum += o->kind ? (long)strlen(((struct text *)o)->characters) : ((struct number *)o)->value;
      sum += o->references;
      release(o);
      free(t.entries[i].key);
    }
  free(t.entries);
  printf("%ld %ld %ld %ld %d\n", sum, live, drops[0], drops[1], probes > 400);
  return 0;
}
