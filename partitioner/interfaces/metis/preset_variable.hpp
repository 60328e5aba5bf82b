// AMORPH_METIS_PRESET, read by libamorph_metis and libamorph_parmetis.
#pragma once

#include "partitioner/common/partition.hpp"
#include "solver/run/environment.hpp"

namespace amorph::metis {

// Leaves `preset` as it is if the variable is not set. Throws environment_error (bad_input).
inline void read_preset(partition::preset& preset) {
  read_variable("AMORPH_METIS_PRESET", "fast, default or quality", [&](auto text) {
    if (text == "fast") preset = partition::preset::fast;
    if (text == "quality") preset = partition::preset::quality;
    return text == "fast" || text == "default" || text == "quality";
  });
}

}  // namespace amorph::metis
