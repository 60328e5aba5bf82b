// Growth of the arrays of a refinement: by at least half, so that the total cost is O(final size); by no more than
// needed if memory is short.
#pragma once

#include <cstddef>

#include "amorph/kernels/base/error.hpp"

namespace amorph::mesh::refining {

// grow(preferred), or grow(minimum) if memory is short.
template <class F> void grow_to(std::size_t preferred, std::size_t minimum, F grow) {
  try {
    grow(preferred);
  } catch (const error& e) {
    if (e.code() != status::out_of_memory || preferred <= minimum) throw;
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
