// Interim solver: naive iteration. Replaced by the real one.
#include "amorph/andersen.hpp"

#include <algorithm>
#include <set>

namespace amorph::andersen {

bool solution::contains(var v, var object) const {
  bool found = false;
  for_each(v, [&](var o) { found |= o == object; });
  return found;
}
bool solution::intersects(var a, var b) const {
  auto x = points_to(a), y = points_to(b);
  std::vector<var> both;
  std::set_intersection(x.begin(), x.end(), y.begin(), y.end(), std::back_inserter(both));
  return !both.empty();
}
std::uint64_t solution::size(var v) const {
  std::uint64_t n = 0;
  for_each(v, [&](var) { ++n; });
  return n;
}
std::string validate(const problem&) { return {}; }

status solve(const problem& in, const options&, solution& answer, std::string&) noexcept {
  std::vector<std::set<var>> pts(in.variables);
  bool changed = true;
  auto add = [&](var v, var o) { changed |= pts[v].insert(o).second; };
  auto include = [&](var d, var s) {
    if (d != s)
      for (var o : pts[s]) add(d, o);
  };
  while (changed) {
    changed = false;
    for (auto [y, x] : in.merged) include(x, y), include(y, x);
    for (const constraint& c : in.constraints) {
      switch (c.type) {
        case kind::address_of: add(c.dst, c.src); break;
        case kind::copy: include(c.dst, c.src); break;
        case kind::load: for (var o : std::set<var>(pts[c.src])) if (o != integer_object) include(c.dst, o); break;
        case kind::store: for (var o : std::set<var>(pts[c.dst])) if (o != integer_object) include(o, c.src); break;
        case kind::offset:
          for (var o : std::set<var>(pts[c.src]))
            if (o != integer_object && in.extent[o] > c.offset) add(c.dst, static_cast<var>(o + c.offset));
          break;
        case kind::field:
          for (var o : std::set<var>(pts[c.src])) {
            if (o == integer_object || in.block_of.empty() || in.block_of[o] == none) continue;
            const block& b = in.blocks[in.block_of[o]];
            const layout& l = in.layouts[b.layout];
            auto size = static_cast<std::int64_t>(l.size);
            auto p = (static_cast<std::int64_t>(in.slot_place[l.first_slot + (o - b.first)]) + c.offset % size + size) % size;
            std::uint32_t t = in.slot_of_word[l.first_word + static_cast<std::uint64_t>(p) / 8];
            std::uint32_t inner = in.slot_stride[l.first_slot + t];
            const bool back = c.offset < 0 && c.offset % size != 0 && in.slot_stride[l.first_slot + (o - b.first)] != 0;
            if (c.stride != any_stride && !back && (c.stride == 0 || c.stride % l.size == 0 || (inner != 0 && c.stride % inner == 0))) add(c.dst, b.first + t);
            else for (std::uint32_t k = 0; k != l.slots; ++k) add(c.dst, b.first + k);
          }
          break;
      }
    }
  }
  answer = {};
  answer.set_begin.push_back(0);
  for (var v = 0; v != in.variables; ++v) {
    answer.set_of.push_back(v);
    for (var o : pts[v]) {
      if (answer.set_begin.back() == answer.base.size() || answer.base.back() != o / 1024) {
        answer.base.push_back(o / 1024);
        answer.store.push_back(static_cast<std::uint32_t>(answer.words.size() / 16));
        answer.words.resize(answer.words.size() + 16);
      }
      answer.words[answer.words.size() - 16 + o % 1024 / 64] |= std::uint64_t{1} << (o % 64);
      ++answer.stats.facts;
    }
    answer.set_begin.push_back(answer.base.size());
  }
  answer.stats.backend_name = "cpu";
  answer.stats.variables = in.variables;
  answer.stats.constraints = in.constraints.size();
  return status::ok;
}

}  // namespace amorph::andersen
