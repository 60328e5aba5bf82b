// Available memory, and matrices larger than the memory of an executor.
#include "amorph/kernels/staging/block_stream.hpp"
#include "amorph/kernels/staging/available.hpp"
#include "amorph/kernels/sync/atomic.hpp"

#include "test/kernels/test_exec.hpp"

namespace amorph::test {
namespace {

void available_is_what_is_left(exec& e) {
  e.memory().limit(e.memory().current() + (std::uint64_t{64} << 20));
  const std::uint64_t before = available_memory(e);
  EXPECT_EQ(before, std::uint64_t{64} << 20);
  {
    const buffer<char> some(e, std::size_t{48} << 20);
    EXPECT_EQ(available_memory(e), std::uint64_t{16} << 20);
    EXPECT_THROW(buffer<char>(e, available_memory(e) + 1), error);
    EXPECT_NO_THROW(buffer<char>(e, available_memory(e)));
  }
  EXPECT_EQ(available_memory(e), before);
  e.memory().limit(e.memory().current() / 2);  // allocated before the limit was set
  EXPECT_EQ(available_memory(e), 0u);
}

#if AMORPH_DEVICE_COMPILER
// Memory of other processes is not available, whatever the limit; unused memory of the pool is.
void available_is_what_the_device_has_free(exec& e) {
  std::size_t free = 0, all = 0;
  ASSERT_EQ(cudaMemGetInfo(&free, &all), cudaSuccess);
  const std::uint64_t before = available_memory(e), taken = std::uint64_t{3} << 30;
  EXPECT_LT(before, all);
  void* others = nullptr;
  ASSERT_EQ(cudaMalloc(&others, taken), cudaSuccess);
  EXPECT_LE(available_memory(e), before - taken);
  ASSERT_EQ(cudaFree(others), cudaSuccess);
  { const buffer<char> held(e, std::size_t{1} << 30); }  // stays in the pool
  EXPECT_GE(available_memory(e) + (std::uint64_t{256} << 20), before);
}
TEST(AvailableMemory, IsWhatTheDeviceHasFree) { on_each_executor(available_is_what_the_device_has_free); }
#endif

struct add_to_block {
  std::uint32_t *block, amount;
  std::size_t pitch, columns;
  AMORPH_BODY void operator()(std::size_t i) const { block[i / columns * pitch + i % columns] += amount; }
};
struct differs {
  const std::uint32_t* block;
  std::uint32_t from, *found;
  AMORPH_BODY void operator()(std::size_t i) const {
    if (block[i] != from) atomic_store(found, 1u);
  }
};

// Every block of a table is loaded, incremented and stored, as many in flight as there are slots; and again, with what
// was stored.
void loads_and_stores_blocks(exec& e) {
  constexpr std::size_t rows = 301, columns = 207, side = 64, pitch = side + 3;
  std::vector<std::uint32_t> table(rows * columns);
  for (std::size_t i = 0; i != table.size(); ++i) table[i] = static_cast<std::uint32_t>(i * 2654435761u);
  const std::vector<std::uint32_t> first = table;
  using stream_type = block_stream<std::uint32_t, exec>;
  buffer<std::uint32_t> memory(e, stream_type::slots * side * pitch), found(e, 1);
  e.fill(found.span(), 0);
  {
    stream_type stream(e, table.data(), columns, rows);
    unsigned slot = 0;
    for (std::uint32_t turn = 1; turn != 4; ++turn) {
      stream.barrier();
      for (std::size_t i = 0; i < rows; i += side)
        for (std::size_t j = 0; j < columns; j += side) {
          const matrix_window w{i, j, std::min(side, rows - i), std::min(side, columns - j)};
          std::uint32_t* block = memory.data() + slot * side * pitch;
          stream.fill(slot, {block, side * pitch}, 77 + turn);
          stream.load(slot, w, block, pitch);
          e.for_each(w.rows * w.columns, add_to_block{block, turn, pitch, w.columns});
          e.for_each(pitch - w.columns,
                     differs{block + w.columns, 77 + turn, found.data()});  // elements beyond the row are not written
          stream.store(slot, block, pitch, w);
          slot = (slot + 1) % stream_type::slots;
        }
    }
  }
  e.sync();
  EXPECT_EQ(e.read(found.data()), 0u);
  for (std::size_t i = 0; i != table.size(); ++i) ASSERT_EQ(table[i], first[i] + 6) << i;
}

}  // namespace

TEST(AvailableMemory, IsWhatIsLeft) { on_each_executor(available_is_what_is_left); }
TEST(BlockStream, LoadsAndStoresBlocks) { on_each_executor(loads_and_stores_blocks); }

}  // namespace amorph::test
