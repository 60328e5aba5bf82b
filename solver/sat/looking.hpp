// Long loops of a grid that somebody may want to end: on the CPU they run in stretches, and whether to go on is asked between
// these. On the device, where nobody can be asked, one loop is short; what is launched at once is bounded by its caller.
// Stretches change no result: a loop is run whole, or its caller gives up.
#pragma once

#include <cstddef>
#include <cstdint>

#include "amorph/kernels/sync/grid.hpp"
#include "solver/sat/core.hpp"

namespace amorph::sat {

class look {
 public:
  look() = default;
  explicit look(const core_call& call) : stop_(call.stop), context_(call.context) {}

  [[nodiscard]] bool stopped() const { return stop_ != nullptr && stop_(context_) != 0; }

  // loop(first, n) over stretches of 0 .. n-1; false: it was left.
  template <class Loop>
  AMORPH_BODY bool stretches(std::size_t n, [[maybe_unused]] std::size_t stretch, Loop loop) const {
#if AMORPH_DEVICE_COMPILER
    loop(std::size_t{0}, n);
#else
    for (std::size_t first = 0; first < n; first += stretch) {
      if (stopped()) return false;
      loop(first, n - first < stretch ? n - first : stretch);
    }
#endif
    return true;
  }

 private:
  std::uint32_t (*stop_)(void*) = nullptr;
  void* context_ = nullptr;
};

// f over the items from `first` on.
template <class F> struct from_item {
  F f;
  std::size_t first;
  AMORPH_BODY auto operator()(std::size_t i) { return f(first + i); }
  template <class Team> AMORPH_BODY auto operator()(Team team, std::size_t i) { return f(team, first + i); }
};
template <class F> from_item(F, std::size_t) -> from_item<F>;

}  // namespace amorph::sat
