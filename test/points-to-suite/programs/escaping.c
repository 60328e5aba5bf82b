// What a library without source and model is given may be reached by it in an open world; what is not given may not.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <argz.h>
#include <obstack.h>
#include <wordexp.h>
struct box { int *inside; int *beside; };
static int shown, behind, kept, *cell = &kept;
static struct box box = {&behind, &kept};
static char text[] = "a b";
static int callback(const void *p, const void *q) { return *(const int *)p - *(const int *)q; }
int main(void) {
  char *argz = 0;
  size_t length = 0;
  argz_create_sep(text, ' ', &argz, &length);  //@ open: escapes text: yes //@ closed: escapes text: no
  int numbers[] = {2, 1};
  qsort(numbers, 2, sizeof *numbers, callback);
  memcpy(&shown, &kept, sizeof shown);
  assert(length == 4 && numbers[0] == 1 && cell == &kept);
  char *entry = argz;  //@ open: may entry: <unknown> //@ closed: points-to entry:
  //@ escapes shown: no //@ escapes kept: no //@ escapes callback: no //@ escapes behind: no //@ open: escapes argz: yes
  return box.inside != &behind || entry == 0;
}
