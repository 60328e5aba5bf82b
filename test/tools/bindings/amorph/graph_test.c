/* All graph algorithms, by name, on a small undirected graph: a path 0 - 1 - 2 - 3 with the chord 1 - 3, and vertex 4
 * alone. */
#include "test/tools/bindings/amorph/check.h"

static const uint64_t begin[] = {0, 1, 4, 6, 8, 8};
static const uint32_t to[] = {1, 0, 2, 3, 1, 3, 1, 2};
static const int32_t weight[] = {7, 7, 2, 9, 2, 3, 9, 3};

static amorph_graph graph(void) {
  amorph_graph g = {.size = sizeof g};
  g.vertices = 5;
  g.begin = begin;
  g.to = to;
  g.weights = AMORPH_INT32;
  g.weight = weight;
  g.undirected = 1;
  return g;
}

static void every_algorithm_runs(amorph_context* c) {
  const amorph_graph g = graph();
  const uint32_t source = 0;
  uint32_t n = 0;
  for (const char* name; (name = amorph_algorithm(n)) != NULL; ++n) {
    amorph_graph_options o = {.size = sizeof o};
    amorph_result* r = NULL;
    const int searches = !strcmp(name, "bfs") || !strcmp(name, "sssp") || !strcmp(name, "distances") ||
                         !strcmp(name, "stcon") || !strcmp(name, "maxflow");
    o.sources = &source;
    o.source_count = searches ? 1 : 0;
    o.target = 3;
    if (amorph_graph_run(c, &g, name, &o, &r) != AMORPH_OK) {
      fprintf(stderr, "%s: %s\n", name, amorph_last_error());
      exit(1);
    }
    CHECK(r != NULL);
    amorph_result_destroy(r);
  }
  CHECK(n >= 13);
}

static void distances_are_columns(amorph_context* c) {
  const amorph_graph g = graph();
  const uint32_t source = 0;
  const int64_t *vertex, *distance;
  const double* reals;
  size_t rows, more;
  double reached;
  int64_t sum;
  amorph_graph_options o = {.size = sizeof o};
  amorph_result* r = NULL;
  o.sources = &source;
  o.source_count = 1;
  CHECK(amorph_graph_run(c, &g, "sssp", &o, &r) == AMORPH_OK);
  CHECK(amorph_result_figure(r, "reached", &reached) == AMORPH_OK && reached == 4);
  CHECK(amorph_result_integers(r, "d", "vertex", &vertex, &rows) == AMORPH_OK && rows == 4);
  CHECK(amorph_result_integers(r, "d", "distance", &distance, &more) == AMORPH_OK && more == rows);
  CHECK(amorph_result_reals(r, "d", "distance", &reals, &more) == AMORPH_OK && more == rows && reals[3] == 12);
  CHECK(amorph_result_reals(r, "d", "vertex", &reals, &more) == AMORPH_BAD_INPUT);
  CHECK(vertex[0] == 0 && vertex[1] == 1 && vertex[2] == 2 && vertex[3] == 3);
  CHECK(distance[0] == 0 && distance[1] == 7 && distance[2] == 9 && distance[3] == 12);
  CHECK(amorph_result_integers(r, "d", "nothing", &vertex, &rows) == AMORPH_BAD_INPUT);
  CHECK(amorph_result_figure(r, "nothing", &reached) == AMORPH_BAD_INPUT);
  CHECK(amorph_result_integer(r, "sum_distance", &sum) == AMORPH_OK && sum == 28);
  amorph_result_destroy(r);
}

/* A resident graph is asked from every vertex; answers are read where the run left them. */
static void resident_graphs_are_asked_often(amorph_context* c) {
  const amorph_graph g = graph();
  const uint32_t expected[4][5] = {{0, 1, 2, 2, ~0u}, {1, 0, 1, 1, ~0u}, {2, 1, 0, 1, ~0u}, {2, 1, 1, 0, ~0u}};
  uint32_t source, v;
  CHECK(amorph_keep(c, begin, sizeof begin, NULL) == AMORPH_OK);
  CHECK(amorph_keep(c, to, sizeof to, NULL) == AMORPH_OK);
  CHECK(amorph_keep(c, weight, sizeof weight, NULL) == AMORPH_OK);
  CHECK(amorph_keep(c, weight, 4, NULL) == AMORPH_BAD_INPUT);
  for (source = 0; source != 4; ++source) {
    amorph_graph_options o = {.size = sizeof o};
    amorph_result* r = NULL;
    amorph_array level = {.size = sizeof level};
    o.sources = &source;
    o.source_count = 1;
    o.leave = 1;
    CHECK(amorph_graph_run(c, &g, "bfs", &o, &r) == AMORPH_OK);
    CHECK(!strcmp(amorph_result_backend(r), "cpu"));
    CHECK(amorph_result_array(r, "level", &level) == AMORPH_OK);
    CHECK(level.count == 5 && level.type == AMORPH_TYPE_UINT32);
    {
      uint32_t fetched[5];
      CHECK(amorph_fetch(c, fetched, level.values, sizeof fetched) == AMORPH_OK);
      for (v = 0; v != 5; ++v) CHECK(fetched[v] == expected[source][v]);
    }
    CHECK(amorph_result_array(r, "parent", &level) == AMORPH_BAD_INPUT);
    amorph_result_destroy(r);
    CHECK(amorph_graph_run(c, &g, "pagerank", &o, &r) == AMORPH_BAD_INPUT);
  }
  CHECK(amorph_forget(c, begin) == AMORPH_OK && amorph_forget(c, to) == AMORPH_OK);
  CHECK(amorph_forget(c, weight) == AMORPH_OK && amorph_forget(c, weight) == AMORPH_BAD_INPUT);
}

/* One call for several sources. */
static void distances_have_a_row_per_source(amorph_context* c) {
  const amorph_graph g = graph();
  const uint32_t sources[] = {0, 3};
  const uint64_t expected[] = {0, 7, 9, 12, ~0ull, 12, 5, 3, 0, ~0ull};
  size_t i;
  amorph_graph_options o = {.size = sizeof o};
  amorph_result* r = NULL;
  amorph_array distance = {.size = sizeof distance};
  o.sources = sources;
  o.source_count = 2;
  o.figures_only = 1;
  CHECK(amorph_graph_run(c, &g, "distances", &o, &r) == AMORPH_OK);
  CHECK(amorph_result_array(r, "distance", &distance) == AMORPH_OK);
  CHECK(distance.count == 10 && distance.type == AMORPH_TYPE_UINT64);
  for (i = 0; i != 10; ++i) CHECK(((const uint64_t*)distance.values)[i] == expected[i]);
  amorph_result_destroy(r);
}

/* Everything as arrays, without columns: flows and triangles too. */
static void answers_are_arrays_alone(amorph_context* c) {
  const amorph_graph g = graph();
  const uint32_t source = 0;
  const int64_t* vertex;
  size_t rows;
  amorph_graph_options o = {.size = sizeof o};
  amorph_result* r = NULL;
  amorph_array a = {.size = sizeof a};
  o.sources = &source;
  o.source_count = 1;
  o.target = 3;
  o.arrays_only = 1;
  CHECK(amorph_graph_run(c, &g, "maxflow", &o, &r) == AMORPH_OK);
  CHECK(amorph_result_array(r, "flow", &a) == AMORPH_OK && a.type == AMORPH_TYPE_INT64 && a.count == 8);
  CHECK(((const int64_t*)a.values)[0] == 7); /* all that leaves the source */
  CHECK(amorph_result_array(r, "sink_side", &a) == AMORPH_OK && a.type == AMORPH_TYPE_UINT8 && a.count == 5);
  CHECK(((const unsigned char*)a.values)[0] == 0 && ((const unsigned char*)a.values)[3] == 1);
  CHECK(amorph_result_integers(r, "f", "flow", &vertex, &rows) == AMORPH_BAD_INPUT);
  amorph_result_destroy(r);
  o.source_count = 0;
  CHECK(amorph_graph_run(c, &g, "triangles", &o, &r) == AMORPH_OK);
  CHECK(amorph_result_array(r, "triangles", &a) == AMORPH_OK && a.type == AMORPH_TYPE_UINT64 && a.count == 5);
  CHECK(((const uint64_t*)a.values)[0] == 0 && ((const uint64_t*)a.values)[1] == 1);
  amorph_result_destroy(r);
  o.source_count = 1;
  CHECK(amorph_graph_run(c, &g, "bfs", &o, &r) == AMORPH_OK);
  CHECK(amorph_result_array(r, "parent", &a) == AMORPH_OK && a.count == 5 && ((const uint32_t*)a.values)[3] == 1);
  amorph_result_destroy(r);
}

static void ranks_are_reals(amorph_context* c) {
  const amorph_graph g = graph();
  const int64_t* integers;
  const double* rank;
  size_t rows, i;
  double sum = 0;
  amorph_option option = {"damping", 0.5};
  amorph_graph_options o = {.size = sizeof o};
  amorph_result* r = NULL;
  o.options = &option;
  o.option_count = 1;
  CHECK(amorph_graph_run(c, &g, "pagerank", &o, &r) == AMORPH_OK);
  CHECK(amorph_result_reals(r, "r", "rank", &rank, &rows) == AMORPH_OK && rows == 5);
  CHECK(amorph_result_integers(r, "r", "rank", &integers, &rows) == AMORPH_BAD_INPUT);
  for (i = 0; i != rows; ++i) sum += rank[i];
  CHECK(sum > 0.999 && sum < 1.001 && rank[1] > rank[0]);
  amorph_result_destroy(r);
  option.value = 2;
  CHECK(amorph_graph_run(c, &g, "pagerank", &o, &r) == AMORPH_BAD_INPUT && strstr(amorph_last_error(), "damping"));
}

static void options_are_checked(amorph_context* c) {
  const amorph_graph g = graph();
  amorph_option option = {"samples", 1.5};
  amorph_graph_options o = {.size = sizeof o};
  amorph_result* r = NULL;
  struct {
    amorph_graph_options known;
    uint64_t later;
  } newer = {{sizeof newer}, 0};
  o.option_count = 1; /* and no options */
  CHECK(amorph_graph_run(c, &g, "betweenness", &o, &r) == AMORPH_BAD_INPUT && strstr(amorph_last_error(), "options"));
  o.options = &option;
  CHECK(amorph_graph_run(c, &g, "betweenness", &o, &r) == AMORPH_BAD_INPUT && strstr(amorph_last_error(), "integer"));
  option.name = NULL;
  CHECK(amorph_graph_run(c, &g, "betweenness", &o, &r) == AMORPH_BAD_INPUT && strstr(amorph_last_error(), "name"));
  /* A caller of a later version may have what is not known here, but not ask for it. */
  CHECK(amorph_graph_run(c, &g, "components", &newer.known, &r) == AMORPH_OK);
  amorph_result_destroy(r);
  r = NULL;
  newer.later = 1;
  CHECK(amorph_graph_run(c, &g, "components", &newer.known, &r) == AMORPH_BAD_INPUT && r == NULL);
}

static void integers_may_be_negative(amorph_context* c) {
  static const int32_t below[] = {-5, -5, 2, 9, 2, 3, 9, 3};
  amorph_graph g = graph();
  const int64_t* weights;
  const char* tag = "e";
  size_t rows;
  amorph_result* r = NULL;
  g.weight = below;
  CHECK(amorph_graph_run(c, &g, "mst", NULL, &r) == AMORPH_OK);
  CHECK(amorph_result_integers(r, tag, "weight", &weights, &rows) == AMORPH_OK && rows == 3);
  CHECK(weights[0] == -5 || weights[1] == -5 || weights[2] == -5);
  amorph_result_destroy(r);
}

static void bad_input_is_refused(amorph_context* c) {
  amorph_graph g = graph();
  amorph_graph_options o = {.size = sizeof o};
  amorph_result* r = NULL;
  const uint32_t outside = 5, bad_to[] = {1, 0, 2, 3, 1, 3, 1, 9};
  CHECK(amorph_graph_run(c, &g, "dijkstra", &o, &r) == AMORPH_BAD_INPUT);
  CHECK(!strcmp(amorph_last_error(), "there is no algorithm 'dijkstra'"));
  CHECK(amorph_graph_run(c, NULL, "mst", &o, &r) == AMORPH_BAD_INPUT);
  CHECK(amorph_graph_run(c, &g, "bfs", &o, &r) == AMORPH_BAD_INPUT); /* no source */
  o.sources = &outside;
  o.source_count = 1;
  CHECK(amorph_graph_run(c, &g, "bfs", &o, &r) == AMORPH_BAD_INPUT && strstr(amorph_last_error(), "vertex 5"));
  CHECK(amorph_graph_run(c, &g, "mst", &o, &r) == AMORPH_BAD_INPUT); /* takes no sources */
  o.source_count = 0;
  o.strategy = "guess";
  CHECK(amorph_graph_run(c, &g, "mst", &o, &r) == AMORPH_BAD_INPUT && strstr(amorph_last_error(), "guess"));
  o.strategy = NULL;
  g.to = bad_to;
  CHECK(amorph_graph_run(c, &g, "mst", &o, &r) == AMORPH_BAD_INPUT && strstr(amorph_last_error(), "vertex 9"));
  for (g.size = 0; g.size != offsetof(amorph_graph, weights); ++g.size)
    CHECK(amorph_graph_run(c, &g, "mst", &o, &r) == AMORPH_BAD_INPUT);
  CHECK(strcmp(amorph_last_error(), "graph: expected size to be that of the struct, 56, found 31") == 0);
  g.size = (size_t)1 << 40;
  CHECK(amorph_graph_run(c, &g, "mst", &o, &r) == AMORPH_BAD_INPUT);
  CHECK(r == NULL);
}

static void callers_of_an_older_struct_get_defaults(amorph_context* c) {
  amorph_graph g = graph();
  amorph_result* r = NULL;
  double components;
  g.size = offsetof(amorph_graph, weights); /* no weights, and directed */
  CHECK(amorph_graph_run(c, &g, "components", NULL, &r) == AMORPH_OK);
  CHECK(amorph_result_figure(r, "components", &components) == AMORPH_OK && components == 2);
  amorph_result_destroy(r);
}

static void a_stopped_context_runs_nothing(amorph_context* c) {
  const amorph_graph g = graph();
  amorph_result* r = NULL;
  amorph_context_stop(c);
  CHECK(amorph_graph_run(c, &g, "mst", NULL, &r) == AMORPH_INTERRUPTED && r == NULL);
  amorph_context_resume(c);
  CHECK(amorph_graph_run(c, &g, "mst", NULL, &r) == AMORPH_OK);
  amorph_result_destroy(r);
}

int main(void) {
  amorph_context* c = cpu();
  every_algorithm_runs(c);
  distances_are_columns(c);
  resident_graphs_are_asked_often(c);
  distances_have_a_row_per_source(c);
  answers_are_arrays_alone(c);
  ranks_are_reals(c);
  options_are_checked(c);
  integers_may_be_negative(c);
  bad_input_is_refused(c);
  callers_of_an_older_struct_get_defaults(c);
  a_stopped_context_runs_nothing(c);
  amorph_context_destroy(c);
  return 0;
}
