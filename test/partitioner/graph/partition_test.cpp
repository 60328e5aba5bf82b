// What divide() promises, on random graphs of every kind, for any number of parts: verified by a recount of its own, on
// one thread and more, and on a device.
// AMORPH_TEST_SEEDS: how many trials (otherwise the count below); AMORPH_TEST_FIRST_SEED: the first.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <limits>
#include <map>
#include <numeric>
#include <set>
#include <sstream>
#include <utility>

#include "amorph/kernels/base/error.hpp"
#include "partitioner/common/core.hpp"
#include "test/partitioner/graph/random_trial.hpp"
#include "test/support/device.hpp"
#include "test/support/sanitized.hpp"
#include "test/support/whole.hpp"

namespace amorph::test {
namespace {

using partition::options;
using partition::result;
using partition::synchronisation;

std::uint64_t number_from(const char* variable, std::uint64_t otherwise) {
  const char* text = std::getenv(variable);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

constexpr std::uint64_t trials = test::races_are_watched ? 3 : test::sanitized ? 6 : 250;
constexpr std::size_t stride = test::sanitized ? 8 : 1;  // of the fixed cases, which test the device's tables

// Cut, volume and weights, counted from the list of edges.
struct recount {
  std::int64_t cut = 0, volume = 0, total = 0;
  std::vector<std::int64_t> weight;
  std::vector<std::uint32_t> size;
  double balance = 0;
};
recount count_anew(const trial& t, const std::vector<std::uint32_t>& part) {
  recount r;
  r.weight.assign(t.options.parts, 0);
  r.size.assign(t.options.parts, 0);
  std::set<std::pair<std::uint32_t, std::uint32_t>> touches;  // vertex, other part
  for (const weighted_edge& e : t.edges) {
    if (part[e.u] == part[e.v]) continue;
    r.cut += t.edge_weights ? e.weight : 1;
    touches.emplace(e.u, part[e.v]);
    touches.emplace(e.v, part[e.u]);
  }
  for (const auto& [v, p] : touches) r.volume += t.vertex_size.empty() ? 1 : t.vertex_size[v];
  for (std::uint32_t v = 0; v != t.vertices; ++v) {
    const std::int64_t w = t.vertex_weight.empty() ? 1 : t.vertex_weight[v];
    r.weight[part[v]] += w;
    r.total += w;
    ++r.size[part[v]];
  }
  for (std::uint32_t p = 0; p != t.options.parts && r.total != 0; ++p) {
    const double share = t.options.target.empty() ? 1.0 / t.options.parts : t.options.target[p];
    r.balance = std::max(r.balance, static_cast<double>(r.weight[p]) / (share * static_cast<double>(r.total)));
  }
  return r;
}

// What part p may weigh: its share and the tolerance, or the share rounded up.
std::int64_t allowed(const trial& t, std::uint32_t p, std::int64_t total) {
  const double share =
      (t.options.target.empty() ? 1.0 / t.options.parts : t.options.target[p]) * static_cast<double>(total);
  const double tolerance = t.options.imbalance.empty() ? 1.03 : double{t.options.imbalance[0]};
  return std::max(static_cast<std::int64_t>(std::floor(share * tolerance * (1 + 1e-10))),
                  static_cast<std::int64_t>(std::ceil(share * (1 - 1e-10))));
}

// While no vertex is heavier than the slack of the smallest part, one move after the other leads to balance.
bool can_be_balanced(const trial& t, std::int64_t total) {
  const auto& weights = t.vertex_weight;
  if (std::all_of(weights.begin(), weights.end(), [](std::int32_t w) { return w <= 1; })) return true;
  const std::int64_t heaviest = *std::max_element(weights.begin(), weights.end());
  for (std::uint32_t p = 0; p != t.options.parts; ++p) {
    const double share =
        (t.options.target.empty() ? 1.0 / t.options.parts : t.options.target[p]) * static_cast<double>(total);
    if (static_cast<double>(allowed(t, p, total)) < share + static_cast<double>(heaviest) + 1) return false;
  }
  return true;
}

// The cut that a random partition in parts of equal size has in the mean.
double cut_by_chance(const trial& t) {
  const double n = t.vertices, k = t.options.parts;
  if (t.vertices < 2) return 0;
  double edges = 0;
  for (const weighted_edge& e : t.edges) edges += e.weight;
  const double small = std::floor(n / k), larger = n - small * k;
  const double together = larger * (small + 1) * small + (k - larger) * small * (small - 1);
  return edges * (1 - together / (n * (n - 1)));
}

std::string numbers(const char* what, double found, double expected) {
  std::ostringstream out;
  out.precision(17);
  out << what << " is " << found << ", recounted " << expected;
  return out.str();
}

// Level by level: an edge counts the distance of the first level whose groups hold both ends.
std::int64_t communication_cost(const trial& t, const std::vector<std::uint32_t>& part) {
  std::int64_t cost = 0;
  for (const weighted_edge& e : t.edges) {
    std::uint32_t p = part[e.u], q = part[e.v];
    for (std::size_t level = 0; p != q; ++level) {
      p /= t.options.machine.hierarchy[level];
      q /= t.options.machine.hierarchy[level];
      if (p == q) cost += std::int64_t{e.weight} * t.options.machine.distances[level];
    }
  }
  return cost;
}

// Whether every part weighs what it may.
bool is_within(const trial& t, const recount& r) {
  std::uint32_t p = 0;
  while (p != t.options.parts && r.weight[p] <= allowed(t, p, r.total)) ++p;
  return p == t.options.parts;
}

// Which figures are not those of the recount.
std::string fault_of_figures(const trial& t, const recount& r, const result& found) {
  if (found.cut != r.cut) return numbers("cut", double(found.cut), double(r.cut));
  if (found.volume != r.volume) return numbers("volume", double(found.volume), double(r.volume));
  const std::int64_t cost = !t.options.machine.empty()                            ? communication_cost(t, found.part)
                            : t.options.objective == partition::objective::volume ? r.volume
                                                                                  : r.cut;
  if (found.cost != cost) return numbers("cost", double(found.cost), double(cost));
  if (found.part_weight != r.weight) return "part_weight is not what a recount says";
  if (std::abs(found.balance - r.balance) > 1e-9 * r.balance) return numbers("balance", found.balance, r.balance);
  if (found.balanced != is_within(t, r) && r.total < 1000000)  // near 2^53 a limit's last bit depends on the order
    return found.balanced ? "called balanced, which it is not" : "called unbalanced, though it is balanced";
  return "";
}

// What is wrong with the result, in one line; empty when all is well.
std::string fault_of(const trial& t, const result& found) {
  const std::uint32_t k = t.options.parts;
  if (found.part.size() != t.vertices) return "there are parts for " + std::to_string(found.part.size()) + " vertices";
  for (std::uint32_t v = 0; v != t.vertices; ++v)
    if (found.part[v] >= k) return "vertex " + std::to_string(v) + " is in part " + std::to_string(found.part[v]);
  const recount r = count_anew(t, found.part);
  if (std::string why = fault_of_figures(t, r, found); !why.empty()) return why;
  const auto empty = static_cast<std::uint32_t>(std::count(r.size.begin(), r.size.end(), 0u));
  if (empty != (k > t.vertices ? k - t.vertices : 0)) return std::to_string(empty) + " parts are empty";
  if (!found.balanced && can_be_balanced(t, r.total)) {
    std::int64_t excess = 0;
    for (std::uint32_t p = 0; p != k; ++p) excess += std::max<std::int64_t>(0, r.weight[p] - allowed(t, p, r.total));
    return "unbalanced by " + std::to_string(excess);
  }
  if (t.vertex_weight.empty() && t.options.target.empty() && t.options.machine.empty())
    if (const double chance = cut_by_chance(t); double(r.cut) > chance * (1 + 1e-9))
      return numbers("worse than chance: the cut", double(r.cut), chance);
  return "";
}

// The faults of the result and of any other number of threads; on a device, that it is the CPU's result.
std::string fault(const trial& t, backend where) {
  try {
    const stored_graph g = store(t);
    if (std::string why = partition::check_graph(g.view(), 1, 0, 1); !why.empty()) return "no sound graph: " + why;
    options varied = t.options;
    varied.run.threads = 1;
    const result one = partition::divide(g.view(), varied);
    if (where == backend::cpu) {
      if (std::string why = fault_of(t, one); !why.empty()) return why;
      for (const unsigned threads : {1u, 2u, 4u}) {
        if (races_are_watched && threads != 4) continue;
        varied.run.threads = threads;
        if (partition::divide(g.view(), varied).part != one.part)
          return "another partition on " + std::to_string(threads) + " threads";
      }
    } else {
      varied.run.backend = where;
      for (int repeat = 0; repeat != 2; ++repeat)
        if (partition::divide(g.view(), varied).part != one.part) return "another partition on the device";
    }
  } catch (const error& e) {
    return "status " + std::to_string(static_cast<int>(e.code())) + ": " + e.what();
  }
  return "";
}

// Whether free vertices and groups fit wherever they are put, after those that are fixed: each part holds what is fixed
// there, and has more slack than the heaviest of them.
bool can_be_balanced(const trial& t, const std::vector<std::int32_t>& fixed, const std::vector<std::int32_t>& group) {
  std::map<std::int32_t, std::int64_t> of_group;
  std::map<std::int32_t, std::int32_t> part_of;
  for (std::uint32_t v = 0; v != t.vertices; ++v)
    if (fixed[v] != -1 && group[v] != -1) part_of[group[v]] = fixed[v];
  std::vector<std::int64_t> held(t.options.parts, 0);
  std::int64_t heaviest = 0, total = 0;
  for (std::uint32_t v = 0; v != t.vertices; ++v) {
    const std::int64_t w = t.vertex_weight.empty() ? 1 : t.vertex_weight[v];
    total += w;
    const auto at = part_of.find(group[v]);
    const std::int32_t p = at != part_of.end() ? at->second : fixed[v];
    if (p != -1)
      held[static_cast<std::size_t>(p)] += w;
    else
      heaviest = std::max(heaviest, group[v] == -1 ? w : of_group[group[v]] += w);
  }
  std::int64_t capacity = 0;
  for (std::uint32_t p = 0; p != t.options.parts; ++p) {
    if (held[p] > allowed(t, p, total)) return false;
    capacity += std::max<std::int64_t>(0, allowed(t, p, total) - held[p] - heaviest);
  }
  return capacity >= total - std::accumulate(held.begin(), held.end(), std::int64_t{0});
}

// With every seventh vertex fixed, and others and some of them in groups of up to eight: what must stay stays, the
// figures are those of a recount, and threads do not matter; half of those of an even number of parts on a machine.
std::string fault_of_fixed(const trial& of_all, backend where) {
  try {
    trial t = of_all;
    const stored_graph g = store(t);
    options& o = t.options;
    o.run.backend = where;
    o.run.threads = 1;
    const std::uint32_t k = o.parts;
    std::vector<std::int32_t> fixed(t.vertices, -1), group(t.vertices, -1);
    const auto is_heavy = [](std::int32_t w) { return w > 1 << 20; };  // groups would weigh more than 32 bits hold
    const bool heavy = std::any_of(t.vertex_weight.begin(), t.vertex_weight.end(), is_heavy);
    for (std::uint32_t v = 0; v != t.vertices; ++v) {
      if (v % 5 == 1 && !heavy) group[v] = static_cast<std::int32_t>(v / 40);
      if (v % 7 == 0) fixed[v] = static_cast<std::int32_t>((group[v] == -1 ? v / 7 : v / 40) * 5 % k);
    }
    o.fixed = fixed;
    o.group = group;
    if (k % 2 == 0 && t.vertices % 2 == 0) {
      o.objective = partition::objective::mapping;
      o.machine = {{k / 2, 2}, {1, 10}};
    }
    const result one = partition::divide(g.view(), o);
    for (std::uint32_t v = 0; v != t.vertices; ++v) {
      if (fixed[v] != -1 && one.part[v] != static_cast<std::uint32_t>(fixed[v]))
        return "vertex " + std::to_string(v) + " has left its part";
      if (v >= 5 && group[v] != -1 && group[v] == group[v - 5] && one.part[v] != one.part[v - 5])
        return "vertex " + std::to_string(v) + " has left its group";
    }
    const recount r = count_anew(t, one.part);
    if (std::string why = fault_of_figures(t, r, one); !why.empty()) return why;
    if (!one.balanced && can_be_balanced(t, fixed, group)) return "unbalanced";
    o.run.threads = 4;
    if (partition::divide(g.view(), o).part != one.part) return "another partition on 4 threads";
  } catch (const error& e) {
    return "status " + std::to_string(static_cast<int>(e.code())) + ": " + e.what();
  }
  return "";
}

// The same on a machine: the prime factors of the number of parts, in three levels.
std::string fault_of_mapping(const trial& t, backend where) {
  trial mapped = t;
  mapped.options.objective = partition::objective::mapping;
  partition::machine& m = mapped.options.machine;
  m = {{1, 1, 1}, {1, 7, 60}};
  std::uint32_t rest = t.options.parts;
  std::size_t level = 0;
  for (std::uint32_t factor = 2; factor * factor <= rest; ++factor)
    for (; rest % factor == 0; rest /= factor) m.hierarchy[level++ % 3] *= factor;
  m.hierarchy[level % 3] *= rest;
  return fault(mapped, where);
}

// The faults by transactions, whose answers differ: each is verified.
std::string fault_by_transactions(const trial& t, backend where) {
  try {
    const stored_graph g = store(t);
    options varied = t.options;
    varied.run.backend = where;
    for (const auto& [match_by, refine_by] :
         {std::pair(synchronisation::transactions, synchronisation::transactions),
          std::pair(synchronisation::transactions, synchronisation::deterministic),
          std::pair(synchronisation::deterministic, synchronisation::transactions)}) {
      varied.match_by = match_by;
      varied.refine_by = refine_by;
      for (const unsigned threads : {1u, 2u, 4u}) {
        if (where != backend::cpu ? threads != 1 : sanitized && threads != 4) continue;
        varied.run.threads = threads;
        const result found = partition::divide(g.view(), varied);
        if (std::string why = fault_of(t, found); !why.empty())
          return why +
                 (match_by == synchronisation::deterministic    ? ", refined by transactions, "
                  : refine_by == synchronisation::deterministic ? ", matched by transactions, "
                                                                : ", by transactions, ") +
                 std::to_string(threads) + " threads";
      }
    }
  } catch (const error& e) {
    return "status " + std::to_string(static_cast<int>(e.code())) + ": " + e.what();
  }
  return "";
}

// A failing trial is made small and printed.
template <class Fault> void attempt(const trial& t, backend where, Fault fault) {
  const std::string wrong = fault(t, where);
  if (wrong.empty()) return;
  std::cerr << wrong << " (" << t.kind << ", " << t.vertices << " vertices, " << t.edges.size() << " edges, "
            << t.options.parts << " parts); making it small\n";
  const trial least = shrink(t, [&](const trial& s) { return !fault(s, where).empty(); });
  ADD_FAILURE() << wrong << "\nof " << text(t) << "the smallest found: " << fault(least, where) << '\n' << text(least);
}
void attempt(const trial& t, backend where) { attempt(t, where, fault); }

template <class Fault> void attempt_random_trials(backend where, std::uint64_t count, Fault fault) {
  const std::uint64_t first = number_from("AMORPH_TEST_FIRST_SEED", 1);
  const std::uint64_t last = first + number_from("AMORPH_TEST_SEEDS", count);
  for (std::uint64_t seed = first; seed != last && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    attempt(random_trial(seed), where, fault);
  }
}

trial divided(trial t, std::uint32_t parts) {
  t.options.parts = parts;
  t.options.run.backend = backend::cpu;
  return t;
}

// Three hubs that share all leaves, one of them twice.
trial hubs(std::uint32_t leaves) {
  trial t = star(leaves);
  t.kind = "hubs";
  for (std::uint32_t v = 3; v <= leaves; ++v)
    for (const std::uint32_t hub : {1u, 2u, 2u}) t.edges.push_back({hub, v});
  return t;
}
// Each vertex has an eighth of the others as neighbours.
trial dense(std::uint32_t n) {
  trial t = clique(n);
  t.kind = "dense";
  std::erase_if(t.edges, [](const weighted_edge& e) { return (e.u * 31 + e.v * 17) % 8 != 0; });
  return t;
}

// Rows that a warp's table does not hold (192 neighbours): to be contracted, and, with more parts than that, to be
// tallied a window of 256 parts at a time.
std::vector<trial> long_rows() {
  std::vector<trial> all;
  for (const std::uint32_t parts : {2u, 64u, 192u, 193u}) {  // coarsened with all of these
    all.push_back(divided(star(12000), parts));
    all.push_back(divided(rmat(13, 4, parts), parts));
  }
  for (const std::uint32_t parts : {5u, 256u, 257u, 700u}) {
    all.push_back(divided(hubs(3000), parts));
    all.push_back(divided(star(3000), parts));
  }
  for (const std::uint32_t parts : {2u, 195u, 300u}) all.push_back(divided(clique(400), parts));
  all.push_back(divided(dense(2300), 5));
  all.push_back(divided(dense(2300), 5));
  all.back().options.match = partition::matching::random;
  return all;
}

std::vector<std::uint32_t> degrees(const trial& t) {
  std::vector<std::uint32_t> degree(t.vertices, 0);
  for (const weighted_edge& e : t.edges) ++degree[e.u], ++degree[e.v];
  return degree;
}
// Whose dense core is a part of its own: that of many vertices, of some that weigh nothing, of heavy ones that no part
// holds, with shares that leave it little or most; and edges that a caller gives many times.
std::vector<trial> skewed() {
  const trial plain = rmat(12, 8, 5);
  const std::vector<std::uint32_t> degree = degrees(plain);
  std::vector<trial> all;
  for (const std::uint32_t parts : {3u, 16u, 64u}) all.push_back(divided(plain, parts));
  for (const std::int32_t hub : {0, 50, 2000}) {
    all.push_back(divided(plain, 16));
    for (const std::uint32_t d : degree) all.back().vertex_weight.push_back(d > 60 ? hub : 1);
  }
  for (const float last : {0.002f, 0.97f}) {
    all.push_back(divided(plain, 4));
    all.back().options.target = {(1 - last) / 3, (1 - last) / 3, (1 - last) / 3, last};
  }
  all.push_back(divided(stars(6, 300), 4));  // hubs that belong to different parts
  all.push_back(divided(path(2500), 8));
  for (int copy = 0; copy != 1 << 11; ++copy) all.back().edges.push_back({1000, 1001, 1 << 10});
  all.back().edge_weights = true;
  return all;
}

// As many parts as may be.
std::vector<trial> many_parts() {
  std::vector<trial> all;
  for (const trial& t : {grid(20, 20), path(500), star(400), clique(80), rmat(9, 4, 7)}) {
    const std::uint32_t n = t.vertices;
    for (const std::uint32_t parts : {n / 4, n / 3, n / 2 - 1, n / 2, n / 2 + 1, n - 7, n - 1, n, n + 1})
      all.push_back(divided(t, parts));
  }
  return all;
}

TEST(partition, keeps_its_promises_on_random_graphs) { attempt_random_trials(backend::cpu, trials, fault); }
TEST(partition, maps_random_graphs_to_machines) { attempt_random_trials(backend::cpu, trials / 4, fault_of_mapping); }
TEST(partition, keeps_fixed_vertices_and_groups) { attempt_random_trials(backend::cpu, trials / 8, fault_of_fixed); }
// Few fixed vertices cost few edges; the core of a skewed graph still becomes a part.
TEST(partition, cuts_as_much_with_few_fixed_vertices) {
  for (trial t : {divided(grid(60, 60), 8), divided(rmat(13, 8, 1), 8)}) {
    const std::int64_t cut = partition::divide(store(t).view(), t.options).cut;
    std::vector<std::int32_t> fixed(t.vertices, -1);
    fixed[1] = 6;
    t.options.fixed = fixed;
    const result found = partition::divide(store(t).view(), t.options);
    EXPECT_EQ(found.part[1], 6u);
    EXPECT_LT(found.cut, cut + cut / 8);
  }
}
// Fixed halves of a path leave one edge to cut; groups are not cut at all.
TEST(partition, contracts_what_stays_together) {
  trial t = divided(path(100), 2);
  std::vector<std::int32_t> fixed(100, -1), group(100, -1);
  for (std::size_t v = 0; v != 40; ++v) fixed[v] = 1, fixed[99 - v] = 0;
  for (std::size_t v = 40; v != 50; ++v) group[v] = 7;
  t.options.fixed = fixed;
  t.options.group = group;
  const result found = partition::divide(store(t).view(), t.options);
  EXPECT_EQ(found.cut, 1);
  for (std::size_t v = 0; v != 40; ++v) EXPECT_EQ(found.part[v], 1u);
  for (std::size_t v = 41; v != 50; ++v) EXPECT_EQ(found.part[v], found.part[40]);
}
// No more vertices than cores: the fewest nodes that hold them, by the distances.
TEST(partition, maps_a_vertex_to_a_core) {
  const auto cost_on = [](trial t, const partition::machine& m) {
    t.options.objective = partition::objective::mapping;
    t.options.machine = m;
    t.options.parts = partition::cores_of(m.hierarchy);
    EXPECT_EQ(fault(t, backend::cpu), "");
    return partition::divide(store(t).view(), t.options).cost;
  };
  EXPECT_EQ(cost_on(grid(4, 4), {{4, 4}, {1, 100}}), 816);  // blocks of 2 x 2: 16 edges inside, 8 between
  EXPECT_EQ(cost_on(path(6), {{8, 8}, {1, 100}}), 5);
  EXPECT_EQ(cost_on(path(12), {{4, 4, 4}, {1, 10, 100}}), 9 + 2 * 10);
  EXPECT_EQ(cost_on(path(1), {{2, 2}, {1, 10}}), 0);
  trial weighed = grid(4, 4);
  for (std::uint32_t v = 0; v != weighed.vertices; ++v)
    weighed.vertex_weight.push_back(static_cast<std::int32_t>(1 + v * v));
  weighed.options.imbalance = {30};
  EXPECT_EQ(cost_on(weighed, {{4, 4}, {1, 100}}), 816);
}
TEST(partition, divides_long_rows) {
  const std::vector<trial> all = long_rows();
  for (std::size_t i = 0; i < all.size(); i += stride) attempt(all[i], backend::cpu);
}
TEST(partition, divides_skewed_graphs) {
  const std::vector<trial> all = skewed();
  for (std::size_t i = 0; i < all.size(); i += stride) attempt(all[i], backend::cpu);
}
TEST(partition, keeps_the_dense_core_together) {
  const trial t = divided(rmat(13, 8, 1), 32);
  const result found = partition::divide(store(t).view(), t.options);
  // The parts that falling degrees make: the core, and leavings.
  const std::vector<std::uint32_t> degree = degrees(t);
  std::vector<std::uint32_t> order(t.vertices), part(t.vertices);
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(), [&](auto u, auto v) { return degree[u] > degree[v]; });
  for (std::uint32_t i = 0; i != t.vertices; ++i) part[order[i]] = i / (t.vertices / t.options.parts);
  EXPECT_LT(found.cut, count_anew(t, part).cut);
}
TEST(partition, divides_into_many_parts) {
  const std::vector<trial> all = many_parts();
  for (std::size_t i = 0; i < all.size(); i += stride) attempt(all[i], backend::cpu);
}

// A share of the fixed cases: each is divided nine times, or three times on a device.
void attempt_by_transactions(backend where) {
  const bool fewer = where != backend::cpu && !all_cases();
  attempt_random_trials(where, fewer ? trials / 12 : trials / 3, fault_by_transactions);
  for (const std::vector<trial>& all : {long_rows(), skewed(), many_parts()})
    for (std::size_t i = 0; i < all.size(); i += fewer ? 8 : 2 * stride) attempt(all[i], where, fault_by_transactions);
}
TEST(partition, keeps_its_promises_by_transactions) { attempt_by_transactions(backend::cpu); }
TEST(partition_cuda, keeps_its_promises_by_transactions) {
  AMORPH_NEEDS_DEVICE();
  attempt_by_transactions(backend::cuda);
}

TEST(partition_cuda, gives_the_partition_of_the_cpu) {
  AMORPH_NEEDS_DEVICE();
  attempt_random_trials(backend::cuda, trials / 2, fault);
}
TEST(partition_cuda, maps_random_graphs_as_the_cpu) {
  AMORPH_NEEDS_DEVICE();
  attempt_random_trials(backend::cuda, trials / 8, fault_of_mapping);
}
TEST(partition_cuda, divides_long_rows) {
  AMORPH_NEEDS_DEVICE();
  const std::vector<trial> all = long_rows();
  for (std::size_t i = 0; i < all.size(); i += 2) attempt(all[i], backend::cuda);
}
TEST(partition_cuda, divides_skewed_graphs) {
  AMORPH_NEEDS_DEVICE();
  const std::vector<trial> all = skewed();
  for (std::size_t i = 0; i < all.size(); i += 2) attempt(all[i], backend::cuda);
}
TEST(partition_cuda, divides_into_many_parts) {
  AMORPH_NEEDS_DEVICE();
  const std::vector<trial> all = many_parts();
  for (std::size_t i = 0; i < all.size(); i += 2) attempt(all[i], backend::cuda);
}

}  // namespace
}  // namespace amorph::test
