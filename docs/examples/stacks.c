// Two users of one stack: the question of contexts.md.
#include <stdlib.h>
struct node { struct node *next; void *item; };
static void push(struct node **stack, void *item) {
  struct node *n = malloc(sizeof *n);
  n->item = item, n->next = *stack, *stack = n;
}
static void *pop(struct node **stack) {
  struct node *n = *stack;
  *stack = n->next;
  return n->item;
}
static int count, limit;
static char text[8];
int main(void) {
  struct node *numbers = 0, *words = 0;
  push(&numbers, &count), push(&numbers, &limit), push(&words, text);
  int *number = pop(&numbers);
  char *word = pop(&words);
  return *number + *word;
}
