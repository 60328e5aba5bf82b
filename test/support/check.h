/* CHECK: ends the program with a message if the condition does not hold. */
#ifndef AMORPH_TEST_SUPPORT_CHECK_H
#define AMORPH_TEST_SUPPORT_CHECK_H

#include <stdio.h>
#include <stdlib.h>

#define CHECK(condition)                                                            \
  do {                                                                              \
    if (!(condition)) {                                                             \
      fprintf(stderr, "%s:%d: %s does not hold\n", __FILE__, __LINE__, #condition); \
      exit(1);                                                                      \
    }                                                                               \
  } while (0)

#endif
