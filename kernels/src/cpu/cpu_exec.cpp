// Memory and loops of the CPU executor.
#include "amorph/kernels/exec/cpu.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <exception>
#include <new>
#include <utility>

#if defined(AMORPH_TSAN)
// Synchronisation inside the oneTBB library, which is not instrumented, is seen through memcmp and delete only. Loop
// bodies have no frame of that library on the stack, so that their races are still reported.
extern "C" __attribute__((visibility("default"))) const char* __tsan_default_suppressions() {
  return "race:libtbb.so\n";
}
#endif

namespace amorph {

namespace {
// Large arrays use huge pages if available: irregular kernels access them at random, and otherwise miss the TLB more
// often than the cache.
constexpr std::size_t huge_page = std::size_t{1} << 21, large = 4 * huge_page;
constexpr std::align_val_t alignment_of(std::size_t bytes) { return std::align_val_t{bytes < large ? 64 : huge_page}; }

std::uint64_t physical_memory() {
  long pages = ::sysconf(_SC_PHYS_PAGES), page = ::sysconf(_SC_PAGESIZE);
  return pages > 0 && page > 0 ? static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(page)
                               : ~std::uint64_t{0};
}
}  // namespace

cpu_exec::cpu_exec(unsigned threads, std::uint64_t memory_limit, const run_control& control)
    : controlled(control), arena_(threads), meter_("host", memory_limit != 0 ? memory_limit : physical_memory()) {}

void cpu_exec::start_run(std::uint64_t memory_limit, const run_control& control) {
  this->control(control);
  meter_.limit(memory_limit != 0 ? memory_limit : physical_memory());
  meter_.reset_peak();
}

void* cpu_exec::allocate(std::size_t bytes) {
  if (bytes == 0) return nullptr;
  meter_.take(bytes);
  void* p = ::operator new(bytes, alignment_of(bytes), std::nothrow);
  if (p == nullptr) {
    meter_.give(bytes);
    meter_.exhausted(bytes);
  }
  if (bytes >= large) (void)::madvise(p, bytes, MADV_HUGEPAGE);  // a hint
  return p;
}

void cpu_exec::deallocate(void* p, std::size_t bytes) noexcept {
  if (p == nullptr) return;
  ::operator delete(p, alignment_of(bytes));
  meter_.give(bytes);
}

void cpu_exec::run_ranges(std::size_t n, std::size_t grain, detail::arena::piece run, void* body) {
  constexpr std::size_t pieces_between_checks = 64;
  check_stop();
  if (n <= grain || threads() == 1) {
    const std::size_t piece = control().stop == nullptr ? n : grain * pieces_between_checks;
    for (std::size_t first = 0; first < n; first += piece) {
      if (first != 0) check_stop();
      run(body, first, n - first < piece ? n : first + piece, 0);
    }
    return;
  }
  struct loop {
    detail::arena::piece run;
    void* body;
    const cpu_exec* exec;
    std::atomic<bool> failed{false};
    std::exception_ptr failure{};  // the first one; ranges that have not started are skipped
    char begun = 0, ended = 0;
  } context{run, body, this};
  detail::tsan_publish(&context.begun);
  arena_.for_ranges(
      n, grain,
      [](void* c, std::size_t first, std::size_t last, unsigned thread) {
        auto* l = static_cast<loop*>(c);
        detail::tsan_observe(&l->begun);
        try {
          if (!l->failed.load(std::memory_order_relaxed)) {
            l->exec->check_stop();
            l->run(l->body, first, last, thread);
          }
        } catch (...) {
          if (!l->failed.exchange(true)) l->failure = std::current_exception();
        }
        detail::tsan_publish(&l->ended);
      },
      &context);
  detail::tsan_observe(&context.ended);
  if (context.failure) std::rethrow_exception(std::move(context.failure));
}

}  // namespace amorph
