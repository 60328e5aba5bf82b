#include <stdlib.h>
static void *make(void) { return malloc(8); }
void *one;
void fill(void);
int main(void) { one = make(); fill(); return 0; }
