// Stores at listed vertices: sources, and marks of frontiers.
#pragma once

#include <cstddef>
#include <cstdint>

#include "amorph/kernels/base/config.hpp"

namespace amorph {

// to[list[i]] = value for each i. Duplicates in the list write the same value.
template <class T> struct store_at_listed {
  const std::uint32_t* list;
  T* to;
  T value;
  AMORPH_BODY void operator()(std::size_t i) const { to[list[i]] = value; }
};

}  // namespace amorph
