/* Partitioning, meshes, satisfiability and points-to analysis. */
#include "test/tools/bindings/amorph/check.h"

static int calls;
static void count_calls(void* user, const char* phase, uint64_t done, uint64_t total) {
  CHECK(user == &calls && phase != NULL && (total == 0 || done <= total));
  ++calls;
}

/* Vertices leave their old parts as far as the balance needs. */
static void an_old_cut_is_kept(amorph_context* c, const amorph_partition_graph* g, amorph_partition_options* o,
                               uint32_t* part) {
  int32_t start[40], cost[40];
  amorph_partition_figures f = {sizeof f};
  uint32_t i, moved = 0;
  for (i = 0; i != 40; ++i) start[i] = i >= 18, cost[i] = 9;
  start[5] = -1;
  CHECK(amorph_repartition(c, g, o, start, NULL, part, &f) == AMORPH_OK);
  for (i = 0; i != 40; ++i) moved += start[i] != -1 && start[i] != (int32_t)part[i];
  CHECK(f.cut == 2 && f.balanced && f.moved == moved && moved >= 2 && moved <= 4 && part[5] == 0);
  CHECK(amorph_repartition(c, g, o, start, cost, part, &f) == AMORPH_OK);
  CHECK(f.balanced && f.moved == 2);
  CHECK(amorph_repartition(c, g, o, NULL, NULL, part, NULL) == AMORPH_BAD_INPUT);
  CHECK(strcmp(amorph_last_error(), "expected an old partition, found NULL") == 0);
  cost[3] = -1;
  CHECK(amorph_repartition(c, g, o, start, cost, part, NULL) == AMORPH_BAD_INPUT);
  start[3] = 2;
  CHECK(amorph_repartition(c, g, o, start, NULL, part, NULL) == AMORPH_BAD_INPUT);
  CHECK(strcmp(amorph_last_error(), "vertex 3 is in part 2 of 2") == 0);
  start[3] = 0;
  o->recursive = 1;
  CHECK(amorph_repartition(c, g, o, start, NULL, part, NULL) == AMORPH_BAD_INPUT);
  o->recursive = 0;
}

/* Intervals of a cycle in the order of the parts: an edge between sockets costs 1, between nodes 10. */
static void a_cycle_is_mapped(amorph_context* c, const amorph_partition_graph* g, uint32_t* part) {
  uint32_t hierarchy[] = {2, 2};
  int32_t distances[] = {1, 10};
  amorph_partition_options o = {.size = sizeof o};
  amorph_partition_figures f = {sizeof f};
  o.levels = 2;
  o.hierarchy = hierarchy;
  o.distances = distances;
  CHECK(amorph_partition(c, g, &o, part, &f) == AMORPH_OK);
  CHECK(f.cut == 4 && f.cost == 22 && f.balanced);
  o.parts = 4;
  o.objective = 2;
  CHECK(amorph_partition(c, g, &o, part, &f) == AMORPH_OK && f.cost == 22);
  {
    amorph_partition_figures again = {sizeof again};
    int64_t weights[4];
    CHECK(amorph_partition_evaluate(g, &o, part, &again, weights) == AMORPH_OK);
    CHECK(again.cut == 4 && again.cost == 22 && again.volume == f.volume && again.components == 4 && again.balanced);
    CHECK(weights[0] == 10 && weights[1] == 10 && weights[2] == 10 && weights[3] == 10);
    part[7] = 4;
    CHECK(amorph_partition_evaluate(g, &o, part, &again, weights) == AMORPH_BAD_INPUT);
    CHECK(strcmp(amorph_last_error(), "vertex 7 is in part 4 of 4") == 0);
  }
  o.parts = 5;
  CHECK(amorph_partition(c, g, &o, part, &f) == AMORPH_BAD_INPUT);
  CHECK(strcmp(amorph_last_error(), "hierarchy: expected 5 parts, found 4") == 0);
  o.parts = 4;
  distances[1] = -1;
  CHECK(amorph_partition(c, g, &o, part, &f) == AMORPH_BAD_INPUT);
  CHECK(strcmp(amorph_last_error(), "distances: expected 0 or more, found -1") == 0);
  distances[1] = 10;
  hierarchy[1] = 0;
  o.parts = 0;
  CHECK(amorph_partition(c, g, &o, part, &f) == AMORPH_BAD_INPUT);
  CHECK(strstr(amorph_last_error(), "hierarchy: expected group sizes of 1 or more") != NULL);
  CHECK(amorph_partition_evaluate(g, &o, part, &f, NULL) == AMORPH_BAD_INPUT);
  CHECK(strstr(amorph_last_error(), "hierarchy: expected group sizes of 1 or more") != NULL);
  hierarchy[0] = hierarchy[1] = 1U << 15;
  CHECK(amorph_partition(c, g, &o, part, &f) == AMORPH_BAD_INPUT);
  CHECK(strstr(amorph_last_error(), "at most 2^28 parts") != NULL);
  o.distances = NULL;
  CHECK(amorph_partition(c, g, &o, part, &f) == AMORPH_BAD_INPUT);
  o.levels = 0;
  CHECK(amorph_partition(c, g, &o, part, &f) == AMORPH_BAD_INPUT);
}

/* The third vertex from one fixed in part 1 stays with one in part 0. */
static void fixed_vertices_stay(amorph_context* c, const amorph_partition_graph* g, uint32_t* part) {
  int32_t fixed[40], group[40], i;
  amorph_partition_options o = {.size = sizeof o};
  amorph_partition_figures f = {sizeof f};
  for (i = 0; i != 40; ++i) fixed[i] = group[i] = -1;
  fixed[0] = fixed[10] = 1, fixed[30] = 0;
  group[20] = group[29] = 7;
  o.parts = 2;
  o.fixed = fixed;
  o.group = group;
  CHECK(amorph_partition(c, g, &o, part, &f) == AMORPH_OK);
  CHECK(part[0] == 1 && part[10] == 1 && part[30] == 0 && part[20] == part[29] && f.cut == 2 && f.balanced);
  fixed[20] = 0, fixed[29] = 1;
  CHECK(amorph_partition(c, g, &o, part, &f) == AMORPH_BAD_INPUT);
  CHECK(strcmp(amorph_last_error(), "vertex 29 is fixed in part 1, another vertex of its group in part 0") == 0);
  fixed[29] = 2;
  CHECK(amorph_partition(c, g, &o, part, &f) == AMORPH_BAD_INPUT);
  CHECK(strcmp(amorph_last_error(), "vertex 29 is fixed in part 2 of 2") == 0);
}

static void a_cycle_is_cut_twice(amorph_context* c) {
  enum { n = 40 };
  uint64_t begin[n + 1];
  uint32_t to[2 * n], part[n], i, ones = 0;
  int32_t weight[2 * n];
  amorph_partition_graph g = {.size = sizeof g};
  amorph_partition_options o = {.size = sizeof o};
  amorph_partition_figures f = {sizeof f};
  for (i = 0; i <= n; ++i) begin[i] = 2 * i;
  for (i = 0; i != n; ++i) to[2 * i] = (i + n - 1) % n, to[2 * i + 1] = (i + 1) % n;
  g.vertices = n;
  g.begin = begin;
  g.to = to;
  o.parts = 2;
  CHECK(amorph_partition(c, &g, &o, part, &f) == AMORPH_OK);
  for (i = 0; i != n; ++i) ones += part[i];
  CHECK(f.cut == 2 && f.balanced && ones == n / 2);
  for (o.preset = 1; o.preset != 3; ++o.preset) {
    CHECK(amorph_partition(c, &g, &o, part, &f) == AMORPH_OK);
    CHECK(f.cut == 2 && f.balanced && f.moved == 0);
  }
  CHECK(amorph_partition(c, &g, &o, part, &f) == AMORPH_BAD_INPUT);
  CHECK(strcmp(amorph_last_error(), "preset: expected 0 .. 2, found 3") == 0);
  o.preset = 0;
  o.objective = -1;
  CHECK(amorph_partition(c, &g, &o, part, &f) == AMORPH_BAD_INPUT);
  CHECK(strncmp(amorph_last_error(), "objective: expected 0 .. ", 25) == 0);
  o.objective = 1;
  CHECK(amorph_partition(c, &g, &o, part, &f) == AMORPH_OK);
  CHECK(f.volume == 4);
  o.objective = 0;
  an_old_cut_is_kept(c, &g, &o, part);
  a_cycle_is_mapped(c, &g, part);
  fixed_vertices_stay(c, &g, part);
  for (i = 0; i != 2 * n; ++i) weight[i] = INT32_MAX; /* their sum exceeds 32 bits, and so does the cut */
  g.edge_weight = weight;
  CHECK(amorph_partition(c, &g, &o, part, &f) == AMORPH_OK);
  CHECK(f.cut == 2 * (int64_t)INT32_MAX && f.balanced);
  to[0] = 0; /* a self-loop */
  CHECK(amorph_partition(c, &g, &o, part, &f) == AMORPH_BAD_INPUT);
  o.parts = 1;
  CHECK(amorph_partition(c, &g, &o, part, &f) == AMORPH_BAD_INPUT);
}

/* All boundary edges lie on the segments 0 .. 3, and no others do. */
static void edges_know_their_segments(const uint32_t* segment, const uint32_t* neighbour, size_t triangles) {
  for (size_t e = 0; e != 3 * triangles; ++e) CHECK((neighbour[e] == UINT32_MAX) == (segment[e] < 4));
}

static void a_square_is_meshed(amorph_context* c) {
  const double points[] = {0, 0, 1, 0, 1, 1, 0, 1};
  const uint32_t segments[] = {0, 1, 1, 2, 2, 3, 3, 0};
  amorph_domain d = {.size = sizeof d};
  amorph_mesh_options o = {.size = sizeof o};
  amorph_mesh* m = NULL;
  const double* at;
  const uint32_t* corner;
  size_t vertices, triangles, i;
  double area = 0;
  d.points = points;
  d.point_count = 4;
  d.segments = segments;
  d.segment_count = 4;
  CHECK(amorph_mesh_create(c, &d, NULL, &m) == AMORPH_OK);
  amorph_mesh_triangles(m, &triangles);
  CHECK(triangles == 2);
  amorph_mesh_destroy(m);
  o.min_angle = 30;
  o.max_area = 0.01;
  CHECK(amorph_mesh_create(c, &d, &o, &m) == AMORPH_OK);
  at = amorph_mesh_points(m, &vertices);
  corner = amorph_mesh_triangles(m, &triangles);
  edges_know_their_segments(amorph_mesh_segments(m, &triangles), amorph_mesh_neighbours(m, &triangles), triangles);
  CHECK(vertices > 60 && triangles > 100 && at[2] == 1 && at[3] == 0);
  for (i = 0; i != triangles; ++i) {
    const double *p = at + 2 * corner[3 * i], *q = at + 2 * corner[3 * i + 1], *r = at + 2 * corner[3 * i + 2];
    const double twice = (q[0] - p[0]) * (r[1] - p[1]) - (r[0] - p[0]) * (q[1] - p[1]);
    CHECK(twice > 0 && twice <= 0.02);
    area += twice / 2;
  }
  CHECK(area > 0.999999 && area < 1.000001);
  amorph_mesh_destroy(m);
  m = NULL;
  d.point_count = 2;
  d.segment_count = 0;
  CHECK(amorph_mesh_create(c, &d, &o, &m) == AMORPH_BAD_INPUT && m == NULL);
}

static void formulas_are_decided(amorph_context* c) {
  const uint64_t clause_begin[] = {0, 2, 4, 6, 8};
  int32_t literals[] = {1, 2, -1, 2, 1, -2, -1, 3};
  unsigned char model[3] = {9, 9, 9};
  amorph_verdict v = AMORPH_UNKNOWN;
  amorph_formula f = {.size = sizeof f};
  f.variables = 3;
  f.clauses = 4;
  f.clause_begin = clause_begin;
  f.literals = literals;
  CHECK(amorph_sat(c, &f, NULL, &v, model) == AMORPH_OK && v == AMORPH_SATISFIABLE);
  CHECK(model[0] == 1 && model[1] == 1 && model[2] == 1);
  literals[7] = 4;
  CHECK(amorph_sat(c, &f, NULL, &v, model) == AMORPH_BAD_INPUT && strstr(amorph_last_error(), "found 4"));
}

/* A kept formula is not the caller's any more, and has the models of amorph_sat() for every seed. */
static void kept_formulas_are_searched_often(amorph_context* c) {
  enum { n = 60, clauses = 210 };
  uint64_t clause_begin[clauses + 1];
  int32_t literals[3 * clauses];
  uint32_t random = 1;
  unsigned char model[n], expected[n];
  amorph_formula f = {.size = sizeof f};
  amorph_kept_formula* kept = NULL;
  for (int i = 0; i <= clauses; ++i) clause_begin[i] = 3 * (uint64_t)i;
  for (int i = 0; i != 3 * clauses; ++i) {
    random = random * 1664525U + 1013904223U;
    literals[i] = ((int32_t)(random >> 8) % (n / 3) * 3 + i % 3 + 1) * (random >> 31 ? 1 : -1);
  }
  const int32_t first = literals[0];
  f.variables = n;
  f.clauses = clauses;
  f.clause_begin = clause_begin;
  f.literals = literals;
  CHECK(amorph_formula_keep(c, &f, &kept) == AMORPH_OK);
  for (int i = 0; i != 12; ++i) {
    amorph_sat_options o = {.size = sizeof o};
    amorph_verdict v = AMORPH_UNKNOWN, w = AMORPH_UNKNOWN;
    o.method = i % 2 == 0 ? AMORPH_SAT_WALK : AMORPH_SAT_AUTO;
    o.seed = (uint64_t)i / 2;
    CHECK(amorph_sat(c, &f, &o, &w, expected) == AMORPH_OK && w == AMORPH_SATISFIABLE);
    literals[0] = 0;
    CHECK(amorph_formula_solve(kept, &o, &v, model) == AMORPH_OK && v == w);
    CHECK(memcmp(model, expected, n) == 0);
    literals[0] = first;
  }
  amorph_formula_forget(kept);
  amorph_formula_forget(NULL);
  literals[0] = n + 1;
  kept = NULL;
  CHECK(amorph_formula_keep(c, &f, &kept) == AMORPH_BAD_INPUT && kept == NULL);
}

static void sets_are_the_least(amorph_context* c) {
  /* p = &a; q = &b; *p = q; r = *p, with a = 2, b = 3, p = 4, q = 5, r = 6; 1 stands for integers. */
  const amorph_constraint list[] = {
      {4, 2, AMORPH_ADDRESS_OF, 0}, {5, 3, AMORPH_ADDRESS_OF, 0}, {4, 5, AMORPH_STORE, 0}, {6, 4, AMORPH_LOAD, 0}};
  amorph_constraints k = {.size = sizeof k};
  amorph_points_to* sets = NULL;
  uint32_t object[4] = {0, 0, 0, 0};
  k.variables = 7;
  k.objects = 4;
  k.constraints = list;
  k.count = 4;
  CHECK(amorph_points_to_create(c, &k, &sets) == AMORPH_OK);
  CHECK(amorph_points_to_size(sets, 6) == 1 && amorph_points_to_get(sets, 6, object, 4) == 1 && object[0] == 3);
  CHECK(amorph_points_to_size(sets, 2) == 1 && amorph_points_to_size(sets, 3) == 0);
  CHECK(amorph_points_to_intersect(sets, 5, 6) && !amorph_points_to_intersect(sets, 4, 6));
  CHECK(amorph_points_to_size(sets, 7) == 0 && amorph_points_to_get(sets, 99, object, 4) == 0);
  amorph_points_to_destroy(sets);
  sets = NULL;
  k.variables = 6; /* there is no variable 6 */
  CHECK(amorph_points_to_create(c, &k, &sets) == AMORPH_BAD_INPUT && sets == NULL);
}

static void contexts_are_checked(void) {
  amorph_context_options o = {.size = sizeof o};
  amorph_context* c = NULL;
  o.backend = (amorph_backend)7;
  CHECK(amorph_context_create(&o, &c) == AMORPH_BAD_INPUT && c == NULL);
  CHECK(amorph_context_create(NULL, NULL) == AMORPH_BAD_INPUT);
  CHECK(amorph_context_create(NULL, &c) == AMORPH_OK && amorph_last_error()[0] == 0);
  amorph_context_destroy(c);
  amorph_context_destroy(NULL);
  o.backend = AMORPH_CPU;
  o.progress = count_calls;
  o.user = &calls;
  CHECK(amorph_context_create(&o, &c) == AMORPH_OK);
  a_cycle_is_cut_twice(c);
  CHECK(calls > 0);
  amorph_context_destroy(c);
}

int main(void) {
  amorph_context* c = cpu();
  a_cycle_is_cut_twice(c);
  a_square_is_meshed(c);
  formulas_are_decided(c);
  kept_formulas_are_searched_often(c);
  sets_are_the_least(c);
  contexts_are_checked();
  amorph_context_destroy(c);
  return 0;
}
