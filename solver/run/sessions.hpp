// The executors of a context on one backend, for reuse: a run takes one that no other run uses. Each has its memory
// pool, its stream, and the core that ran on it last, which may serve another run on the same resident input.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "amorph/kernels/backend/boundary.hpp"
#include "amorph/kernels/memory/resident.hpp"
#include "solver/run/boundary.hpp"
#if AMORPH_DEVICE_COMPILER
#include "amorph/kernels/exec/cuda.cuh"
#else
#include "amorph/kernels/exec/cpu.hpp"
#endif

namespace amorph {

template <class Exec> class session {
 public:
  session(std::int32_t device, std::uint32_t threads, std::uint64_t memory_limit, const run_control& control)
      : threads_(Exec::on_device ? 0 : threads) {
    if constexpr (Exec::on_device)
      exec_ = std::make_unique<Exec>(device, memory_limit, control);
    else
      exec_ = std::make_unique<Exec>(threads, memory_limit, control);
  }

  [[nodiscard]] Exec& exec() const { return *exec_; }
  [[nodiscard]] std::uint32_t threads() const { return threads_; }  // as requested; 0: all
  // The kept core if it has this type; or null.
  template <class Core> [[nodiscard]] Core* core() const {
    return type_ == &tag<Core> ? static_cast<Core*>(core_.get()) : nullptr;
  }
  template <class Core> void keep(std::shared_ptr<Core> core) {
    type_ = &tag<Core>;
    core_ = std::move(core);
  }
  bool drop_core() {  // false if there was none
    type_ = nullptr;
    return std::exchange(core_, nullptr) != nullptr;
  }

  std::uint64_t forgotten = 0;  // the pool's count of forgotten arrays when this session was taken

 private:
  template <class Core> static inline const char tag = 0;

  std::uint32_t threads_;
  std::unique_ptr<Exec> exec_;
  std::shared_ptr<void> core_;  // after exec_, whose memory it holds
  const void* type_ = nullptr;
};

template <class Exec> class session_pool {
 public:
  session_pool(std::int32_t device, std::uint32_t threads) : device_(device) {
    give(take(threads, 0, {}));  // detects a device error now
  }
  session_pool(const session_pool&) = delete;
  session_pool& operator=(const session_pool&) = delete;
  ~session_pool() {
    idle_.clear();
    copies_.clear();
    keeper_.reset();
    if constexpr (Exec::on_device) Exec::release_unused(device_);
  }

  // For one run: returned with give(), unless the run failed.
  [[nodiscard]] std::unique_ptr<session<Exec>> take(std::uint32_t threads, std::uint64_t memory_limit,
                                                    const run_control& control) {
    std::unique_ptr<session<Exec>> s = idle(Exec::on_device ? 0 : threads);
    if (s == nullptr) s = std::make_unique<session<Exec>>(device_, threads, memory_limit, control);
    s->forgotten = forgotten_;
    s->exec().start_run(memory_limit, control);
    s->exec().use(&residents_);
    return s;
  }
  void give(std::unique_ptr<session<Exec>> s) noexcept {
    try {
      s->exec().start_run(0, {});  // the run's callbacks may be gone
      const std::lock_guard lock(mutex_);
      if (s->forgotten != forgotten_) (void)s->drop_core();  // it may read an array that was forgotten
      idle_.push_back(std::move(s));
    } catch (...) {  // the session is destroyed; the next run makes another
    }
  }
  // Frees the working memory of idle sessions. False if there was none.
  bool trim() {
    const std::lock_guard lock(mutex_);
    bool any = false;
    for (auto& s : idle_) any |= s->drop_core();
    return any;
  }

  // No run that reads the array may be active.
  void keep(const void* array, std::uint64_t bytes, const void* copy) {
    if constexpr (Exec::on_device) {
      if (copy == nullptr) copy = upload(array, bytes);
    } else {
      copy = array;
    }
    residents_.add(array, bytes, copy);
  }
  void forget(const void* array) {
    const std::lock_guard lock(mutex_);
    ++forgotten_;
    for (auto& s : idle_) (void)s->drop_core();
    residents_.remove(array);
    copies_.erase(array);
  }
  void fetch(void* to, const void* from, std::uint64_t bytes) {
    if constexpr (Exec::on_device)
      if (Exec::on_host(from)) {  // a run on the CPU left it
        std::memcpy(to, from, bytes);
        return;
      }
    const std::lock_guard lock(keeper_mutex_);
    keeper().template copy_out<unsigned char>(span<const unsigned char>(static_cast<const unsigned char*>(from), bytes),
                                              span<unsigned char>(static_cast<unsigned char*>(to), bytes));
  }

 private:
  // The most recently returned session with this thread count, or null.
  std::unique_ptr<session<Exec>> idle(std::uint32_t threads) {
    const std::lock_guard lock(mutex_);
    const auto at = std::find_if(idle_.rbegin(), idle_.rend(), [&](const auto& s) { return s->threads() == threads; });
    if (at == idle_.rend()) return nullptr;
    std::unique_ptr<session<Exec>> found = std::move(*at);
    idle_.erase(std::next(at).base());
    return found;
  }

  Exec& keeper() {  // under keeper_mutex_
    if (keeper_ == nullptr) keeper_ = std::make_unique<session<Exec>>(device_, 1, 0, run_control{});
    keeper_->exec().start_run(0, {});
    return keeper_->exec();
  }
  using bytes_buffer = typename Exec::template buffer<unsigned char>;
  // Copies the array to memory that a separate executor owns.
  const void* upload(const void* array, std::uint64_t bytes) {
    const std::lock_guard copying(keeper_mutex_);
    Exec& exec = keeper();
    bytes_buffer copy(exec, span<const unsigned char>(static_cast<const unsigned char*>(array), bytes));
    exec.sync();
    const std::lock_guard lock(mutex_);
    return copies_.insert_or_assign(array, std::move(copy)).first->second.data();
  }

  const std::int32_t device_;
  resident_arrays residents_;
  std::mutex keeper_mutex_;  // taken before mutex_
  std::mutex mutex_;
  std::atomic<std::uint64_t> forgotten_{0};
  std::unique_ptr<session<Exec>> keeper_;  // copies in and out concurrently with runs
  std::map<const void*, bytes_buffer> copies_;
  std::vector<std::unique_ptr<session<Exec>>> idle_;
};

// For context_functions of a backend.
template <class Exec> struct context_on {
  using pool = session_pool<Exec>;
  using scope = typename Exec::device_scope;
  static pool& of(void* sessions) { return *static_cast<pool*>(sessions); }
  static int create(std::int32_t device, std::uint32_t threads, void** sessions, char* message, std::uint64_t size) {
    const scope restores;
    return static_cast<int>(guarded(message, size, [&] { *sessions = new pool(device, threads); }));
  }
  static void destroy(void* sessions) {
    const scope restores;
    delete static_cast<pool*>(sessions);
  }
  static int keep(void* sessions, const void* array, std::uint64_t bytes, const void* copy, char* message,
                  std::uint64_t size) {
    const scope restores;
    return static_cast<int>(guarded(message, size, [&] { of(sessions).keep(array, bytes, copy); }));
  }
  static void forget(void* sessions, const void* array) {
    const scope restores;
    of(sessions).forget(array);
  }
  static int fetch(void* sessions, void* to, const void* from, std::uint64_t bytes, char* message, std::uint64_t size) {
    const scope restores;
    return static_cast<int>(guarded(message, size, [&] { of(sessions).fetch(to, from, bytes); }));
  }
  static constexpr context_functions functions{&create, &destroy, &keep, &forget, &fetch};
};

}  // namespace amorph
