/* METIS's C interface, as a program meets it that was linked with -lmetis: return codes, shapes, numbering, the edge
 * cases of docs/metis-compatibility.md. */
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "metis.h"

static int failures = 0;
#define CHECK(what)                                              \
  do {                                                           \
    if (!(what)) {                                               \
      printf("%s:%d: expected %s\n", __FILE__, __LINE__, #what); \
      ++failures;                                                \
    }                                                            \
  } while (0)

/* Seven vertices, eleven edges. */
static const idx_t offsets[] = {0, 3, 6, 10, 14, 17, 20, 22};
static const idx_t neighbours[] = {4, 2, 1, 0, 2, 3, 4, 3, 1, 0, 1, 2, 5, 6, 0, 2, 5, 4, 3, 6, 5, 3};
enum { n7 = 7, m22 = 22 };

typedef struct {
  idx_t n, ncon, k, cut, options[METIS_NOPTIONS], xadj[8], adj[22], part[7];
  idx_t *vwgt, *vsize, *adjwgt, *with;
  real_t *tpwgts, *ubvec;
} call;

static call fresh(void) {
  call c;
  memset(&c, 0, sizeof c);
  c.n = n7, c.ncon = 1, c.k = 2, c.cut = -99;
  CHECK(METIS_SetDefaultOptions(c.options) == METIS_OK);
  for (int i = 0; i < METIS_NOPTIONS; ++i) CHECK(c.options[i] == -1);
  memcpy(c.xadj, offsets, sizeof offsets);
  memcpy(c.adj, neighbours, sizeof neighbours);
  for (int i = 0; i < n7; ++i) c.part[i] = -1;
  return c;
}

static int kway(call* c) {
  return METIS_PartGraphKway(&c->n, &c->ncon, c->xadj, c->adj, c->vwgt, c->vsize, c->adjwgt, &c->k, c->tpwgts, c->ubvec,
                             c->with, &c->cut, c->part);
}
static int recursive(call* c) {
  return METIS_PartGraphRecursive(&c->n, &c->ncon, c->xadj, c->adj, c->vwgt, c->vsize, c->adjwgt, &c->k, c->tpwgts,
                                  c->ubvec, c->with, &c->cut, c->part);
}
typedef int (*function)(call*);
static const function both[] = {kway, recursive};

/* Weight of the cut of a seven-vertex partition numbered from `base`; -1 when a part is out of range. */
static idx_t cut_of(const call* c, idx_t base) {
  idx_t cut = 0;
  for (int v = 0; v < n7; ++v) {
    if (c->part[v] < base || c->part[v] >= base + c->k) return -1;
    for (idx_t e = offsets[v]; e < offsets[v + 1]; ++e) cut += c->part[v] != c->part[neighbours[e]];
  }
  return cut / 2;
}
static int parts_in_use(const call* c) {
  int used = 0;
  for (idx_t p = 0; p < c->k; ++p) {
    int here = 0;
    for (int v = 0; v < c->n; ++v) here |= c->part[v] == p;
    used += here;
  }
  return used;
}
static int untouched(const call* c) {
  int same = c->cut == -99;
  for (int v = 0; v < n7; ++v) same &= c->part[v] == -1;
  return same;
}

static void right_answers(void) {
  for (int f = 0; f < 2; ++f) {
    call c = fresh();
    CHECK(both[f](&c) == METIS_OK);
    CHECK(c.cut == cut_of(&c, 0) && c.cut >= 3 && c.cut <= 5 && parts_in_use(&c) == 2);
    call d = fresh();
    d.with = d.options;
    CHECK(both[f](&d) == METIS_OK);
    CHECK(memcmp(c.part, d.part, sizeof c.part) == 0); /* no options, and defaults */

    for (idx_t k = 2; k <= 7; ++k) {
      c = fresh();
      c.k = k;
      CHECK(both[f](&c) == METIS_OK && c.cut == cut_of(&c, 0));
      CHECK(parts_in_use(&c) == k);
    }
    c = fresh();
    c.k = 1;
    CHECK(both[f](&c) == METIS_OK && c.cut == 0 && cut_of(&c, 0) == 0);
    c = fresh();
    c.k = 100;
    CHECK(both[f](&c) == METIS_OK && c.cut == 11 && parts_in_use(&c) == 7);
    for (int i = 0; i < 2; ++i) { /* no tolerance, and any */
      real_t tolerance = i == 0 ? 1.0f : INFINITY;
      c = fresh();
      c.ubvec = &tolerance;
      CHECK(both[f](&c) == METIS_OK && c.cut == cut_of(&c, 0));
    }
    c = fresh();
    c.n = 0;
    CHECK(both[f](&c) == METIS_OK && c.cut == 0 && c.part[0] == -1);
    c = fresh();
    c.n = 1; /* its neighbours, whatever stands there, do not count */
    CHECK(both[f](&c) == METIS_OK && c.cut == 0 && c.part[0] == 0 && c.part[1] == -1);
    c = fresh();
    c.n = 3, c.xadj[1] = c.xadj[2] = c.xadj[3] = 0; /* no edge at all */
    CHECK(both[f](&c) == METIS_OK && c.cut == 0 && parts_in_use(&c) == 2);
  }
}

static void numbering_from_one(void) {
  for (int f = 0; f < 2; ++f) {
    call zero = fresh(), one = fresh();
    zero.with = zero.options, one.with = one.options;
    one.options[METIS_OPTION_NUMBERING] = 1;
    for (int i = 0; i <= n7; ++i) ++one.xadj[i];
    for (int i = 0; i < m22; ++i) ++one.adj[i];
    call before = one;
    CHECK(both[f](&zero) == METIS_OK && both[f](&one) == METIS_OK);
    CHECK(zero.cut == one.cut && one.cut == cut_of(&one, 1));
    for (int v = 0; v < n7; ++v) CHECK(one.part[v] == zero.part[v] + 1);
    CHECK(memcmp(one.xadj, before.xadj, sizeof one.xadj) == 0 && memcmp(one.adj, before.adj, sizeof one.adj) == 0);
  }
}

static void weights(void) {
  idx_t zeros[m22] = {0}, ones[m22], heavy[n7] = {1, 1, 1, 1, 1, 1, 6}, two[2 * n7];
  for (int i = 0; i < m22; ++i) ones[i] = 1;
  for (int i = 0; i < 2 * n7; ++i) two[i] = i % 3;
  for (int f = 0; f < 2; ++f) {
    call c = fresh();
    c.vwgt = heavy;
    CHECK(both[f](&c) == METIS_OK);
    for (int v = 0; v < 6; ++v) CHECK(c.part[v] != c.part[6]);
    c = fresh();
    c.vwgt = zeros;
    CHECK(both[f](&c) == METIS_OK && parts_in_use(&c) == 2);
    c = fresh();
    c.adjwgt = zeros;
    CHECK(both[f](&c) == METIS_OK && c.cut == 0 && parts_in_use(&c) == 2);
    c = fresh();
    c.vwgt = two, c.ncon = 2;
    CHECK(both[f](&c) == METIS_OK && c.cut == cut_of(&c, 0));
    c = fresh();
    c.ncon = 2;
    CHECK(both[f](&c) == METIS_OK && c.cut == cut_of(&c, 0));
    { /* sums beyond 32 bits */
      idx_t huge[n7];
      for (int v = 0; v < n7; ++v) huge[v] = INT32_MAX;
      c = fresh();
      c.vwgt = huge;
      CHECK(both[f](&c) == METIS_OK && c.cut == cut_of(&c, 0) && parts_in_use(&c) == 2);
    }
    real_t uneven[2] = {0.2f, 0.8f};
    int small = 0;
    c = fresh();
    c.tpwgts = uneven;
    CHECK(both[f](&c) == METIS_OK);
    for (int v = 0; v < n7; ++v) small += c.part[v] == 0;
    CHECK(small == 1 || small == 2);
  }
  call c = fresh();
  c.with = c.options;
  c.options[METIS_OPTION_OBJTYPE] = METIS_OBJTYPE_VOL;
  for (int i = 0; i < n7; ++i) zeros[i] = 3;
  c.vsize = zeros;
  CHECK(kway(&c) == METIS_OK && c.cut % 3 == 0 && c.cut >= 12); /* the volume: at least four boundary vertices */
}

/* Graphs that are no graphs, and are mended: see docs/metis-compatibility.md. */
static void mended(void) {
  for (int f = 0; f < 2; ++f) {
    call c = fresh();
    c.adj[0] = 0; /* a self loop in place of the edge 0-4, which 4 still has */
    CHECK(both[f](&c) == METIS_OK && c.cut == cut_of(&c, 0));
    c = fresh();
    idx_t uneven[m22];
    for (int i = 0; i < m22; ++i) uneven[i] = 1 + i % 2;
    c.adjwgt = uneven;
    CHECK(both[f](&c) == METIS_OK && parts_in_use(&c) == 2);
  }
}

/* The weight of the edges of seven vertices between parts. */
static double weighted_cut(const call* c) {
  double cut = 0;
  for (int v = 0; v < n7; ++v)
    for (idx_t e = offsets[v]; e < offsets[v + 1]; ++e)
      if (c->part[v] < c->part[neighbours[e]]) cut += (double)c->adjwgt[e];
  return cut;
}

/* Weights whose sum exceeds 32 bits; with idx_t of 64 bits, weights that exceed them. */
static void heavy_weights(void) {
  idx_t adjwgt[m22], big[] = {1000000000, 0x7fffffff, IDX_MAX / 32, IDX_MAX};
  for (int i = 0; i < 4; ++i)
    for (int f = 0; f < 2; ++f) {
      call c = fresh();
      c.adjwgt = adjwgt;
      for (int v = 0; v < n7; ++v)
        for (idx_t e = offsets[v]; e < offsets[v + 1]; ++e) adjwgt[e] = v < 4 && neighbours[e] < 4 ? big[i] : 1;
      CHECK(both[f](&c) == METIS_OK && c.cut == 4 && weighted_cut(&c) == 4);
      c = fresh();
      c.adjwgt = adjwgt;
      for (int e = 0; e < m22; ++e) adjwgt[e] = big[i];
      CHECK(both[f](&c) == METIS_OK && parts_in_use(&c) == 2);
      const double cut = weighted_cut(&c);
      CHECK(cut < (double)IDX_MAX ? (double)c.cut == cut : c.cut == IDX_MAX);
    }
  /* Parallel edges, which are repaired for the sake of a loop. */
  call c = fresh();
  const idx_t begin[] = {0, 2, 5, 7}, to[] = {1, 1, 0, 0, 2, 1, 2};
  idx_t weight[] = {0x7fffffff, 0x7fffffff, 0x7fffffff, 0x7fffffff, 5, 5, 1};
  memcpy(c.xadj, begin, sizeof begin), memcpy(c.adj, to, sizeof to);
  c.n = 3, c.adjwgt = weight;
  CHECK(kway(&c) == METIS_OK && c.cut == 5 && c.part[0] == c.part[1]);
#if IDXTYPEWIDTH == 64
  idx_t each[m22], unit = (idx_t)1 << 40, size, three[n7] = {0};
  for (int e = 0; e < m22; ++e) each[e] = unit;
  for (int f = 0; f < 2; ++f) {
    c = fresh();
    c.vwgt = each, c.adjwgt = each;
    CHECK(both[f](&c) == METIS_OK && c.cut == cut_of(&c, 0) * unit);
    idx_t first = 0;
    for (int v = 0; v < n7; ++v) first += c.part[v] == 0;
    CHECK(first == 3 || first == 4);
    each[3] = unit + 1; /* at one end only: an edge has the larger weight */
    CHECK(both[f](&c) == METIS_OK && (c.cut == cut_of(&c, 0) * unit || c.cut == cut_of(&c, 0) * unit + 1));
    each[3] = unit;
  }
  c = fresh();
  c.vsize = each, c.with = c.options, c.options[METIS_OPTION_OBJTYPE] = METIS_OBJTYPE_VOL;
  CHECK(kway(&c) == METIS_OK && c.cut % unit == 0 && c.cut / unit >= 4 && c.cut / unit <= n7);
  c = fresh();
  CHECK(METIS_ComputeVertexSeparator(&c.n, c.xadj, c.adj, each, NULL, &size, three) == METIS_OK);
  idx_t separated = 0;
  for (int v = 0; v < n7; ++v) separated += three[v] == 2;
  CHECK(size == separated * unit && size > 0);
  each[0] = -unit;
  c.vwgt = each;
  CHECK(kway(&c) == METIS_ERROR_INPUT);
  c.vwgt = NULL, c.adjwgt = each;
  CHECK(kway(&c) == METIS_ERROR_INPUT);
#endif
}

static void refused(function f, call c, int code) {
  const call before = c;
  const int got = f(&c);
  if (got != code) printf("returned %d, expected %d\n", got, code);
  CHECK(got == code && untouched(&c));
  CHECK(memcmp(c.xadj, before.xadj, sizeof c.xadj) == 0 && memcmp(c.adj, before.adj, sizeof c.adj) == 0);
}

static void refusals(void) {
  static const struct {
    int option;
    idx_t value;
    int kway, recursive; /* whether it is refused */
  } table[] = {
      {METIS_OPTION_OBJTYPE, 9, 1, 1},
      {METIS_OPTION_OBJTYPE, METIS_OBJTYPE_NODE, 1, 1},
      {METIS_OPTION_CTYPE, 7, 1, 1},
      {METIS_OPTION_IPTYPE, 7, 0, 1},
      {METIS_OPTION_IPTYPE, METIS_IPTYPE_EDGE, 0, 1},
      {METIS_OPTION_RTYPE, 7, 0, 0},
      {METIS_OPTION_PTYPE, 5, 0, 0},
      {METIS_OPTION_NITER, 0, 1, 1},
      {METIS_OPTION_NITER, -5, 1, 1},
      {METIS_OPTION_NCUTS, 0, 1, 1},
      {METIS_OPTION_UFACTOR, 0, 1, 1},
      {METIS_OPTION_UFACTOR, -5, 1, 1},
      {METIS_OPTION_NUMBERING, 3, 1, 1},
      {METIS_OPTION_NUMBERING, -5, 1, 1},
      {METIS_OPTION_MINCONN, 2, 1, 0},
      {METIS_OPTION_CONTIG, 2, 1, 0},
      {METIS_OPTION_NO2HOP, 5, 0, 0},
      {METIS_OPTION_SEED, -7, 0, 0},
      {METIS_OPTION_NUMBERING, 1, 1, 1}, /* arrays from 0 */
  };
  for (size_t i = 0; i < sizeof table / sizeof *table; ++i)
    for (int f = 0; f < 2; ++f) {
      call c = fresh();
      c.options[table[i].option] = table[i].value;
      c.with = c.options;
      const int wrong = f == 0 ? table[i].kway : table[i].recursive;
      const int got = both[f](&c);
      if (got != (wrong ? METIS_ERROR_INPUT : METIS_OK)) {
        printf("option %d=%d, function %d: returned %d\n", table[i].option, table[i].value, f, got);
        ++failures;
      }
    }
  call apart = fresh(); /* connected parts of a graph that is not connected: an error of its own, as with METIS */
  apart.n = 2, apart.xadj[1] = apart.xadj[2] = 0, apart.options[METIS_OPTION_CONTIG] = 1, apart.with = apart.options;
  CHECK(kway(&apart) == METIS_ERROR && apart.cut == -99);
  real_t most[2] = {0.9f, 0.9f}, none[2] = {0, 1}, half = 0.5f;
  for (int f = 0; f < 2; ++f) {
    call c = fresh();
    c.k = 0, refused(both[f], c, METIS_ERROR_INPUT);
    c.k = 0x7fffffff, refused(both[f], c, METIS_ERROR_INPUT);
    c.k = -1, refused(both[f], c, METIS_ERROR_MEMORY);
    c = fresh();
    c.ncon = 0, refused(both[f], c, METIS_ERROR_INPUT);
    c = fresh();
    c.n = -1, refused(both[f], c, METIS_ERROR_MEMORY);
    c = fresh();
    c.tpwgts = most, refused(both[f], c, METIS_ERROR_INPUT);
    c.tpwgts = none, refused(both[f], c, METIS_ERROR_INPUT);
    c = fresh();
    c.ubvec = &half, refused(both[f], c, METIS_ERROR_INPUT);
    c = fresh();
    c.adj[0] = 99, refused(both[f], c, METIS_ERROR_INPUT);
    c.adj[0] = -1, refused(both[f], c, METIS_ERROR_INPUT);
    c.adj[0] = 0, c.adj[21] = 99, refused(both[f], c, METIS_ERROR_INPUT); /* behind a self loop */
    c = fresh();
    c.xadj[2] = 2, refused(both[f], c, METIS_ERROR_INPUT);
    c = fresh();
    idx_t negative[m22] = {0};
    negative[3] = -1;
    c.vwgt = negative, refused(both[f], c, METIS_ERROR_INPUT);
    c = fresh();
    c.adjwgt = negative, refused(both[f], c, METIS_ERROR_INPUT);
  }
}

/* Four squares around a node:  0 1 2 / 3 4 5 / 6 7 8. */
static const idx_t corners[] = {0, 1, 4, 3, 1, 2, 5, 4, 3, 4, 7, 6, 4, 5, 8, 7};
static const idx_t starts[] = {0, 4, 8, 12, 16};

static void same_graph(const idx_t* xadj, const idx_t* adj, idx_t n, const char* expected) {
  char text[400] = "";
  for (idx_t v = 0; v < n; ++v) {
    for (idx_t e = xadj[v]; e < xadj[v + 1]; ++e) sprintf(text + strlen(text), "%d ", adj[e - xadj[0]]);
    strcat(text, v + 1 < n ? "/ " : "");
  }
  if (strcmp(text, expected) != 0) printf("graph: %s\nexpected: %s\n", text, expected), ++failures;
}

static void mesh_graphs(void) {
  idx_t ne = 4, nn = 9, zero = 0, one = 1, five = 5, *xadj = NULL, *adj = NULL;
  idx_t eptr[5], eind[16];
  memcpy(eptr, starts, sizeof starts), memcpy(eind, corners, sizeof corners);
  idx_t common = 2;
  CHECK(METIS_MeshToDual(&ne, &nn, eptr, eind, &common, &zero, &xadj, &adj) == METIS_OK);
  same_graph(xadj, adj, 4, "1 2 / 0 3 / 0 3 / 1 2 ");
  CHECK(METIS_Free(xadj) == METIS_OK);
  free(adj); /* both ways work */
  common = -3;
  CHECK(METIS_MeshToDual(&ne, &nn, eptr, eind, &common, &zero, &xadj, &adj) == METIS_OK);
  same_graph(xadj, adj, 4, "1 2 3 / 0 2 3 / 0 1 3 / 0 1 2 ");
  METIS_Free(xadj), METIS_Free(adj);
  CHECK(METIS_MeshToNodal(&ne, &nn, eptr, eind, &zero, &xadj, &adj) == METIS_OK);
  same_graph(xadj, adj, 9,
             "1 3 4 / 0 2 3 4 5 / 1 4 5 / 0 1 4 6 7 / 0 1 2 3 5 6 7 8 / 1 2 4 7 8 / 3 4 7 / 3 4 5 6 8 / 4 5 7 ");
  METIS_Free(xadj), METIS_Free(adj);
  for (int i = 0; i < 5; ++i) ++eptr[i];
  for (int i = 0; i < 16; ++i) ++eind[i];
  common = 2;
  CHECK(METIS_MeshToDual(&ne, &nn, eptr, eind, &common, &one, &xadj, &adj) == METIS_OK);
  CHECK(xadj[0] == 1);
  same_graph(xadj, adj, 4, "2 3 / 1 4 / 1 4 / 2 3 ");
  METIS_Free(xadj), METIS_Free(adj);
  xadj = adj = NULL;
  CHECK(METIS_MeshToDual(&ne, &nn, eptr, eind, &common, &five, &xadj, &adj) == METIS_ERROR_INPUT && xadj == NULL);
  CHECK(METIS_MeshToDual(&ne, &nn, eptr, eind, &common, &zero, &xadj, &adj) == METIS_ERROR_INPUT && xadj == NULL);
  CHECK(METIS_MeshToNodal(&ne, &common, eptr, eind, &one, &xadj, &adj) == METIS_ERROR_INPUT && xadj == NULL);
  ne = -1;
  CHECK(METIS_MeshToDual(&ne, &nn, eptr, eind, &common, &one, &xadj, &adj) == METIS_ERROR_MEMORY && xadj == NULL);
  ne = 0, nn = 0, eptr[0] = 0;
  CHECK(METIS_MeshToDual(&ne, &nn, eptr, eind, &common, &zero, &xadj, &adj) == METIS_OK && xadj[0] == 0);
  METIS_Free(xadj), METIS_Free(adj);
  /* a triangle and an edge of it share all but one of the edge's nodes, whatever ncommon says */
  idx_t two = 2, three = 3, ptr[] = {0, 3, 5}, ind[] = {0, 1, 2, 1, 2};
  CHECK(METIS_MeshToDual(&two, &three, ptr, ind, &three, &zero, &xadj, &adj) == METIS_OK);
  same_graph(xadj, adj, 2, "1 / 0 ");
  METIS_Free(xadj), METIS_Free(adj);
}

static void mesh_parts(void) {
  idx_t ne = 4, nn = 10, common = 2, k = 2, value = -99, epart[4], npart[10], options[METIS_NOPTIONS];
  idx_t eptr[5], eind[16];
  memcpy(eptr, starts, sizeof starts), memcpy(eind, corners, sizeof corners);
  for (int scheme = 0; scheme < 2; ++scheme) /* two parts: no scheme needs METIS */
    for (int base = 0; base < 2; ++base) {
      METIS_SetDefaultOptions(options);
      options[METIS_OPTION_PTYPE] = scheme;
      options[METIS_OPTION_NUMBERING] = base;
      CHECK(METIS_PartMeshDual(&ne, &nn, eptr, eind, NULL, NULL, &common, &k, NULL, options, &value, epart, npart) ==
            METIS_OK);
      CHECK(value == 2);
      int first = 0;
      for (int e = 0; e < 4; ++e) {
        first += epart[e] == base;
        CHECK(epart[e] == base || epart[e] == base + 1);
      }
      CHECK(first == 2);
      for (int v = 0; v < 10; ++v) CHECK(npart[v] == base || npart[v] == base + 1); /* node 9 is in no element */
      CHECK(METIS_PartMeshNodal(&ne, &nn, eptr, eind, NULL, NULL, &k, NULL, options, &value, epart, npart) == METIS_OK);
      for (int e = 0; e < 4; ++e) CHECK(epart[e] == base || epart[e] == base + 1);
      for (int v = 0; v < 10; ++v) CHECK(npart[v] == base || npart[v] == base + 1);
      if (base == 0) {
        for (int i = 0; i < 5; ++i) ++eptr[i];
        for (int i = 0; i < 16; ++i) ++eind[i];
      } else {
        memcpy(eptr, starts, sizeof starts), memcpy(eind, corners, sizeof corners);
      }
    }
  METIS_SetDefaultOptions(options);
  k = 1;
  CHECK(METIS_PartMeshDual(&ne, &nn, eptr, eind, NULL, NULL, &common, &k, NULL, options, &value, epart, npart) ==
            METIS_OK &&
        value == 0 && epart[3] == 0 && npart[9] == 0);
  value = -99;
  k = 0;
  CHECK(METIS_PartMeshDual(&ne, &nn, eptr, eind, NULL, NULL, &common, &k, NULL, options, &value, epart, npart) ==
        METIS_ERROR);
  k = 2;
  options[METIS_OPTION_UFACTOR] = 0;
  CHECK(METIS_PartMeshNodal(&ne, &nn, eptr, eind, NULL, NULL, &k, NULL, options, &value, epart, npart) == METIS_ERROR);
  nn = 3; /* nodes out of range */
  CHECK(METIS_PartMeshNodal(&ne, &nn, eptr, eind, NULL, NULL, &k, NULL, NULL, &value, epart, npart) == METIS_ERROR);
  CHECK(value == -99);
}

static int permutation(const idx_t* perm, const idx_t* iperm, idx_t n, idx_t base) {
  for (idx_t v = 0; v < n; ++v)
    if (perm[v] < base || perm[v] >= n + base || iperm[perm[v] - base] != v + base) return 0;
  return 1;
}

static void orderings(void) {
  call c = fresh();
  idx_t perm[7], iperm[7], sizes[8], size = -9;
  CHECK(METIS_NodeND(&c.n, c.xadj, c.adj, NULL, NULL, perm, iperm) == METIS_OK && permutation(perm, iperm, 7, 0));
  CHECK(METIS_NodeNDP(c.n, c.xadj, c.adj, NULL, 2, NULL, perm, iperm, sizes) == METIS_OK &&
        permutation(perm, iperm, 7, 0) && sizes[0] + sizes[1] + sizes[2] == 7);
  CHECK(METIS_ComputeVertexSeparator(&c.n, c.xadj, c.adj, NULL, NULL, &size, c.part) == METIS_OK);
  idx_t counted = 0;
  for (int v = 0; v < n7; ++v) {
    counted += c.part[v] == 2;
    for (idx_t e = offsets[v]; e < offsets[v + 1]; ++e) CHECK(c.part[v] + c.part[neighbours[e]] != 1);
  }
  CHECK(counted == size);
  idx_t any[7] = {-1, -1, -1, -1, -1, -1, -1}, ones[7] = {1, 1, 1, 1, 1, 1, 1};
  CHECK(METIS_NodeRefine(c.n, c.xadj, ones, c.adj, c.part, any, 1.2f) == METIS_OK);
  for (int v = 0; v < n7; ++v)
    for (idx_t e = offsets[v]; e < offsets[v + 1]; ++e) CHECK(c.part[v] + c.part[neighbours[e]] != 1);
  idx_t joined[7] = {0, 1, 0, 1, 0, 1, 0};
  CHECK(METIS_NodeRefine(c.n, c.xadj, ones, c.adj, joined, any, 1.2f) == METIS_ERROR_INPUT); /* no separator */
  for (idx_t npes = 1; npes <= 5; ++npes) {
    idx_t all[9], sum = 0;
    CHECK(METIS_NodeNDP(c.n, c.xadj, c.adj, ones, npes, NULL, perm, iperm, all) == METIS_OK);
    CHECK(permutation(perm, iperm, 7, 0));
    for (idx_t i = 0; i < 2 * npes - 1; ++i) sum += all[i];
    CHECK(sum == 7);
  }
  CHECK(METIS_NodeNDP(c.n, c.xadj, c.adj, NULL, 0, NULL, perm, iperm, sizes) == METIS_ERROR_INPUT);
  c.part[0] = 5;
  CHECK(METIS_NodeRefine(c.n, c.xadj, ones, c.adj, c.part, any, 1.2f) == METIS_ERROR_INPUT);
  c = fresh();
  c.n = 0;
  CHECK(METIS_NodeND(&c.n, c.xadj, c.adj, NULL, NULL, perm, iperm) == METIS_OK);
  CHECK(METIS_ComputeVertexSeparator(&c.n, c.xadj, c.adj, NULL, NULL, &size, c.part) == METIS_OK && size == 0);
  idx_t two = 2, loops_begin[] = {0, 2, 4}, loops[] = {0, 1, 0, 1};
  CHECK(METIS_NodeND(&two, loops_begin, loops, NULL, NULL, perm, iperm) == METIS_OK && permutation(perm, iperm, 2, 0));
  static const struct {
    int option;
    idx_t value;
  } wrong[] = {{METIS_OPTION_OBJTYPE, 0},  {METIS_OPTION_CTYPE, 7},    {METIS_OPTION_IPTYPE, 0},
               {METIS_OPTION_RTYPE, 0},    {METIS_OPTION_NITER, 0},    {METIS_OPTION_NSEPS, 0},
               {METIS_OPTION_COMPRESS, 2}, {METIS_OPTION_CCORDER, 2},  {METIS_OPTION_PFACTOR, -5},
               {METIS_OPTION_UFACTOR, 0},  {METIS_OPTION_NUMBERING, 2}};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
    c = fresh();
    c.options[wrong[i].option] = wrong[i].value;
    CHECK(METIS_NodeND(&c.n, c.xadj, c.adj, NULL, c.options, perm, iperm) == METIS_ERROR_INPUT);
    CHECK(METIS_ComputeVertexSeparator(&c.n, c.xadj, c.adj, NULL, c.options, &size, c.part) == METIS_ERROR_INPUT);
  }
  c = fresh();
  c.options[METIS_OPTION_NUMBERING] = 1;
  for (int i = 0; i <= n7; ++i) ++c.xadj[i];
  for (int i = 0; i < m22; ++i) ++c.adj[i];
  CHECK(METIS_NodeND(&c.n, c.xadj, c.adj, NULL, c.options, perm, iperm) == METIS_OK && permutation(perm, iperm, 7, 1));
}

/* Threads that share one graph or mesh, numbered from 1, must all get what one thread gets, from every function. */
#ifdef AMORPH_SANITIZED
enum { threads = 3 }; /* a race shows between two */
#else
enum { threads = 8 };
#endif
enum { side = 40, squares = (side - 1) * (side - 1), functions = 13, answer_size = 3 * side * side };
static idx_t grid_begin[side * side + 1], grid_to[4 * side * side], grid_weight[2 * side * side];
static idx_t square_begin[squares + 1], square[4 * squares];
static idx_t begin_0[side * side + 1], to_0[4 * side * side]; /* numbered from 0, for METIS_NodeRefine */
static idx_t alone[functions][answer_size];

static int copied(int code, idx_t* begin, idx_t* to, idx_t n, idx_t* into) {
  if (code != METIS_OK) return code;
  const idx_t arcs = begin[n] - 1;
  for (idx_t i = 0; i < arcs && i < answer_size; ++i) into[i] = to[i];
  METIS_Free(begin);
  METIS_Free(to);
  return code;
}

static int call_function(int f, idx_t* into) {
  idx_t n = side * side, ne = squares, one = 1, two = 2, k = 12, cut, sizes[7], options[METIS_NOPTIONS];
  idx_t *second = into + side * side, *begin = NULL, *to = NULL;
  METIS_SetDefaultOptions(options);
  options[METIS_OPTION_NUMBERING] = 1;
  options[METIS_OPTION_SEED] = 5;
  switch (f) {
    case 0:
      return METIS_PartGraphKway(&n, &one, grid_begin, grid_to, NULL, NULL, NULL, &k, NULL, NULL, options, &cut, into);
    case 1:
      return METIS_PartGraphRecursive(&n, &one, grid_begin, grid_to, NULL, NULL, NULL, &k, NULL, NULL, options, &cut,
                                      into);
    case 2:
      return METIS_PartGraphKway(&n, &two, grid_begin, grid_to, grid_weight, NULL, NULL, &k, NULL, NULL, options, &cut,
                                 into);
    case 3: options[METIS_OPTION_CONTIG] = options[METIS_OPTION_MINCONN] = 1; break;
    case 4: return METIS_NodeND(&n, grid_begin, grid_to, NULL, options, into, second);
    case 5: return METIS_NodeNDP(n, grid_begin, grid_to, NULL, 4, options, into, second, sizes);
    case 6: return METIS_ComputeVertexSeparator(&n, grid_begin, grid_to, NULL, options, &cut, into);
    case 7:
      return METIS_PartMeshDual(&ne, &n, square_begin, square, NULL, NULL, &two, &k, NULL, options, &cut, into, second);
    case 8:
      return METIS_PartMeshNodal(&ne, &n, square_begin, square, NULL, NULL, &k, NULL, options, &cut, into, second);
    case 9: {
      const int code = METIS_MeshToDual(&ne, &n, square_begin, square, &two, &one, &begin, &to);
      return copied(code, begin, to, ne, into);
    }
    case 10: {
      const int code = METIS_MeshToNodal(&ne, &n, square_begin, square, &one, &begin, &to);
      return copied(code, begin, to, n, into);
    }
    case 11:
      for (idx_t v = 0; v < n; ++v) {
        into[v] = v % side < 12 ? 0 : v % side < 18 ? 2 : 1;
        second[v] = -1;
      }
      return METIS_NodeRefine(n, begin_0, grid_weight, to_0, into, second, (real_t)1.3);
    default: options[METIS_OPTION_OBJTYPE] = METIS_OBJTYPE_VOL; break;
  }
  return METIS_PartGraphKway(&n, &one, grid_begin, grid_to, NULL, NULL, NULL, &k, NULL, NULL, options, &cut, into);
}
/* Each thread starts with another function, so that different ones meet. */
struct caller {
  int first, differs;
};
static void* in_thread(void* of) {
  struct caller* c = of;
  idx_t* mine = malloc(sizeof alone[0]);
  for (int i = 0; i < functions; ++i) {
    const int f = (i + c->first) % functions;
    memset(mine, 0, sizeof alone[0]);
    if (call_function(f, mine) != METIS_OK || memcmp(mine, alone[f], sizeof alone[0]) != 0) c->differs = 1 + f;
  }
  free(mine);
  return NULL;
}
static void in_threads(void) {
  idx_t m = 0;
  for (idx_t v = 0; v < side * side; ++v) {
    grid_begin[v] = m + 1;
    if (v >= side) grid_to[m++] = v - side + 1;
    if (v % side != 0) grid_to[m++] = v;
    if (v % side != side - 1) grid_to[m++] = v + 2;
    if (v + side < side * side) grid_to[m++] = v + side + 1;
  }
  grid_begin[side * side] = m + 1;
  for (idx_t e = 0; e < squares; ++e) {
    const idx_t v = e / (side - 1) * side + e % (side - 1) + 1, corners[] = {v, v + 1, v + side + 1, v + side};
    memcpy(square + 4 * e, corners, sizeof corners);
    square_begin[e] = 4 * e + 1;
  }
  square_begin[squares] = 4 * squares + 1;
  for (idx_t i = 0; i < 2 * side * side; ++i) grid_weight[i] = 1 + i % 7;
  for (idx_t v = 0; v <= side * side; ++v) begin_0[v] = grid_begin[v] - 1;
  for (idx_t e = 0; e < m; ++e) to_0[e] = grid_to[e] - 1;
  for (int f = 0; f < functions; ++f) CHECK(call_function(f, alone[f]) == METIS_OK && alone[f][side] >= 0);
  pthread_t thread[threads];
  struct caller caller[threads];
  for (int t = 0; t < threads; ++t) {
    caller[t] = (struct caller){t * functions / threads, 0};
    CHECK(pthread_create(&thread[t], NULL, in_thread, &caller[t]) == 0);
  }
  for (int t = 0; t < threads; ++t) {
    pthread_join(thread[t], NULL);
    if (caller[t].differs != 0) fprintf(stderr, "thread %d: function %d differs\n", t, caller[t].differs - 1);
    CHECK(caller[t].differs == 0);
  }
}

/* What Fortran compilers call. */
extern int metis_partgraphkway_(idx_t*, idx_t*, idx_t*, idx_t*, idx_t*, idx_t*, idx_t*, idx_t*, real_t*, real_t*,
                                idx_t*, idx_t*, idx_t*);
extern int METIS_SETDEFAULTOPTIONS(idx_t*);
extern int metis_nodend__(idx_t*, idx_t*, idx_t*, idx_t*, idx_t*, idx_t*, idx_t*);
static void fortran_names(void) {
  call c = fresh(), d = fresh();
  CHECK(METIS_SETDEFAULTOPTIONS(c.options) == METIS_OK);
  CHECK(kway(&c) == METIS_OK);
  CHECK(metis_partgraphkway_(&d.n, &d.ncon, d.xadj, d.adj, NULL, NULL, NULL, &d.k, NULL, NULL, NULL, &d.cut, d.part) ==
        METIS_OK);
  CHECK(memcmp(c.part, d.part, sizeof c.part) == 0);
  idx_t minus = -1;
  CHECK(metis_nodend__(&minus, NULL, NULL, NULL, NULL, NULL, NULL) == METIS_ERROR_MEMORY);
}

int main(void) {
  const char* version = amorph_metis_version();
  printf("Amorph %s\n", version);
  if (strcmp(version, "(stub)") == 0) return 1;
  right_answers();
  numbering_from_one();
  weights();
  mended();
  heavy_weights();
  refusals();
  mesh_graphs();
  mesh_parts();
  orderings();
  in_threads();
  fortran_names();
  printf("%d failures\n", failures);
  return failures != 0;
}
