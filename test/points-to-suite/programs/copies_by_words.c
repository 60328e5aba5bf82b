// Copies and repetitions that are not of bytes.
#define _GNU_SOURCE
#include <assert.h>
#include <unistd.h>
#include <wchar.h>
#include <string.h>
#include <stdint.h>
static int x, y;
int main(void) {
  int *from = &x, *between, *to;
  swab(&from, &between, sizeof from);
  swab(&between, &to, sizeof to);   //@ may to: x
  assert(to == &x);
  int *w; 
  wmemset((wchar_t *)&w, (wchar_t)(uintptr_t)&y, 1);
  wmemset((wchar_t *)&w + 1, (wchar_t)((uintptr_t)&y >> 32), 1);  //@ may w: y
  assert(w == &y);
  *to = 1; *w = 2;
  return 0;
}
