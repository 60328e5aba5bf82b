// What main is given, the environment, files and pipes: pointers that are written come back when they are read.
//@ options --files followed
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
extern char **environ;
static int x, y;
static char setting[] = "SUITE_SETTING=1";
int main(int argc, char **argv) {
  int ends[2];
  assert(pipe(ends) == 0);
  int *sent = &x, *got = &y;
  assert(write(ends[1], &sent, sizeof sent) == sizeof sent);
  assert(read(ends[0], &got, sizeof got) == sizeof got);
  FILE *f = tmpfile();
  int *in = &y, *out;
  fwrite(&in, sizeof in, 1, f);
  rewind(f);
  assert(fread(&out, sizeof out, 1, f) == 1);
  putenv(setting);
  char *found = getenv("SUITE_SETTING");  //@ may found: setting
  char *name = argv[0];                   //@ closed: not name: setting
  char **all = environ;                   //@ may *all: setting
  char *line = 0;
  size_t room = 0;
  FILE *memory = open_memstream(&line, &room);  //@ site memory
  fprintf(memory, "%d", argc);
  fclose(memory);
  assert(got == &x && out == &y && found == setting + 14 && *name && all && strcmp(line, "1") == 0);
  //@ may got: x //@ may out: y //@ may line: open_memstream@{memory} //@ closed: alias name got: no //@ open: alias name got: may
  return fclose(f);
}
