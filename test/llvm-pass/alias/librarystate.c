// Units share the library's state: what one keeps there, another gets.
// RUN: rm -rf %t && mkdir %t
// RUN: %clang -O2 -fpass-plugin=%plugin -c %s -o %t/one.o && %clang -O2 -fpass-plugin=%plugin -DOTHER -c %s -o %t/other.o
// RUN: %clang %t/one.o %t/other.o -rdynamic -pthread -ldl -o %t/program && %t/program
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fts.h>
#include <pthread.h>
#include <search.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
extern char **environ, *optarg;
extern pthread_key_t key;
extern pthread_t thread;
extern int number, ends[2], handled, *error;
extern char line[8], variable[8], *vector[2];
extern void *tree;
void read_again(DIR *), read_below(FTS *);
static int order(const void *p, const void *q) { return 0; }
#ifdef OTHER
pthread_key_t key;
pthread_t thread;
int number, ends[2], handled, *error;
char line[8] = "a bc", variable[8] = "B=bc", *vector[2] = {"x"};
void *tree;
static void handle(int signal) { handled = signal; }
void read_again(DIR *d) { rewinddir(d); readdir(d); }
void read_below(FTS *walk) { fts_children(walk, 0)->fts_parent->fts_number = 2; }
static void *run(void *p) { return &number; }
void keep_environment(void) { environ = vector; }
void keep(void) {
  int *p = &number;
  ENTRY entry = {"number", p};
  pthread_key_create(&key, 0);
  pthread_setspecific(key, p);
  pthread_create(&thread, 0, run, 0);
  error = &errno;
  putenv(variable);
  strtok(line, " ");
  signal(SIGUSR1, handle);
  hcreate(8);
  hsearch(entry, ENTER);
  tsearch(p, &tree, order);
  pipe(ends);
  write(ends[1], &p, sizeof p);
}
#else
static int own;
static char own_line[8], own_variable[8], *own_vector[2];
static void *own_tree;
static pthread_t own_thread;
static void *own_run(void *p) { return &own; }
static void own_handle(int signal) { own++; }
void keep(void), keep_environment(void);
// Never called; the unit keeps objects of its own, too.
void keep_own(void) {
  int *p = &own;
  ENTRY entry = {"own", p};
  pthread_setspecific(key, p);
  environ = own_vector;
  pthread_create(&own_thread, 0, own_run, 0);
  putenv(own_variable);
  strtok(own_line, " ");
  signal(SIGUSR1, own_handle);
  hsearch(entry, ENTER);
  tsearch(p, &own_tree, order);
  write(ends[1], &p, sizeof p);
}
#define CHECK __attribute__((noinline)) static int
CHECK specific(void) { int *p = pthread_getspecific(key); number = 1; *p = 2; return number == 2; }
CHECK environment(void) { char **p = environ; vector[0] = "y"; p[0] = 0; return vector[0] == 0; }
CHECK variables(void) { char *p = getenv("B"); variable[2] = 'b'; p[0] = 'z'; return variable[2] == 'z'; }
CHECK token(void) { char *p = strtok(0, " "); line[2] = 'b'; p[0] = 'z'; return line[2] == 'z'; }
CHECK handler(void) { void (*p)(int) = signal(SIGUSR1, SIG_DFL); handled = 0; p(7); return handled == 7; }
CHECK entry(void) { ENTRY e = {"number"}; int *p = hsearch(e, FIND)->data; number = 1; *p = 2; return number == 2; }
CHECK node(void) { int **n = tfind(&own, &tree, order), *p = *n; number = 1; *p = 2; return number == 2; }
CHECK folder(void) { DIR *d = opendir("/"); struct dirent *e = readdir(d); e->d_type = 99; read_again(d); return e->d_type != 99; }
CHECK walk(void) {
  char *roots[] = {"/proc/self/fd", 0};
  FTS *w = fts_open(roots, FTS_PHYSICAL, 0);
  FTSENT *e = fts_read(w);
  e->fts_number = 1;
  read_below(w);
  return e->fts_number == 2;
}
CHECK file(void) { int *p; read(ends[0], &p, sizeof p); number = 1; *p = 2; return number == 2; }
CHECK joined(void) { void *p; pthread_join(thread, &p); number = 1; *(int *)p = 2; return number == 2; }
CHECK failed_call(void) { *error = 0; errno = 4; return *error == 4; }
CHECK symbol(char *word) { char **p = dlsym(0, "optarg"); optarg = 0; *p = word; return optarg == word; }
int main(int argc, char **argv) {
  int (*checks[])(void) = {specific, variables, token, handler, entry, node, folder, walk, file, joined, failed_call, environment};
  int failed = 0;
  keep();
  for (int i = 0; i < 12; i++) {
    if (i == 11) keep_environment();
    if (!checks[i]()) failed++, printf("check %d\n", i);
  }
  if (!symbol(argv[0])) failed++, puts("symbol");
  return failed;
}
#endif
