// The preset of libraries whose functions have no argument for it.
#pragma once

#include "partitioner/common/presets.hpp"
#include "solver/run/environment.hpp"

namespace amorph {

// Leaves `preset` as it is if the variable is not set. Throws environment_error (bad_input).
inline void read_preset(const char* variable, partition::preset& preset) {
  read_variable(variable, partition::alternatives(partition::presets).c_str(),
                [&](auto text) { return store(partition::parse_preset(text), preset); });
}

}  // namespace amorph
