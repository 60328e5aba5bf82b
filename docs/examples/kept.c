/* Inputs that stay in a context, through the installed C interface: each is prepared once and solved twice. */
#include <amorph.h>
#include <stdio.h>

static void check(amorph_status status) {
  if (status != AMORPH_OK) fprintf(stderr, "%s\n", amorph_last_error());
}

/* struct { int *a, *b; } s; p = &s; q = &p->b; *q = &x; r = *q: objects s.a = 2, s.b = 3, x = 4. */
static void points_to(amorph_context* context) {
  enum { s = 2, s_b = 3, x = 4, p = 5, q = 6, address = 7, r = 8 };
  const amorph_constraint list[] = {{p, s, AMORPH_ADDRESS_OF, 0},
                                    {q, p, AMORPH_FIELD, 0},
                                    {address, x, AMORPH_ADDRESS_OF, 0},
                                    {q, address, AMORPH_STORE, 0},
                                    {r, q, AMORPH_LOAD, 0}};
  const amorph_move moves[] = {{8, 0}};
  const amorph_layout layouts[] = {{16, 0, 0, 2, 0}};
  const amorph_block blocks[] = {{s, 0}};
  const uint32_t slot_of_word[] = {0, 1}, slot_stride[] = {0, 0};
  const uint64_t slot_position[] = {0, 8};
  amorph_constraints system = {.size = sizeof system};
  amorph_kept_constraints* kept = NULL;
  int time;
  system.variables = 9;
  system.objects = 5;
  system.constraints = list;
  system.count = sizeof list / sizeof list[0];
  system.moves = moves;
  system.move_count = 1;
  system.layouts = layouts;
  system.layout_count = 1;
  system.blocks = blocks;
  system.block_count = 1;
  system.slot_of_word = slot_of_word;
  system.word_count = 2;
  system.slot_position = slot_position;
  system.slot_stride = slot_stride;
  system.slot_count = 2;
  check(amorph_constraints_keep(context, &system, &kept));
  for (time = 0; time != 2; ++time) {
    amorph_points_to_options options = {.size = sizeof options};
    amorph_points_to* sets = NULL;
    uint32_t q_points_to = 0, r_points_to = 0;
    options.no_hybrid_cycles = time;
    check(amorph_constraints_solve(kept, &options, &sets));
    amorph_points_to_get(sets, q, &q_points_to, 1);
    amorph_points_to_get(sets, r, &r_points_to, 1);
    printf("q -> %s, r -> %s\n", q_points_to == s_b ? "s.b" : "?", r_points_to == x ? "x" : "?");
    amorph_points_to_destroy(sets);
  }
  amorph_constraints_forget(kept);
}

/* (a or b) and (not a or b) and (not b or c) */
static void satisfy(amorph_context* context) {
  const uint64_t clause_begin[] = {0, 2, 4, 6};
  const int32_t literals[] = {1, 2, -1, 2, -2, 3};
  amorph_formula formula = {.size = sizeof formula};
  amorph_kept_formula* kept = NULL;
  uint64_t seed;
  formula.variables = 3;
  formula.clauses = 3;
  formula.clause_begin = clause_begin;
  formula.literals = literals;
  check(amorph_formula_keep(context, &formula, &kept));
  for (seed = 0; seed != 2; ++seed) {
    amorph_sat_options options = {.size = sizeof options};
    amorph_verdict verdict = AMORPH_UNKNOWN;
    unsigned char model[3] = {0, 0, 0};
    options.seed = seed;
    check(amorph_formula_solve(kept, &options, &verdict, model));
    printf("%s: b %d, c %d\n", verdict == AMORPH_SATISFIABLE ? "satisfiable" : "?", model[1], model[2]);
  }
  amorph_formula_forget(kept);
}

/* A square whose left half has small triangles. */
static void mesh(amorph_context* context) {
  const double points[] = {0, 0, 1, 0, 2, 0, 2, 2, 1, 2, 0, 2};
  const uint32_t segments[] = {0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 0, 1, 4};
  const amorph_region regions[] = {{0.5, 1, 1, 0.01}, {1.5, 1, 2, 0}};
  amorph_domain domain = {.size = sizeof domain};
  amorph_mesh* coarse = NULL;
  int angle;
  domain.points = points;
  domain.point_count = 6;
  domain.segments = segments;
  domain.segment_count = 7;
  domain.regions = regions;
  domain.region_count = 2;
  check(amorph_mesh_create(context, &domain, NULL, &coarse));
  check(amorph_mesh_keep(context, coarse));
  for (angle = 20; angle <= 30; angle += 10) {
    amorph_mesh_options options = {.size = sizeof options};
    amorph_mesh* fine = NULL;
    const double* region;
    size_t triangles, bad, left = 0, i;
    options.min_angle = angle;
    check(amorph_mesh_refine(context, coarse, &options, &fine));
    region = amorph_mesh_regions(fine, &triangles);
    amorph_mesh_bad(fine, &bad);
    for (i = 0; i != triangles; ++i) left += region[i] == 1;
    printf("%d degrees: %s in the left half, %d bad\n", angle, left > triangles / 2 ? "most" : "few", (int)bad);
    amorph_mesh_destroy(fine);
  }
  amorph_mesh_destroy(coarse);
}

int main(void) {
  amorph_context* context = NULL;
  check(amorph_context_create(NULL, &context));
  points_to(context);
  satisfy(context);
  mesh(context);
  amorph_context_destroy(context);
  return 0;
}
