// What the library gives back of what it was given: options, paths, walks, messages, sorting with a context.
#define _GNU_SOURCE
#include <assert.h>
#include <getopt.h>
#include <libgen.h>
#include <search.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static int x, y, context, found_address;
static int *pointers[3] = {&x, &y, &x};
static char path[] = "/usr/lib/", option_text[] = "-ovalue", program[] = "program";
static int compare(const void *a, const void *b, void *given) {
  int *const *l = a;
  int *left = *l;      //@ points-to left: x, y
  int *extra = given;  //@ points-to extra: context
  (*extra)++;
  return (left > *(int *const *)b) - (left < *(int *const *)b);
}
static int equal(const void *key, const void *element) {
  const int *k = key;                            //@ points-to k: x
  int *e = *(int *const *)element;               //@ points-to e: x, y
  return k != e;
}
static void handle(int n, siginfo_t *info, void *unused) {
  int *sent = info->si_value.sival_ptr;          //@ may sent: y
  found_address = sent == &y;
}
static int *cached[2];
static void *remember(int **where, int *what) { return memcpy(where, &what, sizeof what); }
int main(void) {
  qsort_r(pointers, 3, sizeof *pointers, compare, &context);
  size_t n = 3;
  int **hit = lfind(&x, pointers, &n, sizeof *pointers, equal);  //@ points-to hit: pointers
  char *args[] = {program, option_text, 0};
  assert(getopt(2, args, "o:") == 'o');
  char *value = optarg;                          //@ may value: option_text
  char *directory = dirname(path);               //@ may directory: path
  struct sigaction action = {.sa_flags = SA_SIGINFO, .sa_sigaction = handle};
  sigaction(SIGUSR2, &action, 0);
  sigqueue(getpid(), SIGUSR2, (union sigval){.sival_ptr = &y});
  int **kept = remember(&cached[1], &y);         //@ points-to kept: cached
  char buffer[32], *end = stpcpy(stpcpy(buffer, "a"), "b");  //@ points-to end: main::buffer
  char *text;
  asprintf(&text, "%d", 7);                      //@ site text
  char *again = strndup(text, 1);
  assert(*hit == &x && value == option_text + 2 && directory == path && *kept == &y && end == buffer + 2);
  assert(context > 0 && found_address && *again == '7');
  //@ points-to text: asprintf@{text} //@ alias text again: no //@ points-to cached[0]: y
  return 0;
}
//@ callers compare: qsort_r (calls back) //@ callers equal: lfind (calls back) //@ closed: callers handle: sigaction (calls back) //@ open: may-callers handle: sigaction (calls back)
