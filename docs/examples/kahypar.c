/* Six cells in two parts, through the installed library of KaHyPar's functions. */
#include <libkahypar.h>
#include <stdio.h>

int main(void) {
  const size_t begin[] = {0, 3, 6, 8, 10, 12};
  const unsigned pin[] = {0, 1, 2, 3, 4, 5, 2, 3, 0, 2, 3, 5};
  int part[6], km1 = 0, i;
  kahypar_context_t* context = kahypar_context_new();
  kahypar_partition(6, 5, 0.03, 2, NULL, NULL, begin, pin, &km1, context, part);
  kahypar_context_free(context);
  printf("km1 %d:", km1);
  for (i = 0; i != 6; ++i) printf(" %d", part[i] != part[0]);
  printf("\n");
  return 0;
}
