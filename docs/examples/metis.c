/* Two triangles joined by an edge, in two parts, through the installed library of METIS's functions. */
#include <metis.h>
#include <stdio.h>

int main(void) {
  idx_t xadj[] = {0, 2, 4, 7, 10, 12, 14}, adjncy[] = {1, 2, 0, 2, 0, 1, 3, 2, 4, 5, 3, 5, 3, 4};
  idx_t n = 6, constraints = 1, parts = 2, cut, part[6], i;
  if (METIS_PartGraphKway(&n, &constraints, xadj, adjncy, NULL, NULL, NULL, &parts, NULL, NULL, NULL, &cut, part) !=
      METIS_OK)
    return 1;
  printf("%d bits: cut %d, parts", IDXTYPEWIDTH, (int)cut);
  for (i = 0; i != 6; ++i) printf(" %d", part[i] != part[0]);
  printf("\n");
  return 0;
}
