// putenv keeps the very string that it is given, and getenv returns what stands in one: also after a program has put an
// array of its own into environ.
// RUN: %mem2reg | %pta | FileCheck %s
#include <stdlib.h>
extern char **environ;
static char given[8] = "A=1", set[8] = "B=2", *own[2] = {set};
static char *value;
// CHECK: value (environment.c:[[#@LINE-1]]) -> { given, set, <environ_string> }
int main(void) {
  putenv(given);
  environ = own;
  value = getenv("A");
  return value != 0;
}
