// glob with functions of the program (GLOB_ALTDIRFUNC), which it finds in the structure that it fills.
#define _GNU_SOURCE
#include <assert.h>
#include <dirent.h>
#include <glob.h>
#include <string.h>
#include <sys/stat.h>
static int left = 1, calls;
static void tick(void) { calls++; }
static struct directory { void (*act)(void); } one = {tick};
static void *my_open(const char *path) { return &one; }
static struct dirent *my_read(void *d) {
  static struct dirent e;
  ((struct directory *)d)->act();  //@ callees: tick
  strcpy(e.d_name, "abc");
  return left-- ? &e : 0;
}
static void my_close(void *d) {
  assert(d == &one);  //@ may d: one
}
static int my_stat(const char *path, struct stat *s) {
  s->st_mode = S_IFREG;
  return 0;
}
int main(void) {
  glob_t g = {.gl_opendir = my_open, .gl_readdir = my_read, .gl_closedir = my_close, .gl_lstat = my_stat, .gl_stat = my_stat};
  int failed = glob("x/*", GLOB_ALTDIRFUNC, 0, &g);  //@ site glob
  char **paths = g.gl_pathv, *first = paths[0];      //@ closed: points-to first: glob@{glob}
  assert(!failed && calls == 2 && !strcmp(first, "x/abc"));
  return 0;
}
//@ callers my_read: glob (calls back) //@ callers my_stat: glob (calls back) //@ unused-address-taken:
