#include <stdlib.h>
static void *make(void) { return malloc(16); }
void *two;
void fill(void) { two = make(); }
