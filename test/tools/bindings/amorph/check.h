/* For the C tests: CHECK ends the program with a line if the condition does not hold. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/bindings/amorph/amorph.h"

#define CHECK(condition)                                                                                    \
  do {                                                                                                      \
    if (!(condition)) {                                                                                     \
      fprintf(stderr, "%s:%d: %s (last error: %s)\n", __FILE__, __LINE__, #condition, amorph_last_error()); \
      exit(1);                                                                                              \
    }                                                                                                       \
  } while (0)

static amorph_context* cpu(void) {
  amorph_context_options o = {.size = sizeof o};
  amorph_context* c = NULL;
  o.backend = AMORPH_CPU;
  o.threads = 2;
  CHECK(amorph_context_create(&o, &c) == AMORPH_OK && c != NULL);
  return c;
}
