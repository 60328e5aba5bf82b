// Blocks of a matrix that stands on the host, brought to an executor's memory, worked on there, and taken back: for one
// that the executor's memory does not hold. On a device the copies go beside the work (block_ferry.cuh).
//
//   block_ferry<T, Exec> ferry(exec, table, columns, rows);
//   ferry.bring(slot, {row, column, rows, columns}, memory, pitch);   // work on it follows on the executor
//   ferry.take(slot, memory, pitch, {row, column, rows, columns});    // when what was asked for by now has been done
//
// A block under way has a slot, one of `slots`: the slot's next block is brought when its last one has been taken.
#pragma once

#include <cstddef>
#include <cstdint>

#include "amorph/kernels/base/span.hpp"

namespace amorph {

// Of the matrix on the host.
struct matrix_window {
  std::size_t row, column, rows, columns;
};

template <class T, class Exec> class block_ferry;

}  // namespace amorph

#if AMORPH_DEVICE_COMPILER
#include "amorph/kernels/memory/block_ferry.cuh"
#else

#include <algorithm>

#include "amorph/kernels/exec/cpu.hpp"

namespace amorph {

// Copies by the executor's threads, there and back at once.
template <class T> class block_ferry<T, cpu_exec> {
 public:
  static constexpr unsigned slots = 1;
  // `table`: rows of `columns` elements one after the other; it outlives this.
  block_ferry(cpu_exec& exec, T* table, std::size_t columns, std::size_t)
      : exec_(&exec), table_(table), columns_(columns) {}

  void bring(unsigned, const matrix_window& from, T* to, std::size_t pitch) {
    const T* first = at(from);
    exec_->ranges(from.rows, 64, [=, n = columns_, width = from.columns](std::size_t i, std::size_t last, unsigned) {
      for (; i != last; ++i) std::copy_n(first + i * n, width, to + i * pitch);
    });
  }
  void take(unsigned, const T* from, std::size_t pitch, const matrix_window& to) {
    T* first = at(to);
    exec_->ranges(to.rows, 64, [=, n = columns_, width = to.columns](std::size_t i, std::size_t last, unsigned) {
      for (; i != last; ++i) std::copy_n(from + i * pitch, width, first + i * n);
    });
  }
  // All of a slot's memory, before a part of it is brought.
  void blank(unsigned, span<T> memory, T value) { exec_->fill(memory, value); }
  // What is brought from now on comes after the work and the takings asked for so far; so does later work.
  void all_done() {}

 private:
  [[nodiscard]] T* at(const matrix_window& w) const { return table_ + w.row * columns_ + w.column; }

  cpu_exec* exec_;
  T* table_;
  std::size_t columns_;
};

}  // namespace amorph
#endif
