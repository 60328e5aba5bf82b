/* Triangle's interface as its C clients use it: every switch, memory of both kinds, errors, threads. */
#define _GNU_SOURCE
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/bindings/triangle/triangle.h"

static int failures = 0;
#define CHECK(condition)                                          \
  do {                                                            \
    if (!(condition)) {                                           \
      fprintf(stderr, "line %d: not %s\n", __LINE__, #condition); \
      ++failures;                                                 \
    }                                                             \
  } while (0)

/* A plate of 4 x 4 with a hole of 2 x 2. */
static double plate_points[] = {0, 0, 4, 0, 4, 4, 0, 4, 1, 1, 3, 1, 3, 3, 1, 3};
static int plate_segments[] = {0, 1, 1, 2, 2, 3, 3, 0, 4, 5, 5, 6, 6, 7, 7, 4};
static int plate_markers[] = {5, 0, 0, 0, 7, 7, 7, 7};
static double plate_hole[] = {2, 2}, plate_region[] = {0.5, 0.5, 9, 0.1};

static struct triangulateio plate(void) {
  struct triangulateio in;
  memset(&in, 0, sizeof in);
  in.pointlist = plate_points;
  in.numberofpoints = 8;
  in.segmentlist = plate_segments;
  in.segmentmarkerlist = plate_markers;
  in.numberofsegments = 8;
  in.holelist = plate_hole;
  in.numberofholes = 1;
  in.regionlist = plate_region;
  in.numberofregions = 1;
  return in;
}
static struct triangulateio nothing(void) {
  struct triangulateio io;
  memset(&io, 0, sizeof io);
  return io;
}
static void release(struct triangulateio* io) {
  void* all[] = {io->pointlist,      io->pointattributelist, io->pointmarkerlist,      io->trianglelist,
                 io->neighborlist,   io->segmentlist,        io->segmentmarkerlist,    io->edgelist,
                 io->edgemarkerlist, io->normlist,           io->triangleattributelist};
  for (unsigned i = 0; i != sizeof all / sizeof *all; ++i) trifree(all[i]);
}

static double area_of(const struct triangulateio* m, int t, int base) {
  const int* c = m->trianglelist + m->numberofcorners * t;
  const double *a = m->pointlist + 2 * (c[0] - base), *b = m->pointlist + 2 * (c[1] - base),
               *d = m->pointlist + 2 * (c[2] - base);
  return ((b[0] - a[0]) * (d[1] - a[1]) - (b[1] - a[1]) * (d[0] - a[0])) / 2;
}
static double total_area(const struct triangulateio* m, int base) {
  double sum = 0;
  for (int t = 0; t < m->numberoftriangles; ++t) sum += area_of(m, t, base);
  return sum;
}
static double largest_area(const struct triangulateio* m, int base) {
  double largest = 0;
  for (int t = 0; t < m->numberoftriangles; ++t) largest = fmax(largest, area_of(m, t, base));
  return largest;
}
static double smallest_angle(const struct triangulateio* m, int base) {
  double smallest = 180;
  for (int t = 0; t < m->numberoftriangles; ++t)
    for (int i = 0; i < 3; ++i) {
      const int* c = m->trianglelist + m->numberofcorners * t;
      const double *a = m->pointlist + 2 * (c[i] - base), *b = m->pointlist + 2 * (c[(i + 1) % 3] - base),
                   *d = m->pointlist + 2 * (c[(i + 2) % 3] - base);
      const double x = b[0] - a[0], y = b[1] - a[1], u = d[0] - a[0], v = d[1] - a[1];
      smallest = fmin(smallest, atan2(x * v - y * u, x * u + y * v) * 180 / 3.14159265358979);
    }
  return smallest;
}

static void test_points(void) {
  struct triangulateio in = plate(), out = nothing();
  in.numberofsegments = -5; /* not looked at without p */
  in.numberofholes = -5;
  triangulate("Qn", &in, &out, NULL);
  CHECK(out.numberofpoints == 8 && out.numberofcorners == 3 && out.numberofpointattributes == 0);
  CHECK(fabs(total_area(&out, 1) - 16) < 1e-12);
  CHECK(out.numberofsegments == 4 && out.segmentlist == NULL && out.edgelist == NULL);
  CHECK(out.numberofedges == out.numberofpoints + out.numberoftriangles - 1);
  CHECK(out.pointmarkerlist[0] == 1 && out.pointmarkerlist[4] == 0);
  for (int t = 0; t < out.numberoftriangles; ++t)
    for (int i = 0; i < 3; ++i) {
      const int n = out.neighborlist[3 * t + i];
      CHECK(n == -1 || (n >= 1 && n <= out.numberoftriangles));
      if (n < 1) continue;
      int back = 0;
      for (int k = 0; k < 3; ++k) back += out.neighborlist[3 * (n - 1) + k] == t + 1;
      CHECK(back == 1);
    }
  release(&out);
}

static void test_quality(void) {
  struct triangulateio in = plate(), out = nothing();
  triangulate("-pzq30a0.05eQ", &in, &out, NULL);
  CHECK(fabs(total_area(&out, 0) - 12) < 1e-9);
  CHECK(smallest_angle(&out, 0) > 29.999 && largest_area(&out, 0) <= 0.05 * (1 + 1e-9));
  CHECK(out.holelist == plate_hole && out.numberofholes == 1 && out.regionlist == plate_region);
  int left = 0, hole = 0, inside = 0;
  for (int e = 0; e < out.numberofedges; ++e) {
    const double *a = out.pointlist + 2 * out.edgelist[2 * e], *b = out.pointlist + 2 * out.edgelist[2 * e + 1];
    const int bottom = a[1] == 0 && b[1] == 0, marker = out.edgemarkerlist[e];
    CHECK(bottom ? marker == 5 : marker == 0 || marker == 1 || marker == 7);
    left += bottom;
    hole += marker == 7;
    inside += marker == 0;
  }
  CHECK(left > 2 && hole >= 8 && inside > 100);
  CHECK(out.numberofsegments > 8);
  release(&out);
}

static void test_regions_and_refinement(void) {
  struct triangulateio in = plate(), out = nothing(), finer = nothing();
  triangulate("pzqAaQ", &in, &out, NULL);
  CHECK(out.numberoftriangleattributes == 1 && largest_area(&out, 0) <= 0.1 * (1 + 1e-9));
  for (int t = 0; t < out.numberoftriangles; ++t) CHECK(out.triangleattributelist[t] == 9);
  out.trianglearealist = malloc(sizeof(double) * (size_t)out.numberoftriangles);
  for (int t = 0; t < out.numberoftriangles; ++t) out.trianglearealist[t] = t % 10 == 0 ? 1e-3 : -1;
  triangulate("rpzqaQ", &out, &finer, NULL);
  CHECK(finer.numberoftriangles > 2 * out.numberoftriangles && finer.numberoftriangleattributes == 1);
  CHECK(fabs(total_area(&finer, 0) - 12) < 1e-9);
  /* The same arrays for input and output. */
  free(out.trianglearealist);
  out.trianglearealist = NULL;
  const int before = out.numberoftriangles;
  triangulate("rpzQ", &out, &out, NULL);
  CHECK(out.numberoftriangles == before && fabs(total_area(&out, 0) - 12) < 1e-9);
  release(&out);
  release(&finer);
}

static void test_memory_of_the_caller(void) {
  struct triangulateio in = plate(), out = nothing();
  double points[16];
  int triangles[3 * 14] = {0};
  out.pointlist = points;
  out.trianglelist = triangles;
  triangulate("zBQ", &in, &out, NULL);
  CHECK(out.pointlist == points && out.trianglelist == triangles && out.pointmarkerlist == NULL);
  CHECK(points[15] == 3 && fabs(total_area(&out, 0) - 16) < 1e-12);
  struct triangulateio none = nothing();
  triangulate("pzNEPQ", &in, &none, NULL);
  CHECK(none.pointlist == NULL && none.trianglelist == NULL && none.segmentlist == NULL);
  CHECK(none.numberofpoints == 8 && none.numberoftriangles == 8 && none.numberofsegments == 8);
}

static void test_second_order_and_attributes(void) {
  struct triangulateio in = plate(), out = nothing();
  double attribute[16];
  for (int i = 0; i < 8; ++i) {
    attribute[2 * i] = plate_points[2 * i];
    attribute[2 * i + 1] = plate_points[2 * i] - 3 * plate_points[2 * i + 1];
  }
  in.pointattributelist = attribute;
  in.numberofpointattributes = 2;
  triangulate("pzqo2Q", &in, &out, NULL);
  CHECK(out.numberofcorners == 6 && out.numberofpointattributes == 2);
  for (int t = 0; t < out.numberoftriangles; ++t)
    for (int i = 0; i < 3; ++i) {
      const int* c = out.trianglelist + 6 * t;
      for (int k = 0; k < 2; ++k) {
        const double a = out.pointlist[2 * c[(i + 1) % 3] + k], b = out.pointlist[2 * c[(i + 2) % 3] + k];
        CHECK(out.pointlist[2 * c[3 + i] + k] == (a + b) / 2);
      }
    }
  for (int i = 0; i < out.numberofpoints; ++i) {
    const double x = out.pointlist[2 * i], y = out.pointlist[2 * i + 1];
    CHECK(fabs(out.pointattributelist[2 * i] - x) < 1e-12);
    CHECK(fabs(out.pointattributelist[2 * i + 1] - (x - 3 * y)) < 1e-12);
  }
  release(&out);
}

static void test_voronoi(void) {
  struct triangulateio in = plate(), out = nothing(), dual = nothing();
  triangulate("zveQ", &in, &out, &dual);
  CHECK(dual.numberofpoints == out.numberoftriangles && dual.numberofedges == out.numberofedges);
  int rays = 0;
  for (int e = 0; e < dual.numberofedges; ++e) {
    const double *a = out.pointlist + 2 * out.edgelist[2 * e], *b = out.pointlist + 2 * out.edgelist[2 * e + 1];
    const int ray = dual.edgelist[2 * e + 1] == -1;
    const double* n = dual.normlist + 2 * e;
    rays += ray;
    CHECK(ray ? n[0] == b[1] - a[1] && n[1] == a[0] - b[0] : n[0] == 0 && n[1] == 0);
    for (int k = 0; k < 2 - ray; ++k) {
      const double* c = dual.pointlist + 2 * dual.edgelist[2 * e + k];
      CHECK(fabs(hypot(c[0] - a[0], c[1] - a[1]) - hypot(c[0] - b[0], c[1] - b[1])) < 1e-9);
    }
  }
  CHECK(rays == 4);
  release(&out);
  release(&dual);
}

static void test_the_other_switches(void) {
  struct triangulateio in = plate(), out = nothing();
  triangulate("pczQ", &in, &out, NULL); /* the hole is cut out of the hull all the same */
  CHECK(fabs(total_area(&out, 0) - 12) < 1e-9);
  release(&out);
  out = nothing();
  triangulate("pzOQ", &in, &out, NULL);
  CHECK(fabs(total_area(&out, 0) - 16) < 1e-9);
  release(&out);
  out = nothing();
  triangulate("pzqa0.01S20Q", &in, &out, NULL);
  CHECK(out.numberofpoints == 28);
  release(&out);
  out = nothing();
  triangulate("pzq30a0.1YYQ", &in, &out, NULL);
  CHECK(out.numberofsegments == 8);
  release(&out);
  out = nothing();
  triangulate("pzq50Q", &in, &out, NULL); /* ends */
  CHECK(smallest_angle(&out, 0) >= 33.999);
  release(&out);
  for (unsigned i = 0; i != 3; ++i) {
    const char* const same[] = {"psziFlXCQ", "pzDIgQ", "{pzjQ}"};
    char switches[16];
    out = nothing();
    triangulate(strcpy(switches, same[i]), &in, &out, NULL);
    CHECK(fabs(total_area(&out, 0) - 12) < 1e-9);
    release(&out);
  }
}

/* u: no triangle larger than the distance of its first corner from the lower left corner allows. */
int triunsuitable(double* origin, double* destination, double* apex, double area) {
  (void)destination;
  (void)apex;
  return area > 0.02 + 0.05 * hypot(origin[0], origin[1]);
}
static void test_a_test_of_the_user(void) {
  struct triangulateio in = plate(), out = nothing(), plain = nothing();
  triangulate("pzquQ", &in, &out, NULL);
  triangulate("pzqQ", &in, &plain, NULL);
  CHECK(out.numberoftriangles > 3 * plain.numberoftriangles);
  for (int t = 0; t < out.numberoftriangles; ++t)
    CHECK(!triunsuitable(out.pointlist + 2 * out.trianglelist[3 * t], NULL, NULL, area_of(&out, t, 0)));
  release(&out);
  release(&plain);
}

static void refused(const char* switches, struct triangulateio in) {
  struct triangulateio out = nothing();
  char copy[32];
  out.numberoftriangles = 77;
  triangulate(strcpy(copy, switches), &in, &out, NULL);
  CHECK(out.numberoftriangles == 0 && out.numberofpoints == 0 && out.pointlist == NULL && out.trianglelist == NULL);
}
static void test_errors(void) {
  struct triangulateio in = plate();
  static int beyond[] = {0, 8};
  static double line[] = {0, 0, 1, 1, 2, 2}, wrong[] = {0, 0, 1, 0, NAN, 2};
  in.segmentlist = beyond;
  in.numberofsegments = 1;
  refused("pzQ", in);
  in = plate();
  in.pointlist = NULL;
  refused("pzQ", in);
  in = plate();
  in.numberofpoints = 0;
  refused("zQ", in);
  refused("pzvQ", plate()); /* no place for the diagram */
  refused("zwQ", plate());
  refused("zq61Q", plate());
  refused("za0Q", plate());
  refused("rzQ", plate());
  in = nothing();
  in.pointlist = line;
  in.numberofpoints = 3;
  refused("zQ", in);
  in.pointlist = wrong;
  refused("zQ", in);
  triangulate("zQ", NULL, NULL, NULL);
}

static void* from_a_thread(void* result) {
  struct triangulateio in = plate(), *out = result;
  triangulate("pzq33a0.003Q", &in, out, NULL);
  return NULL;
}
static void test_threads(void) {
  pthread_t thread[4];
  struct triangulateio out[4];
  for (int i = 0; i < 4; ++i) {
    out[i] = nothing();
    CHECK(pthread_create(&thread[i], NULL, from_a_thread, &out[i]) == 0);
  }
  for (int i = 0; i < 4; ++i) pthread_join(thread[i], NULL);
  for (int i = 0; i < 4; ++i) {
    CHECK(out[i].numberoftriangles == out[0].numberoftriangles && out[i].numberoftriangles > 1000);
    CHECK(memcmp(out[i].trianglelist, out[0].trianglelist, sizeof(int) * 3 * (size_t)out[0].numberoftriangles) == 0);
  }
  for (int i = 0; i < 4; ++i) release(&out[i]);
}

int main(void) {
  test_points();
  test_quality();
  test_regions_and_refinement();
  test_memory_of_the_caller();
  test_second_order_and_attributes();
  test_voronoi();
  test_the_other_switches();
  test_a_test_of_the_user();
  test_errors();
  test_threads();
  if (failures == 0) puts("passed");
  return failures != 0;
}
