// Buffers that are carved up, grown and handed around; strings inside structures; flexible arrays.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct text { size_t length, room; char *data; char inside[16]; };
struct record { struct record *next; int length; char name[]; };
struct arena { char *at, *end; struct arena *full; };

static struct arena *arena;
static void *take(size_t n) {
  n = (n + 7) & ~(size_t)7;
  if (!arena || (size_t)(arena->end - arena->at) < n) {
    struct arena *a = malloc(sizeof *a + 512);
    a->at = (char *)(a + 1);
    a->end = a->at + 512;
    a->full = arena;
    arena = a;
  }
  void *p = arena->at;
  arena->at += n;
  return p;
}
static void add(struct text *t, const char *s, size_t n) {
  if (!t->data) { t->data = t->inside; t->room = sizeof t->inside; }
  if (t->length + n > t->room) {
    size_t room = 2 * (t->length + n);
    char *d = malloc(room);
    memcpy(d, t->data, t->length);
    if (t->data != t->inside) free(t->data);
    t->data = d;
    t->room = room;
  }
  memcpy(t->data + t->length, s, n);
  t->length += n;
}
static struct record *make(struct record *next, const char *name) {
  struct record *r = take(sizeof *r + strlen(name) + 1);
  r->next = next;
  r->length = (int)strlen(name);
  strcpy(r->name, name);
  return r;
}
static void upper(char *s) { for (; *s; s++) *s = (char)toupper((unsigned char)*s); }

int main(void) {
  struct text t = {0}, u = {0};
  struct record *all = NULL;
  char word[32];
  for (int i = 0; i < 300; i++) {
    snprintf(word, sizeof word, "w%d-%c", i * 7919 % 1000, 'a' + i % 26);
    all = make(all, word);
    if (i % 3 == 0) upper(all->name);
    add(i % 2 ? &t : &u, all->name, (size_t)all->length);
    if (i % 7 == 0 && all->next) { char *p = strchr(all->next->name, '-'); if (p) *p = '+'; }
  }
  unsigned long sum = 5381;
  for (struct record *r = all; r; r = r->next) {
    for (char *p = r->name; *p; p++) sum = sum * 33 + (unsigned char)*p;
    sum += (unsigned long)r->length;
  }
  struct text copy = u;                        // shares data, unless it was inside
  if (copy.length) copy.data[0] = '#';
  for (size_t i = 0; i < u.length; i++) sum = sum * 33 + (unsigned char)u.data[i];
  for (size_t i = 0; i < t.length; i++) sum = sum * 33 + (unsigned char)t.data[i];
  printf("%lu %zu %zu\n", sum, t.length, u.length);
  return 0;
}
