// A context: what outlives a run. It keeps executors (threads, streams, memory pools) and resident inputs, so that asking
// often costs no more than the answers. As the resources handle of RAFT, it is explicit: a run without one makes what it
// needs and frees it.
//
//   context c({.backend = backend::cuda});
//   resident_graph g(c, graph);                  // checked and uploaded once
//   for (...) bfs::solve(g.view(), {source}, {.run = c.run(), .keep = true, .parents = false});
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <shared_mutex>
#include <string>
#include <utility>

#include "amorph/kernels/memory/resident.hpp"
#include "solver/run/boundary.hpp"
#include "solver/run/options.hpp"

namespace amorph {

class context {
 public:
  // Backend, device, threads and memory limit are those of the options. With backend::cuda the device is started now;
  // with backend::automatic, when a run or a resident array first needs it. error: bad_input (no such device),
  // no_device, out_of_memory.
  explicit context(const run_options& options = {});
  context(const context&) = delete;
  context& operator=(const context&) = delete;
  ~context();  // no run may be under way, and no answer be left in its memory

  // The options of runs in this context; the caller adds a stop token and a progress callback. Several threads may run
  // at once, each run on an executor of its own: `threads` is per run.
  [[nodiscard]] run_options run();

  // Makes an array resident: it must keep its value until forget(). On a device the runs read `copy`, which the caller
  // owns, or if it is null a copy made now. O(bytes). An array that is kept twice is forgotten twice.
  // error: bad_input (kept before with another size), no_device, out_of_memory.
  void keep(const void* array, std::uint64_t bytes, const void* copy = nullptr);
  // No run that reads the array may be under way. O(1).
  void forget(const void* array) noexcept;
  [[nodiscard]] bool holds(const void* array) const;

  // Runs check() unless it has passed for this resident array with this key.
  template <class Check> void once(const void* array, std::uint64_t key, Check check) {
    if (passed(array, key)) return;
    check();
    pass(array, key);
  }

  // For dispatch: the sessions on that backend, which are made on first use; `on_device` as in run_request.
  [[nodiscard]] void* sessions(bool on_device);

 private:
  struct side {  // of a backend
    const context_functions* functions = nullptr;
    void* sessions = nullptr;
  };
  void open(side& s, const context_functions* functions);
  [[nodiscard]] bool passed(const void* array, std::uint64_t key) const;
  void pass(const void* array, std::uint64_t key);

  run_options options_;
  side cpu_, device_;
  mutable std::shared_mutex mutex_;
  struct kept_array {
    std::uint64_t bytes = 0;
    std::uint32_t times = 0;  // keep() without forget()
  };
  std::map<const void*, kept_array> kept_;
  std::set<std::pair<const void*, std::uint64_t>> passed_;
};

// A resident array: forgotten with this.
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
