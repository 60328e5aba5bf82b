// The semantics of andersen.hpp, written down as directly as a program can say it.
#include "amorph/check/points_to.hpp"

namespace amorph::check {

using andersen::constraint;
using andersen::integer_object;
using andersen::kind;
using andersen::problem;
using andersen::var;

std::vector<var> field_targets(const problem& p, const constraint& c, var o) {
  std::vector<var> targets;
  if (o == integer_object || p.block_of.empty() || p.block_of[o] == andersen::none) return targets;
  const andersen::block& b = p.blocks[p.block_of[o]];
  const andersen::layout& l = p.layouts[b.layout];
  const std::uint32_t s = o - b.first;
  const auto size = static_cast<std::int64_t>(l.size);
  // Reduced first: the sum of a place and any offset cannot overflow then.
  const std::int64_t step = ((c.offset % size) + size) % size;
  const std::int64_t position = (static_cast<std::int64_t>(p.slot_place[l.first_slot + s]) + step) % size;
  const std::uint32_t t = p.slot_of_word[l.first_word + static_cast<std::uint64_t>(position) / 8];

  const bool back_in_inner_array = c.offset < 0 && step != 0 && p.slot_stride[l.first_slot + s] != 0;
  const bool every = c.stride == andersen::any_stride || back_in_inner_array;
  const bool whole_elements = c.stride == 0 || c.stride % l.size == 0;
  const std::uint32_t inner = p.slot_stride[l.first_slot + t];
  const bool inner_elements = inner != 0 && c.stride % inner == 0;
  if (!every && (whole_elements || inner_elements)) return {b.first + t};
  for (std::uint32_t k = 0; k != l.slots; ++k) targets.push_back(b.first + k);
  return targets;
}

points_to solve_naively(const problem& p) {
  std::vector<std::vector<bool>> has(p.variables, std::vector<bool>(p.objects));
  bool changed = true;
  auto add = [&](var v, var o) {
    if (has[v][o]) return;
    has[v][o] = true;
    changed = true;
  };
  auto include = [&](var into, var from) {
    for (var o = 0; o != p.objects; ++o)
      if (has[from][o]) add(into, o);
  };
  auto for_pointees = [&](var v, auto f) {  // all but the integer object
    for (var o = 0; o != p.objects; ++o)
      if (has[v][o] && o != integer_object) f(o);
  };
  while (changed) {
    changed = false;
    for (auto [y, x] : p.merged) {
      include(x, y);
      include(y, x);
    }
    for (const constraint& c : p.constraints) switch (c.type) {
        case kind::address_of: add(c.dst, c.src); break;
        case kind::copy: include(c.dst, c.src); break;
        case kind::load: for_pointees(c.src, [&](var o) { include(c.dst, o); }); break;
        case kind::store: for_pointees(c.dst, [&](var o) { include(o, c.src); }); break;
        case kind::offset:
          for_pointees(c.src, [&](var o) {
            if (p.extent[o] > c.offset) add(c.dst, static_cast<var>(o + c.offset));
          });
          break;
        case kind::field:
          for_pointees(c.src, [&](var o) {
            for (var t : field_targets(p, c, o)) add(c.dst, t);
          });
          break;
      }
  }
  points_to answer;
  for (var v = 0; v != p.variables; ++v) {
    answer.set_of.push_back(v);
    std::vector<var>& set = answer.sets.emplace_back();
    for (var o = 0; o != p.objects; ++o)
      if (has[v][o]) set.push_back(o);
  }
  return answer;
}

}  // namespace amorph::check
