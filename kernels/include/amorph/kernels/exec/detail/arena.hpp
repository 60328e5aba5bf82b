// The seam to the scheduler: a range cut in pieces, each run by some thread. All that the core asks of oneTBB stands
// behind it, so that code on top neither includes oneTBB nor is compiled with it.
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

  explicit arena(unsigned threads);  // 0: as many as this process may use
  ~arena();
  arena(const arena&) = delete;
  arena& operator=(const arena&) = delete;

  [[nodiscard]] unsigned threads() const noexcept { return threads_; }

  // Calls run(context, first, last, thread) for disjoint ranges that cover 0 .. n-1, none shorter than half of `grain`
  // unless it must be; `thread` is below threads() and no two calls at one time share it. Returns when all have returned.
  // `run` throws nothing. error: out_of_memory, when the system gives no thread (oneTBB may end the process then, too).
  void for_ranges(std::size_t n, std::size_t grain, piece run, void* context);

 private:
  struct impl;
  std::unique_ptr<impl> impl_;
  unsigned threads_;
};

// The scheduler's library is not built for ThreadSanitizer, which so cannot see that a loop's start happens before its
// pieces and these before its end. These two say so; in other builds they are nothing.
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
