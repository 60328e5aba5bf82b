/* What the library says on stderr: points have the caller's numbers, and inputs are refused as by amorph-mesh. */
#define _GNU_SOURCE
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "tools/bindings/triangle/triangle.h"

static int failures = 0;

/* The library's line for four points and the triangles among them; with p, the square's sides, and a hole and a region
   far away. */
static void expect(const char* switches, double* points, int corners, const char* line) {
  static int triangles[] = {1, 2, 3, 1, 3, 4}, sides[] = {1, 2, 2, 3, 3, 4, 4, 1};
  static double hole[] = {7, 7}, region[] = {7, 7, 1, 0.1};
  struct triangulateio in, out;
  char copy[16], said[256] = "";
  FILE* const file = tmpfile();
  const int before = dup(2);
  memset(&in, 0, sizeof in);
  memset(&out, 0, sizeof out);
  in.pointlist = points;
  in.numberofpoints = 4;
  in.trianglelist = triangles;
  in.numberoftriangles = corners == 0 ? 0 : 2;
  in.numberofcorners = corners;
  if (strchr(switches, 'p') != NULL) {
    in.segmentlist = sides;
    in.numberofsegments = 4;
    in.regionlist = region;
    in.numberofregions = 1;
    if (strchr(switches, 'A') == NULL) {
      in.holelist = hole;
      in.numberofholes = 1;
    }
  }
  dup2(fileno(file), 2);
  triangulate(strcpy(copy, switches), &in, &out, NULL);
  dup2(before, 2);
  close(before);
  rewind(file);
  if (fgets(said, sizeof said, file) == NULL) said[0] = '\0';
  fclose(file);
  said[strcspn(said, "\n")] = '\0';
  if (strcmp(said, line) != 0) {
    fprintf(stderr, "%s: expected '%s', found '%s'\n", switches, line, said);
    ++failures;
  }
  trifree(out.pointlist);
  trifree(out.pointmarkerlist);
  trifree(out.trianglelist);
  trifree(out.triangleattributelist);
  trifree(out.segmentlist);
  trifree(out.segmentmarkerlist);
}

int main(void) {
  static double square[] = {0, 0, 1, 0, 1, 1, 0, 1}, far[] = {0, 0, 1e70, 0, 1, 1, 0, 1},
                nan[] = {0, 0, 1, 0, 1, 1, 0, NAN}, tiny[] = {0, 0, 1e-30, 0, 1e-30, 1e-30, 0, 1e-30};
  expect("Q", square, 0, "");
  expect("rcQ", square, 3, "");
  expect("pQ", square, 0, "");
#define OUTSIDE " is outside the domain and has no effect"
  expect("pP", square, 0, "triangulate: warning: 1 hole" OUTSIDE);
  expect("pA", square, 0, "triangulate: warning: 1 region" OUTSIDE);
#define RANGE " has a coordinate that is not 0 and not between 1e-35 and 1e60 in magnitude"
  expect("Q", far, 0, "triangulate: point 2" RANGE);
  expect("zQ", far, 0, "triangulate: point 1" RANGE);
  expect("rQ", far, 3, "triangulate: point 2" RANGE);
  expect("Q", nan, 0, "triangulate: point 4" RANGE);
  expect("Q", tiny, 0, "triangulate: expected a coordinate of magnitude 1e-20 or more, found none; scale the input");
  expect("rQ", tiny, 3, "triangulate: expected a coordinate of magnitude 1e-20 or more, found none; scale the input");
  expect("rQ", square, 5, "triangulate: numberofcorners: expected 3 or 6, found 5");
  expect("rzQ", square, 3, "triangulate: trianglelist: expected a point from 0 to 3, found 4");
  if (failures == 0) puts("passed");
  return failures != 0;
}
