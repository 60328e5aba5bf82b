// Library functions, by the table in llvm-pass/models. Each global shows what one function does.
// RUN: %mem2reg | %pta | FileCheck %s
#include <dirent.h>
#include <locale.h>
#include <pthread.h>
#include <search.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

int a, b;
char text[32], *end, *tok, *tok2, *chr, *dup, *copy;
// A pointer into a string may be anywhere in it; with one slot that is the string itself.
// CHECK-DAG: end (library.c:[[#@LINE-2]]) -> { text }
// CHECK-DAG: copy (library.c:[[#@LINE-3]]) -> { text }
// CHECK-DAG: chr (library.c:[[#@LINE-4]]) -> { text }
// strtok goes on in the string of the call before; so does strtok_r, in its own state.
// CHECK-DAG: tok (library.c:[[#@LINE-6]]) -> { text }
// CHECK-DAG: tok2 (library.c:[[#@LINE-7]]) -> { text }
// CHECK-DAG: dup (library.c:[[#@LINE-8]]) -> { strdup@library.c:[[#DUP:]] }

struct box { int *p; struct box *next; };
struct box *grown, *fresh, **aligned;
// realloc: new memory with the old contents, or the old memory.
// CHECK-DAG: grown (library.c:[[#@LINE-2]]) -> { malloc@library.c:[[#MALLOC:]], realloc@library.c:[[#REALLOC:]] }
// CHECK-DAG: realloc@library.c:[[#REALLOC]] -> { a }
// CHECK-DAG: fresh (library.c:[[#@LINE-4]]) -> { calloc@library.c:{{[0-9]+}} }
// CHECK-DAG: aligned (library.c:[[#@LINE-5]]) -> { posix_memalign@library.c:{{[0-9]+}} }

int *sorted[8], **found, **cmp_arg;
// qsort and bsearch: the callback gets elements.
// CHECK-DAG: cmp_arg (library.c:[[#@LINE-2]]) -> { key{{.*}}sorted }
// CHECK-DAG: found (library.c:[[#@LINE-3]]) -> { sorted }
int *key = &a;
static int compare(const void *x, const void *y) { cmp_arg = (int **)x; return x < y; }

int *thread_arg, *thread_ret, *specific;
// CHECK-DAG: thread_arg (library.c:[[#@LINE-1]]) -> { a }
// CHECK-DAG: thread_ret (library.c:[[#@LINE-2]]) -> { b }
// CHECK-DAG: specific (library.c:[[#@LINE-3]]) -> { a }
static void *run(void *arg) { thread_arg = arg; return &b; }

void (*old)(int), (*before)(int);
// CHECK-DAG: old (library.c:[[#@LINE-1]]) -> { on_signal }
static void on_signal(int n) { a = n; }
static void at_end(void) { before = on_signal; }
// at_end and on_signal are called by the library alone.
// CHECK-DAG: before (library.c:[[#@LINE-5]]) -> { on_signal }

char *env, *loc;
struct tm *now, *utc;
// CHECK-DAG: env (library.c:[[#@LINE-2]]) -> { <environ_string> }
// CHECK-DAG: loc (library.c:[[#@LINE-3]]) -> { <locale_name> }
// One static object for both.
// CHECK-DAG: now (library.c:[[#@LINE-4]]) -> { <tm> }
// CHECK-DAG: utc (library.c:[[#@LINE-5]]) -> { <tm> }
FILE *file, *out;
struct dirent *entry;
// CHECK-DAG: file (library.c:[[#@LINE-2]]) -> { fopen@library.c:{{[0-9]+}} }
// CHECK-DAG: out (library.c:[[#@LINE-3]]) -> { <stdout_file> }
// CHECK-DAG: entry (library.c:[[#@LINE-3]]) -> { opendir@library.c:{{[0-9]+}} }
char *program, *line;
// CHECK-DAG: program (library.c:[[#@LINE-1]]) -> { <argv_string> }
// CHECK-DAG: line (library.c:[[#@LINE-2]]) -> { getline@library.c:{{[0-9]+}} }

int main(int argc, char **argv) {
  strtol(text, &end, 10);
  copy = strncpy(text, "x", sizeof text);
  chr = strchr(text, 'x');
  tok = strtok(text, " ");
  tok = strtok(NULL, " ");
  char *state;
  tok2 = strtok_r(text, " ", &state);
  tok2 = strtok_r(NULL, " ", &state);
  dup = strdup(text);

  grown = malloc(sizeof *grown);
  grown->p = &a;
  grown = realloc(grown, 2 * sizeof *grown);
  fresh = calloc(4, sizeof *fresh);
  posix_memalign((void **)&aligned, 64, 64);

  qsort(sorted, 8, sizeof *sorted, compare);
  found = bsearch(&key, sorted, 8, sizeof *sorted, compare);

  pthread_t thread;
  pthread_create(&thread, NULL, run, &a);
  pthread_join(thread, (void **)&thread_ret);
  pthread_key_t slot;
  pthread_key_create(&slot, NULL);
  pthread_setspecific(slot, &a);
  specific = pthread_getspecific(slot);

  old = signal(SIGINT, on_signal);
  old = signal(SIGTERM, SIG_IGN);
  atexit(at_end);

  env = getenv("HOME");
  loc = setlocale(LC_ALL, "");
  time_t t = time(NULL);
  now = localtime(&t);
  utc = gmtime(&t);
  file = fopen("x", "r");
  out = stdout;
  DIR *dir = opendir(".");
  entry = readdir(dir);
  program = argv[0];
  size_t size = 0;
  getline(&line, &size, file);
  return 0;
}
