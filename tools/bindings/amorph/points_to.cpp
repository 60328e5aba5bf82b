// Points-to analysis in the C interface: constraints of every kind, at once or kept in a context.
#include <memory>
#include <utility>

#include "solver/andersen/andersen.hpp"
#include "solver/andersen/resident_problem.hpp"
#include "tools/bindings/amorph/handles.hpp"

using namespace amorph;
using namespace amorph::c_interface;

struct amorph_points_to {
  andersen::solution sets;
};

struct amorph_kept_constraints {
  amorph_kept_constraints(amorph_context& context, andersen::problem given)
      : in(context), problem(std::move(given)), resident(*context.kept, problem) {}

  amorph_context& in;
  const andersen::problem problem;
  const andersen::resident_problem resident;
};

namespace {

static_assert(andersen::any_stride == AMORPH_ANY_STRIDE);

// `count` elements of the caller's array.
template <class T> span<const T> array_of(const T* values, std::size_t count, const char* name) {
  if (count != 0) require(values, name);
  return {values, count};
}
template <class T> std::vector<T> copied(const T* values, std::size_t count, const char* name) {
  const span<const T> all = array_of(values, count, name);
  return {all.begin(), all.end()};
}

andersen::constraint constraint_of(const amorph_constraints& c, std::size_t i) {
  const amorph_constraint& k = c.constraints[i];
  if (k.kind < AMORPH_ADDRESS_OF || k.kind > AMORPH_FILTER)
    refuse("constraint " + std::to_string(i) + ": expected a kind 0 .. 6, found " + std::to_string(k.kind));
  if (k.kind != AMORPH_FIELD) return {k.dst, k.src, static_cast<andersen::kind>(k.kind), 0, k.offset};
  if (k.offset >= c.move_count)
    refuse("constraint " + std::to_string(i) + ": expected one of " + std::to_string(c.move_count) + " moves, found " +
           std::to_string(k.offset));
  const amorph_move& m = c.moves[k.offset];
  return {k.dst, k.src, andersen::kind::field, m.stride, m.offset};
}

void copy_layouts(const amorph_constraints& c, andersen::problem& p) {
  for (const amorph_layout& l : array_of(c.layouts, c.layout_count, "layouts"))
    p.layouts.push_back({l.bytes, l.first_word, l.first_slot, l.slots, l.tail});
  p.slot_of_word = copied(c.slot_of_word, c.word_count, "slots of words");
  p.slot_position = copied(c.slot_position, c.slot_count, "positions of slots");
  p.slot_stride = copied(c.slot_stride, c.slot_count, "strides of slots");
  if (c.block_count == 0) return;
  p.block_of.assign(p.objects, andersen::none);
  for (const amorph_block& b : array_of(c.blocks, c.block_count, "blocks")) {
    const std::string name = "block " + std::to_string(p.blocks.size());
    if (b.layout >= p.layouts.size()) refuse(name + ": there is no layout " + std::to_string(b.layout));
    const std::uint64_t end = b.first + std::uint64_t{p.layouts[b.layout].slots};
    if (end > p.objects) refuse(name + ": expected objects below " + std::to_string(p.objects));
    for (std::uint64_t o = b.first; o != end; ++o) {
      if (p.block_of[o] != andersen::none) refuse(name + ": overlaps block " + std::to_string(p.block_of[o]));
      p.block_of[o] = static_cast<std::uint32_t>(p.blocks.size());
    }
    p.blocks.push_back({b.first, b.layout});
  }
}

void copy_filters(const amorph_constraints& c, andersen::problem& p) {
  if (c.filter_count == 0) return;
  require(c.filter_begin, "offsets of filters");
  for (std::size_t f = 0; f != c.filter_count; ++f) {
    const std::uint64_t begin = c.filter_begin[f], end = c.filter_begin[f + 1];
    if (begin > end) refuse("filter " + std::to_string(f) + ": ends before it begins");
    if (begin != end) require(c.filter_objects, "objects of filters");
    andersen::object_runs& filter = p.filters.emplace_back();
    for (std::uint64_t i = begin; i != end; ++i) filter.add(c.filter_objects[i], c.filter_objects[i] + 1);
  }
}

std::vector<std::pair<andersen::var, andersen::var>> pairs_of(const std::uint32_t* of, std::size_t count,
                                                              const char* name) {
  if (count != 0) require(of, name);
  std::vector<std::pair<andersen::var, andersen::var>> pairs(count);
  for (std::size_t i = 0; i != count; ++i) pairs[i] = {of[2 * i], of[2 * i + 1]};
  return pairs;
}

andersen::problem problem_of(const amorph_constraints& c) {
  andersen::problem p;
  p.variables = c.variables;
  p.objects = c.objects;
  if (c.extent != nullptr)
    p.extent.assign(c.extent, c.extent + c.objects);
  else
    p.extent.assign(c.objects, 1);
  if (c.count != 0) require(c.constraints, "constraints");
  if (c.move_count != 0) require(c.moves, "moves");
  p.constraints.reserve(c.count);
  for (std::size_t i = 0; i != c.count; ++i) p.constraints.push_back(constraint_of(c, i));
  copy_layouts(c, p);
  copy_filters(c, p);
  p.merged = pairs_of(c.merged, c.merged_count, "merged pairs");
  p.online = pairs_of(c.online, c.online_count, "online pairs");
  return p;
}

andersen::options options_of(const amorph_points_to_options& o, const run_options& run) {
  andersen::options all;
  all.run = run;
  all.substitute = o.no_substitution == 0;
  all.hybrid_cycles = o.no_hybrid_cycles == 0;
  all.collapse_cycles = o.no_cycle_collapse == 0;
  all.overlap = o.no_overlap == 0;
  return all;
}

template <class Problem> amorph_points_to* solved(const Problem& problem, const andersen::options& options) {
  auto made = std::make_unique<amorph_points_to>();
  std::string message;
  if (const status code = andersen::solve(problem, options, made->sets, message); code != status::ok)
    throw error(code, message);
  return made.release();
}

bool exists(const amorph_points_to* sets, std::uint32_t v) { return sets != nullptr && v < sets->sets.set_of.size(); }

}  // namespace

extern "C" {

amorph_status amorph_points_to_create(amorph_context* context, const amorph_constraints* constraints,
                                      amorph_points_to** sets) {
  return run([&] {
    require(context, "a context");
    require(sets, "a place for the sets");
    const andersen::problem p = problem_of(require_struct(constraints, "amorph_constraints"));
    *sets = solved(p, options_of({}, context->run));
  });
}

amorph_status amorph_constraints_keep(amorph_context* context, const amorph_constraints* constraints,
                                      amorph_kept_constraints** kept) {
  return run([&] {
    require(context, "a context");
    require(kept, "a place for the kept constraints");
    *kept = new amorph_kept_constraints(*context, problem_of(require_struct(constraints, "amorph_constraints")));
  });
}
amorph_status amorph_constraints_solve(const amorph_kept_constraints* kept, const amorph_points_to_options* options,
                                       amorph_points_to** sets) {
  return run([&] {
    require(kept, "kept constraints");
    require(sets, "a place for the sets");
    *sets = solved(kept->resident, options_of(read_struct(options, "amorph_points_to_options"), kept->in.run));
  });
}
void amorph_constraints_forget(amorph_kept_constraints* kept) { delete kept; }

uint64_t amorph_points_to_size(const amorph_points_to* sets, uint32_t v) {
  return exists(sets, v) ? sets->sets.size(v) : 0;
}
uint64_t amorph_points_to_get(const amorph_points_to* sets, uint32_t v, uint32_t* objects, uint64_t capacity) {
  if (!exists(sets, v) || objects == nullptr) return 0;
  std::uint64_t n = 0;
  sets->sets.for_each(v, [&](andersen::var o) {
    if (n != capacity) objects[n++] = o;
  });
  return n;
}
int amorph_points_to_intersect(const amorph_points_to* sets, uint32_t a, uint32_t b) {
  return exists(sets, a) && exists(sets, b) && sets->sets.intersects(a, b) ? 1 : 0;
}
void amorph_points_to_destroy(amorph_points_to* sets) { delete sets; }

}  // extern "C"
