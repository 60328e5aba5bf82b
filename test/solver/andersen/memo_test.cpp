// The table of remembered work: what it does when it is full, and when it may not grow any more.
#include <gtest/gtest.h>

#include <cstdint>

#include "amorph/kernels/exec/cpu.hpp"
#include "solver/andersen/sets/memo.hpp"

namespace amorph::test {
namespace {

using andersen::memo_memory;
using andersen::set_memo;

// As many unions as it takes until one finds no place; the number that did.
uint32_t fill(const set_memo& memo) {
  uint32_t n = 0;
  while (n != 1000000 && memo.put(set_memo::union_key(n + 1, n + 2), n + 3)) ++n;
  return n;
}

TEST(memo, grows_up_to_its_bound_and_then_forgets) {
  cpu_exec exec(1);
  uint32_t full = 0;
  memo_memory<cpu_exec> memory(exec, 100, &full, 1024);  // 128 slots at first
  const uint32_t first = fill(memory.view());
  EXPECT_LE(first, 128u);
  EXPECT_GE(first, set_memo::max_probes);
  EXPECT_EQ(full, 1u);

  memory.grow();  // four times as much, empty
  EXPECT_EQ(full, 0u);
  EXPECT_EQ(memory.view().mask + 1, 512u);
  EXPECT_EQ(memory.view().find(set_memo::union_key(1, 2)), andersen::no_set);
  EXPECT_GT(fill(memory.view()), first);

  memory.grow();  // 2048 would be beyond the bound: as large as it was, and empty again
  EXPECT_EQ(full, 0u);
  EXPECT_EQ(memory.view().mask + 1, 512u);
  EXPECT_EQ(memory.view().find(set_memo::union_key(1, 2)), andersen::no_set);
  ASSERT_TRUE(memory.view().put(set_memo::union_key(7, 9), 11));
  EXPECT_EQ(memory.view().find(set_memo::union_key(9, 7)), 11u);
}

TEST(memo, begins_within_its_bound) {
  cpu_exec exec(1);
  uint32_t full = 0;
  EXPECT_EQ(memo_memory<cpu_exec>(exec, uint64_t{1} << 40, &full, 256).view().mask + 1, 256u);
}

}  // namespace
}  // namespace amorph::test
