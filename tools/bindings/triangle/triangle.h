/* Triangulations and meshes by the interface of Shewchuk's Triangle 1.6.
 *
 *     struct triangulateio in = {0}, out = {0};
 *     in.pointlist = coordinates;            // x y of each point
 *     in.numberofpoints = n;
 *     in.segmentlist = ends;                 // two points per segment
 *     in.numberofsegments = m;
 *     triangulate("pzq30Q", &in, &out, NULL);
 *     ... out.pointlist, out.trianglelist ...
 *     trifree(out.pointlist);                // and every other array that is not NULL
 *
 * Switches are those of Triangle, without a dash; docs/meshes.md lists the differences. Points, triangles and edges are
 * numbered from 1, or from 0 with the switch z; array elements always from 0. In `out` and `vorout`, set each pointer
 * to NULL, and the result is allocated by malloc; or let it point to enough memory, which is then filled, and may be
 * the input's. holelist and regionlist of `out` are the input's pointers: do not free them twice.
 *
 * Several threads may call triangulate() at the same time. It never ends the process: on an error it prints one line on
 * stderr, allocates nothing, and sets numberofpoints and numberoftriangles of `out` to 0.
 */
#ifndef AMORPH_TRIANGLE_H
#define AMORPH_TRIANGLE_H

#ifdef SINGLE
#error "coordinates are double precision: do not define SINGLE"
#endif

#ifdef __cplusplus
extern "C" {
#endif

struct triangulateio {
  double* pointlist;          /* x y of each point */
  double* pointattributelist; /* numberofpointattributes per point */
  int* pointmarkerlist;       /* one per point; as input NULL: all are 0 */
  int numberofpoints;
  int numberofpointattributes;

  int* trianglelist;             /* numberofcorners per triangle: three corners, counter-clockwise; with o2, then the
                                    nodes on the edges opposite to them */
  double* triangleattributelist; /* numberoftriangleattributes per triangle */
  double* trianglearealist;      /* input: maximum area of each triangle (switches r and a) */
  int* neighborlist;             /* output: the triangles across the edges opposite to the corners; -1: none */
  int numberoftriangles;
  int numberofcorners; /* 3 or 6 */
  int numberoftriangleattributes;

  int* segmentlist;       /* two points per segment */
  int* segmentmarkerlist; /* one per segment; as input NULL: all are 0 */
  int numberofsegments;

  double* holelist; /* input: x y of each hole */
  int numberofholes;

  double* regionlist; /* input: x, y, attribute and maximum area of each region */
  int numberofregions;

  int* edgelist;       /* output: two points per edge; of a Voronoi diagram, two triangles or one and -1 */
  int* edgemarkerlist; /* output: one per edge */
  double* normlist;    /* output, of a Voronoi diagram: the direction of each ray, 0 0 for other edges */
  int numberofedges;
};

/* `vorout` is used with the switch v only; otherwise it may be NULL. */
void triangulate(char* switches, struct triangulateio* in, struct triangulateio* out, struct triangulateio* vorout);

/* free(). */
void trifree(void* memory);

/* Not in the library: with the switch u, the caller defines it. Whether the triangle with these corners (x y each) and
   this area is to be refined. Called by one thread at a time for each call of triangulate(). */
#ifdef __GNUC__
__attribute__((visibility("default")))
#endif
int triunsuitable(double *origin, double *destination, double *apex, double area);

#ifdef __cplusplus
}
#endif

#endif
