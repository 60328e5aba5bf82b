/* Two triangles joined by an edge, divided in two parts by the processes of an MPI program: process 0 has all vertices.
 *   mpicc parmetis.c -o parmetis $(pkg-config --cflags --libs amorph-parmetis) && mpirun -n 2 ./parmetis */
#include <stdio.h>
#include <stdlib.h>

#include <parmetis.h>

int main(int argc, char** argv) {
  MPI_Comm world = MPI_COMM_WORLD;
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(world, &rank);
  MPI_Comm_size(world, &size);
  idx_t* vtxdist = malloc(((size_t)size + 1) * sizeof *vtxdist);
  vtxdist[0] = 0;
  for (int r = 1; r <= size; ++r) vtxdist[r] = 6;
  idx_t xadj[] = {0, 2, 4, 7, 10, 12, 14}, adjncy[] = {1, 2, 0, 2, 0, 1, 3, 2, 4, 5, 3, 5, 3, 4};
  idx_t wgtflag = 0, numflag = 0, ncon = 1, nparts = 2, options[] = {0, 0, 0}, cut = -1, part[6];
  real_t tpwgts[] = {0.5f, 0.5f}, ubvec[] = {1.05f};
  int code = ParMETIS_V3_PartKway(vtxdist, xadj, adjncy, NULL, NULL, &wgtflag, &numflag, &ncon, &nparts, tpwgts, ubvec,
                                  options, &cut, part, &world);
  if (code != METIS_OK) printf("process %d: %s\n", rank, amorph_parmetis_report());
  if (code == METIS_OK && rank == 0) {
    printf("cut %d, parts", (int)cut);
    for (int v = 0; v != 6; ++v) printf(" %d", (int)part[v]);
    printf("\n");
  }
  free(vtxdist);
  MPI_Finalize();
  return code == METIS_OK ? 0 : 1;
}
