// How many vertices have which degree, in bins of powers of two: bin 0 counts degree 0, bin b degrees 2^(b-1) .. 2^b -
// 1. It tells regular graphs from scale-free ones (Barabási, Albert, Science 1999), and so which load balance to
// choose.
#pragma once

#include <array>
#include <cstdint>

#include "amorph/kernels/graph/csr.hpp"
#include "amorph/kernels/memory/buffer.hpp"
#include "amorph/kernels/sync/atomic.hpp"

namespace amorph::examples {

inline constexpr std::size_t degree_bins = 65;

template <class Exec> std::array<std::uint64_t, degree_bins> degree_histogram(Exec& exec, csr graph) {
  typename Exec::template buffer<std::uint64_t> counts(exec, degree_bins);
  std::uint64_t* count = counts.data();
  exec.fill(counts.span(), 0);
  exec.for_each(
      graph.vertices, AMORPH_LAMBDA(std::size_t v) {
        unsigned bin = 0;
        for (std::uint64_t d = graph.degree(static_cast<std::uint32_t>(v)); d != 0; d >>= 1) ++bin;
        atomic_add(&count[bin], 1);  // a sum of integers: its order does not matter
      });
  std::array<std::uint64_t, degree_bins> histogram{};
  exec.copy_out(counts.span(), span<std::uint64_t>(histogram));
  return histogram;
}

}  // namespace amorph::examples
