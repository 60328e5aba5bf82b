// METIS_SetDefaultOptions, METIS_Free, and who we are.
#include <algorithm>
#include <cstdlib>

#include "amorph/version.hpp"
#include "partitioner/metis/metis.h"

extern "C" {

int METIS_SetDefaultOptions(idx_t* options) {
  if (options == nullptr) return METIS_ERROR_INPUT;
  std::fill(options, options + METIS_NOPTIONS, -1);
  return METIS_OK;
}

int METIS_Free(void* ptr) {
  std::free(ptr);
  return METIS_OK;
}

const char* amorph_metis_version(void) { return AMORPH_VERSION; }

}  // extern "C"
