// METIS_SetDefaultOptions, METIS_Free, what clients of METIS call beyond its interface, and who we are.
#include <algorithm>
#include <cstdlib>
#include <new>
#include <vector>

#include "amorph/version.hpp"
#include "partitioner/interfaces/metis/metis.h"

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

// FreeFem++ reports the balance of a mesh's parts by it.
real_t libmetis__ComputeElementBalance(idx_t ne, idx_t nparts, idx_t* where) {
  idx_t heaviest = 0;
  try {
    std::vector<idx_t> elements(static_cast<std::size_t>(std::max<idx_t>(nparts, 0)), 0);
    for (idx_t e = 0; e < ne; ++e) heaviest = std::max(heaviest, ++elements[static_cast<std::size_t>(where[e])]);
  } catch (const std::bad_alloc&) {
    return 0;
  }
  return ne <= 0 ? 0
                 : static_cast<real_t>(static_cast<double>(nparts) * static_cast<double>(heaviest) /
                                       static_cast<double>(ne));
}

const char* amorph_metis_version(void) { return AMORPH_VERSION; }

}  // extern "C"
