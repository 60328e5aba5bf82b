// Converts labels to the type of the answer.
#pragma once

#include <cstdint>

#include "solver/graph/common/lengths.hpp"

namespace amorph::distances {

template <class Out, class Label> AMORPH_HD constexpr Out widened(Label l) {
  return l == amorph::unreached<Label> ? amorph::unreached<Out> : static_cast<Out>(l);
}

}  // namespace amorph::distances
