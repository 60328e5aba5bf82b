// The scheduler of the CPU executor: oneTBB, which only tbb_on_demand.cpp includes too.
#include "amorph/kernels/exec/detail/arena.hpp"

#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <exception>
#include <latch>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <stdexcept>
#include <thread>
#include <vector>

#include "amorph/kernels/base/error.hpp"

namespace amorph::detail {

namespace {

// Idle arenas, kept for reuse: oneTBB frees little of the memory of a destroyed arena, and a program may call the
// libraries a million times.
class idle_arenas {
 public:
  static std::unique_ptr<tbb::task_arena> take(unsigned threads) {
    const std::lock_guard lock(mutex());
    auto& idle = arenas();
    const auto at = std::find_if(idle.begin(), idle.end(), [&](const auto& arena) {
      return arena->max_concurrency() == static_cast<int>(threads);
    });
    if (at == idle.end()) return std::make_unique<tbb::task_arena>(static_cast<int>(threads));
    std::unique_ptr<tbb::task_arena> found = std::move(*at);
    idle.erase(at);
    return found;
  }
  static void give(std::unique_ptr<tbb::task_arena> arena) noexcept {
    try {
      const std::lock_guard lock(mutex());
      arenas().push_back(std::move(arena));
    } catch (const std::bad_alloc&) {  // then it is destroyed
    }
  }

 private:
  static std::mutex& mutex() {
    static auto* m = new std::mutex;  // never destroyed: executors may outlive main
    return *m;
  }
  static std::vector<std::unique_ptr<tbb::task_arena>>& arenas() {
    static auto* idle = new std::vector<std::unique_ptr<tbb::task_arena>>;
    return *idle;
  }
};

}  // namespace

namespace {

// The number of threads that the process may use. The first call starts oneTBB. If memory runs out during that start,
// every later call into oneTBB (2021.8) blocks forever; so later calls of this function throw.
unsigned default_concurrency() {
  enum class start : unsigned char { untried, begun, done };
  static std::mutex mutex;
  static start state = start::untried;
  static int concurrency = 1;
  const std::lock_guard lock(mutex);
  if (state == start::begun)
    throw error(status::out_of_memory, "oneTBB could not be started: out of memory earlier in this process");
  if (state == start::untried) {
    state = start::begun;
    try {
      concurrency = std::max(1, tbb::info::default_concurrency());
    } catch (const error&) {  // oneTBB's library was not found; a later call may retry
      state = start::untried;
      throw;
    }
    state = start::done;
  }
  return static_cast<unsigned>(concurrency);
}

// Starts as many threads as an arena needs, all at the same time, and ends them; once per process and number. If one
// of oneTBB's own threads cannot start the next one, oneTBB (2021.8) may wait for it forever.
void check_threads(unsigned threads) {
  static std::mutex mutex;
  static std::atomic<unsigned> checked = 1;
  if (threads <= checked) return;
  const std::lock_guard lock(mutex);
  if (threads <= checked) return;
  std::latch all_started(1);
  std::vector<std::thread> started;
  started.reserve(threads - 1);
  bool failed = false;
  try {
    while (started.size() != threads - 1) started.emplace_back([&] { all_started.wait(); });
  } catch (const std::exception&) {  // of threads, or of memory: those that were started are joined first
    failed = true;
  }
  all_started.count_down();
  for (std::thread& t : started) t.join();
  if (failed) throw error(status::out_of_memory, no_thread);
  checked = threads;
}

}  // namespace

struct arena::impl {
  explicit impl(unsigned threads) : tbb_arena(idle_arenas::take(threads)) {
    // oneTBB starts more threads than processors only if its global limit is raised.
    if (threads > default_concurrency()) more.emplace(tbb::global_control::max_allowed_parallelism, threads);
  }
  impl(const impl&) = delete;
  impl& operator=(const impl&) = delete;
  ~impl() { idle_arenas::give(std::move(tbb_arena)); }
  std::optional<tbb::global_control> more;
  std::unique_ptr<tbb::task_arena> tbb_arena;
};

arena::arena(unsigned threads) try : threads_(threads != 0 ? threads : default_concurrency()) {
  if (threads_ > 1) impl_ = std::make_unique<impl>(threads_);
} catch (const error&) {
  throw;
} catch (const std::runtime_error&) {  // thrown by oneTBB when the raised limit wakes idle arenas
  throw error(status::out_of_memory, no_thread);
}
arena::~arena() = default;

void arena::for_ranges(std::size_t n, std::size_t grain, piece run, void* context) try {
  check_threads(threads_);
  std::array<char, 64> index_tokens{};  // two threads may have the same index, one after the other
  impl_->tbb_arena->execute([&] {
    tbb::parallel_for(tbb::blocked_range<std::size_t>(0, n, grain), [&](const tbb::blocked_range<std::size_t>& r) {
      const auto index = static_cast<unsigned>(tbb::this_task_arena::current_thread_index());
      char* token = &index_tokens[index % index_tokens.size()];
      tsan_observe(token);
      run(context, r.begin(), r.end(), index);
      tsan_publish(token);
    });
  });
} catch (const std::runtime_error&) {  // of oneTBB: loop bodies let no exception out
  throw error(status::out_of_memory, no_thread);
}

}  // namespace amorph::detail
