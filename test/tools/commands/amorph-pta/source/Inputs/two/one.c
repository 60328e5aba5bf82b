#include "list.h"
static struct node *last;
int a;
int main(void) {
  push(&last, &a);
  return *last->value;
}
