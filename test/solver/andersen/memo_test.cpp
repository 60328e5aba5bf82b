// The memo table when it is full, and at its maximum size.
#include <gtest/gtest.h>

#include <cstdint>

#include "amorph/kernels/exec/cpu.hpp"
#include "solver/andersen/sets/memo.hpp"

namespace amorph::test {
namespace {

using andersen::memo_memory;
using andersen::set_memo;

// Puts unions until one overflows; returns the number before it.
uint32_t fill(const set_memo& memo) {
  uint32_t n = 0;
  while (n != 1000000 && memo.put(set_memo::union_key(n + 1, n + 2), n + 3)) ++n;
  return n;
}

TEST(memo, grows_up_to_its_maximum_and_then_clears) {
  cpu_exec exec(1);
  uint32_t full = 0;
  memo_memory<cpu_exec> memory(exec, 100, &full, 1024);  // 128 slots at first
  const uint32_t first = fill(memory.view());
  EXPECT_LE(first, 128u);
  EXPECT_GE(first, set_memo::max_probes);
  EXPECT_EQ(full, 1u);

  memory.grow();  // four times as large, empty
  EXPECT_EQ(full, 0u);
  EXPECT_EQ(memory.view().mask + 1, 512u);
  EXPECT_EQ(memory.view().find(set_memo::union_key(1, 2)), andersen::no_set);
  EXPECT_GT(fill(memory.view()), first);

  memory.grow();  // 2048 would exceed the maximum: same size, empty again
  EXPECT_EQ(full, 0u);
  EXPECT_EQ(memory.view().mask + 1, 512u);
  EXPECT_EQ(memory.view().find(set_memo::union_key(1, 2)), andersen::no_set);
  ASSERT_TRUE(memory.view().put(set_memo::union_key(7, 9), 11));
  EXPECT_EQ(memory.view().find(set_memo::union_key(9, 7)), 11u);
}

TEST(memo, starts_within_its_maximum) {
  cpu_exec exec(1);
  uint32_t full = 0;
  EXPECT_EQ(memo_memory<cpu_exec>(exec, uint64_t{1} << 40, &full, 256).view().mask + 1, 256u);
}

}  // namespace
}  // namespace amorph::test
