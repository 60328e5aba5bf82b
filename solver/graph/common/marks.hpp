// Searches begin at a list of vertices, and mark lists of them on the way.
#pragma once

#include <cstddef>
#include <cstdint>

#include "amorph/kernels/base/config.hpp"

namespace amorph {

// to[list[i]] = value, for each i. Vertices that the list holds twice are written the same twice.
template <class T> struct store_at_listed {
  const std::uint32_t* list;
  T* to;
  T value;
  AMORPH_BODY void operator()(std::size_t i) const { to[list[i]] = value; }
};

}  // namespace amorph
