// Tests of the test tools: the two reference solvers agree, the checker finds missing facts, and the shrinker shrinks.
#include <gtest/gtest.h>

#include "test/solver/andersen/random_problem.hpp"
#include "tools/checkers/points_to.hpp"

namespace amorph::test {
namespace {

using andersen::constraint;
using andersen::kind;
using andersen::problem;
using andersen::var;

TEST(oracle, both_reference_solvers_agree) {
  for (std::uint64_t seed = 1; seed != 1500; ++seed) {
    const problem p = random_problem(seed);
    const check::points_to naive = check::solve_naively(p), rounds = check::solve_in_rounds(p);
    ASSERT_EQ(check::difference(rounds, naive), "") << "seed " << seed << '\n' << text(p);
    ASSERT_EQ(check::violated_constraint(p, naive), "") << "seed " << seed;
  }
}

// The least solution without one of its facts breaks the constraint that derived it.
TEST(oracle, checker_finds_every_missing_fact) {
  std::uint64_t tried = 0;
  for (std::uint64_t seed = 1; seed != 60; ++seed) {
    const problem p = random_problem(seed);
    const check::points_to minimum = check::solve_naively(p);
    for (var v = 0; v != p.variables; ++v)
      for (std::size_t i = 0; i < minimum[v].size(); i += 3, ++tried) {
        check::points_to less = minimum;
        less.sets[less.set_of[v]].erase(less.sets[less.set_of[v]].begin() + static_cast<std::ptrdiff_t>(i));
        const bool seen = !check::violated_constraint(p, less).empty();
        ASSERT_TRUE(seen) << "seed " << seed << ", variable " << v << ", object " << minimum[v][i];
        ASSERT_NE(check::difference(less, minimum), "");
      }
  }
  EXPECT_GT(tried, 1000u);
}

// A solution that is not the least one passes the checker, but differs from the reference.
TEST(oracle, a_larger_solution_is_a_difference) {
  problem p;
  p.variables = 4, p.objects = 2, p.extent = {1, 1};
  p.constraints = {{2, 0, kind::address_of}, {3, 2, kind::copy}};
  const check::points_to more{{0, 0, 1, 1}, {{}, {0, 1}}};
  EXPECT_EQ(check::violated_constraint(p, more), "");
  EXPECT_EQ(check::difference(more, check::solve_in_rounds(p)), "variable 2: not expected 1");
}

// Of 1, 2 and 3 the filter lets 1 and 3 pass; 1 stands for integers, which never pass.
TEST(oracle, filters) {
  problem p;
  p.variables = 6, p.objects = 4, p.extent = {1, 1, 1, 1};
  p.filters = {{1, 3}};
  p.constraints = {{4, 1, kind::address_of}, {4, 2, kind::address_of}, {4, 3, kind::address_of}, {5, 4, kind::filter}};
  EXPECT_EQ(check::solve_naively(p)[5], std::vector<var>{3});
  EXPECT_EQ(check::solve_in_rounds(p)[5], std::vector<var>{3});
  EXPECT_EQ(check::violated_constraint(p, {{0, 0, 0, 0, 1, 0}, {{}, {1, 2, 3}}}),
            "5 = what of 4 passes filter 0: the set of 5 lacks 3");
}

TEST(oracle, checker_names_the_constraint) {
  problem p;
  p.variables = 6, p.objects = 4, p.extent = {1, 1, 2, 1};
  p.constraints = {{4, 2, kind::address_of}, {5, 4, kind::offset, 0, 1}};
  EXPECT_EQ(check::violated_constraint(p, {{0, 0, 0, 0, 0, 0}, {{}}}), "4 = &2: the set of 4 lacks 2");
  EXPECT_EQ(check::violated_constraint(p, {{0, 0, 0, 0, 1, 0}, {{}, {2}}}), "5 = 4 + 1 objects: the set of 5 lacks 3");
  EXPECT_EQ(check::violated_constraint(p, {{0, 0, 0, 0, 1, 2}, {{}, {2}, {3}}}), "");
  EXPECT_EQ(check::violated_constraint(p, {{0}, {{}}}), "there are 1 sets for 6 variables");
  EXPECT_EQ(check::violated_constraint(p, {{0, 0, 0, 0, 1, 1}, {{}, {2, 9}}}), "a set holds 9, which is no object");
}

// struct { a; b; inner[] {c; d}; } of 32 bytes in objects 2 .. 5: each rule of field constraints once.
TEST(oracle, field_rule) {
  problem p;
  p.variables = 8, p.objects = 7, p.extent.assign(7, 1);
  p.layouts = {{.size = 32, .first_word = 0, .first_slot = 0, .slots = 4}};
  p.slot_of_word = {0, 1, 2, 3};
  p.slot_position = {0, 8, 16, 24};
  p.slot_stride = {0, 0, 16, 16};
  p.blocks = {{2, 0}};
  p.block_of = {andersen::none, andersen::none, 0, 0, 0, 0, andersen::none};
  auto reach = [&](var o, std::int64_t offset, std::uint32_t stride) {
    return check::field_targets(p, {7, 7, kind::field, stride, offset}, o);
  };
  using list = std::vector<var>;
  const list every{2, 3, 4, 5};
  EXPECT_EQ(reach(2, 0, 0), list{2});
  EXPECT_EQ(reach(2, 8, 0), list{3});
  EXPECT_EQ(reach(2, 12, 0), list{3}) << "within a word";
  EXPECT_EQ(reach(3, -8, 0), list{2}) << "back, from a slot outside inner arrays";
  EXPECT_EQ(reach(2, 32, 0), list{2}) << "the next element";
  EXPECT_EQ(reach(2, -32, 0), list{2}) << "the element before";
  EXPECT_EQ(reach(2, 40, 32), list{3}) << "elements of the outer array";
  EXPECT_EQ(reach(2, 16, 16), list{4}) << "elements of the inner array";
  EXPECT_EQ(reach(2, 8, 16), every) << "a stride that no array has";
  EXPECT_EQ(reach(5, -8, 0), every) << "back from an unknown element of the inner array";
  EXPECT_EQ(reach(2, 0, andersen::any_stride), every);
  EXPECT_EQ(reach(2, std::numeric_limits<std::int64_t>::max(), 0), list{5}) << "no overflow";
  EXPECT_EQ(reach(6, 0, 0), list{}) << "in no block";
  // The inner array is a trailing one of unknown length: no position past it is in the header.
  p.layouts[0].tail = 16;
  EXPECT_EQ(reach(2, 32, 0), list{4}) << "the element past the end";
  EXPECT_EQ(reach(2, 40 + 160, 0), list{5}) << "far past it";
  EXPECT_EQ(reach(3, 24, 16), list{4});
  EXPECT_EQ(reach(2, 0, 32), every) << "no outer array";
  EXPECT_EQ(reach(3, -8, 0), list{2});
  EXPECT_EQ(reach(3, -16, 0), every) << "before the block";
  EXPECT_EQ(reach(2, std::numeric_limits<std::int64_t>::max(), 0), list{5}) << "no overflow";
  p.layouts[0].tail = 0;
  EXPECT_EQ(reach(andersen::integer_object, 0, 0), list{});
}

TEST(shrink, finds_the_two_constraints_that_matter) {
  const problem p = random_problem(7, 4);
  ASSERT_GT(p.constraints.size(), 50u);
  auto loads_and_stores = [](const problem& q) {
    bool load = false, store = false;
    for (const constraint& c : q.constraints) load |= c.type == kind::load, store |= c.type == kind::store;
    return load && store;
  };
  const problem smallest = shrink(p, loads_and_stores);
  EXPECT_EQ(smallest.constraints.size(), 2u);
  EXPECT_LT(smallest.variables, 80u);
  EXPECT_TRUE(loads_and_stores(smallest));
}

TEST(random_problem, covers_all_kinds) {
  std::uint64_t kinds[static_cast<int>(kind::filter) + 1] = {};
  std::uint64_t self = 0, merged = 0, online = 0, blocks = 0, extents = 0, integers = 0;
  for (std::uint64_t seed = 1; seed != 200; ++seed) {
    const problem p = random_problem(seed);
    for (const constraint& c : p.constraints) {
      ++kinds[static_cast<int>(c.type)];
      self += c.dst == c.src;
      integers += c.type == kind::address_of && c.src == andersen::integer_object;
    }
    merged += p.merged.size(), online += p.online.size(), blocks += p.blocks.size();
    for (const std::uint32_t e : p.extent) extents += e > 1;
    EXPECT_EQ(andersen::validate(p), "") << "seed " << seed;
  }
  for (const std::uint64_t n : kinds) EXPECT_GT(n, 500u);
  for (const std::uint64_t n : {self, merged, online, blocks, extents, integers}) EXPECT_GT(n, 50u);
}

}  // namespace
}  // namespace amorph::test
