// Out-of-core matrices: blocks of a matrix in host memory are loaded into an executor's memory, processed there and
// stored back, for matrices that the executor's memory cannot hold. On a device the copies overlap with the work
// (block_stream.cuh).
//
//   block_stream<T, Exec> stream(exec, table, columns, rows);
//   stream.load(slot, {row, column, rows, columns}, memory, pitch);   // later work on the executor sees the block
//   stream.store(slot, memory, pitch, {row, column, rows, columns});  // after the work that was launched so far
//
// Every block in flight occupies one of `slots` slots; a slot's next load waits for its last store.
#pragma once

#include "amorph/kernels/base/config.hpp"
#if AMORPH_DEVICE_COMPILER
#include "amorph/kernels/staging/block_stream.cuh"
#else

#include <algorithm>
#include <cstddef>

#include "amorph/kernels/base/span.hpp"
#include "amorph/kernels/exec/cpu.hpp"
#include "amorph/kernels/staging/matrix_window.hpp"

namespace amorph {

// Copies at once, on the executor's threads.
template <class T> class block_stream<T, cpu_exec> {
 public:
  static constexpr unsigned slots = 1;
  // `table`: `rows` rows of `columns` elements each, contiguous; it outlives this object.
  block_stream(cpu_exec& exec, T* table, std::size_t columns, std::size_t)
      : exec_(&exec), table_(table), columns_(columns) {}

  void load(unsigned, const matrix_window& from, T* to, std::size_t pitch) {
    const T* first = at(from);
    exec_->ranges(from.rows, 64, [=, n = columns_, width = from.columns](std::size_t i, std::size_t last, unsigned) {
      for (; i != last; ++i) std::copy_n(first + i * n, width, to + i * pitch);
    });
  }
  void store(unsigned, const T* from, std::size_t pitch, const matrix_window& to) {
    T* first = at(to);
    exec_->ranges(to.rows, 64, [=, n = columns_, width = to.columns](std::size_t i, std::size_t last, unsigned) {
      for (; i != last; ++i) std::copy_n(from + i * pitch, width, first + i * n);
    });
  }
  // Fills a slot's memory before a smaller block is loaded into it.
  void fill(unsigned, span<T> memory, T value) { exec_->fill(memory, value); }
  // Later loads and later work are ordered after all work and stores so far.
  void barrier() {}

 private:
  [[nodiscard]] T* at(const matrix_window& w) const { return table_ + w.row * columns_ + w.column; }

  cpu_exec* exec_;
  T* table_;
  std::size_t columns_;
};

}  // namespace amorph
#endif
