// Memory for a level's arcs. A graph that does not fit a device streams its finest levels: their arcs stay in pinned
// host memory, which the device reads, and once writes, over the bus. Kernels see a pointer and are the same.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "amorph/kernels/base/config.hpp"
#include "amorph/kernels/base/span.hpp"
#if AMORPH_DEVICE_COMPILER
#include "amorph/kernels/staging/pinned.cuh"
#endif

namespace amorph::partition {

// An array for each arc, in the executor's memory or, on a device, outside it.
template <class T, class Exec> class arc_array {
 public:
  using buffer = typename Exec::template buffer<T>;

  arc_array() = default;
  arc_array(buffer own) : own_(std::move(own)) {}
  arc_array(Exec& exec, std::size_t size, [[maybe_unused]] bool outside) {
#if AMORPH_DEVICE_COMPILER
    if (outside) {
      pinned_ = pinned_memory(exec, size * sizeof(T));
      return;
    }
#endif
    own_ = buffer(exec, size);
  }
  // A copy of the caller's array, or outside, the array itself.
  arc_array(Exec& exec, span<const T> host, [[maybe_unused]] bool outside) {
#if AMORPH_DEVICE_COMPILER
    if (outside) {
      pinned_ = pinned_memory(exec, host.data(), host.size_bytes());
      return;
    }
#endif
    own_ = buffer(exec, host);
  }
  [[nodiscard]] T* data() const {
#if AMORPH_DEVICE_COMPILER
    if (pinned_.template data<T>() != nullptr) return pinned_.template data<T>();
#endif
    return own_.data();
  }

 private:
  buffer own_;
#if AMORPH_DEVICE_COMPILER
  pinned_memory pinned_;
#endif
};

}  // namespace amorph::partition
