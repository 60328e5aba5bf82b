// The flow on few arcs of a graph, opposite numbers on an arc and its reverse. Pages without flow are never touched.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "amorph/kernels/exec/cpu.hpp"

namespace amorph::maxflow {

class sparse_flow {
 public:
  sparse_flow(cpu_exec& exec, std::uint64_t arcs) : values_(exec, arcs), used_(exec, arcs / 64 + 1) {
    std::fill_n(used_.data(), used_.size(), std::uint64_t{0});
  }
  [[nodiscard]] static std::uint64_t bytes(std::uint64_t arcs) { return 8 * arcs + 8 * (arcs / 64 + 1); }

  [[nodiscard]] std::int64_t operator[](std::uint64_t e) const { return is_used(e) ? values_.data()[e] : 0; }
  void add(std::uint64_t e, std::int64_t amount) {
    if (is_used(e)) {
      values_.data()[e] += amount;
      return;
    }
    used_.data()[e / 64] |= std::uint64_t{1} << (e % 64);
    values_.data()[e] = amount;
    list_.push_back(e);
  }
  void clear() {
    for (const std::uint64_t e : list_) used_.data()[e / 64] = 0;
    list_.clear();
  }
  [[nodiscard]] const std::vector<std::uint64_t>& arcs() const { return list_; }  // those that have had flow

 private:
  [[nodiscard]] bool is_used(std::uint64_t e) const { return (used_.data()[e / 64] >> (e % 64) & 1) != 0; }

  cpu_exec::buffer<std::int64_t> values_;
  cpu_exec::buffer<std::uint64_t> used_;  // bits
  std::vector<std::uint64_t> list_;
};

}  // namespace amorph::maxflow
