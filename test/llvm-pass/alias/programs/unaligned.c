// Pointers that are moved to another place within a word: by copies from the middle of a word, and by accesses of eight
// bytes that straddle two words, each of which moves a half.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define NOINLINE __attribute__((noinline))
struct item { int head, number; int *p; int *last; };
typedef struct { uint64_t word; } __attribute__((packed)) anywhere;
struct words { long a, b, c, d, e; };

#define AT(BLOCK, BYTE) ((anywhere *)((char *)(BLOCK) + (BYTE)))->word
// FOUND: the byte of the second block where the pointer comes to stand.
#define CASE(NAME, FOUND, COPY)                                                                                        \
  static int object_##NAME, other_##NAME;                                                                              \
  static struct item from_##NAME;                                                                                      \
  static struct words to_##NAME;                                                                                         \
  static NOINLINE void move_##NAME(struct words *to, struct item *from) { COPY; }                                        \
  static NOINLINE int race_##NAME(int *x, int *y) { int v = *x; *y += 7; return v * 100 + *x; }                        \
  static NOINLINE int NAME(void) {                                                                                     \
    from_##NAME.p = from_##NAME.last = &object_##NAME;                                                                 \
    AT(&to_##NAME, FOUND) = (uint64_t)&other_##NAME;                                                                   \
    move_##NAME(&to_##NAME, &from_##NAME);                                                                             \
    return race_##NAME(&object_##NAME, (int *)AT(&to_##NAME, FOUND));                                                   \
  }
// The copy begins in the middle of a word: what began at a word ends up in the middle of one.
CASE(copied, 4, memcpy(to, &from->number, 20))
CASE(back, 12, memcpy((char *)to + 4, from, 24))
// Word by word, from the middle of each.
CASE(loaded, 4, (AT(to, 0) = AT(from, 4), AT(to, 8) = AT(from, 12)))
// And into the middle of each.
CASE(stored, 12, (AT(to, 4) = AT(from, 0), AT(to, 12) = AT(from, 8)))
// From one odd place to another.
CASE(shifted, 12, (AT(to, 6) = AT(from, 2), AT(to, 14) = AT(from, 10)))

int main(void) {
  printf("%d %d %d %d %d\n", copied(), back(), loaded(), stored(), shifted());
  return 0;
}
