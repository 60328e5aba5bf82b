// The CPU's scheduler: oneTBB. The only file of the core that includes it.
#include "amorph/detail/arena.hpp"

#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <optional>

namespace amorph::detail {

struct arena::impl {
  explicit impl(unsigned threads) : tbb_arena(static_cast<int>(threads)) {
    // More threads than processors were asked for: oneTBB starts them only when its own limit is raised.
    if (static_cast<int>(threads) > tbb::info::default_concurrency())
      more.emplace(tbb::global_control::max_allowed_parallelism, threads);
  }
  std::optional<tbb::global_control> more;
  tbb::task_arena tbb_arena;
};

arena::arena(unsigned threads)
    : threads_(threads != 0 ? threads : static_cast<unsigned>(std::max(1, tbb::info::default_concurrency()))) {
  if (threads_ > 1) impl_ = std::make_unique<impl>(threads_);
}
arena::~arena() = default;

void arena::for_ranges(std::size_t n, std::size_t grain, piece run, void* context) {
  impl_->tbb_arena.execute([&] {
    tbb::parallel_for(tbb::blocked_range<std::size_t>(0, n, grain), [=](const tbb::blocked_range<std::size_t>& r) {
      run(context, r.begin(), r.end(), static_cast<unsigned>(tbb::this_task_arena::current_thread_index()));
    });
  });
}

}  // namespace amorph::detail
