/* In METIS's place: a library that runs out of memory, and says so as METIS does. */
#include <stdio.h>

enum { options_of_metis = 40, ok = 1, error_memory = -3 };

int METIS_SetDefaultOptions(int* options) {
  for (int i = 0; i < options_of_metis; ++i) options[i] = -1;
  return ok;
}

static int fail(void) {
  fprintf(stderr, "   Current memory used:     1000 bytes\n   Maximum memory used:     2000 bytes\n");
  fprintf(stderr, "***Memory allocation failed for AllocateWorkSpace. Requested size: 5 bytes");
  return error_memory;
}

#define FAILS(name) \
  int name(void) { return fail(); }
FAILS(METIS_PartGraphKway)
FAILS(METIS_PartGraphRecursive)
FAILS(METIS_NodeND)
FAILS(METIS_NodeNDP)
FAILS(METIS_ComputeVertexSeparator)
FAILS(METIS_NodeRefine)
