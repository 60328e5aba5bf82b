// Registration of entry points inside the CUDA module: one line in the .cu file of an algorithm,
//
//  static amorph::cuda_entry registered("andersen", 1, &solve_on_device);
//
// with a function that is `extern "C"`-compatible and noexcept. The file joins the module by target_sources(amorph_cuda
// PRIVATE file.cu).
#pragma once

#include <cstdint>

#include "amorph/kernels/backend/cuda_abi.h"

namespace amorph {

class cuda_entry {
 public:
  // `name` outlives the module. Entries are constructed while the module is loaded, before any look-up.
  template <class Function>
  cuda_entry(const char* name, std::uint32_t version, Function* function)
      : name_(name), version_(version), function_(reinterpret_cast<amorph_cuda_function>(function)), next_(first()) {
    first() = this;
  }
  cuda_entry(const cuda_entry&) = delete;
  cuda_entry& operator=(const cuda_entry&) = delete;

  static amorph_cuda_function find(const char* name, std::uint32_t version) noexcept;

 private:
  static cuda_entry*& first();
  const char* name_;
  std::uint32_t version_;
  amorph_cuda_function function_;
  cuda_entry* next_;
};

}  // namespace amorph
