// An answer that was left in the memory of the backend that computed it, so that nothing is copied.
#pragma once

#include <memory>

#include "amorph/kernels/base/span.hpp"

namespace amorph {

template <class T> struct backend_array {
  // In device memory after a run on a device (context::fetch() copies them to the host). Valid as long as `memory` and
  // the context of the run are.
  span<const T> values;
  std::shared_ptr<const void> memory;
};

}  // namespace amorph
