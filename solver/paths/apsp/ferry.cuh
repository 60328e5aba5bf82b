// Copies of blocks between the host's matrix and the device, beside the work: one stream brings, one takes back, and the
// executor's works. The matrix is page-locked for as long as this lives, where the system allows it. Read by nvcc alone.
//
// A block under way has a slot: it is brought when the slot's last one has been taken, worked on when it is there, taken
// when the work asked for before has been done.
#pragma once

#include "amorph/cuda.cuh"
#include "min_plus.hpp"

namespace amorph::apsp {

class cuda_ferry {
 public:
  static constexpr unsigned slots = 3;

  cuda_ferry(cuda_exec& exec, std::uint32_t* table, std::size_t vertices) : exec_(exec), table_(table), n_(vertices) {
    locked_ = cudaHostRegister(table, n_ * n_ * sizeof *table, cudaHostRegisterDefault) == cudaSuccess;
    (void)cudaGetLastError();  // pageable memory serves, more slowly
    check(cudaStreamCreateWithFlags(&in_, cudaStreamNonBlocking));
    check(cudaStreamCreateWithFlags(&out_, cudaStreamNonBlocking));
    for (auto* events : {brought_, worked_, taken_})
      for (unsigned s = 0; s != slots; ++s) check(cudaEventCreateWithFlags(&events[s], cudaEventDisableTiming));
    check(cudaEventCreateWithFlags(&all_, cudaEventDisableTiming));
  }
  cuda_ferry(const cuda_ferry&) = delete;
  cuda_ferry& operator=(const cuda_ferry&) = delete;
  ~cuda_ferry() {
    for (cudaStream_t s : {in_, out_}) {
      (void)cudaStreamSynchronize(s);
      (void)cudaStreamDestroy(s);
    }
    for (auto* events : {brought_, worked_, taken_})
      for (unsigned s = 0; s != slots; ++s) (void)cudaEventDestroy(events[s]);
    (void)cudaEventDestroy(all_);
    if (locked_) (void)cudaHostUnregister(table_);
  }

  // The rows by columns elements from (row, column) on.
  void bring(unsigned slot, std::size_t row, std::size_t column, const matrix& to, std::size_t rows,
             std::size_t columns) {
    wait(in_, taken_[slot]);
    check(cudaMemcpy2DAsync(to.data, to.pitch * sizeof *table_, at(row, column), n_ * sizeof *table_,
                            columns * sizeof *table_, rows, cudaMemcpyHostToDevice, in_));
    check(cudaEventRecord(brought_[slot], in_));
    wait(exec_.stream(), brought_[slot]);
  }
  void take(unsigned slot, const matrix& from, std::size_t row, std::size_t column, std::size_t rows,
            std::size_t columns) {
    check(cudaEventRecord(worked_[slot], exec_.stream()));
    wait(out_, worked_[slot]);
    check(cudaMemcpy2DAsync(at(row, column), n_ * sizeof *table_, from.data, from.pitch * sizeof *table_,
                            columns * sizeof *table_, rows, cudaMemcpyDeviceToHost, out_));
    check(cudaEventRecord(taken_[slot], out_));
  }
  // All of a block's memory unreached, before a part of it is brought.
  void blank(unsigned slot, span<std::uint32_t> block) {
    wait(in_, taken_[slot]);
    const auto blocks = static_cast<unsigned>(block.size() / amorph::detail::cuda_block);  // a tile has many
    amorph::detail::each_kernel<<<blocks, amorph::detail::cuda_block, 0, in_>>>(
        block.size(), amorph::detail::fill_body<std::uint32_t>{block.data(), unreached});
    check(cudaGetLastError());
  }
  // What is brought from now on comes after the work and the takings asked for so far; so does later work.
  void all_done() {
    check(cudaEventRecord(all_, out_));
    wait(exec_.stream(), all_);
    check(cudaEventRecord(all_, exec_.stream()));
    wait(in_, all_);
  }

 private:
  [[nodiscard]] std::uint32_t* at(std::size_t row, std::size_t column) const { return table_ + row * n_ + column; }
  static void check(cudaError_t code) { amorph::detail::cuda_check(code, "copy a block of the matrix"); }
  static void wait(cudaStream_t s, cudaEvent_t e) { check(cudaStreamWaitEvent(s, e, 0)); }

  cuda_exec& exec_;
  std::uint32_t* table_;
  std::size_t n_;
  bool locked_ = false;
  cudaStream_t in_ = nullptr, out_ = nullptr;
  cudaEvent_t brought_[slots] = {}, worked_[slots] = {}, taken_[slots] = {}, all_ = nullptr;
};

}  // namespace amorph::apsp
