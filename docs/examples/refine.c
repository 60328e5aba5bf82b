/* refine.c: a mesh of a plate with a hole, by Triangle's interface.
   cc refine.c -o refine $(pkg-config --cflags --libs amorph-triangle) */
#include <stdio.h>
#include <stdlib.h>
#include <triangle.h>

int main(void) {
  double points[] = {0, 0, 4, 0, 4, 4, 0, 4, 1, 1, 3, 1, 3, 3, 1, 3};
  int segments[] = {0, 1, 1, 2, 2, 3, 3, 0, 4, 5, 5, 6, 6, 7, 7, 4};
  double hole[] = {2, 2};
  struct triangulateio in = {0}, out = {0};
  in.pointlist = points;
  in.numberofpoints = 8;
  in.segmentlist = segments;
  in.numberofsegments = 8;
  in.holelist = hole;
  in.numberofholes = 1;
  triangulate("pzq30a0.5Q", &in, &out, NULL);
  if (out.numberoftriangles == 0) return 1;
  double area = 0;
  for (int t = 0; t < out.numberoftriangles; ++t) {
    const double *a = out.pointlist + 2 * out.trianglelist[3 * t], *b = out.pointlist + 2 * out.trianglelist[3 * t + 1],
                 *c = out.pointlist + 2 * out.trianglelist[3 * t + 2];
    area += ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])) / 2;
  }
  printf("%s 24 triangles, area %g\n", out.numberoftriangles >= 24 ? "at least" : "fewer than", area);
  trifree(out.pointlist);
  trifree(out.pointmarkerlist);
  trifree(out.trianglelist);
  trifree(out.segmentlist);
  trifree(out.segmentmarkerlist);
  return 0;
}
