// Functions that the library calls: what they get, and who calls them.
#include <assert.h>
#include <search.h>
#include <signal.h>
#include <stdlib.h>
struct item { int rank; int *data; };
static int x, y;
static struct item items[3] = {{2, &x}, {1, &y}, {3, &x}};
static struct item wanted = {2, 0};
static const void *seen_left, *seen_key;
static int by_rank(const void *a, const void *b) {
  const struct item *l = a, *r = b;  //@ points-to l: items //@ points-to r: items
  seen_left = a;
  return l->rank - r->rank;
}
static int find_rank(const void *key, const void *element) {
  const struct item *k = key, *e = element;  //@ points-to k: wanted //@ points-to e: items
  seen_key = key;
  return k->rank - e->rank;
}
static volatile sig_atomic_t signalled;
static void on_signal(int n) { signalled = n; }
static void at_end(void) { x = 0; }
int main(void) {
  qsort(items, 3, sizeof *items, by_rank);
  struct item *found = bsearch(&wanted, items, 3, sizeof *items, find_rank);
  int *data = found->data;  //@ points-to data: x, y
  void (*old)(int) = signal(SIGUSR1, on_signal);  //@ may old: on_signal
  void (*again)(int) = signal(SIGUSR1, on_signal);  //@ may again: on_signal
  raise(SIGUSR1);
  atexit(at_end);
  assert(found == &items[1] && data == &x && signalled == SIGUSR1 && old == SIG_DFL && again == on_signal);
  assert(seen_key == &wanted && seen_left != 0);
  return 0;
}
//@ callers by_rank: qsort (calls back) //@ callers find_rank: bsearch (calls back)
//@ closed: callers on_signal: signal (calls back) //@ open: may-callers on_signal: signal (calls back) //@ callers at_end: atexit (calls back)
//@ points-to seen_left: items //@ points-to seen_key: wanted //@ unused-address-taken:
