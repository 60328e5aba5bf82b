// Random constraint systems of all kinds through the C interface, against the naive solver: nothing that a constraint
// file says is lost in amorph_constraints.
#include <gtest/gtest.h>

#include <map>
#include <utility>
#include <vector>

#include "test/solver/andersen/random_problem.hpp"
#include "tools/bindings/amorph/amorph.h"
#include "tools/checkers/points_to.hpp"

namespace amorph::test {
namespace {

using andersen::kind;
using andersen::problem;

// The system's arrays as a C program has them; `c` points into them.
struct c_constraints {
  explicit c_constraints(const problem& p) : c{} {
    std::map<std::pair<std::int64_t, std::uint32_t>, std::uint32_t> number;
    for (const andersen::constraint& k : p.constraints) {
      auto offset = static_cast<std::uint32_t>(k.offset);
      if (k.type == kind::field) {
        const auto [at, fresh] = number.try_emplace({k.offset, k.stride}, moves.size());
        if (fresh) moves.push_back({k.offset, k.stride});
        offset = at->second;
      }
      list.push_back({k.dst, k.src, static_cast<std::int32_t>(k.type), offset});
    }
    for (const andersen::layout& l : p.layouts)
      layouts.push_back({l.size, l.first_word, l.first_slot, l.slots, l.tail});
    for (const andersen::block& b : p.blocks) blocks.push_back({b.first, b.layout});
    for (const auto& filter : p.filters) {
      filter.for_each([&](andersen::var o) { passing.push_back(o); });
      filter_begin.push_back(passing.size());
    }
    for (const auto& [y, x] : p.merged) merged.insert(merged.end(), {y, x});
    for (const auto& [y, x] : p.online) online.insert(online.end(), {y, x});
    c.size = sizeof c;
    c.variables = p.variables;
    c.objects = p.objects;
    c.extent = p.extent.data();
    c.constraints = list.data();
    c.count = list.size();
    c.moves = moves.data();
    c.move_count = moves.size();
    c.layouts = layouts.data();
    c.layout_count = layouts.size();
    c.blocks = blocks.data();
    c.block_count = blocks.size();
    c.slot_of_word = p.slot_of_word.data();
    c.word_count = p.slot_of_word.size();
    c.slot_position = p.slot_position.data();
    c.slot_stride = p.slot_stride.data();
    c.slot_count = p.slot_position.size();
    c.filter_begin = filter_begin.data();
    c.filter_objects = passing.data();
    c.filter_count = p.filters.size();
    c.merged = merged.data();
    c.merged_count = p.merged.size();
    c.online = online.data();
    c.online_count = p.online.size();
  }
  c_constraints(const c_constraints&) = delete;
  c_constraints& operator=(const c_constraints&) = delete;

  amorph_constraints c;
  std::vector<amorph_constraint> list;
  std::vector<amorph_move> moves;
  std::vector<amorph_layout> layouts;
  std::vector<amorph_block> blocks;
  std::vector<std::uint64_t> filter_begin{0};
  std::vector<std::uint32_t> passing, merged, online;
};

std::vector<andersen::var> set_of(const amorph_points_to* sets, andersen::var v) {
  std::vector<andersen::var> objects(amorph_points_to_size(sets, v));
  EXPECT_EQ(amorph_points_to_get(sets, v, objects.data(), objects.size()), objects.size());
  return objects;
}

TEST(c_interface, random_constraints_have_their_sets) {
  amorph_context_options options{};
  options.size = sizeof options;
  options.backend = AMORPH_CPU;
  options.threads = 1;
  amorph_context* context = nullptr;
  ASSERT_EQ(amorph_context_create(&options, &context), AMORPH_OK);
  std::size_t with_fields = 0, with_filters = 0, with_merges = 0, with_hints = 0;
  for (std::uint64_t seed = 1; seed != 400; ++seed) {
    const problem p = random_problem(seed);
    const c_constraints given(p);
    amorph_points_to* sets = nullptr;
    ASSERT_EQ(amorph_points_to_create(context, &given.c, &sets), AMORPH_OK) << amorph_last_error();
    const check::points_to expected = check::solve_naively(p);
    for (andersen::var v = 0; v != p.variables; ++v)
      ASSERT_EQ(set_of(sets, v), expected[v]) << "seed " << seed << ", variable " << v;
    amorph_points_to_destroy(sets);
    with_fields += given.moves.empty() || p.blocks.empty() ? 0 : 1;
    with_filters += p.filters.empty() ? 0 : 1;
    with_merges += p.merged.empty() ? 0 : 1;
    with_hints += p.online.empty() ? 0 : 1;
  }
  for (const std::size_t n : {with_fields, with_filters, with_merges, with_hints}) EXPECT_GT(n, 10U);
  amorph_context_destroy(context);
}

}  // namespace
}  // namespace amorph::test
