// Host arrays with a copy in a device's memory that outlives a run, so that later runs need not copy them. One table
// per context; safe to use from several threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <shared_mutex>

namespace amorph {

class resident_arrays {
 public:
  // `copy` holds the bytes of `host`, which keep their value until remove().
  void add(const void* host, std::size_t bytes, const void* copy) {
    const std::unique_lock lock(mutex_);
    all_[address(host)] = {bytes, address(copy)};
  }
  void remove(const void* host) noexcept {
    const std::unique_lock lock(mutex_);
    all_.erase(address(host));
  }
  // The copy of this range, which may be a part of an array; null if there is none. O(log arrays).
  [[nodiscard]] const void* find(const void* host, std::size_t bytes) const {
    const std::shared_lock lock(mutex_);
    auto at = all_.upper_bound(address(host));
    if (at == all_.begin()) return nullptr;
    --at;
    const std::size_t from = address(host) - at->first;
    if (from > at->second.bytes || bytes > at->second.bytes - from) return nullptr;
    return reinterpret_cast<const void*>(at->second.copy + from);
  }

 private:
  struct array {
    std::size_t bytes;
    std::uintptr_t copy;
  };
  static std::uintptr_t address(const void* p) { return reinterpret_cast<std::uintptr_t>(p); }

  mutable std::shared_mutex mutex_;
  std::map<std::uintptr_t, array> all_;  // by the host array's address
};

}  // namespace amorph
