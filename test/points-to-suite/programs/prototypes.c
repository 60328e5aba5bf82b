// Functions that are defined without a prototype are called through pointers to functions with one.
//@ flags -std=gnu99 -Wno-deprecated-non-prototype
#include <assert.h>
struct command { const char *name; int (*run)(int, char **); };
int old();
int older();
static int usual(int n, char **list) { return n; }
static struct command commands[3];
int main(int argc, char **argv) {
  commands[0].run = usual;
  commands[1].run = old;
  commands[2].run = older;
  int n = 0;
  for (int i = 0; i != 3; ++i) n += commands[i].run(argc, argv);  //@ may-callees: usual, old, older
  assert(n == 3 * argc + 6);  // argc is 1
  return 0;
}
int old() { return 7 - 1 + 1; }
int older(n, list)
int n;
char **list;
{
  return 2 * n - 1;
}
