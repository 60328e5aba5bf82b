#include "prepare.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <tuple>
#include <unordered_map>

#include "sets.hpp"

namespace amorph::andersen {

classes::classes(var n) : up_(n) { std::iota(up_.begin(), up_.end(), 0u); }

var classes::find(var v) {
  while (up_[v] != v) v = up_[v] = up_[up_[v]];
  return v;
}

bool classes::unite(var a, var b) {
  a = find(a);
  b = find(b);
  if (a == b) return false;
  if (a < b) std::swap(a, b);
  up_[a] = b;
  return true;
}

std::vector<var> classes::flat() {
  for (var v = 0; v != up_.size(); ++v) up_[v] = up_[up_[v]];  // roots are smaller: what v points to is flat already
  return up_;
}

namespace {

constexpr std::uint64_t most_displacements = std::uint64_t{1} << 30;  // of the core's table, 4 bytes each

template <class T> host_array<T> as_array(const std::vector<T>& v) { return {v.data(), v.size()}; }

template <class T, class Less> void sort_unique(std::vector<T>& v, Less less) {
  if (!std::is_sorted(v.begin(), v.end(), less)) std::sort(v.begin(), v.end(), less);
  v.erase(std::unique(v.begin(), v.end(), [&](const T& a, const T& b) { return !less(a, b) && !less(b, a); }), v.end());
}

bool before(const pair32& a, const pair32& b) { return a.first != b.first ? a.first < b.first : a.second < b.second; }

// Layouts as the core wants them: by object and by slot.
void fill_layouts(const problem& in, prepared& out) {
  for (const layout& l : in.layouts) {
    out.layout_size.push_back(l.size);
    out.layout_first_word.push_back(l.first_word);
    out.layout_first_slot.push_back(l.first_slot);
  }
  out.slot_layout.resize(in.slot_place.size(), 0);
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

// Numbers distinct pairs in the order of their first use.
class pair_numbers {
 public:
  std::uint32_t operator()(std::int64_t offset, std::uint32_t second) {
    return number_.try_emplace({offset, second}, static_cast<std::uint32_t>(number_.size())).first->second;
  }
  [[nodiscard]] const auto& all() const { return number_; }

 private:
  using pair = std::pair<std::int64_t, std::uint32_t>;
  struct hash {
    std::size_t operator()(const pair& p) const {
      return scramble(scramble(static_cast<std::uint64_t>(p.first)) ^ p.second);
    }
  };
  std::unordered_map<pair, std::uint32_t, hash> number_;
};

}  // namespace

void prepare(const problem& in, const options& how, prepared& out) {
  classes same(in.variables);
  for (auto [y, x] : in.merged) same.unite(y, x);
  std::vector<char> no_pointer(in.variables, 0);
  // A problem that comes with merges has been through an offline analysis of its own.
  const bool substitute = how.substitute && in.merged.empty();
  if (substitute) substitute_variables(in, same, no_pointer);
  out.rep = same.flat();
  for (var v = 0; v != in.variables; ++v) out.substituted += out.rep[v] != v ? 1 : 0;

  pair_numbers number, effect;
  for (const constraint& c : in.constraints) {
    const var dst = out.rep[c.dst], src = c.type == kind::address_of ? c.src : out.rep[c.src];
    if (c.type != kind::address_of && no_pointer[src]) continue;
    switch (c.type) {
      case kind::address_of: out.facts.push_back(std::uint64_t{dst} << 32 | src); break;
      case kind::copy:
        if (dst != src) out.copies.push_back(std::uint64_t{dst} << 32 | src);
        break;
      case kind::load: out.loads.push_back({src, dst}); break;
      case kind::store:
        if (!no_pointer[dst]) out.stores.push_back({dst, src});
        break;
      case kind::offset: out.shifts.push_back({dst, src, c.offset, none, effect(c.offset, none)}); break;
      case kind::field: {
        const std::uint32_t move = number(c.offset, c.stride);
        out.shifts.push_back({dst, src, 0, move, effect(0, move)});
        break;
      }
    }
  }
  out.moves.resize(number.all().size());
  for (const auto& [what, i] : number.all()) out.moves[i] = {what.first, what.second};
  sort_unique(out.facts, std::less<>());
  if (substitute) {  // merging made many alike
    sort_unique(out.copies, std::less<>());
    sort_unique(out.loads, before);
    sort_unique(out.stores, before);
    sort_unique(out.shifts, [](const shift& a, const shift& b) {
      return std::tie(a.dst, a.src, a.effect) < std::tie(b.dst, b.src, b.effect);
    });
  }
  if (how.hybrid_cycles) {
    if (in.online.empty()) {
      find_hybrid_cycles(out);
    } else {
      for (auto [y, x] : in.online) {
        out.hybrid_group.push_back(static_cast<std::uint32_t>(out.hybrid.size()));
        out.hybrid.push_back({out.rep[x], out.rep[y]});
      }
    }
  }
  fill_layouts(in, out);

  core_problem& core = out.core;
  core.variables = in.variables;
  core.objects = in.objects;
  core.rep = as_array(out.rep);
  core.facts = as_array(out.facts);
  core.copies = as_array(out.copies);
  core.loads = as_array(out.loads);
  core.stores = as_array(out.stores);
  core.shifts = as_array(out.shifts);
  if (out.moves.size() * std::uint64_t{out.slot_layout.size()} > most_displacements)
    throw error(status::bad_input, std::to_string(out.moves.size()) + " distinct offsets of field constraints and " +
                                       std::to_string(out.slot_layout.size()) +
                                       " slots of layouts: expected a product of at most 2^30");
  core.hybrid = as_array(out.hybrid);
  core.hybrid_group = as_array(out.hybrid_group);
  core.hybrid_groups = static_cast<std::uint32_t>(out.hybrid.size());
  core.extent = as_array(in.extent);
  core.moves = as_array(out.moves);
  core.object_slot = as_array(out.object_slot);
  core.object_first = as_array(out.object_first);
  core.object_count = as_array(out.object_count);
  core.slot_place = as_array(in.slot_place);
  core.slot_stride = as_array(in.slot_stride);
  core.slot_layout = as_array(out.slot_layout);
  core.layout_size = as_array(out.layout_size);
  core.layout_first_word = as_array(out.layout_first_word);
  core.layout_first_slot = as_array(out.layout_first_slot);
  core.slot_of_word = as_array(in.slot_of_word);
}

}  // namespace amorph::andersen
