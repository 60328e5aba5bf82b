// The semantics of andersen.hpp, written down as directly as a program can say it.
#include <algorithm>
#include <numeric>

#include "tools/checkers/object_set.hpp"
#include "tools/checkers/points_to.hpp"

namespace amorph::check {

using andersen::constraint;
using andersen::integer_object;
using andersen::kind;
using andersen::problem;
using andersen::var;

namespace {

struct range {  // of objects
  var first = 0, count = 0;
};

range field_range(const problem& p, const constraint& c, var o) {
  if (o == integer_object || p.block_of.empty() || p.block_of[o] == andersen::none) return {};
  const andersen::block& b = p.blocks[p.block_of[o]];
  const andersen::layout& l = p.layouts[b.layout];
  const std::uint32_t s = o - b.first;
  const auto size = static_cast<std::int64_t>(l.size);
  const auto place = static_cast<std::int64_t>(p.slot_position[l.first_slot + s]);
  const range all{b.first, l.slots};
  // Reduced first: the sum of a place and any offset cannot overflow then.
  std::int64_t step = ((c.offset % size) + size) % size;
  std::int64_t position = (place + step) % size;
  if (l.tail != 0) {
    // One element: memory before it is unknown, memory after it is more of its trailing array.
    if (c.offset < 0 && c.offset < -place) return all;
    step = c.offset;
    if (c.offset >= size - place) {
      const auto tail = static_cast<std::int64_t>(l.tail);
      position = size - tail + (c.offset - (size - place)) % tail;
    } else {
      position = place + c.offset;
    }
  }
  const std::uint32_t t = p.slot_of_word[l.first_word + static_cast<std::uint64_t>(position) / 8];

  // A step out of some element of a collapsed inner array: nobody knows which element it was.
  const std::uint32_t element = p.slot_stride[l.first_slot + s];
  const bool in_array = element != 0 && step != 0;
  const bool ends_in_element =
      c.offset < element && p.slot_position[l.first_slot + t] > p.slot_position[l.first_slot + s];
  const bool forward_out = c.stride == 0 && element % 8 == 0 && !ends_in_element;
  const bool every = c.stride == andersen::any_stride || (in_array && (c.offset < 0 || forward_out));
  const bool whole_elements = c.stride == 0 || (l.tail == 0 && c.stride % l.size == 0);
  const std::uint32_t inner = p.slot_stride[l.first_slot + t];
  const bool inner_elements = inner != 0 && c.stride % inner == 0;
  if (!every && (whole_elements || inner_elements)) return {b.first + t, 1};
  return all;
}

bool passes(const problem& p, const constraint& c, var o) {
  return o != integer_object && p.filters[static_cast<std::size_t>(c.offset)].contains(o);
}

}  // namespace

std::vector<var> field_targets(const problem& p, const constraint& c, var o) {
  const range r = field_range(p, c, o);
  std::vector<var> targets(r.count);
  std::iota(targets.begin(), targets.end(), r.first);
  return targets;
}

void add_derived(const problem& p, const constraint& c, const object_set& from, object_union& to) {
  range before;
  for_each_object(from, [&](var o) {
    if (c.type == kind::offset) {
      if (o != integer_object && p.extent[o] > c.offset) to.add(static_cast<var>(o + c.offset));
      return;
    }
    if (c.type == kind::filter) {
      if (passes(p, c, o)) to.add(o);
      return;
    }
    const range r = field_range(p, c, o);
    if (r.first == before.first && r.count == before.count) return;  // objects of a block stand together
    for (var t = r.first; t != r.first + r.count; ++t) to.add(t);
    before = r;
  });
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
        case kind::filter:
          for_pointees(c.src, [&](var o) {
            if (passes(p, c, o)) add(c.dst, o);
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
