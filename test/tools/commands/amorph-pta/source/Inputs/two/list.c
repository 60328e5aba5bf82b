#include "list.h"
#include <stdlib.h>
static struct node *last;
void push(struct node **head, int *value) {
  struct node *n = malloc(sizeof *n);
  n->next = *head;
  n->value = value;
  *head = last = n;
}
