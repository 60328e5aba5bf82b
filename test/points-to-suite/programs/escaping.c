// What a library without source and model is given may be reached by it in an open world; what is not given may not.
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <netinet/in.h>
struct box { int *inside; int *beside; };
static int shown, behind, kept, *cell = &kept;
static struct box box = {&behind, &kept};
static char text[64];
static int callback(const void *p, const void *q) { return *(const int *)p - *(const int *)q; }
int main(void) {
  void *place = 0;
  int offset = inet6_opt_set_val(text, 8, &place, sizeof place);  //@ open: escapes text: yes //@ closed: escapes text: no
  int numbers[] = {2, 1};
  qsort(numbers, 2, sizeof *numbers, callback);
  memcpy(&shown, &kept, sizeof shown);
  assert(offset > 2 && numbers[0] == 1 && cell == &kept);
  char *entry = place;  //@ open: may entry: <unknown> //@ closed: points-to entry:
  //@ escapes shown: no //@ escapes kept: no //@ escapes callback: no //@ escapes behind: no //@ open: escapes place: yes
  return box.inside != &behind || entry != 0;
}
