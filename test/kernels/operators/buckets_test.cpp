// Buckets against a host model: random insertions and falling priorities; and a k-core decomposition on top of them.
#include "amorph/kernels/operators/buckets.hpp"

#include <algorithm>
#include <set>

#include "amorph/kernels/graph/build.hpp"
#include "amorph/kernels/random/random.hpp"
#include "test/kernels/test_exec.hpp"

namespace amorph::test {
namespace {

struct listed_priority {
  const std::uint32_t* priority;
  AMORPH_BODY std::uint32_t operator()(std::uint32_t v) const { return priority[v]; }
};

std::vector<std::uint32_t> sorted(exec& e, frontier<exec>& front) {
  front.sort();
  std::vector<std::uint32_t> host(front.size());
  e.copy_out(front.vertices(), span<std::uint32_t>(host));
  return host;
}

// Priorities far apart and close together, below and above the open buckets; some vertices come again when theirs has
// fallen, some come again unchanged, some never come.
void pops_equal_model(exec& e) {
  constexpr std::uint32_t n = 4000;
  const random_stream draws(11, 0);
  for (const std::uint32_t range : {1u, 50u, 1000u, 4000000000u}) {
    std::vector<std::uint32_t> priority(n);
    for (std::uint32_t v = 0; v != n; ++v)
      priority[v] = v % 7 == 0 ? no_bucket : static_cast<std::uint32_t>(draws.below(v, range));
    buffer<std::uint32_t> priorities(e, span<const std::uint32_t>(priority));
    buckets work(e, n, listed_priority{priorities.data()}, 16);
    frontier<exec> front(e, n);
    std::set<std::uint32_t> pending;
    const auto insert = [&](const std::vector<std::uint32_t>& list) {
      e.copy_in(span<const std::uint32_t>(priority), priorities.span());
      const buffer<std::uint32_t> memory(e, span<const std::uint32_t>(list));
      work.insert(memory.span());
      for (const std::uint32_t v : list)
        if (priority[v] != no_bucket) pending.insert(v);
    };
    std::vector<std::uint32_t> list;
    for (std::uint32_t i = 0; i != 3 * n; ++i) list.push_back(static_cast<std::uint32_t>(draws.below(n + i, n - 100)));
    insert(list);
    std::uint64_t draw = 100000;
    for (int pops = 0;; ++pops) {
      const std::uint32_t lowest = work.pop(front);
      if (pending.empty()) {
        ASSERT_EQ(lowest, no_bucket);
        ASSERT_TRUE(front.empty());
        break;
      }
      std::uint32_t expected = no_bucket;
      for (const std::uint32_t v : pending) expected = std::min(expected, priority[v]);
      ASSERT_EQ(lowest, expected);
      std::vector<std::uint32_t> bucket;
      for (const std::uint32_t v : pending)
        if (priority[v] == lowest) bucket.push_back(v);
      ASSERT_EQ(sorted(e, front), bucket);
      for (const std::uint32_t v : bucket) pending.erase(v);
      if (pops % 3 != 0 || pops > 300) continue;
      // Some fall, not below this bucket; of those popped some come again, in it.
      list.clear();
      for (int i = 0; i != 40; ++i) {
        const auto v = static_cast<std::uint32_t>(draws.below(++draw, n));
        if (priority[v] == no_bucket || priority[v] < lowest) continue;
        priority[v] = lowest + (priority[v] - lowest) / 2;
        list.push_back(v);
        if (i % 4 == 0) list.push_back(v);
      }
      insert(list);
    }
  }
}

// Each vertex's core number: vertices of minimum degree are peeled off, bucket by bucket (Seidman 1983).
struct peel {
  std::uint32_t *degree, *core;
  std::uint32_t k;
  // Whether the neighbour's degree falls, and not below k.
  AMORPH_BODY bool operator()(std::uint32_t, std::uint64_t, std::uint32_t to) const {
    for (std::uint32_t seen = atomic_load(&degree[to]); seen > k;) {
      const std::uint32_t was = atomic_cas(&degree[to], seen, seen - 1);
      if (was == seen) return true;
      seen = was;
    }
    return false;
  }
};
struct set_core {
  const std::uint32_t* list;
  std::uint32_t* core;
  std::uint32_t k;
  AMORPH_BODY void operator()(std::size_t i) const { core[list[i]] = k; }
};
struct listed_ends {
  const edge_ends* edges;
  AMORPH_BODY edge_ends operator()(std::size_t i) const { return edges[i]; }
};

void cores_equal_peeling(exec& e) {
  constexpr std::uint32_t n = 2000;
  const random_stream draws(3, 1);
  std::vector<edge_ends> edges;
  for (std::uint64_t i = 0; i != 12000; ++i) {
    const std::uint64_t r = draws.below(2 * i, n);
    edges.push_back({static_cast<std::uint32_t>(r * r / n), static_cast<std::uint32_t>(draws.below(2 * i + 1, n))});
  }
  const buffer<edge_ends> memory(e, span<const edge_ends>(edges));
  const auto graph = build_csr(e, n, edges.size(), listed_ends{memory.data()});
  const auto begin = to_host(e, graph.begin);
  const auto to = to_host(e, graph.to);

  std::vector<std::uint32_t> degree(n), everybody(n), expected(n);
  for (std::uint32_t v = 0; v != n; ++v) {
    degree[v] = static_cast<std::uint32_t>(begin[v + 1] - begin[v]);
    everybody[v] = v;
  }
  std::vector<std::uint32_t> left = degree;
  std::vector<bool> gone(n);
  for (std::uint32_t k = 0, peeled = 0; peeled != n; ++k)
    for (bool again = true; again;) {
      again = false;
      for (std::uint32_t v = 0; v != n; ++v) {
        if (gone[v] || left[v] > k) continue;
        gone[v] = again = true;
        expected[v] = k;
        ++peeled;
        for (std::uint64_t i = begin[v]; i != begin[v + 1]; ++i) --left[to[i]];
      }
    }

  buffer<std::uint32_t> degrees(e, span<const std::uint32_t>(degree)), cores(e, n);
  buckets work(e, n, listed_priority{degrees.data()});
  frontier<exec> front(e, n), next(e, graph.to.size());
  front.assign(everybody);
  work.insert(front);
  for (std::uint32_t k; (k = work.pop(front)) != no_bucket;) {
    e.for_each(front.size(), set_core{front.vertices().data(), cores.data(), k});
    advance(e, graph.view(), front, next, balance::edge, peel{degrees.data(), cores.data(), k});
    work.insert(next);
  }
  EXPECT_EQ(to_host(e, cores), expected);
}

}  // namespace

TEST(Buckets, PopsEqualModel) { on_each_executor(pops_equal_model); }
TEST(Buckets, CoresEqualPeeling) { on_each_executor(cores_equal_peeling); }

}  // namespace amorph::test
