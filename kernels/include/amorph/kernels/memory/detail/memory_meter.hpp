// Counts the bytes that an executor has allocated and enforces its memory limit.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>

#include "amorph/kernels/base/byte_text.hpp"
#include "amorph/kernels/base/error.hpp"

namespace amorph::detail {

class memory_meter {
 public:
  memory_meter(const char* where, std::uint64_t limit) : where_(where), limit_(limit) {}

  void take(std::uint64_t bytes) {
    std::uint64_t now = current_.fetch_add(bytes, std::memory_order_relaxed) + bytes;
    if (now > limit_ || now < bytes) {
      current_.fetch_sub(bytes, std::memory_order_relaxed);
      exhausted(bytes);
    }
    std::uint64_t peak = peak_.load(std::memory_order_relaxed);
    while (peak < now && !peak_.compare_exchange_weak(peak, now, std::memory_order_relaxed)) {}
  }
  void give(std::uint64_t bytes) noexcept { current_.fetch_sub(bytes, std::memory_order_relaxed); }

  [[noreturn]] void exhausted(std::uint64_t bytes) const {
    throw error(status::out_of_memory, std::string("out of ") + where_ + " memory: " + byte_text(bytes) +
                                           " more requested, " + byte_text(current()) + " in use, limit " +
                                           byte_text(limit_));
  }

  [[nodiscard]] std::uint64_t current() const { return current_.load(std::memory_order_relaxed); }
  [[nodiscard]] std::uint64_t peak() const { return peak_.load(std::memory_order_relaxed); }
  [[nodiscard]] std::uint64_t limit() const { return limit_; }
  void limit(std::uint64_t bytes) { limit_ = bytes; }
  void reset_peak() { peak_.store(current(), std::memory_order_relaxed); }

 private:
  const char* where_;
  std::uint64_t limit_;
  std::atomic<std::uint64_t> current_{0}, peak_{0};
};

}  // namespace amorph::detail
