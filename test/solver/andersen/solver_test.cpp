// The solver against an independent reference solver, on random systems, with all options, thread counts and backends.
// AMORPH_TEST_SEEDS: number of systems (default: the counts below); AMORPH_TEST_FIRST_SEED: the first seed.
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>

#include "solver/andersen/andersen.hpp"
#include "test/solver/andersen/random_problem.hpp"
#include "test/support/device.hpp"
#include "tools/checkers/points_to.hpp"

namespace amorph::test {
namespace {

using andersen::options;
using andersen::problem;
using andersen::solution;
using andersen::var;

std::uint64_t number_from(const char* variable, std::uint64_t otherwise) {
  const char* text = std::getenv(variable);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

// Sanitizers run about ten times slower, and find other errors than wrong sets.
#if defined(AMORPH_SANITIZED)
constexpr std::uint64_t small_count = 50, large_count = 1;
#else
constexpr std::uint64_t small_count = 400, large_count = 6;
#endif

struct variant {
  std::string name;
  options settings;
};

// All eight combinations of the options on one thread; all on and all off on several.
std::vector<variant> cpu_variants() {
  std::vector<variant> all;
  for (unsigned bits = 0; bits != 8; ++bits)
    for (const unsigned threads : {1u, 2u, 5u, 0u}) {
      if (threads != 1 && bits != 0 && bits != 7) continue;
      options settings;
      settings.run.backend = andersen::backend::cpu;
      settings.run.threads = threads;
      settings.substitute = (bits & 1) != 0;
      settings.hybrid_cycles = (bits & 2) != 0;
      settings.collapse_cycles = (bits & 4) != 0;
      std::string name = "threads=" + std::to_string(threads);
      if (!settings.substitute) name += " no-substitute";
      if (!settings.hybrid_cycles) name += " no-hybrid";
      if (!settings.collapse_cycles) name += " no-collapse";
      all.push_back({name, settings});
    }
  return all;
}

std::vector<variant> cuda_variants() {
  std::vector<variant> all;
  for (variant v : cpu_variants()) {
    if (v.settings.run.threads > 2) continue;
    v.settings.run.backend = andersen::backend::cuda;
    v.settings.overlap = v.settings.run.threads != 2;  // threads are ignored: reused to vary overlap
    v.name = "cuda" + v.name.substr(9) + (v.settings.overlap ? "" : " no-overlap");
    all.push_back(v);
  }
  return all;
}

// What is wrong with the answer to `p`, in one line; empty: nothing.
std::string fault(const problem& p, const variant& v, const check::points_to& expected) {
  solution answer;
  std::string message;
  const status s = andersen::solve(p, v.settings, answer, message);
  if (s != status::ok) return "status " + std::to_string(static_cast<int>(s)) + ": " + message;
  if (answer.set_of.size() != p.variables) return "set_of has " + std::to_string(answer.set_of.size()) + " entries";
  for (std::size_t set = 0; set + 1 < answer.set_begin.size(); ++set)
    for (std::uint64_t e = answer.set_begin[set]; e + 1 < answer.set_begin[set + 1]; ++e)
      if (answer.base[e] >= answer.base[e + 1]) return "the bases of set " + std::to_string(set) + " do not ascend";
  const check::points_to found = check::plain(answer);
  if (std::string where = check::difference(found, expected); !where.empty()) return where;
  std::uint64_t facts = 0;
  for (var x = 0; x != p.variables; ++x) facts += found[x].size();
  if (answer.stats.facts != facts)
    return "stats.facts is " + std::to_string(answer.stats.facts) + ", the sets hold " + std::to_string(facts);
  if (answer.stats.variables != p.variables || answer.stats.constraints != p.constraints.size())
    return "stats count other variables or constraints";
  return {};
}

// Runs all variants on the system of one seed; a failing system is shrunk and printed.
void try_seed(std::uint64_t seed, std::uint32_t scale, const std::vector<variant>& variants) {
  const problem p = random_problem(seed, scale);
  const check::points_to expected = scale == 1 ? check::solve_naively(p) : check::solve_in_rounds(p);
  for (const variant& v : variants) {
    const std::string wrong = fault(p, v, expected);
    if (wrong.empty()) continue;
    const auto fails = [&](const problem& q) { return !fault(q, v, check::solve_naively(q)).empty(); };
    const problem smallest = scale == 1 ? shrink(p, fails) : p;
    FAIL() << "seed " << seed << ", scale " << scale << ", " << v.name << ": " << wrong
           << "\nthe smallest system found: " << fault(smallest, v, check::solve_in_rounds(smallest)) << '\n'
           << (smallest.constraints.size() < 200 ? text(smallest) : "(too large to print)\n");
  }
}

void try_seeds(std::uint64_t count, std::uint32_t scale, const std::vector<variant>& variants) {
  const std::uint64_t first = number_from("AMORPH_TEST_FIRST_SEED", 1);
  const std::uint64_t last = first + number_from("AMORPH_TEST_SEEDS", count);
  for (std::uint64_t seed = first; seed != last && !testing::Test::HasFatalFailure(); ++seed)
    try_seed(seed, scale, variants);
}

// A shift's source (2) is merged into a variable (1) with another set, which a later pointer (12) has too: the shift's
// effect on that set must not contain its effect on the previous set.
problem shift_of_a_merged_source() {
  using andersen::kind;
  problem p;
  p.variables = 15;
  p.objects = 8;
  p.extent = {1, 1, 1, 2, 1, 2, 1, 1};
  const auto add = [&](kind type, var dst, var src, std::int64_t offset = 0) {
    p.constraints.push_back({dst, src, type, 0, offset});
  };
  add(kind::address_of, 1, 3);
  add(kind::address_of, 2, 5);
  add(kind::offset, 11, 2, 1);
  add(kind::address_of, 10, 2);  // *10 and 1 are on a cycle
  add(kind::store, 10, 1);
  add(kind::load, 1, 10);
  add(kind::address_of, 14, 7);
  add(kind::address_of, 7, 3);
  add(kind::load, 12, 14);
  add(kind::offset, 13, 12, 1);
  return p;
}
void try_merged_source(const std::vector<variant>& variants) {
  const problem p = shift_of_a_merged_source();
  for (const variant& v : variants) EXPECT_EQ(fault(p, v, check::solve_naively(p)), "") << v.name;
}

TEST(solver, merged_source) { try_merged_source(cpu_variants()); }
TEST(solver_cuda, merged_source) {
  AMORPH_NEEDS_DEVICE();
  try_merged_source(cuda_variants());
}

// Filters of objects in many words: of all words none, some or all pass, and some objects come in a later round.
problem filters_of_many_words() {
  using andersen::kind;
  constexpr var objects = 2'200;
  problem p;
  p.variables = objects + 6;
  p.objects = objects;
  p.extent.assign(objects, 1);
  p.filters.resize(2);
  for (var o = 2; o != objects; ++o) {
    if (o % 3 == 0) p.filters[0].add(o, o + 1);
    if (o / 64 % 2 == 1) p.filters[1].add(o, o + 1);
    p.constraints.push_back({o % 5 == 0 ? 2 : objects, o, kind::address_of, 0, 0});  // 2: loaded below
  }
  p.constraints.push_back({objects + 1, 2, kind::address_of, 0, 0});
  p.constraints.push_back({objects, objects + 1, kind::load, 0, 0});
  p.constraints.push_back({objects + 2, objects, kind::filter, 0, 0});
  p.constraints.push_back({objects + 3, objects, kind::filter, 0, 1});
  p.constraints.push_back({objects + 4, objects + 2, kind::filter, 0, 1});
  p.constraints.push_back({objects + 5, objects + 1, kind::filter, 0, 1});
  return p;
}
void try_filters_of_many_words(const std::vector<variant>& variants) {
  const problem p = filters_of_many_words();
  for (const variant& v : variants) EXPECT_EQ(fault(p, v, check::solve_in_rounds(p)), "") << v.name;
}
TEST(solver, filters_of_many_words) { try_filters_of_many_words(cpu_variants()); }
TEST(solver_cuda, filters_of_many_words) {
  AMORPH_NEEDS_DEVICE();
  try_filters_of_many_words(cuda_variants());
}

// So many objects that a block's tables do not fit into shared memory: unions of small sets of scattered objects.
problem scattered_objects() {
  using andersen::kind;
  constexpr var objects = 600'000, variables = 400;
  problem p;
  p.variables = objects + variables;
  p.objects = objects;
  p.extent.assign(objects, 1);
  std::uint64_t state = 7;
  const auto any = [&](var below) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return static_cast<var>((state >> 33) % below);
  };
  for (int i = 0; i != 3000; ++i) {
    const var pool = any(60) * 9973;  // objects coincide, and fill some elements
    p.constraints.push_back({objects + any(variables), pool + any(90), kind::address_of, 0, 0});
  }
  for (int i = 0; i != 500; ++i)
    p.constraints.push_back({objects + any(variables), objects + any(variables), kind::copy, 0, 0});
  for (int i = 0; i != 20; ++i) {
    p.constraints.push_back({objects + any(variables), objects + any(variables), kind::load, 0, 0});
    p.constraints.push_back({objects + any(variables), objects + any(variables), kind::store, 0, 0});
  }
  return p;
}
TEST(solver_cuda, scattered_objects) {
  AMORPH_NEEDS_DEVICE();
  const problem p = scattered_objects();
  solution expected, found;
  std::string message;
  options settings;
  settings.run.backend = andersen::backend::cpu;
  ASSERT_EQ(andersen::solve(p, settings, expected, message), status::ok) << message;
  settings.run.backend = andersen::backend::cuda;
  ASSERT_EQ(andersen::solve(p, settings, found, message), status::ok) << message;
  std::size_t facts = 0;
  for (var v = 0; v != p.variables; ++v) {
    ASSERT_EQ(found.points_to(v), expected.points_to(v)) << v;
    facts += expected.size(v);
  }
  EXPECT_GT(facts, 100'000u);
}

// Functions whose addresses and results escape, and calls through pointers that may reach all of them: each argument
// flows to each parameter. `calls` times `functions` edges, which follow from those of unknown memory.
problem calls_of_escaped_functions(var functions, var calls) {
  using andersen::kind;
  problem p;
  const var unknown = 2, first = 3, pointer = first + 2 * functions;
  p.objects = pointer;
  p.variables = pointer + 3 * calls;
  p.extent.assign(p.objects, 1);
  const auto add = [&](kind type, var dst, var src, std::int64_t offset = 0) {
    p.constraints.push_back({dst, src, type, 0, offset});
  };
  add(kind::address_of, unknown, unknown);
  add(kind::load, unknown, unknown);
  add(kind::store, unknown, unknown);
  const var slots = p.variables++;  // the parameters of what unknown code knows
  add(kind::offset, slots, unknown, 1);
  add(kind::store, slots, unknown);
  for (var f = 0; f != functions; ++f) {
    const var function = first + 2 * f, local = p.variables++;
    p.extent[function] = 2;
    add(kind::address_of, unknown, function);
    add(kind::copy, local, function + 1);  // so that the parameter is no part of a cycle
  }
  for (var c = 0; c != calls; ++c) {
    const var callee = pointer + 3 * c, slot = callee + 1, argument = callee + 2;
    add(kind::copy, callee, unknown);
    add(kind::offset, slot, callee, 1);
    add(kind::address_of, argument, first + 2 * (c % functions));
    add(kind::copy, unknown, argument);
    add(kind::store, slot, argument);
  }
  return p;
}
void try_calls_of_escaped_functions(const std::vector<variant>& variants) {
  constexpr var functions = 60, calls = 50;
  const problem p = calls_of_escaped_functions(functions, calls);
  const check::points_to expected = check::solve_in_rounds(p);
  for (const variant& v : variants) {
    EXPECT_EQ(fault(p, v, expected), "") << v.name;
    solution answer;
    std::string message;
    ASSERT_EQ(andersen::solve(p, v.settings, answer, message), status::ok) << message;
    EXPECT_LT(answer.stats.edges, 8 * (functions + calls)) << v.name;
  }
}
TEST(solver, calls_of_escaped_functions) { try_calls_of_escaped_functions(cpu_variants()); }
TEST(solver_cuda, calls_of_escaped_functions) {
  AMORPH_NEEDS_DEVICE();
  try_calls_of_escaped_functions(cuda_variants());
}

TEST(solver, small_systems) { try_seeds(small_count, 1, cpu_variants()); }
TEST(solver, large_systems) { try_seeds(large_count, 25, cpu_variants()); }

TEST(solver_cuda, small_systems) {
  AMORPH_NEEDS_DEVICE();
  try_seeds(small_count, 1, cuda_variants());
}
TEST(solver_cuda, large_systems) {
  AMORPH_NEEDS_DEVICE();
  try_seeds(large_count, 25, cuda_variants());
}

TEST(solver, empty_systems) {
  for (const variant& v : cpu_variants()) {
    problem p;
    EXPECT_EQ(fault(p, v, check::solve_naively(p)), "") << v.name << ", no variables";
    p.variables = 3;
    EXPECT_EQ(fault(p, v, check::solve_naively(p)), "") << v.name << ", no objects";
    p.objects = 2;
    p.extent = {1, 1};
    EXPECT_EQ(fault(p, v, check::solve_naively(p)), "") << v.name << ", no constraints";
  }
}

TEST(solution, answers_questions) {
  for (std::uint64_t seed = 1; seed != 40; ++seed) {
    const problem p = random_problem(seed);
    const check::points_to expected = check::solve_naively(p);
    solution s;
    std::string message;
    options settings;
    settings.run.backend = andersen::backend::cpu;
    ASSERT_EQ(andersen::solve(p, settings, s, message), status::ok) << message;
    for (var a = 0; a != p.variables; ++a) {
      ASSERT_EQ(s.points_to(a), expected[a]);
      ASSERT_EQ(s.size(a), expected[a].size());
      ASSERT_EQ(s.empty(a), expected[a].empty());
      for (var o = 0; o != p.objects; ++o)
        ASSERT_EQ(s.contains(a, o), std::binary_search(expected[a].begin(), expected[a].end(), o)) << a << ' ' << o;
      for (var b = 0; b != p.variables; ++b) {
        std::vector<var> both;
        std::set_intersection(expected[a].begin(), expected[a].end(), expected[b].begin(), expected[b].end(),
                              std::back_inserter(both));
        ASSERT_EQ(s.intersects(a, b), !both.empty()) << a << ' ' << b;
      }
    }
  }
}

}  // namespace
}  // namespace amorph::test
