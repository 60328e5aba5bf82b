// Queries of a solution, and the validation of a problem.
#include <algorithm>

#include "amorph/kernels/base/bits.hpp"
#include "solver/andersen/andersen.hpp"
#include "solver/andersen/prepare/prepare.hpp"

namespace amorph::andersen {

bool solution::contains(var v, var object) const {
  const auto first = base.begin() + static_cast<std::ptrdiff_t>(set_begin[set_of[v]]);
  const auto last = base.begin() + static_cast<std::ptrdiff_t>(set_begin[set_of[v] + 1]);
  const auto at = std::lower_bound(first, last, object / bits);
  if (at == last || *at != object / bits) return false;
  const std::uint64_t element = store[static_cast<std::size_t>(at - base.begin())];
  return (words[words_each * element + object % bits / 64] >> (object % 64) & 1) != 0;
}

bool solution::intersects(var a, var b) const {
  std::uint64_t i = set_begin[set_of[a]], j = set_begin[set_of[b]];
  const std::uint64_t i_end = set_begin[set_of[a] + 1], j_end = set_begin[set_of[b] + 1];
  while (i != i_end && j != j_end) {
    if (base[i] < base[j]) {
      ++i;
    } else if (base[j] < base[i]) {
      ++j;
    } else {
      const std::uint64_t x = std::uint64_t{words_each} * store[i++], y = std::uint64_t{words_each} * store[j++];
      for (std::uint32_t w = 0; w != words_each; ++w)
        if ((words[x + w] & words[y + w]) != 0) return true;
    }
  }
  return false;
}

std::uint64_t solution::size(var v) const {
  std::uint64_t n = 0;
  for (std::uint64_t e = set_begin[set_of[v]]; e != set_begin[set_of[v] + 1]; ++e)
    n += count_bits(&words[std::uint64_t{words_each} * store[e]], words_each);
  return n;
}

std::string validate(const problem& in) {
  auto at = [](const char* what, std::uint64_t i) { return std::string(what) + " " + std::to_string(i); };
  if (in.objects > in.variables) return "more objects than variables";
  // The solver numbers variables, shifts, and the pointees of hybrid cycle detection with 32 bits.
  std::uint64_t shifts = 0;
  for (const constraint& c : in.constraints) shifts += is_shift(c.type) ? 1 : 0;
  if (2 * std::uint64_t{in.variables} + shifts >= none - 1 || in.constraints.size() >= none)
    return "too many variables and constraints: their numbers must stay below 2^32";
  if (in.extent.size() != in.objects) return "extent: expected one per object";
  for (std::uint64_t o = 0; o != in.extent.size(); ++o)
    if (in.extent[o] < 1 || in.extent[o] > in.objects - o)
      return at("extent of object", o) + ": expected at least 1 and no object beyond the last";
  for (std::uint64_t i = 0; i != in.constraints.size(); ++i) {
    const constraint& c = in.constraints[i];
    if (c.type > kind::filter) return at("constraint", i) + ": unknown kind";
    if (c.dst >= in.variables || c.src >= in.variables) return at("constraint", i) + ": a variable is out of range";
    if (c.type == kind::address_of && c.src >= in.objects)
      return at("constraint", i) + ": the address of a variable that is not an object";
    if (c.type == kind::offset && c.offset < 0) return at("constraint", i) + ": a negative offset";
    if (c.type == kind::filter && static_cast<std::uint64_t>(c.offset) >= in.filters.size())
      return at("constraint", i) + ": the filter is out of range";
  }
  for (const auto* pairs : {&in.merged, &in.online})
    for (std::uint64_t i = 0; i != pairs->size(); ++i)
      if ((*pairs)[i].first >= in.variables || (*pairs)[i].second >= in.variables)
        return at("merged pair", i) + ": a variable is out of range";
  if (in.slot_stride.size() != in.slot_position.size()) return "slots: expected as many strides as positions";
  for (std::uint64_t i = 0; i != in.layouts.size(); ++i) {
    const layout& l = in.layouts[i];
    const std::uint64_t words = l.size / 8 + (l.size % 8 != 0 ? 1 : 0);
    if (l.size == 0 || l.size > (std::uint64_t{1} << 48)) return at("layout", i) + ": size out of range";
    if (l.tail > l.size) return at("layout", i) + ": the trailing array's element is larger than the layout";
    if (l.slots == 0 || l.first_slot + std::uint64_t{l.slots} > in.slot_position.size())
      return at("layout", i) + ": slots out of range";
    if (l.first_word + words > in.slot_of_word.size()) return at("layout", i) + ": words out of range";
    for (std::uint64_t w = 0; w != words; ++w)
      if (in.slot_of_word[l.first_word + w] >= l.slots) return at("layout", i) + ": a word's slot is out of range";
    for (std::uint32_t s = 0; s != l.slots; ++s)
      if (in.slot_position[l.first_slot + s] >= l.size) return at("layout", i) + ": a slot's position is out of range";
  }
  for (std::uint64_t i = 0; i != in.blocks.size(); ++i) {
    const block& b = in.blocks[i];
    if (b.layout >= in.layouts.size()) return at("block", i) + ": layout out of range";
    if (b.first + std::uint64_t{in.layouts[b.layout].slots} > in.objects)
      return at("block", i) + ": objects out of range";
  }
  for (std::uint64_t f = 0; f != in.filters.size(); ++f)
    for (std::uint64_t i = 0; i != in.filters[f].runs.size(); ++i) {
      const object_runs::run& r = in.filters[f].runs[i];
      if (r.first >= r.last || r.last > in.objects || (i != 0 && r.first <= in.filters[f].runs[i - 1].last))
        return at("filter", f) + ": expected objects, ascending";
    }
  if (!in.block_of.empty() && in.block_of.size() != in.objects) return "block_of: expected one per object";
  for (std::uint64_t o = 0; o != in.block_of.size(); ++o) {
    if (in.block_of[o] == none) continue;
    if (in.block_of[o] >= in.blocks.size()) return at("object", o) + ": block out of range";
    const block& b = in.blocks[in.block_of[o]];
    if (o < b.first || o - b.first >= in.layouts[b.layout].slots) return at("object", o) + ": not in its block";
  }
  return {};
}

}  // namespace amorph::andersen
