// How the arrays of a refinement grow: by half at least, so that all growth together costs O(final size); by no more
// than needed if memory is short.
#pragma once

#include <cstddef>

#include "amorph/kernels/base/error.hpp"

namespace amorph::mesh::refining {

// grow(wish), or grow(minimum) if there is no memory for that.
template <class F> void grow_to(std::size_t wish, std::size_t minimum, F grow) {
  try {
    grow(wish);
  } catch (const error& e) {
    if (e.code() != status::out_of_memory || wish <= minimum) throw;
    grow(minimum);
  }
}
// For scratch whose size changes from round to round; its contents are lost.
template <class Buffer> void resize_scratch(Buffer& values, std::size_t size) {
  if (size > values.capacity()) grow_to(size + size / 2, size, [&](std::size_t n) { values.resize_discard(n); });
  values.resize_discard(size);
}
// Keeps the contents; new elements are zero.
template <class Exec, class Buffer> void resize_zeroed(Exec& exec, Buffer& values, std::size_t size) {
  const std::size_t before = values.size();
  values.resize(size);
  if (size > before) exec.fill(values.span().subspan(before, size - before), 0);
}

}  // namespace amorph::mesh::refining
