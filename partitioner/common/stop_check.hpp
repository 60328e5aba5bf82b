// Polls the stop token of a run, from the threads of a long search on the host.
#pragma once

#include "amorph/kernels/base/error.hpp"
#include "solver/run/options.hpp"

namespace amorph::partition {

class stop_check {
 public:
  stop_check() = default;
  explicit stop_check(const run_options& run) : run_(&run) {}  // which must outlive it
  void operator()() const {                                    // throws error(interrupted)
    if (run_ != nullptr && run_->stop_requested()) throw error(status::interrupted, "interrupted");
  }

 private:
  const run_options* run_ = nullptr;
};

}  // namespace amorph::partition
