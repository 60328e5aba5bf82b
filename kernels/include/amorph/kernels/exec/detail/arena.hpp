// The interface to the scheduler: one function that runs ranges on threads. oneTBB is hidden behind it, so that code
// that uses the core neither includes nor compiles oneTBB.
#pragma once

#include <cstddef>
#include <memory>

#if defined(__SANITIZE_THREAD__)
#define AMORPH_TSAN 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define AMORPH_TSAN 1
#endif
#endif
#if defined(AMORPH_TSAN)
#include <sanitizer/tsan_interface.h>
#endif

namespace amorph::detail {

class arena {
 public:
  using piece = void (*)(void* context, std::size_t first, std::size_t last, unsigned thread);

  explicit arena(unsigned threads);  // 0: as many as this process may use. Throws out_of_memory
  ~arena();
  arena(const arena&) = delete;
  arena& operator=(const arena&) = delete;

  [[nodiscard]] unsigned threads() const noexcept { return threads_; }

  // Calls run(context, first, last, thread) for disjoint ranges that cover 0 .. n-1, at least half of `grain` long if
  // possible; `thread` is below threads() and unique among concurrent calls. Returns when all calls have returned.
  // `run` does not throw. Throws out_of_memory if the system cannot create a thread (oneTBB may also terminate the
  // process).
  void for_ranges(std::size_t n, std::size_t grain, piece run, void* context);

 private:
  struct impl;
  std::unique_ptr<impl> impl_;
  unsigned threads_;
};

// oneTBB's library is not compiled with ThreadSanitizer, which therefore does not see that the start of a loop happens
// before its ranges, and these before its end. These two functions tell it; in other builds they are empty.
inline void tsan_publish([[maybe_unused]] void* token) {
#if defined(AMORPH_TSAN)
  __tsan_release(token);
#endif
}
inline void tsan_observe([[maybe_unused]] void* token) {
#if defined(AMORPH_TSAN)
  __tsan_acquire(token);
#endif
}

}  // namespace amorph::detail
