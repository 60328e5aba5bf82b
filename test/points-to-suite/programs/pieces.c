// Pointers that are copied in pieces: by words, by bytes, through characters in a union, by exclusive or.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
struct entry { int key; char name[12]; int *value; };
static int x, y, z, w;
static void copy_words(void *to, const void *from, size_t n) {
  uint64_t *t = to;
  const uint64_t *f = from;
  for (; n >= 8; n -= 8) *t++ = *f++;
}
struct labelled { char name[24]; int *value; char note[20]; int *last; };
static void swap_words(void *a, void *b, size_t n) {
  for (char *p = a, *q = b; n >= 8; p += 8, q += 8, n -= 8) {
    uint64_t t, u;
    memcpy(&t, p, 8);
    memcpy(&u, q, 8);
    memcpy(p, &u, 8);
    memcpy(q, &t, 8);
  }
}
static void swap_bytes(void *a, void *b, size_t n) {  // as in qsort
  char *p = a, *q = b;
  do {
    char c = *p;
    *p++ = *q;
    *q++ = c;
  } while (--n);
}
static void copy_recursively(char *to, const char *from, size_t n) {
  if (n == 0) return;
  *to = *from;
  copy_recursively(to + 1, from + 1, n - 1);
}
struct cursor { const char *at; char *out; };
static void copy_by_cursor(struct cursor *c, size_t n) {
  while (n--) *c->out++ = *c->at++;
}
int main(void) {
  struct entry a = {1, "a", &x}, b = {2, "b", &y}, by_words, by_calls, by_cursor;
  copy_words(&by_words, &a, sizeof a);
  int *words = by_words.value;     //@ may words: x
  copy_recursively((char *)&by_calls, (char *)&a, sizeof a);
  int *calls = by_calls.value;     //@ may calls: x
  struct cursor c = {(char *)&a, (char *)&by_cursor};
  copy_by_cursor(&c, sizeof a);
  int *cursor = by_cursor.value;   //@ may cursor: x
  swap_bytes(&a, &b, sizeof a);
  int *swapped = a.value;          //@ may swapped: x, y
  assert(words == &x && calls == &x && cursor == &x && swapped == &y && b.value == &x);
  struct labelled e = {"e", &x, "", &y}, f = {"f", &z, "", &w};
  swap_words(&e, &f, sizeof e);
  int *value = e.value;            //@ may value: x, z
  int *last = e.last;              //@ may last: y, w
  assert(value == &z && last == &w && f.value == &x && f.last == &y);
  union { int *pointer; char bytes[8]; } u, v;
  u.pointer = &z;
  for (int i = 0; i < 8; i++) v.bytes[i] = u.bytes[i];
  int *through_union = v.pointer;  //@ may through_union: z
  int *p = &z, *q = &w;
  p = (int *)((uintptr_t)p ^ (uintptr_t)q);
  q = (int *)((uintptr_t)p ^ (uintptr_t)q);
  p = (int *)((uintptr_t)p ^ (uintptr_t)q);
  int *exchanged = p;              //@ may exchanged: w
  assert(through_union == &z && exchanged == &w && q == &z);
  return 0;
}
