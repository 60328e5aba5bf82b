// Polls the stop token of a run, from the threads of a long search on the host.
#pragma once

#include <atomic>

#include "amorph/kernels/base/error.hpp"
#include "partitioner/multilevel/partition.hpp"

namespace amorph::partition {

class stop_check {
 public:
  stop_check() = default;
  explicit stop_check(const options& o) : stop_(o.run.stop) {}
  void operator()() const {  // throws error(interrupted)
    if (stop_ != nullptr && stop_->load(std::memory_order_relaxed)) throw error(status::interrupted, "interrupted");
  }

 private:
  const std::atomic<bool>* stop_ = nullptr;
};

}  // namespace amorph::partition
