/* Six cells in two parts, through the installed library of hMETIS's functions. */
#include <hmetis.h>
#include <stdio.h>

int main(void) {
  int eptr[] = {0, 3, 6, 8, 10, 12}, eind[] = {0, 1, 2, 3, 4, 5, 2, 3, 0, 2, 3, 5};
  int part[6], cut = 0, i;
  HMETIS_PartRecursive(6, 5, NULL, eptr, eind, NULL, 2, 5, NULL, part, &cut);
  printf("cut %d:", cut);
  for (i = 0; i != 6; ++i) printf(" %d", part[i] != part[0]);
  printf("\n");
  return 0;
}
