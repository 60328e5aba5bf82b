#include "list.h"
int b;
int main(void) {
  struct node *mine = 0;
  push(&mine, &b);
  return 0;
}
