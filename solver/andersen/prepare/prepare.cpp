// Builds the core's problem: merges variables, numbers the effects of offset, field and filter constraints, sorts the
// constraints, and tabulates the layouts. The analyses that find the merges are in substitute.cpp and
// hybrid_cycles.cpp.
#include "solver/andersen/prepare/prepare.hpp"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "amorph/kernels/exec/cpu.hpp"
#include "amorph/kernels/primitives/sort.hpp"
#include "solver/andersen/sets/sets.hpp"

namespace amorph::andersen {

namespace {

constexpr std::uint64_t max_displacements = std::uint64_t{1} << 30;  // in the core's table, 4 bytes each

template <class T> host_array<T> as_array(const std::vector<T>& v) { return {v.data(), v.size()}; }

void sort_unique(std::vector<std::uint64_t>& keys) {
  if (!std::is_sorted(keys.begin(), keys.end())) {
    cpu_exec exec(1);
    sort(exec, span<std::uint64_t>(keys.data(), keys.size()));
  }
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
}

// By destination, source and effect.
void sort_unique(std::vector<shift>& shifts) {
  cpu_exec exec(1);
  std::vector<std::uint64_t> keys(shifts.size());
  std::vector<std::uint32_t> from(shifts.size());
  for (std::uint32_t i = 0; i != shifts.size(); ++i) {
    keys[i] = shifts[i].effect;
    from[i] = i;
  }
  const span<std::uint64_t> all(keys.data(), keys.size());
  sort_pairs(exec, all, span<std::uint32_t>(from.data(), from.size()));
  for (std::size_t i = 0; i != from.size(); ++i)
    keys[i] = std::uint64_t{shifts[from[i]].dst} << 32 | shifts[from[i]].src;
  sort_pairs(exec, all, span<std::uint32_t>(from.data(), from.size()));
  std::vector<shift> sorted;
  sorted.reserve(shifts.size());
  for (std::uint32_t i : from) {
    const shift& s = shifts[i];
    if (sorted.empty() || sorted.back().dst != s.dst || sorted.back().src != s.src || sorted.back().effect != s.effect)
      sorted.push_back(s);
  }
  shifts.swap(sorted);
}

std::vector<pair32> as_pairs(const std::vector<std::uint64_t>& keys) {
  std::vector<pair32> pairs(keys.size());
  for (std::size_t i = 0; i != keys.size(); ++i)
    pairs[i] = {static_cast<std::uint32_t>(keys[i] >> 32), static_cast<std::uint32_t>(keys[i])};
  return pairs;
}

// The layouts, by object and by slot.
void fill_layouts(const problem& in, prepared& out) {
  out.slot_layout.resize(in.slot_position.size(), 0);
  for (std::uint32_t i = 0; i != in.layouts.size(); ++i)
    std::fill_n(out.slot_layout.begin() + in.layouts[i].first_slot, in.layouts[i].slots, i);
  if (in.block_of.empty()) return;
  out.object_slot.assign(in.objects, none);
  out.object_first.assign(in.objects, 0);
  out.object_count.assign(in.objects, 0);
  for (var o = 0; o != in.objects; ++o) {
    if (in.block_of[o] == none) continue;
    const block& b = in.blocks[in.block_of[o]];
    const layout& l = in.layouts[b.layout];
    out.object_slot[o] = l.first_slot + (o - b.first);
    out.object_first[o] = b.first;
    out.object_count[o] = l.slots;
  }
}

// The filters as a matrix of bits.
void fill_filters(const problem& in, prepared& out) {
  if (in.filters.empty()) return;
  const std::size_t words = (in.objects + std::size_t{63}) / 64;
  if (in.filters.size() * words > max_displacements)
    throw error(status::bad_input, std::to_string(in.filters.size()) + " filters of " + std::to_string(in.objects) +
                                       " objects: expected a product of at most 2^36");
  out.passes.assign(in.filters.size() * words, 0);
  for (std::size_t f = 0; f != in.filters.size(); ++f)
    for (const auto [first, last] : in.filters[f].runs)
      for (std::uint64_t w = first / 64; w <= (last - 1) / 64; ++w) {
        std::uint64_t bits = ~std::uint64_t{0};
        if (w == first / 64) bits &= ~std::uint64_t{0} << first % 64;
        if (w == (last - 1) / 64) bits &= ~std::uint64_t{0} >> (63 - (last - 1) % 64);
        out.passes[f * words + w] |= bits;
      }
  out.core.words_of_filter = static_cast<std::uint32_t>(words);
}

// The parts of an effect.
struct effect_key {
  std::int64_t offset = 0;
  std::uint32_t stride = 0;
  kind type = kind::offset;
  bool operator==(const effect_key&) const = default;
};
struct effect_hash {
  std::size_t operator()(const effect_key& k) const {
    return mix_bits(mix_bits(static_cast<std::uint64_t>(k.offset)) ^ k.stride ^
                    static_cast<std::uint64_t>(k.type) << 32);
  }
};

effects number_effects(const problem& in) {
  effects out;
  std::unordered_map<effect_key, std::uint32_t, effect_hash> number;
  // A cache: consecutive constraints often have the same effects.
  std::vector<std::pair<effect_key, std::uint32_t>> recent(256, {effect_key{}, none});
  for (const constraint& c : in.constraints) {
    if (!is_shift(c.type)) continue;
    const bool field = c.type == kind::field;
    // No object has an extent beyond that of all.
    const std::int64_t offset = c.type == kind::offset ? std::min<std::int64_t>(c.offset, in.objects) : c.offset;
    const effect_key what{offset, field ? c.stride : 0, c.type};
    auto& [known, its] = recent[effect_hash{}(what) % recent.size()];
    if (its == none || !(known == what)) {
      const auto [at, fresh] = number.try_emplace(what, static_cast<std::uint32_t>(number.size()));
      if (fresh) {
        const auto by = static_cast<std::uint32_t>(field ? out.moves.size() : static_cast<std::uint64_t>(offset));
        out.kinds.push_back({0, 0, c.type, by, at->second});
        if (field) out.moves.push_back({c.offset, c.stride});
      }
      known = what;
      its = at->second;
    }
    out.number.push_back(its);
  }
  return out;
}

// The constraints by kind, between representatives; those that move no pointer are left out.
struct constraint_lists {
  std::vector<std::uint64_t> loads, stores;  // first << 32 | second
};
constraint_lists sort_constraints(const problem& in, const effects& effect, const std::vector<char>& no_pointer,
                                  prepared& out) {
  constraint_lists lists;
  const std::uint32_t* next_effect = effect.number.data();
  for (const constraint& c : in.constraints) {
    const var dst = out.rep[c.dst], src = c.type == kind::address_of ? c.src : out.rep[c.src];
    const std::uint32_t by = is_shift(c.type) ? *next_effect++ : none;
    if (c.type != kind::address_of && no_pointer[src] != 0) continue;
    switch (c.type) {
      case kind::address_of: out.facts.push_back(std::uint64_t{dst} << 32 | src); break;
      case kind::copy:
        if (dst != src) out.copies.push_back(std::uint64_t{dst} << 32 | src);
        break;
      case kind::load: lists.loads.push_back(std::uint64_t{src} << 32 | dst); break;
      case kind::store:
        if (no_pointer[dst] == 0) lists.stores.push_back(std::uint64_t{dst} << 32 | src);
        break;
      case kind::offset:
      case kind::field:
      case kind::filter:
        out.shifts.push_back(effect.kinds[by]);
        out.shifts.back().dst = dst;
        out.shifts.back().src = src;
        break;
    }
  }
  return lists;
}

// Pairs (y, x) such that a variable stored in *y is also in x: given, or found.
void list_hybrid_cycles(const problem& in, prepared& out) {
  if (in.online.empty()) {
    find_hybrid_cycles(out);
    return;
  }
  for (auto [y, x] : in.online) {
    out.hybrid_group.push_back(static_cast<std::uint32_t>(out.hybrid.size()));
    out.hybrid.push_back({out.rep[x], out.rep[y]});
  }
}

// Views of all arrays that the core reads.
void fill_core(const problem& in, prepared& out) {
  core_problem& core = out.core;
  core.variables = in.variables;
  core.objects = in.objects;
  core.rep = as_array(out.rep);
  core.facts = as_array(out.facts);
  core.copies = as_array(out.copies);
  core.loads = as_array(out.loads);
  core.stores = as_array(out.stores);
  core.shifts = as_array(out.shifts);
  core.hybrid = as_array(out.hybrid);
  core.hybrid_group = as_array(out.hybrid_group);
  core.hybrid_groups = static_cast<std::uint32_t>(out.hybrid.size());
  core.extent = as_array(in.extent);
  core.moves = as_array(out.moves);
  core.object_slot = as_array(out.object_slot);
  core.object_first = as_array(out.object_first);
  core.object_count = as_array(out.object_count);
  core.slot_position = as_array(in.slot_position);
  core.slot_stride = as_array(in.slot_stride);
  core.slot_layout = as_array(out.slot_layout);
  core.layouts = as_array(in.layouts);
  core.slot_of_word = as_array(in.slot_of_word);
  core.passes = as_array(out.passes);
}

}  // namespace

void prepare(const problem& in, const options& options, prepared& out) {
  serial_disjoint_sets same(in.variables);
  for (auto [y, x] : in.merged) same.unite(y, x);
  std::vector<char> no_pointer(in.variables, 0);
  effects effect = number_effects(in);
  // A problem with merges has been through an offline analysis already.
  const bool substitute = options.substitute && in.merged.empty();
  if (substitute) substitute_variables(in, effect, same, no_pointer);
  out.rep = same.representatives();
  for (var v = 0; v != in.variables; ++v) out.substituted += out.rep[v] != v ? 1 : 0;

  constraint_lists lists = sort_constraints(in, effect, no_pointer, out);
  out.moves = std::move(effect.moves);
  sort_unique(out.facts);
  if (substitute) {  // merging has made duplicates
    sort_unique(out.copies);
    sort_unique(lists.loads);
    sort_unique(lists.stores);
    sort_unique(out.shifts);
  }
  out.loads = as_pairs(lists.loads);
  out.stores = as_pairs(lists.stores);
  if (options.hybrid_cycles) list_hybrid_cycles(in, out);
  fill_layouts(in, out);
  fill_filters(in, out);
  if (out.moves.size() * std::uint64_t{out.slot_layout.size()} > max_displacements)
    throw error(status::bad_input, std::to_string(out.moves.size()) + " distinct offsets of field constraints and " +
                                       std::to_string(out.slot_layout.size()) +
                                       " slots of layouts: expected a product of at most 2^30");
  fill_core(in, out);
}

}  // namespace amorph::andersen
