// Loops within a grid: append lists, sums, barriers, teams of all sizes.
#include <algorithm>

#include "amorph/kernels/sync/append_list.hpp"

#include "test/kernels/test_exec.hpp"

namespace amorph::test {
namespace {

using list = append_list<exec>::view_type;

#if AMORPH_DEVICE_COMPILER
template <unsigned Lanes> using team_of = tile_team<Lanes>;
#else
template <unsigned Lanes> using team_of = thread_team;
#endif

// Step s lists the multiples of s + 1 and then counts the list entries; the next step reuses the list.
struct list_multiples {
  list numbers;
  std::size_t n;
  std::uint32_t *times, *wrong;
  std::uint32_t steps;

  struct pick {
    list numbers;
    std::uint32_t by;
    template <class Team> AMORPH_BODY void operator()(Team team, std::size_t i) const {
      if (i % by == 0) numbers.append(team, static_cast<std::uint32_t>(i));
    }
  };
  struct count {
    list numbers;
    std::uint32_t* times;
    AMORPH_BODY void operator()(std::size_t i) const { atomic_add(&times[numbers[i]], 1u); }
  };
  struct progress {
    std::size_t found = 0;
    std::uint32_t by = 1;
  };
  template <class Grid> AMORPH_BODY void operator()(Grid grid) const {
    grid.template with_shared<progress>([=, this](progress& now) {
      while (now.by <= steps) {
        list_in_turn(grid, now.by);
        numbers.collect(grid);
        grid.sync_then([&] { now.found = numbers.size(); });
        if (now.found != (n + now.by - 1) / now.by && grid.first()) *wrong = now.by;
        grid.for_each(now.found, count{numbers, times});
        grid.sync_then([&] {
          if (grid.first()) numbers.clear();
          ++now.by;
        });
        grid.sync();
      }
    });
  }
  // By warps and by blocks.
  template <class Grid> AMORPH_BODY void list_in_turn(Grid grid, std::uint32_t by) const {
#if defined(__CUDA_ARCH__)
    if (by % 2 == 0) {
      for (std::size_t first = grid.block() * std::size_t{blockDim.x}; first < n; first += grid.threads()) {
        const std::size_t i = first + threadIdx.x;
        numbers.append_block(i < n && i % by == 0, static_cast<std::uint32_t>(i));
      }
      return;
    }
#endif
    grid.for_each_single(n, pick{numbers, by});
  }
};
void lists_serve_again(exec& e) {
  for (const std::size_t n : sizes()) {
    if (n > 100000) continue;
    constexpr std::uint32_t steps = 7;
    append_list<exec> numbers(e, n);
    buffer<std::uint32_t> times(e, n), wrong(e, 1);
    e.fill(times.span(), 0);
    e.fill(wrong.span(), 0);
    for (const std::size_t threads : {n, std::size_t{1}})  // at least one block per multiprocessor; a single block
      persistent_over(e, threads, list_multiples{numbers.view(), n, times.data(), wrong.data(), steps});
    ASSERT_EQ(e.read(wrong.data()), 0u) << n;
    const auto got = to_host(e, times);
    for (std::size_t i = 0; i != n; ++i) {
      std::uint32_t expected = 0;
      for (std::uint32_t by = 1; by <= steps; ++by) expected += i % by == 0 ? 2 : 0;
      ASSERT_EQ(got[i], expected) << i << " of " << n;
    }
  }
}

// Teams append, through any of their members, and add up.
template <unsigned Lanes> struct rows {
  list numbers;
  std::size_t n;
  std::int64_t* sum;

  struct row {
    list numbers;
    template <class Team> AMORPH_BODY std::int64_t operator()(Team team, std::size_t i) const {
      const auto v = static_cast<std::uint32_t>(i);
      if (team.rank() == i % team.size()) numbers.append(team, v);
      const std::uint32_t all = team.reduce_add(v + team.rank());
      return team.rank() == 0 ? static_cast<std::int64_t>(all) * (i % 2 == 0 ? 1 : -3) : 0;
    }
  };
  template <class Grid> AMORPH_BODY void operator()(Grid grid) const {
    grid.template add_up<team_of<Lanes>>(n, sum, row{numbers});
    numbers.collect(grid);
  }
};
template <unsigned Lanes> void teams_add_up(exec& e) {
  constexpr unsigned size = team_of<Lanes>::size();
  for (const std::size_t n : sizes()) {
    if (n > 100000) continue;
    append_list<exec> numbers(e, n);
    buffer<std::int64_t> sum(e, 1);
    e.fill(sum.span(), 5);  // added to the previous value
    persistent_over(e, n * size, rows<Lanes>{numbers.view(), n, sum.data()});
    std::int64_t expected = 5;
    for (std::size_t i = 0; i != n; ++i)
      expected += static_cast<std::int64_t>(i * size + size * (size - 1) / 2) * (i % 2 == 0 ? 1 : -3);
    ASSERT_EQ(e.read(sum.data()), expected) << n << " rows, teams of " << size;
    ASSERT_EQ(e.read(numbers.view().counts), n);
    std::vector<std::uint32_t> got(n);
    e.copy_out(span<const std::uint32_t>(numbers.view().items, n), span<std::uint32_t>(got));
    std::sort(got.begin(), got.end());
    for (std::size_t i = 0; i != n; ++i) ASSERT_EQ(got[i], i);
  }
}

#if AMORPH_DEVICE_COMPILER
// Every collective function of a team, called by diverging teams of a warp.
template <unsigned Lanes> struct words {
  const std::uint32_t* in;
  std::uint64_t* out;  // 8 per team
  std::size_t n;
  __device__ void operator()(whole_grid grid) const {
    grid.for_each_team<tile_team<Lanes>>(n, [&](tile_team<Lanes> t, std::size_t i) {
      std::uint64_t* to = out + 8 * i;
      for (std::size_t again = 0; again <= i % 5; ++again) {
        const std::uint32_t x = in[i * Lanes + t.rank()];
        std::uint32_t total;
        const std::uint32_t below = t.exclusive_scan(x % 100, total);
        const std::uint64_t word[] = {t.ballot(x % 3 == 0),     t.reduce_add(std::uint64_t{x}),
                                      t.reduce_max(x),          t.reduce_min(x),
                                      t.reduce_or(x),           t.broadcast(x, Lanes - 1),
                                      t.ballot(t.leads(x % 4)), total + 1000 * t.reduce_max(t.rank() == 1 ? below : 0)};
        for (int w = 0; w != 8; ++w)
          if (t.rank() == 0) to[w] = word[w];
      }
    });
  }
};
template <unsigned Lanes> void teams_know_their_members(exec& e) {
  const std::size_t n = 777;
  const auto host = values<std::uint32_t>(n * Lanes, 4);
  buffer<std::uint32_t> in(e, host);
  buffer<std::uint64_t> out(e, n * 8);
  persistent_over(e, n * Lanes, words<Lanes>{in.data(), out.data(), n});
  const auto got = to_host(e, out);
  for (std::size_t i = 0; i != n; ++i) {
    std::uint64_t word[8] = {0, 0, 0, ~std::uint64_t{0}, 0, 0, 0, 0};
    std::uint32_t seen = 0;
    for (unsigned r = 0; r != Lanes; ++r) {
      const std::uint32_t x = host[i * Lanes + r];
      if (x % 3 == 0) word[0] |= std::uint64_t{1} << r;
      word[1] += x;
      word[2] = std::max<std::uint64_t>(word[2], x);
      word[3] = std::min<std::uint64_t>(word[3], x);
      word[4] |= x;
      word[5] = x;
      if ((seen >> x % 4 & 1) == 0) word[6] |= std::uint64_t{1} << r;
      seen |= 1u << x % 4;
      word[7] += x % 100;
    }
    word[7] += 1000 * std::uint64_t{host[i * Lanes] % 100};
    for (int w = 0; w != 8; ++w)
      ASSERT_EQ(got[i * 8 + w], word[w]) << "team " << i << " of " << Lanes << ", word " << w;
  }
}
TEST(Grid, TeamsOfAWarpKnowTheirMembers) {
  on_each_executor([](exec& e) {
    teams_know_their_members<2>(e);
    teams_know_their_members<8>(e);
    teams_know_their_members<16>(e);
    teams_know_their_members<32>(e);
  });
}
#endif

// Copies large enough for pinned staging, of odd lengths and offsets, in both directions.
void large_copies_arrive(exec& e) {
  for (const std::size_t n : {std::size_t{2} << 20, (std::size_t{5} << 20) + 3, (std::size_t{40} << 20) + 1}) {
    if (few_values && n > std::size_t{8} << 20) continue;
    std::vector<unsigned char> host(n + 1), back(n + 1, 0);
    for (std::size_t i = 0; i != n + 1; ++i) host[i] = static_cast<unsigned char>((i * 2654435761u) >> 13);
    buffer<unsigned char> there(e, n + 1);
    e.copy_in(span<const unsigned char>(host.data() + 1, n), there.span().subspan(1, n));
    std::vector<unsigned char> was = host;
    std::fill(host.begin(), host.end(), 0);  // the copy has already read it
    e.copy_out(span<const unsigned char>(there.span().subspan(1, n)), span<unsigned char>(back.data() + 1, n));
    ASSERT_TRUE(std::equal(back.begin() + 1, back.end(), was.begin() + 1)) << n;
    ASSERT_EQ(back[0], 0);
  }
}

}  // namespace

TEST(Grid, ListsServeAgain) { on_each_executor(lists_serve_again); }
TEST(Grid, TeamsAddUp) {
  on_each_executor([](exec& e) {
    teams_add_up<4>(e);
    teams_add_up<8>(e);
    teams_add_up<32>(e);
  });
}
TEST(Grid, LargeCopiesArrive) { on_each_executor(large_copies_arrive); }

}  // namespace amorph::test
