/* Regions and attributes of meshes; meshes that are refined again, rebuilt from arrays, and kept in a context. */
#include <math.h>

#include "test/tools/bindings/amorph/check.h"

/* Two squares: the lower and the upper segment run through the points between them. */
enum { bottom, right, top, left, middle };
static const double points[] = {0, 0, 1, 0, 2, 0, 2, 1, 1, 1, 0, 1}, abscissa[] = {0, 1, 2, 2, 1, 0};
static const uint32_t segments[] = {0, 2, 2, 3, 3, 5, 5, 0, 1, 4};
static const amorph_region regions[] = {{0.5, 0.5, 7, 0.01}, {1.5, 0.5, 8, 0}};

static amorph_domain two_squares(void) {
  amorph_domain d = {.size = sizeof d};
  d.points = points;
  d.point_count = 6;
  d.segments = segments;
  d.segment_count = 5;
  d.regions = regions;
  d.region_count = 2;
  d.attribute_count = 1;
  d.point_attributes = abscissa;
  return d;
}

static const double* corner(const amorph_mesh* m, size_t t, int i) {
  return amorph_mesh_points(m, NULL) + 2 * (size_t)amorph_mesh_triangles(m, NULL)[3 * t + (size_t)i % 3];
}
static double area(const amorph_mesh* m, size_t t) {
  const double *p = corner(m, t, 0), *q = corner(m, t, 1), *r = corner(m, t, 2);
  return ((q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])) / 2;
}
static double middle_of(const amorph_mesh* m, size_t t, int axis) {
  return (corner(m, t, 0)[axis] + corner(m, t, 1)[axis] + corner(m, t, 2)[axis]) / 3;
}

static uint32_t segment_between(const double* p, const double* q) {
  if (p[1] == 0 && q[1] == 0) return bottom;
  if (p[1] == 1 && q[1] == 1) return top;
  if (p[0] == 2 && q[0] == 2) return right;
  if (p[0] == 0 && q[0] == 0) return left;
  return p[0] == 1 && q[0] == 1 ? (uint32_t)middle : UINT32_MAX;
}

/* Regions by position, bounds of areas, attributes, segments: of a mesh of the two squares. */
static void check_mesh(const amorph_mesh* m, double left_area, double right_area) {
  size_t triangles, vertices, count;
  uint32_t each;
  double all = 0, largest[2] = {0, 0};
  const double *region = amorph_mesh_regions(m, &triangles), *at = amorph_mesh_points(m, &vertices),
               *attribute = amorph_mesh_attributes(m, &count, &each);
  const uint32_t* segment = amorph_mesh_segments(m, &count);
  CHECK(region != NULL && attribute != NULL && each == 1 && count == triangles);
  for (size_t v = 0; v != vertices; ++v) CHECK(fabs(attribute[v] - at[2 * v]) < 1e-9);
  for (size_t t = 0; t != triangles; ++t) {
    const int is_right = middle_of(m, t, 0) > 1;
    CHECK(region[t] == (is_right ? 8 : 7) && area(m, t) > 0);
    all += area(m, t);
    if (area(m, t) > largest[is_right]) largest[is_right] = area(m, t);
    for (int i = 0; i != 3; ++i)
      CHECK(segment[3 * t + (size_t)i] == segment_between(corner(m, t, i + 1), corner(m, t, i + 2)));
  }
  CHECK(fabs(all - 2) < 1e-9 && largest[0] <= left_area && largest[1] <= right_area);
  CHECK(right_area < 1 || largest[1] > 0.1);
  (void)amorph_mesh_bad(m, &count);
  CHECK(count == 0);
}

static void same_mesh(const amorph_mesh* a, const amorph_mesh* b) {
  size_t n, k;
  const double *p = amorph_mesh_points(a, &n), *q = amorph_mesh_points(b, &k);
  const uint32_t *t = amorph_mesh_triangles(a, NULL), *u = amorph_mesh_triangles(b, NULL);
  CHECK(n == k && memcmp(p, q, 2 * n * sizeof *p) == 0);
  (void)amorph_mesh_triangles(a, &n);
  (void)amorph_mesh_triangles(b, &k);
  CHECK(n == k && memcmp(t, u, 3 * n * sizeof *t) == 0);
  t = amorph_mesh_segments(a, NULL);
  u = amorph_mesh_segments(b, NULL);
  CHECK(memcmp(t, u, 3 * n * sizeof *t) == 0);
}

static void regions_bound_areas(amorph_context* c) {
  amorph_domain d = two_squares();
  amorph_mesh* m = NULL;
  size_t count = 9;
  uint32_t each = 9;
  CHECK(amorph_mesh_create(c, &d, NULL, &m) == AMORPH_OK); /* refined, because a region has a bound */
  check_mesh(m, 0.01, 1);
  amorph_mesh_destroy(m);
  d.region_count = d.attribute_count = 0;
  CHECK(amorph_mesh_create(c, &d, NULL, &m) == AMORPH_OK);
  CHECK(amorph_mesh_regions(m, &count) == NULL && count == 0);
  count = 9;
  CHECK(amorph_mesh_attributes(m, &count, &each) == NULL && count == 0 && each == 0);
  (void)amorph_mesh_triangles(m, &count);
  CHECK(count == 4);
  amorph_mesh_destroy(m);
  d = two_squares();
  d.regions = NULL;
  CHECK(amorph_mesh_create(c, &d, NULL, &m) == AMORPH_BAD_INPUT && strstr(amorph_last_error(), "regions"));
}

static void refined_again_kept_or_not(amorph_context* c) {
  const amorph_domain d = two_squares();
  amorph_mesh_options o = {.size = sizeof o};
  amorph_mesh *m = NULL, *once = NULL, *again = NULL;
  size_t before, after;
  CHECK(amorph_mesh_create(c, &d, NULL, &m) == AMORPH_OK);
  (void)amorph_mesh_points(m, &before);
  o.min_angle = 50; /* out of reach */
  CHECK(amorph_mesh_refine(c, m, &o, &once) == AMORPH_BAD_INPUT && strstr(amorph_last_error(), "max_points"));
  o.max_points = 500;
  CHECK(amorph_mesh_refine(c, m, &o, &once) == AMORPH_OK);
  amorph_mesh_destroy(once);
  o.max_points = 0;
  o.min_angle = 30;
  o.max_area = 0.02;
  CHECK(amorph_mesh_refine(c, m, &o, &once) == AMORPH_OK);
  check_mesh(once, 0.01, 0.02);
  CHECK(memcmp(amorph_mesh_points(once, &after), amorph_mesh_points(m, NULL), 2 * before * sizeof(double)) == 0);
  CHECK(after > before);
  check_mesh(m, 0.01, 1); /* as it was */
  const double* at = amorph_mesh_points(m, NULL);
  const uint32_t* triangles = amorph_mesh_triangles(m, NULL);
  CHECK(amorph_mesh_keep(c, m) == AMORPH_OK);
  CHECK(amorph_mesh_points(m, NULL) == at && amorph_mesh_triangles(m, NULL) == triangles); /* still valid */
  check_mesh(m, 0.01, 1);
  for (int time = 0; time != 2; ++time) {
    CHECK(amorph_mesh_refine(c, m, &o, &again) == AMORPH_OK);
    same_mesh(once, again);
    amorph_mesh_destroy(again);
  }
  CHECK(amorph_mesh_refine(c, m, NULL, &again) == AMORPH_OK);
  (void)amorph_mesh_points(again, &after);
  CHECK(after == before); /* there is nothing left to do */
  amorph_mesh_destroy(again);
  CHECK(amorph_mesh_keep(c, m) == AMORPH_BAD_INPUT);
  o.split = 3;
  CHECK(amorph_mesh_refine(c, m, &o, &again) == AMORPH_BAD_INPUT && strstr(amorph_last_error(), "split 0 .. 2"));
  amorph_mesh_destroy(once);
  amorph_mesh_destroy(m);
}

static void rebuilt_from_arrays(amorph_context* c) {
  const amorph_domain d = two_squares();
  amorph_elements e = {.size = sizeof e};
  amorph_mesh_options o = {.size = sizeof o};
  amorph_mesh *m = NULL, *again = NULL;
  const uint32_t triangles[] = {0, 1, 4, 0, 4, 5, 1, 2, 3, 1, 3, 4}, flat[] = {0, 1, 2}, clockwise[] = {0, 4, 1};
  const uint32_t pieces[] = {0, 1, 4, 1}, missing[] = {0, 3};
  const double attribute[] = {7, 7, 8, 8}, bound[] = {0.01, 0.01, 0, 0};
  size_t count, bounded = 0;
  e.points = points;
  e.point_count = 6;
  e.triangles = triangles;
  e.triangle_count = 4;
  e.segments = pieces;
  e.segment_count = 2;
  e.region_attribute = attribute;
  e.max_area = bound;
  o.min_angle = 25;
  CHECK(amorph_mesh_rebuild(c, &e, &o, &m) == AMORPH_OK);
  (void)amorph_mesh_regions(m, &count);
  CHECK(count > 50);
  for (size_t t = 0; t != count; ++t) {
    const int is_right = middle_of(m, t, 0) > 1;
    CHECK(amorph_mesh_regions(m, NULL)[t] == (is_right ? 8 : 7) && (is_right || area(m, t) <= 0.01));
    for (int i = 0; i != 3; ++i) {
      const double *p = corner(m, t, i + 1), *q = corner(m, t, i + 2);
      const uint32_t at = amorph_mesh_segments(m, NULL)[3 * t + (size_t)i];
      const int on_bottom = p[1] == 0 && q[1] == 0 && (p[0] + q[0]) / 2 < 1, on_middle = p[0] == 1 && q[0] == 1;
      CHECK(at == (on_bottom ? 0 : on_middle ? 1 : UINT32_MAX)); /* not those that refinement adds */
      bounded += at != UINT32_MAX;
    }
  }
  CHECK(bounded > 4);
  amorph_mesh_destroy(m);
  m = NULL;
  e.segments = missing;
  e.segment_count = 1;
  CHECK(amorph_mesh_rebuild(c, &e, NULL, &m) == AMORPH_BAD_INPUT && strstr(amorph_last_error(), "segment 0"));
  e.segment_count = 0;
  e.region_attribute = e.max_area = NULL;
  e.triangle_count = 1;
  e.triangles = flat;
  CHECK(amorph_mesh_rebuild(c, &e, NULL, &m) == AMORPH_BAD_INPUT && strstr(amorph_last_error(), "flat"));
  e.triangles = clockwise;
  CHECK(amorph_mesh_rebuild(c, &e, NULL, &m) == AMORPH_BAD_INPUT && strstr(amorph_last_error(), "clockwise"));
  e.triangle_count = 0;
  CHECK(amorph_mesh_rebuild(c, &e, NULL, &m) == AMORPH_BAD_INPUT && m == NULL);

  /* A mesh that was made here, from its own arrays. */
  CHECK(amorph_mesh_create(c, &d, NULL, &again) == AMORPH_OK);
  e.points = amorph_mesh_points(again, &count);
  e.point_count = (uint32_t)count;
  e.triangles = amorph_mesh_triangles(again, &count);
  e.triangle_count = (uint32_t)count;
  e.region_attribute = amorph_mesh_regions(again, NULL);
  CHECK(amorph_mesh_rebuild(c, &e, NULL, &m) == AMORPH_OK);
  CHECK(memcmp(amorph_mesh_triangles(m, NULL), e.triangles, 3 * count * sizeof *e.triangles) == 0);
  amorph_mesh_destroy(again);
  amorph_mesh_destroy(m);
}

/* Segments that must stay whole leave bad triangles, which are listed. */
static void segments_stay_whole(amorph_context* c) {
  amorph_domain d = two_squares();
  amorph_mesh_options o = {.size = sizeof o};
  amorph_mesh* m = NULL;
  size_t vertices, bad;
  d.regions = NULL;
  d.region_count = 0;
  o.max_area = 0.001;
  o.split = AMORPH_SPLIT_NONE;
  CHECK(amorph_mesh_create(c, &d, &o, &m) == AMORPH_OK);
  const double* at = amorph_mesh_points(m, &vertices);
  for (size_t v = 6; v != vertices; ++v)
    CHECK(at[2 * v] != 0 && at[2 * v] != 1 && at[2 * v] != 2 && at[2 * v + 1] != 0 && at[2 * v + 1] != 1);
  const uint32_t* list = amorph_mesh_bad(m, &bad);
  size_t triangles, large = 0;
  (void)amorph_mesh_triangles(m, &triangles);
  for (size_t t = 0; t != triangles; ++t) large += area(m, t) > 0.001;
  CHECK(bad > 0 && bad >= large && list[bad - 1] < triangles);
  amorph_mesh_destroy(m);
}

int main(void) {
  amorph_context* c = cpu();
  regions_bound_areas(c);
  refined_again_kept_or_not(c);
  rebuilt_from_arrays(c);
  segments_stay_whole(c);
  amorph_context_destroy(c);
  return 0;
}
