// What the interface promises in addition to the sets: validation, memory limits, stop, progress, and answers that
// depend neither on threads nor on concurrent solves.
#include <gtest/gtest.h>

#include <atomic>
#include <string_view>
#include <thread>

#include "solver/andersen/andersen.hpp"
#include "test/solver/andersen/random_problem.hpp"
#include "test/support/device.hpp"
#include "tools/checkers/points_to.hpp"

namespace amorph::test {
namespace {

using andersen::kind;
using andersen::none;
using andersen::options;
using andersen::problem;
using andersen::solution;
using andersen::var;

problem valid_problem() {
  problem p;
  p.variables = 9, p.objects = 6, p.extent = {1, 1, 2, 1, 1, 1};
  p.layouts = {{16, 0, 0, 2}};
  p.slot_of_word = {0, 1}, p.slot_position = {0, 8}, p.slot_stride = {0, 0};
  p.blocks = {{4, 0}};
  p.block_of = {none, none, none, none, 0, 0};
  p.filters = {{2, 4}};
  p.constraints = {{7, 4, kind::address_of}, {8, 7, kind::field, 0, 8}, {8, 7, kind::filter, 0, 0}};
  return p;
}

options on_cpu() {
  options settings;
  settings.run.backend = andersen::backend::cpu;
  return settings;
}

TEST(contract, invalid_problems_are_refused) {
  ASSERT_EQ(andersen::validate(valid_problem()), "");
  const std::pair<const char*, void (*)(problem&)> cases[] = {
      {"more objects than variables", [](problem& p) { p.variables = 5; }},
      {"an extent is missing", [](problem& p) { p.extent.pop_back(); }},
      {"an extent of 0", [](problem& p) { p.extent[3] = 0; }},
      {"an extent beyond the last object", [](problem& p) { p.extent[5] = 2; }},
      {"dst out of range", [](problem& p) { p.constraints[0].dst = 9; }},
      {"src out of range", [](problem& p) { p.constraints[1].src = 9; }},
      {"the address of no object", [](problem& p) { p.constraints[0].src = 6; }},
      // NOLINTNEXTLINE(clang-analyzer-optin.core.EnumCastOutOfRange): the invalid value is the test
      {"an unknown kind", [](problem& p) { p.constraints[0].type = static_cast<kind>(7); }},
      {"a negative offset", [](problem& p) { p.constraints.push_back({8, 7, kind::offset, 0, -1}); }},
      {"a filter out of range", [](problem& p) { p.constraints.push_back({8, 7, kind::filter, 0, 1}); }},
      {"a filter of no object", [](problem& p) { p.filters[0].add(6, 7); }},
      {"a filter out of order", [](problem& p) { p.filters[0] = {4, 2}; }},
      {"merged out of range", [](problem& p) { p.merged = {{9, 0}}; }},
      {"online out of range", [](problem& p) { p.online = {{0, 9}}; }},
      {"a layout of size 0", [](problem& p) { p.layouts[0].size = 0; }},
      {"a layout of no slots", [](problem& p) { p.layouts[0].slots = 0; }},
      {"a tail beyond the size", [](problem& p) { p.layouts[0].tail = 17; }},
      {"slots beyond the array", [](problem& p) { p.layouts[0].first_slot = 1; }},
      {"words beyond the array", [](problem& p) { p.layouts[0].first_word = 1; }},
      {"a word of a missing slot", [](problem& p) { p.slot_of_word[1] = 2; }},
      {"a position beyond the size", [](problem& p) { p.slot_position[1] = 16; }},
      {"a block's layout out of range", [](problem& p) { p.blocks[0].layout = 1; }},
      {"a block beyond the last object", [](problem& p) { p.blocks[0].first = 5; }},
      {"block_of too short", [](problem& p) { p.block_of.pop_back(); }},
      {"block_of out of range", [](problem& p) { p.block_of[0] = 1; }},
      {"an object outside its block", [](problem& p) { p.block_of[0] = 0; }},
  };
  for (const auto& [what, break_it] : cases) {
    problem p = valid_problem();
    break_it(p);
    const std::string line = andersen::validate(p);
    EXPECT_NE(line, "") << what;
    EXPECT_EQ(line.find('\n'), std::string::npos) << what;
    solution answer;
    std::string message;
    EXPECT_EQ(andersen::solve(p, on_cpu(), answer, message), status::bad_input) << what;
    EXPECT_NE(message, "") << what;
  }
}

// A linked list that is followed by one load per round, so that there are many rounds.
problem many_rounds(var length) {
  problem p;
  p.objects = length + 2, p.variables = 2 * length + 4;
  p.extent.assign(p.objects, 1);
  p.constraints.push_back({p.objects, 2, kind::address_of});
  for (var i = 0; i + 1 < length; ++i) {
    p.constraints.push_back({i + 2, i + 3, kind::address_of});                // object i points to object i + 1
    p.constraints.push_back({p.objects + i + 1, p.objects + i, kind::load});  // the next pointer along the list
  }
  return p;
}

TEST(contract, stop_is_obeyed) {
  const std::atomic<bool> stop = true;
  options settings = on_cpu();
  settings.run.stop = &stop;
  solution answer;
  std::string message;
  EXPECT_EQ(andersen::solve(many_rounds(50), settings, answer, message), status::interrupted);
  EXPECT_NE(message, "");
}

TEST(contract, progress_counts_rounds) {
  struct seen {
    std::uint64_t calls = 0, last = 0;
    bool ascending = true;
  } seen_progress;
  options settings = on_cpu();
  settings.run.progress = [&](const progress& p) {
    if (std::string_view(p.phase) != andersen::round_phase) return;
    seen_progress.ascending &= seen_progress.calls == 0 || p.done > seen_progress.last;
    seen_progress.last = p.done;
    ++seen_progress.calls;
  };
  solution answer;
  std::string message;
  ASSERT_EQ(andersen::solve(many_rounds(50), settings, answer, message), status::ok) << message;
  EXPECT_GT(seen_progress.calls, 0u);
  EXPECT_TRUE(seen_progress.ascending);
  EXPECT_GT(answer.stats.rounds, 0u);
  EXPECT_EQ(answer.points_to(101), std::vector<var>{51}) << "the end of the list";
}

TEST(contract, a_memory_limit_is_kept_or_reported) {
  const problem p = random_problem(11, 40);
  solution answer;
  std::string message;
  options settings = on_cpu();
  ASSERT_EQ(andersen::solve(p, settings, answer, message), status::ok) << message;
  EXPECT_GT(answer.stats.peak_bytes, 0u);
  settings.run.memory_limit = 4096;
  EXPECT_EQ(andersen::solve(p, settings, answer, message), status::out_of_memory);
  EXPECT_NE(message, "");
  settings.run.memory_limit = std::uint64_t{8} << 30;
  EXPECT_EQ(andersen::solve(p, settings, answer, message), status::ok) << message;
}

// The same on the device.
TEST(contract_cuda, stops_limits_and_progress) {
  options settings;
  settings.run.backend = andersen::backend::cuda;
  solution answer;
  std::string message;
  const problem p = many_rounds(50);
  AMORPH_NEEDS_DEVICE();
  unsigned calls = 0;
  settings.run.progress = [&](const progress& p) { calls += p.detail != nullptr ? 1 : 0; };
  ASSERT_EQ(andersen::solve(p, settings, answer, message), status::ok) << message;
  EXPECT_GT(calls, 0u);
  EXPECT_TRUE(answer.stats.backend_name.starts_with("cuda (")) << answer.stats.backend_name;
  EXPECT_EQ(answer.points_to(101), std::vector<var>{51}) << "the end of the list";
  const std::atomic<bool> stop = true;
  settings.run.stop = &stop;
  EXPECT_EQ(andersen::solve(p, settings, answer, message), status::interrupted);
  settings.run.stop = nullptr;
  settings.run.memory_limit = 4096;
  EXPECT_EQ(andersen::solve(p, settings, answer, message), status::out_of_memory);
  settings.run.memory_limit = 0;
  EXPECT_EQ(andersen::solve(p, settings, answer, message), status::ok) << "after the failures: " << message;
}

// The sets and the counts are the same for every number of threads.
TEST(contract, answers_do_not_depend_on_threads) {
  for (const std::uint64_t seed : {3, 5, 8}) {
    const problem p = random_problem(seed, 40);
    solution one;
    std::string message;
    options settings = on_cpu();
    settings.run.threads = 1;
    ASSERT_EQ(andersen::solve(p, settings, one, message), status::ok) << message;
    for (const unsigned threads : {2u, 3u, 8u, 0u}) {
      settings.run.threads = threads;
      solution other;
      ASSERT_EQ(andersen::solve(p, settings, other, message), status::ok) << message;
      for (var v = 0; v != p.variables; ++v) ASSERT_EQ(other.points_to(v), one.points_to(v)) << "seed " << seed;
      EXPECT_EQ(other.stats.facts, one.stats.facts);
      EXPECT_EQ(other.stats.rounds, one.stats.rounds) << threads << " threads, seed " << seed;
      EXPECT_EQ(other.stats.edges, one.stats.edges) << threads << " threads, seed " << seed;
      EXPECT_EQ(other.stats.distinct_sets, one.stats.distinct_sets);
    }
  }
}

// Several threads may solve concurrently: solves share no state.
TEST(contract, concurrent_solves) {
  std::vector<std::thread> threads;
  std::atomic<unsigned> wrong = 0;
  for (std::uint64_t seed = 1; seed != 5; ++seed)
    threads.emplace_back([&wrong, seed] {
      for (std::uint64_t s = seed; s < 40; s += 4) {
        const problem p = random_problem(s);
        solution answer;
        std::string message;
        if (andersen::solve(p, on_cpu(), answer, message) != status::ok ||
            !check::difference(check::plain(answer), check::solve_naively(p)).empty())
          ++wrong;
      }
    });
  for (std::thread& t : threads) t.join();
  EXPECT_EQ(wrong, 0u);
}

TEST(contract, the_message_of_a_successful_run_is_empty) {
  solution answer;
  std::string message = "left over";
  ASSERT_EQ(andersen::solve(valid_problem(), on_cpu(), answer, message), status::ok);
  EXPECT_EQ(message, "");
}

}  // namespace
}  // namespace amorph::test
