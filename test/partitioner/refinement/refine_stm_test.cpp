// Moves by transactions, apart from who proposes them.
#include "partitioner/refinement/refine_stm.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "amorph/kernels/exec/cpu.hpp"

namespace amorph::partition {
namespace {

// Vertices without edges, each with a part to go to.
struct moving {
  std::vector<std::uint32_t> part, to;
  std::vector<std::int64_t> weight, target, limit;
  std::vector<std::uint64_t> begin = std::vector<std::uint64_t>(part.size() + 1, 0);
  std::vector<vertex_state> state = std::vector<vertex_state>(part.size());
  std::vector<proposal> proposals = std::vector<proposal>(part.size());
  std::vector<std::uint32_t> list = std::vector<std::uint32_t>(part.size()), count = list, competitor = list;
  std::vector<std::int32_t> rest = std::vector<std::int32_t>(part.size()), competitor_weight = rest, gain = rest;

  move_by_gain body(float beyond) {
    const auto n = static_cast<std::uint32_t>(part.size());
    std::iota(list.begin(), list.end(), 0u);
    const part_balance balance{weight.data(), target.data(), limit.data(), static_cast<std::uint32_t>(weight.size())};
    const competitor_table table{
        n, true, to.data(), count.data(), competitor.data(), rest.data(), competitor_weight.data(), gain.data()};
    return {{n, begin.data(), nullptr, nullptr, nullptr},
            part.data(),
            state.data(),
            proposals.data(),
            balance,
            table,
            list.data(),
            nullptr,
            2,
            false,
            beyond};
  }
};

// Notes what is opened.
struct noting {
  std::vector<std::uint32_t> opened;
  template <class... Item> bool open(Item... item) {
    (opened.push_back(item), ...);
    return true;
  }
  template <class T> T load(const T* p) const { return *p; }
  template <class T> bool store(T*, std::type_identity_t<T>) { return true; }
};

TEST(refine_stm, inner_transactions_open_the_lower_part_first) {
  moving m{{3, 1}, {1, 3}, {5, 5, 5, 5}, {5, 5, 5, 5}, {9, 9, 9, 9}};
  const move_by_gain body = m.body(0);
  for (const std::uint32_t task : {0u, 1u}) {
    noting tx;
    EXPECT_TRUE(body.inner(tx, task));
    EXPECT_EQ(tx.opened, (std::vector<std::uint32_t>{2 + 1, 2 + 3}));
  }
}

// All cross: each half goes where the other is.
TEST(refine_stm, moves_in_opposite_orders_all_end) {
  constexpr std::uint32_t n = 20000, first = 2, second = 5;
  moving m{std::vector<std::uint32_t>(n), std::vector<std::uint32_t>(n), std::vector<std::int64_t>(6, n / 2),
           std::vector<std::int64_t>(6, n / 2), std::vector<std::int64_t>(6, n)};
  for (std::uint32_t v = 0; v != n; ++v) {
    m.part[v] = v % 2 == 0 ? first : second;
    m.to[v] = v % 2 == 0 ? second : first;
  }
  cpu_exec exec(4);
  transactions<cpu_exec, contention::invisible, competitor_table::capacity + 3, 4> moves(exec, n + 6, n);
  const transaction_statistics found = moves.run(n, m.body(3));
  EXPECT_EQ(found.commits, n);
  EXPECT_EQ(found.items, 3ull * n);
  EXPECT_EQ(m.part, m.to);
  EXPECT_EQ(m.weight, std::vector<std::int64_t>(6, n / 2));
}

TEST(refine_stm, parts_grow_beyond_their_limits_by_a_share) {
  constexpr std::uint32_t n = 100;
  for (const auto& [beyond, capacity] : {std::pair(0.0f, 12), std::pair(0.1f, 13), std::pair(3.0f, 42)}) {
    moving m{std::vector<std::uint32_t>(n, 0), std::vector<std::uint32_t>(n, 1), {n, 0}, {90, 10}, {n, 12}};
    cpu_exec exec(2);
    transactions<cpu_exec, contention::invisible, competitor_table::capacity + 3, 4> moves(exec, n + 2, n);
    const transaction_statistics found = moves.run(n, m.body(beyond));
    EXPECT_EQ(found.commits, static_cast<std::uint64_t>(capacity));
    EXPECT_EQ(found.no_ops, static_cast<std::uint64_t>(n) - static_cast<std::uint64_t>(capacity));
    EXPECT_EQ(m.weight, (std::vector<std::int64_t>{static_cast<std::int64_t>(n) - capacity, capacity}));
  }
}

}  // namespace
}  // namespace amorph::partition
