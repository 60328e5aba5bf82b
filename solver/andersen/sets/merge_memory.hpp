// The memory of a merge_scratch: one table per team.
#pragma once

#include "amorph/kernels/base/span.hpp"
#include "solver/andersen/sets/merge.hpp"

namespace amorph::andersen {

template <class Exec> class merge_memory {
  template <class T> using buffer = typename Exec::template buffer<T>;

 public:
  merge_memory(Exec& exec, uint32_t objects)
      : bases_(objects / bits_per_element + 1),
        cell_(exec, exec.team_count() * bases_),
        sum_(exec, cell_.size() * words_per_element),
        mark_(exec, cell_.size()),
        list_(exec, cell_.size()) {
    exec.template fill<uint32_t>(cell_.span(), no_set);
    exec.template fill<uint64_t>(sum_.span(), 0);
    exec.template fill<uint32_t>(mark_.span(), 0);
  }

  [[nodiscard]] merge_scratch view() const { return {cell_.data(), sum_.data(), mark_.data(), list_.data(), bases_}; }
  [[nodiscard]] uint64_t bases() const { return bases_; }

 private:
  uint64_t bases_;
  buffer<uint32_t> cell_;
  buffer<uint64_t> sum_;
  buffer<uint32_t> mark_;
  buffer<uint64_t> list_;
};

}  // namespace amorph::andersen
