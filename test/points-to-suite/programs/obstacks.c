// Objects on an obstack are in chunks that the program's function allocates; what is stored there is read back.
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>
#include <obstack.h>
#include <stdlib.h>
#include <string.h>
#define obstack_chunk_alloc take
#define obstack_chunk_free give
static int x, y, taken, given;
static void *take(size_t n) {
  ++taken;
  return malloc(n);  //@ site chunk
}
static void give(void *chunk) {
  ++given;
  free(chunk);
}
static void *take_with(void *how, size_t n) {
  int *counter = how;  //@ points-to counter: y
  ++*counter;
  return malloc(n);
}
static void give_with(void *how, void *chunk) {
  int *counter = how;  //@ points-to counter: y
  --*counter;
  free(chunk);
}
struct item {
  int *value;
  struct item *next;
};
int main(void) {
  struct obstack stack;
  obstack_init(&stack);
  struct item *all = NULL;
  for (int i = 0; i != 1000; ++i) {
    struct item *one = obstack_alloc(&stack, sizeof *one);  //@ may one: malloc@{chunk}
    one->value = &x;
    one->next = all;
    all = one;
  }
  int *value = all->next->value;  //@ may value: x //@ not value: y
  obstack_ptr_grow(&stack, &x);
  for (int i = 0; i != 1000; ++i) obstack_ptr_grow(&stack, all);
  void **grown = obstack_finish(&stack);
  int *first = grown[0];          //@ may first: x //@ not first: y
  obstack_printf(&stack, "%d", 7);
  assert(value == &x && first == &x && taken > 2);
  obstack_free(&stack, NULL);
  struct obstack other;
  obstack_specify_allocation_with_arg(&other, 0, 0, take_with, give_with, &y);
  char *text = obstack_copy0(&other, "text", 4);  //@ not text: x, y
  assert(strcmp(text, "text") == 0 && y > 0 && given == taken);
  obstack_free(&other, NULL);
  return 0;
}
//@ may-callers take: _obstack_begin (calls back), _obstack_newchunk (calls back) //@ may-callers give: obstack_free (calls back)
//@ may-callers take_with: _obstack_begin_1 (calls back)
