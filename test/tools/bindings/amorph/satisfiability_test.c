/* Satisfiability: methods, proofs, and a solver that clauses are added to. */
#define _XOPEN_SOURCE 700 /* symlink, lstat */
#include <sys/stat.h>
#include <unistd.h>

#include "test/tools/bindings/amorph/check.h"

/* Each of `pigeons` pigeons in one of `holes` holes, no two in the same: literals, each clause ended by 0. */
static size_t pigeons_in_holes(int pigeons, int holes, int32_t* literals) {
  size_t n = 0;
  for (int p = 0; p != pigeons; ++p) {
    for (int h = 0; h != holes; ++h) literals[n++] = p * holes + h + 1;
    literals[n++] = 0;
  }
  for (int h = 0; h != holes; ++h)
    for (int p = 0; p != pigeons; ++p)
      for (int q = 0; q != p; ++q) {
        literals[n++] = -(p * holes + h + 1);
        literals[n++] = -(q * holes + h + 1);
        literals[n++] = 0;
      }
  return n;
}

/* The same as an amorph_formula; `literals` without the zeros, which `begin` replaces. */
static amorph_formula formula_of(uint32_t variables, size_t n, int32_t* literals, uint64_t* begin) {
  amorph_formula f = {.size = sizeof f};
  size_t at = 0;
  begin[0] = 0;
  for (size_t i = 0; i != n; ++i) {
    if (literals[i] != 0)
      literals[at++] = literals[i];
    else
      begin[++f.clauses] = at;
  }
  f.variables = variables;
  f.clause_begin = begin;
  f.literals = literals;
  return f;
}

static int exists(const char* path) {
  FILE* file = fopen(path, "rb");
  if (file != NULL) fclose(file);
  return file != NULL;
}

static void refutations_have_proofs(amorph_context* c) {
  int32_t literals[2000];
  uint64_t begin[500];
  unsigned char model[100];
  char last[16] = "";
  const char* const name = "c-satisfiability-test.drat";
  amorph_verdict v = AMORPH_UNKNOWN;
  amorph_sat_options o = {.size = sizeof o};
  amorph_formula f = formula_of(30, pigeons_in_holes(6, 5, literals), literals, begin);
  o.method = AMORPH_SAT_COMPLETE;
  o.proof = name;
  o.proof_text = 1;
  remove(name);
  CHECK(amorph_sat(c, &f, &o, &v, model) == AMORPH_OK && v == AMORPH_UNSATISFIABLE);
  FILE* file = fopen(name, "r");
  char line[256];
  CHECK(file != NULL);
  while (fgets(line, sizeof line, file) != NULL)
    if (line[0] != 'd') snprintf(last, sizeof last, "%.15s", line);
  fclose(file);
  CHECK(strcmp(last, "0\n") == 0); /* the empty clause */
  remove(name);
  /* A link stays one, and a file beside the proof is nobody's but its owner's. */
  const char *const link = "c-satisfiability-test.link", *const beside = "c-satisfiability-test.link.part";
  remove(link);
  CHECK(symlink(name, link) == 0 && (file = fopen(beside, "w")) != NULL && fclose(file) == 0);
  o.proof = link;
  for (int existing = 0; existing != 2; ++existing) {
    struct stat status;
    CHECK(amorph_sat(c, &f, &o, &v, model) == AMORPH_OK && v == AMORPH_UNSATISFIABLE);
    CHECK(lstat(link, &status) == 0 && S_ISLNK(status.st_mode));
    CHECK(lstat(name, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0);
  }
  CHECK(exists(beside));
  remove(link), remove(beside), remove(name);
  o.proof = name;
  f = formula_of(25, pigeons_in_holes(5, 5, literals), literals, begin);
  for (int method = AMORPH_SAT_AUTO; method <= AMORPH_SAT_HYBRID; ++method) {
    o.method = method;
    v = AMORPH_UNKNOWN;
    CHECK(amorph_sat(c, &f, &o, &v, model) == AMORPH_OK && v == AMORPH_SATISFIABLE);
    CHECK(!exists(name));
  }
  o.method = 5;
  CHECK(amorph_sat(c, &f, &o, &v, model) == AMORPH_BAD_INPUT && strstr(amorph_last_error(), "0 .. 4, found 5"));
  o.method = AMORPH_SAT_COMPLETE;
  o.proof = "no/such/folder";
  CHECK(amorph_sat(c, &f, &o, &v, model) == AMORPH_BAD_INPUT && strstr(amorph_last_error(), "no/such/folder"));
  o.size = offsetof(amorph_sat_options, walkers); /* of the first version: without a proof */
  CHECK(amorph_sat(c, &f, &o, &v, model) == AMORPH_OK && v == AMORPH_SATISFIABLE);
}

/* Flips are those of all walkers together. */
static void walkers_share_the_flips(amorph_context* c) {
  enum { n = 200 };
  int32_t literals[4 * 3 * n];
  uint64_t begin[3 * n + 1];
  unsigned char model[n];
  uint32_t random = 1;
  size_t at = 0;
  for (int i = 0; i != 3 * n; ++i) {
    for (int j = 0; j != 3; ++j) {
      random = random * 1664525U + 1013904223U;
      literals[at++] = ((int32_t)(random >> 8) % (n / 3) * 3 + j + 1) * (random >> 31 ? 1 : -1);
    }
    literals[at++] = 0;
  }
  amorph_formula f = formula_of(n, at, literals, begin);
  amorph_sat_options o = {.size = sizeof o};
  amorph_verdict v = AMORPH_UNKNOWN;
  o.method = AMORPH_SAT_WALK;
  o.walkers = 1;
  o.max_flips = 10000;
  CHECK(amorph_sat(c, &f, &o, &v, model) == AMORPH_OK && v == AMORPH_SATISFIABLE);
  o.walkers = 10000;
  CHECK(amorph_sat(c, &f, &o, &v, model) == AMORPH_OK && v == AMORPH_UNKNOWN);
}

static void a_solver_goes_on(amorph_context* c) {
  int32_t literals[2000];
  amorph_solver* s = NULL;
  amorph_verdict v = AMORPH_UNKNOWN;
  const int32_t assumptions[] = {-1, -2, -3, -4, 10};
  size_t n = pigeons_in_holes(4, 4, literals);
  CHECK(amorph_solver_create(c, 0, &s) == AMORPH_OK && s != NULL);
  CHECK(amorph_solver_add(s, literals, n) == AMORPH_OK);
  CHECK(amorph_solver_solve(s, NULL, 0, &v) == AMORPH_OK && v == AMORPH_SATISFIABLE);
  for (int p = 0; p != 4; ++p) {
    int holes = 0;
    for (int32_t h = 1; h <= 4; ++h) {
      holes += amorph_solver_value(s, 4 * p + h);
      CHECK(amorph_solver_value(s, 4 * p + h) != amorph_solver_value(s, -(4 * p + h)));
    }
    CHECK(holes >= 1);
  }
  CHECK(amorph_solver_solve(s, assumptions, 5, &v) == AMORPH_OK && v == AMORPH_UNSATISFIABLE);
  for (int i = 0; i != 4; ++i) CHECK(amorph_solver_failed(s, assumptions[i]) == 1);
  CHECK(amorph_solver_failed(s, 10) == 0 && amorph_solver_value(s, 1) == 0);
  CHECK(amorph_solver_solve(s, assumptions, 3, &v) == AMORPH_OK && v == AMORPH_SATISFIABLE);
  CHECK(amorph_solver_value(s, 4) == 1);
  /* Nothing of a call that fails is added. */
  const int32_t wrong[] = {4, 0, -4, 0, INT32_MIN, 0};
  CHECK(amorph_solver_add(s, wrong, 6) == AMORPH_BAD_INPUT && strstr(amorph_last_error(), "-2147483648"));
  CHECK(amorph_solver_add(s, wrong, 3) == AMORPH_BAD_INPUT && strstr(amorph_last_error(), "0 after the last"));
  CHECK(amorph_solver_solve(s, wrong, 2, &v) == AMORPH_BAD_INPUT);
  CHECK(amorph_solver_solve(s, NULL, 0, &v) == AMORPH_OK && v == AMORPH_SATISFIABLE);
  CHECK(amorph_solver_add(s, wrong, 4) == AMORPH_OK);
  CHECK(amorph_solver_solve(s, NULL, 0, &v) == AMORPH_OK && v == AMORPH_UNSATISFIABLE);
  amorph_context_stop(c);
  CHECK(amorph_solver_solve(s, assumptions, 1, &v) == AMORPH_OK && v != AMORPH_SATISFIABLE);
  amorph_context_resume(c);
  amorph_solver_destroy(s);
  amorph_solver_destroy(NULL);
  CHECK(amorph_solver_value(NULL, 1) == 0 && amorph_solver_failed(NULL, 1) == 0);
  CHECK(amorph_solver_create(NULL, 0, &s) == AMORPH_BAD_INPUT);
}

int main(void) {
  amorph_context* c = cpu();
  amorph_solver* s = NULL;
  walkers_share_the_flips(c);
  if (amorph_solver_create(c, 0, &s) == AMORPH_OK) { /* else a build without CaDiCaL */
    amorph_solver_destroy(s);
    refutations_have_proofs(c);
    a_solver_goes_on(c);
  }
  amorph_context_destroy(c);
  return 0;
}
