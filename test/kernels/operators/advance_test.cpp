// Building rows from edges, and visiting edges under every strategy, against loops.
#include <algorithm>
#include <map>
#include <set>
#include <variant>

#include "amorph/kernels/graph/build.hpp"
#include "amorph/kernels/operators/two_level_frontier.hpp"
#include "test/kernels/test_exec.hpp"

namespace amorph::test {
namespace {

using pairs = std::vector<edge_ends>;

// Edges that find mistakes: none; one; a path; a star; parallel edges and self-loops; a dense cluster among isolated
// vertices; random; few vertices with most of the edges.
struct shape {
  const char* name;
  std::uint32_t vertices;
  pairs edges;
};
std::vector<shape> shapes_of_graphs() {
  std::mt19937_64 random(7);
  std::vector<shape> all = {{"empty", 0, {}}, {"no edges", 5, {}}, {"one", 2, {{1, 0}}}};
  shape path{"path", 3000, {}}, star{"star", 5000, {}}, parallel{"parallel", 7, {}}, lump{"lump", 100000, {}},
      mixed{"random", 4096, {}}, skewed{"skewed", 8191, {}};
  for (std::uint32_t v = 1; v != path.vertices; ++v) path.edges.push_back({v - 1, v});
  for (std::uint32_t v = 0; v != star.vertices; ++v) star.edges.push_back({v, 4321});
  for (int i = 0; i != 300; ++i)
    parallel.edges.push_back({static_cast<std::uint32_t>(random() % 7), static_cast<std::uint32_t>(random() % 7)});
  for (std::uint32_t v = 70000; v != 70060; ++v)
    for (std::uint32_t u = 70000; u != v; ++u) lump.edges.push_back({u, v});
  for (int i = 0; i != 20000; ++i) {
    mixed.edges.push_back({static_cast<std::uint32_t>(random() % 4096), static_cast<std::uint32_t>(random() % 4096)});
    const std::uint64_t r = random() % 8191;
    skewed.edges.push_back(
        {static_cast<std::uint32_t>(r * r * r / (8191ull * 8191)), static_cast<std::uint32_t>(random() % 8191)});
  }
  for (shape* s : {&path, &star, &parallel, &lump, &mixed, &skewed}) all.push_back(std::move(*s));
  return all;
}

struct listed_ends {
  const edge_ends* edges;
  AMORPH_BODY edge_ends operator()(std::size_t i) const { return edges[i]; }
};
struct listed_weight {
  const std::int32_t* weight;
  AMORPH_BODY std::int32_t operator()(std::size_t i) const { return weight[i]; }
};

struct rows {
  std::vector<std::uint64_t> begin;
  std::vector<std::uint32_t> to;
  std::vector<std::int32_t> weight;
};

// The definition.
rows built_plainly(const shape& s, const std::vector<std::int32_t>& weight, build_options options) {
  std::vector<std::tuple<std::uint32_t, std::uint32_t, std::int32_t>> all;
  for (std::size_t i = 0; i != s.edges.size(); ++i) {
    const auto [from, to] = s.edges[i];
    if (from == to && !options.loops) continue;
    all.emplace_back(from, to, weight[i]);
    if (options.symmetrise && from != to) all.emplace_back(to, from, weight[i]);
  }
  std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) {
    return std::pair(std::get<0>(a), std::get<1>(a)) < std::pair(std::get<0>(b), std::get<1>(b));
  });
  rows r;
  r.begin.assign(s.vertices + std::size_t{1}, 0);
  std::vector<std::uint32_t> from;
  for (const auto& [u, v, w] : all) {
    if (options.merge && !from.empty() && from.back() == u && r.to.back() == v) {
      r.weight.back() += w;
      continue;
    }
    from.push_back(u);
    r.to.push_back(v);
    r.weight.push_back(w);
  }
  for (const std::uint32_t u : from) ++r.begin[u + 1];
  for (std::uint32_t v = 0; v != s.vertices; ++v) r.begin[v + 1] += r.begin[v];
  return r;
}

void build_equals_definition(exec& e) {
  for (const shape& s : shapes_of_graphs())
    for (int bits = 0; bits != 8; ++bits) {
      SCOPED_TRACE(std::string(s.name) + " options " + std::to_string(bits));
      const build_options options{(bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0};
      std::vector<std::int32_t> weight(s.edges.size());
      for (std::size_t i = 0; i != weight.size(); ++i) weight[i] = static_cast<std::int32_t>(i % 100 + 1);
      buffer<edge_ends> edges(e, s.edges);
      buffer<std::int32_t> weights(e, weight);
      const rows expected = built_plainly(s, weight, options);
      const auto plain = build_csr(e, s.vertices, s.edges.size(), listed_ends{edges.data()}, options);
      ASSERT_EQ(to_host(e, plain.begin), expected.begin);
      ASSERT_EQ(to_host(e, plain.to), expected.to);
      ASSERT_TRUE(plain.weight.empty());
      const auto weighted =
          build_csr(e, s.vertices, s.edges.size(), listed_ends{edges.data()}, options, listed_weight{weights.data()});
      ASSERT_EQ(to_host(e, weighted.begin), expected.begin);
      ASSERT_EQ(to_host(e, weighted.to), expected.to);
      ASSERT_EQ(to_host(e, weighted.weight), expected.weight);
    }
}

void weights_that_add_up_too_far_are_refused(exec& e) {
  const pairs two = {{0, 1}, {1, 0}};
  const std::vector<std::int32_t> weight = {2147483647, 1};
  buffer<edge_ends> edges(e, two);
  buffer<std::int32_t> weights(e, weight);
  EXPECT_THROW((void)build_csr(e, 2, 2, listed_ends{edges.data()}, {}, listed_weight{weights.data()}), error);
}

constexpr balance balances[] = {balance::thread, balance::warp, balance::edge, balance::donate};

struct count_visit {
  const std::uint64_t* begin;
  const std::uint32_t* to;
  std::uint32_t *visits, *wrong;
  AMORPH_BODY void operator()(std::uint32_t from, std::uint64_t edge, std::uint32_t head) const {
    atomic_add(&visits[edge], 1u);
    if (edge < begin[from] || edge >= begin[from + std::size_t{1}] || to[edge] != head) atomic_add(wrong, 1u);
  }
};

void each_edge_is_visited_once(exec& e) {
  for (const shape& s : shapes_of_graphs()) {
    SCOPED_TRACE(s.name);
    buffer<edge_ends> edges(e, s.edges);
    const auto graph = build_csr(e, s.vertices, s.edges.size(), listed_ends{edges.data()});
    const csr view = graph.view();
    // All vertices; every third, the first twice; one; none.
    std::vector<std::vector<std::uint32_t>> lists(4);
    for (std::uint32_t v = 0; v < s.vertices; v += 3) lists[1].push_back(v);
    if (s.vertices != 0) lists[1].push_back(0), lists[2].push_back(s.vertices - 1);
    const auto begin = to_host(e, graph.begin);
    for (std::size_t which = 0; which != lists.size(); ++which)
      for (const balance strategy : balances) {
        SCOPED_TRACE("list " + std::to_string(which) + " balance " + std::to_string(static_cast<int>(strategy)));
        buffer<std::uint32_t> visits(e, graph.to.size()), wrong(e, 1);
        e.fill(visits.span(), 0);
        e.fill(wrong.span(), 0);
        const count_visit count{graph.begin.data(), graph.to.data(), visits.data(), wrong.data()};
        std::vector<std::uint32_t> expected(graph.to.size(), which == 0 ? 1 : 0);
        if (which == 0) {
          for_each_edge(e, view, strategy, count);
        } else {
          frontier<exec> front(e, s.vertices + 1);
          front.assign(lists[which]);
          for_each_edge(e, view, front, strategy, count);
          for (const std::uint32_t v : lists[which])
            for (std::uint64_t i = begin[v]; i != begin[v + 1]; ++i) ++expected[i];
        }
        ASSERT_EQ(to_host(e, visits), expected);
        ASSERT_EQ(e.read(wrong.data()), 0u);
      }
  }
}

struct no_multiple_of_3 {
  AMORPH_BODY bool operator()(std::uint32_t, std::uint64_t, std::uint32_t to) const { return to % 3 != 0; }
};

// The strategies of an advance.
using advance_strategy = std::variant<balance, insertion>;
constexpr advance_strategy strategies[] = {
    balance::thread,    balance::warp,           balance::edge,         balance::donate,
    insertion::counter, insertion::local_queues, insertion::prefix_sum, insertion::scatter_gather};
template <class F>
void advance_by(exec& e, const csr& graph, const frontier<exec>& front, frontier<exec>& next,
                const advance_strategy& strategy, F f) {
  std::visit([&](auto w) { advance(e, graph, front, next, w, f); }, strategy);
}

// Insertion by prefix sums is deterministic: the accepted neighbours in the order of the edges.
void lists_by_sums_keep_the_order(exec& e) {
  for (const shape& s : shapes_of_graphs()) {
    if (s.vertices == 0) continue;
    SCOPED_TRACE(s.name);
    buffer<edge_ends> edges(e, s.edges);
    const auto graph = build_csr(e, s.vertices, s.edges.size(), listed_ends{edges.data()});
    const auto begin = to_host(e, graph.begin);
    const auto to = to_host(e, graph.to);
    std::vector<std::uint32_t> list, expected;
    for (std::uint32_t v = 0; v < s.vertices; v += 2) list.push_back(s.vertices - 1 - v);
    for (const std::uint32_t v : list)
      for (std::uint64_t i = begin[v]; i != begin[v + 1]; ++i)
        if (to[i] % 3 != 0) expected.push_back(to[i]);
    frontier<exec> front(e, s.vertices), next(e, expected.size());
    front.assign(list);
    for (const insertion strategy : {insertion::prefix_sum, insertion::scatter_gather}) {
      advance(e, graph.view(), front, next, strategy, no_multiple_of_3{});
      std::vector<std::uint32_t> got(next.size());
      e.copy_out(next.vertices(), span<std::uint32_t>(got));
      ASSERT_EQ(got, expected);
    }
    std::uint64_t all = 0;
    for (const std::uint32_t v : list) all += begin[v + 1] - begin[v];
    ASSERT_EQ(front.edges(graph.view()), all);
    // The number of edges of the next list, counted along or computed later.
    std::uint64_t ahead = 0;
    for (const std::uint32_t v : expected) ahead += begin[v + 1] - begin[v];
    ASSERT_EQ(next.edges(graph.view()), ahead);
    for (const balance strategy : balances) {
      advance_and_count(e, graph.view(), front, next, strategy, no_multiple_of_3{});
      ASSERT_EQ(next.size(), expected.size());
      ASSERT_EQ(next.edges(graph.view()), ahead);
    }
    const auto turned = build_csr(e, s.vertices, s.edges.size(), listed_ends{edges.data()}, {false, true, false});
    std::uint64_t elsewhere = 0;  // the offsets of another graph
    const auto other_begin = to_host(e, turned.begin);
    for (const std::uint32_t v : expected) elsewhere += other_begin[v + 1] - other_begin[v];
    ASSERT_EQ(next.edges(turned.view()), elsewhere);
    front.assign(list[0]);  // the offsets of another list
    ASSERT_EQ(front.edges(graph.view()), begin[list[0] + 1] - begin[list[0]]);
  }
}

struct claim_level {
  std::uint32_t* level;
  std::uint32_t depth;
  AMORPH_BODY bool operator()(std::uint32_t, std::uint64_t, std::uint32_t to) const {
    return atomic_cas(&level[to], ~0u, depth) == ~0u;
  }
};
struct is_even {
  AMORPH_BODY bool operator()(std::uint32_t v) const { return v % 2 == 0; }
};

// Breadth-first search by advance: every level is the set that a queue finds.
void levels_equal_those_of_a_queue(exec& e) {
  for (const shape& s : shapes_of_graphs()) {
    if (s.vertices == 0) continue;
    SCOPED_TRACE(s.name);
    buffer<edge_ends> edges(e, s.edges);
    const auto graph = build_csr(e, s.vertices, s.edges.size(), listed_ends{edges.data()});
    const auto begin = to_host(e, graph.begin);
    const auto to = to_host(e, graph.to);
    const std::uint32_t source = s.edges.empty() ? 0 : s.edges[s.edges.size() / 2].from;
    std::vector<std::uint32_t> expected(s.vertices, ~0u), queue{source};
    expected[source] = 0;
    for (std::size_t at = 0; at != queue.size(); ++at)
      for (std::uint64_t i = begin[queue[at]]; i != begin[queue[at] + 1]; ++i)
        if (expected[to[i]] == ~0u) {
          expected[to[i]] = expected[queue[at]] + 1;
          queue.push_back(to[i]);
        }
    for (const advance_strategy& strategy : strategies) {
      SCOPED_TRACE("strategy " + std::to_string(&strategy - strategies));
      buffer<std::uint32_t> level(e, s.vertices);
      e.fill(level.span(), ~0u);
      e.write(level.data() + source, 0);
      frontier<exec> front(e, s.vertices), next(e, s.vertices), even(e, s.vertices);
      front.assign(source);
      std::uint64_t reached = 1;
      for (std::uint32_t depth = 1; !front.empty(); ++depth) {
        advance_by(e, graph.view(), front, next, strategy, claim_level{level.data(), depth});
        front.swap(next);
        front.sort();
        std::vector<std::uint32_t> got(front.size()), evens;
        e.copy_out(front.vertices(), span<std::uint32_t>(got));
        ASSERT_TRUE(std::is_sorted(got.begin(), got.end()));
        for (const std::uint32_t v : got) ASSERT_EQ(expected[v], depth);
        reached += got.size();
        filter(e, front, even, is_even{});
        std::copy_if(got.begin(), got.end(), std::back_inserter(evens), [](std::uint32_t v) { return v % 2 == 0; });
        got.resize(even.size());
        e.copy_out(even.vertices(), span<std::uint32_t>(got));
        ASSERT_EQ(got, evens);
        if (s.vertices == 3000 && depth == 200) break;  // enough of the path
      }
      if (s.vertices != 3000) {
        ASSERT_EQ(reached, queue.size());
        ASSERT_EQ(to_host(e, level), expected);
      }
    }
  }
}

void vertices_are_compacted(exec& e) {
  for (const std::size_t n : sizes()) {
    frontier<exec> list(e, n);
    compact(e, n, is_even{}, list);
    std::vector<std::uint32_t> got(list.size()), expected;
    e.copy_out(list.vertices(), span<std::uint32_t>(got));
    for (std::uint32_t v = 0; v < n; v += 2) expected.push_back(v);
    ASSERT_EQ(got, expected) << n;
  }
  frontier<exec> small(e, 3);
  EXPECT_THROW(compact(e, 3, is_even{}, small = frontier<exec>(e, 0)), error);
}

struct always {
  AMORPH_BODY bool operator()(std::uint32_t, std::uint64_t, std::uint32_t) const { return true; }
};
void a_frontier_that_overflows_says_so(exec& e) {
  const shape star = shapes_of_graphs()[4];
  buffer<edge_ends> edges(e, star.edges);
  const auto graph = build_csr(e, star.vertices, star.edges.size(), listed_ends{edges.data()});
  frontier<exec> front(e, 1), small(e, 100);
  front.assign(4321);
  for (const advance_strategy& strategy : strategies)
    EXPECT_THROW(advance_by(e, graph.view(), front, small, strategy, always{}), error);
  EXPECT_THROW(filter(e, front, small = frontier<exec>(e, 0), is_even{}), error);
}

struct by_remainder {
  AMORPH_BODY unsigned operator()(std::uint32_t, std::uint64_t, std::uint32_t to) const { return to % 3; }
};
// Both lists equal those of the definition; the second one keeps its former contents.
void two_lists_equal_definition(exec& e) {
  for (const shape& s : shapes_of_graphs()) {
    if (s.vertices < 7 || s.edges.empty()) continue;
    SCOPED_TRACE(s.name);
    buffer<edge_ends> edges(e, s.edges);
    const auto graph = build_csr(e, s.vertices, s.edges.size(), listed_ends{edges.data()});
    const auto begin = to_host(e, graph.begin);
    const auto to = to_host(e, graph.to);
    const std::vector<std::uint32_t> held = {5, 6};
    std::vector<std::uint32_t> list, near, far = held;
    for (std::uint32_t v = 0; v < s.vertices; v += 2) {
      list.push_back(v);
      for (std::uint64_t i = begin[v]; i != begin[v + 1]; ++i)
        if (to[i] % 3 != 0) (to[i] % 3 == 1 ? near : far).push_back(to[i]);
    }
    std::sort(near.begin(), near.end());
    std::sort(far.begin(), far.end());
    frontier<exec> front(e, s.vertices), next(e, near.size()), wait(e, far.size()), small(e, 1);
    front.assign(list);
    two_level_frontier<exec> lists(e);
    for (const balance strategy : balances) {
      wait.assign(held);
      ASSERT_EQ(lists.advance(graph.view(), front, next, wait, held.size(), strategy, by_remainder{}), far.size());
      for (auto [got, expected] : {std::pair(&next, &near), std::pair(&wait, &far)}) {
        std::vector<std::uint32_t> host(got->size());
        e.copy_out(got->vertices(), span<std::uint32_t>(host));
        std::sort(host.begin(), host.end());
        ASSERT_EQ(host, *expected);
      }
      // Too little capacity in either; the queues are reusable afterwards.
      wait.assign(held);
      if (near.size() > 1) {
        ASSERT_THROW(lists.advance(graph.view(), front, small, wait, held.size(), strategy, by_remainder{}), error);
      }
      if (far.size() > 3) {
        ASSERT_THROW(lists.advance(graph.view(), front, next, small, 1, strategy, by_remainder{}), error);
      }
    }
  }
}

// Advances of a loop allocate once at most.
void advances_keep_their_memory(exec& e) {
  const shape path = shapes_of_graphs()[3];
  buffer<edge_ends> edges(e, path.edges);
  const auto graph = build_csr(e, path.vertices, path.edges.size(), listed_ends{edges.data()});
  frontier<exec> front(e, path.vertices), next(e, path.edges.size() * 2);
  std::vector<std::uint32_t> list(path.vertices);
  for (std::uint32_t v = 0; v != path.vertices; ++v) list[v] = v;
  front.assign(list);
  const std::uint64_t limit = e.memory().limit();
  for (const balance strategy : {balance::thread, balance::warp}) {
    advance(e, graph.view(), front, next, strategy, always{});
    e.memory().limit(e.memory().current());
    EXPECT_NO_THROW(advance(e, graph.view(), front, next, strategy, always{}));
    e.memory().limit(limit);
  }
}

// Without long rows nothing is donated, and the donation box takes almost no memory.
void donation_takes_what_is_donated(exec& e) {
  const shape path = shapes_of_graphs()[3];
  buffer<edge_ends> edges(e, path.edges);
  const auto graph = build_csr(e, path.vertices, path.edges.size(), listed_ends{edges.data()});
  buffer<std::uint32_t> visits(e, graph.to.size()), wrong(e, 1);
  e.memory().reset_peak();
  const std::uint64_t before = e.memory().current();
  for_each_edge(e, graph.view(), balance::donate,
                count_visit{graph.begin.data(), graph.to.data(), visits.data(), wrong.data()});
  EXPECT_LT(e.memory().peak() - before, 3000u * 24 / 8);  // 3,000 rows of two edges
}

}  // namespace

TEST(Operators, TwoListsEqualDefinition) {
  on_each_executor([](exec& e) { two_lists_equal_definition(e); });
}
TEST(Operators, AdvancesKeepTheirMemory) {
  on_each_executor([](exec& e) { advances_keep_their_memory(e); });
}
TEST(Operators, DonationTakesWhatIsDonated) {
  on_each_executor([](exec& e) { donation_takes_what_is_donated(e); });
}
TEST(Frontier, VerticesAreCompacted) { on_each_executor(vertices_are_compacted); }
TEST(Advance, ListsBySumsKeepTheOrder) { on_each_executor(lists_by_sums_keep_the_order); }
TEST(Build, EqualsDefinition) {
  on_each_executor([](exec& e) { build_equals_definition(e); });
}
TEST(Build, RefusesSumsBeyond32Bits) {
  on_each_executor([](exec& e) { weights_that_add_up_too_far_are_refused(e); });
}
TEST(Operators, VisitEachEdgeOnce) {
  on_each_executor([](exec& e) { each_edge_is_visited_once(e); });
}
TEST(Operators, LevelsEqualThoseOfAQueue) {
  on_each_executor([](exec& e) { levels_equal_those_of_a_queue(e); });
}
TEST(Operators, OverflowIsAnError) {
  on_each_executor([](exec& e) { a_frontier_that_overflows_says_so(e); });
}

}  // namespace amorph::test
