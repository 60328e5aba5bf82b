// A small program for the tour: heap lists, a table of functions, a callback.
#include <stdio.h>
#include <stdlib.h>

struct node {
  int value;
  struct node* next;
};

static struct node *even, *odd;

static int keep_even(struct node* n) {
  n->next = even;
  even = n;
  return 0;
}

static int keep_odd(struct node* n) {
  n->next = odd;
  odd = n;
  return 1;
}

static int (*const keep[])(struct node*) = {keep_even, keep_odd};

static int by_value(const void* a, const void* b) {
  return (*(struct node* const*)a)->value - (*(struct node* const*)b)->value;
}

int main(int argc, char** argv) {
  struct node** all = calloc(argc, sizeof *all);
  for (int i = 1; i < argc; ++i) {
    struct node* n = malloc(sizeof *n);
    n->value = atoi(argv[i]);
    keep[n->value & 1](n);
    all[i - 1] = n;
  }
  qsort(all, argc - 1, sizeof *all, by_value);
  for (struct node* n = even; n; n = n->next) printf("%d\n", n->value);
  return 0;
}
