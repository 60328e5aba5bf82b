// A context owns the resources that outlive a run: executors (threads, streams, memory pools) and resident inputs, so
// that repeated queries cost no more than their answers. Like the resources handle of RAFT, it is explicit: a run
// without a context allocates its own resources and frees them.
//
//   context c({.backend = backend::cuda});
//   resident_graph g(c, graph);                  // checked and uploaded once
//   for (...) bfs::solve(g.view(), source, {.run = c.run(), .leave = true});
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <string>
#include <utility>

#include "amorph/kernels/memory/resident.hpp"
#include "solver/run/backend_array.hpp"
#include "solver/run/boundary.hpp"
#include "solver/run/options.hpp"

namespace amorph {

class context {
 public:
  // Backend, device, threads and memory limit are those of the options. With backend::cuda the device is started now;
  // with backend::automatic, once runs would have saved more time on it than its start takes. error: bad_input (no such
  // device), no_device, out_of_memory.
  explicit context(const run_options& options = {});
  context(const context&) = delete;
  context& operator=(const context&) = delete;
  // Precondition: no run is active, and all left answers have been destroyed.
  ~context();

  // The options of runs in this context; the caller adds a stop token and a progress callback. Several threads may run
  // at once, each run on an executor of its own: threads and memory limit are per run, and the limit does not include
  // resident copies. Idle executors keep the working memory of their last run until another one needs it.
  [[nodiscard]] run_options run();

  // Makes an array resident: its contents and address must not change until forget(). On a device, runs read `copy`,
  // which the caller owns and whose bytes must be in place, or an upload if it is null; on the CPU, the array.
  // O(bytes). An array that is kept twice is forgotten twice. Does not block other threads' runs. error: bad_input
  // (kept before with another size or copy), no_device, out_of_memory.
  void keep(const void* array, std::uint64_t bytes, const void* copy = nullptr);
  // No run that reads the array may be active. O(1).
  void forget(const void* array) noexcept;
  [[nodiscard]] bool holds(const void* array) const;

  // The unique number of the keep() that made the array resident; 0 if it is not resident.
  [[nodiscard]] std::uint64_t number(const void* array) const;

  // compute(), once for this resident array and key.
  template <class Compute> std::uint64_t once(const void* array, std::uint64_t key, Compute compute) {
    if (const auto known = find(array, key)) return *known;
    const std::uint64_t value = compute();
    store(array, key, value);
    return value;
  }

  // Copies an answer that a run in this context left in its backend's memory to the host. error: out_of_memory.
  template <class T> void fetch(const backend_array<T>& from, T* to) {
    fetch(from.values.data(), to, from.values.size_bytes());
  }
  void fetch(const void* from, void* to, std::uint64_t bytes);

  // For dispatch: the sessions on the device or on the CPU, made on first use.
  [[nodiscard]] void* sessions(bool on_device);
  // Why the device could not be opened with the arrays that were resident then; "" if it was not tried.
  [[nodiscard]] std::string refusal() const;
  // The number of bytes that the first run on the device uploads.
  [[nodiscard]] std::uint64_t bytes_to_upload() const;
  // backend::automatic: the time that the runs on the CPU so far would have saved on a started device. The device is
  // started once this reaches the cost of its start ("rent or buy"): at most twice the time of the best choice in
  // hindsight.
  [[nodiscard]] double overhead_ms() const;
  void add_overhead(double ms);

 private:
  struct side {  // one backend
    const context_functions* functions = nullptr;
    void* sessions = nullptr;
  };
  [[nodiscard]] side open(const context_functions* functions);
  void drop(const void* array) noexcept;
  [[nodiscard]] std::optional<std::uint64_t> find(const void* array, std::uint64_t key) const;
  void store(const void* array, std::uint64_t key, std::uint64_t value);

  run_options options_;
  side cpu_, device_;
  std::mutex keep_mutex_;            // of keep(), forget() and opening a side; taken before mutex_
  mutable std::shared_mutex mutex_;  // of the members, held briefly
  struct kept_array {
    std::uint64_t bytes = 0;
    std::uint32_t times = 0;  // keep() without forget()
    std::uint64_t number = 0;
    const void* copy = nullptr;  // the caller's
  };
  std::map<const void*, kept_array> kept_;
  std::uint64_t numbers_ = 0;
  double overhead_ms_ = 0;
  std::string refusal_;
  std::map<std::pair<const void*, std::uint64_t>, std::uint64_t> computed_;  // by array and key
};

// Owns one residency of an array; the destructor ends it.
class resident_array {
 public:
  resident_array() = default;
  template <class T>
  resident_array(context& in, span<const T> array, const void* copy = nullptr) : in_(&in), array_(array.data()) {
    if (array.empty())
      in_ = nullptr;
    else
      in.keep(array_, array.size_bytes(), copy);
  }
  resident_array(resident_array&& other) noexcept : in_(std::exchange(other.in_, nullptr)), array_(other.array_) {}
  resident_array& operator=(resident_array&& other) noexcept {
    std::swap(in_, other.in_);
    std::swap(array_, other.array_);
    return *this;
  }
  ~resident_array() {
    if (in_ != nullptr) in_->forget(array_);
  }

 private:
  context* in_ = nullptr;
  const void* array_ = nullptr;
};

}  // namespace amorph
