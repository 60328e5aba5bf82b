/* Every function of IPASIR from C: models, assumptions, callbacks. */
#include <stdio.h>
#include <string.h>

#include "tools/bindings/ipasir/ipasir.h"

static int failures = 0;
#define EXPECT(x) ((x) ? (void)0 : (void)(++failures, fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #x)))

static void add(void* s, const int* literals) {
  do ipasir_add(s, *literals);
  while (*literals++ != 0);
}
static int stop_after(void* left) { return --*(int*)left < 0; }
struct learned {
  int clauses, longest;
};
static void learn(void* state, int* clause) {
  struct learned* l = state;
  int length = 0;
  while (clause[length] != 0) ++length;
  if (length > l->longest) l->longest = length;
  ++l->clauses;
}
/* More pigeons than holes. */
static void pigeons(void* s, int pigeons, int holes) {
  int p, q, h;
  for (p = 0; p != pigeons; ++p) {
    for (h = 1; h <= holes; ++h) ipasir_add(s, p * holes + h);
    ipasir_add(s, 0);
  }
  for (h = 1; h <= holes; ++h)
    for (p = 0; p != pigeons; ++p)
      for (q = 0; q != p; ++q) {
        const int clause[] = {-(p * holes + h), -(q * holes + h), 0};
        add(s, clause);
      }
}

static void test_assumptions(void) {
  static const int clauses[][4] = {{1, 2, 0}, {-1, 3, 0}, {-2, 3, 0}, {-3, -4, 5, 0}};
  void* s = ipasir_init();
  size_t i;
  EXPECT(ipasir_solve(s) == 10);
  for (i = 0; i != 4; ++i) add(s, clauses[i]);
  EXPECT(ipasir_solve(s) == 10);
  EXPECT(ipasir_val(s, 3) == 3 && ipasir_val(s, -3) == 3);
  ipasir_assume(s, 4);
  ipasir_assume(s, -5);
  ipasir_assume(s, 7);
  EXPECT(ipasir_solve(s) == 20);
  EXPECT(ipasir_failed(s, 4) == 1 && ipasir_failed(s, -5) == 1);
  EXPECT(ipasir_failed(s, 7) == 0);
  EXPECT(ipasir_solve(s) == 10); /* assumptions are for one search */
  ipasir_assume(s, 6);
  ipasir_assume(s, -6);
  EXPECT(ipasir_solve(s) == 20);
  EXPECT(ipasir_failed(s, 6) == 1 && ipasir_failed(s, -6) == 1);
  ipasir_assume(s, -1);
  EXPECT(ipasir_solve(s) == 10);
  EXPECT(ipasir_val(s, 1) == -1 && ipasir_val(s, 2) == 2);
  ipasir_add(s, -3);
  ipasir_add(s, 0);
  EXPECT(ipasir_solve(s) == 20);
  ipasir_release(s);
}

static void test_callbacks(void) {
  int calls = 3;
  struct learned learned = {0, 0};
  void* s = ipasir_init();
  pigeons(s, 11, 10);
  ipasir_set_terminate(s, &calls, stop_after);
  EXPECT(ipasir_solve(s) == 0);
  EXPECT(calls < 0);
  ipasir_release(s);

  s = ipasir_init();
  pigeons(s, 7, 6);
  ipasir_set_learn(s, &learned, 3, learn);
  EXPECT(ipasir_solve(s) == 20);
  EXPECT(learned.clauses > 0);
  EXPECT(learned.longest <= 3);
  ipasir_set_learn(s, NULL, 0, NULL);
  ipasir_set_terminate(s, NULL, NULL);
  EXPECT(ipasir_solve(s) == 20);
  ipasir_release(s);
}

int main(void) {
  EXPECT(strncmp(ipasir_signature(), "amorph-", 7) == 0);
  test_assumptions();
  test_callbacks();
  return failures != 0;
}
