// The CPU executor's memory.
#include "amorph/kernels/exec/cpu.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <new>

#if defined(AMORPH_TSAN)
// What oneTBB's library does between its own threads when they start and end, seen through memcmp and delete alone. Loop
// bodies have no frame of that library on the sanitizer's stack: their races are reported.
extern "C" __attribute__((visibility("default"))) const char* __tsan_default_suppressions() {
  return "race:libtbb.so\n";
}
#endif

namespace amorph {

namespace {
// Large arrays lie on huge pages where the system has them: irregular kernels jump about in them, and miss the cache of
// addresses more often than that of data otherwise.
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

}  // namespace amorph
