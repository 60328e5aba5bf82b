// The elements of an array are one; the fields within stay apart, whatever the index.
#include <assert.h>
#include <stdlib.h>
struct entry { char *key; int *value; struct entry *next; };
static int x, y, z;
static char k[2];
static struct entry table[8];
int main(int argc, char **argv) {
  struct entry *heap = malloc(4 * sizeof *heap);  //@ site heap
  for (int i = 0; i < 4; i++) {
    heap[i].key = &k[0];
    heap[i].value = i % 2 ? &x : &y;
    heap[i].next = i ? &heap[i - 1] : 0;
  }
  table[argc].value = &z;
  table[argc + 1].next = heap;
  int *p = heap[argc].value;                     //@ points-to p: x, y
  char *q = heap[1].key;                         //@ points-to q: k
  int *r = table[argc].value;                    //@ points-to r: z
  struct entry *n = table[argc + 1].next->next;  //@ not n: table
  struct entry *last = &heap[3];
  assert(p == &x && q == k && r == &z && n == 0 && last->next == heap + 2);
  //@ points-to heap: malloc@{heap} //@ points-to heap[1].value: x, y //@ points-to heap->next->next: malloc@{heap}
  //@ alias p r: no //@ points-to last->value: x, y //@ points-to table[0].next: malloc@{heap} //@ points-to table[0].key:
  return *p + *r;
}
