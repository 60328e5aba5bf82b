// Whether the caller wants an end, asked by the threads of a long search.
#pragma once

#include <memory>
#include <mutex>

#include "amorph/kernels/base/error.hpp"
#include "partitioner/multilevel/partition.hpp"

namespace amorph::partition {

// Copies share a lock: the caller is asked by one thread at a time.
class stop_check {
 public:
  stop_check() = default;
  explicit stop_check(const options& o)
      : stop_(o.stop), context_(o.context), one_(o.stop != nullptr ? std::make_shared<std::mutex>() : nullptr) {}
  void operator()() const {  // throws error(interrupted)
    if (stop_ == nullptr) return;
    const std::scoped_lock lock(*one_);
    if (stop_(context_)) throw error(status::interrupted, "interrupted");
  }

 private:
  bool (*stop_)(void* context) = nullptr;
  void* context_ = nullptr;
  std::shared_ptr<std::mutex> one_;
};

}  // namespace amorph::partition
