// A member that is read before it is written, in memory that a pool hands out again: it holds what another structure
// left there. The program does not use what it read. (SQLite reads the address of a text of length 0 so.)
#include <assert.h>
#include <stdlib.h>
struct value { long flags; char *text; };
struct step { int code, first; long second; };
static void *free_cell;
static void *take(void) {
  void *cell = free_cell ? free_cell : malloc(16);
  free_cell = 0;
  return cell;
}
static int x;
int main(void) {
  struct step *s = take();
  s->code = 1;
  s->first = 2;
  s->second = 3;
  free_cell = s;
  struct value *v = take();
  v->flags = 0;
  char *unset = v->text;  //@ breaks types=members types=variables types=declared preset=c preset=auto
  char *text = v->flags ? unset : (char *)&x;  //@ may text: x
  assert(text == (char *)&x);
  return 0;
}
