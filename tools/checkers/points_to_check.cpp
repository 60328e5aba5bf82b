// Comparing solutions, with constraints and with each other. Variables share sets, so work is done once a set or a
// pair of sets and remembered.
#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "tools/checkers/object_set.hpp"
#include "tools/checkers/points_to.hpp"

namespace amorph::check {
namespace {

using andersen::constraint;
using andersen::integer_object;
using andersen::kind;
using andersen::problem;
using andersen::var;

struct content_hash {
  std::size_t operator()(const std::vector<var>& s) const {
    std::uint64_t h = 0xcbf29ce484222325u;
    for (const var o : s) h = (h ^ o) * 0x100000001b3u;
    return h ^ h >> 29;
  }
};

class checker {
 public:
  checker(const problem& p, const points_to& s) : p_(p), s_(s), union_(p.objects) {
    for (const std::vector<var>& set : s.sets) {
      for (const var o : set) union_.add(o);
      sets_.push_back(union_.take());
    }
  }

  std::string run() {
    for (const auto& [y, x] : p_.merged)
      if (s_[y] != s_[x])
        return "variables " + std::to_string(y) + " and " + std::to_string(x) + " are merged, but their sets differ";
    for (std::size_t i = 0; i != p_.constraints.size(); ++i)
      if (std::string why = check(p_.constraints[i]); !why.empty()) return describe(p_.constraints[i]) + ": " + why;
    return {};
  }

 private:
  static std::string describe(const constraint& c) {
    const std::string d = std::to_string(c.dst), s = std::to_string(c.src);
    switch (c.type) {
      case kind::address_of: return d + " = &" + s;
      case kind::copy: return d + " = " + s;
      case kind::load: return d + " = *" + s;
      case kind::store: return "*" + d + " = " + s;
      case kind::offset: return d + " = " + s + " + " + std::to_string(c.offset) + " objects";
      case kind::filter: return d + " = what of " + s + " passes filter " + std::to_string(c.offset);
      case kind::field: break;
    }
    return d + " = " + s + " + " + std::to_string(c.offset) + " bytes, stride " + std::to_string(c.stride);
  }

  std::string check(const constraint& c) {
    switch (c.type) {
      case kind::address_of: union_.add(c.src); return derived(c.dst);
      case kind::copy: return included(c.src, c.dst);
      case kind::load:
        if (!fresh(loads_, s_.set_of[c.src], s_.set_of[c.dst])) return {};
        for (const var o : representatives(s_.set_of[c.src]))
          if (std::string why = included(o, c.dst); !why.empty()) return why;
        return {};
      case kind::store:
        if (!fresh(stores_, s_.set_of[c.dst], s_.set_of[c.src])) return {};
        for (const var o : representatives(s_.set_of[c.dst]))
          if (std::string why = included(c.src, o); !why.empty()) return why;
        return {};
      case kind::offset:
      case kind::filter:
      case kind::field: add_derived(p_, c, sets_[s_.set_of[c.src]], union_); return derived(c.dst);
    }
    return "unknown kind";
  }

  using pairs = std::unordered_set<std::uint64_t>;
  static bool fresh(pairs& seen, std::uint32_t a, std::uint32_t b) {
    return seen.insert(std::uint64_t{a} << 32 | b).second;
  }

  // One object for each different set among those of the pointees: these decide the contents of *p.
  const std::vector<var>& representatives(std::uint32_t set) {
    const auto [at, is_new] = representatives_.try_emplace(set);
    if (is_new) {
      std::unordered_set<std::uint32_t> sets;
      for (const var o : s_.sets[set])
        if (o != integer_object && sets.insert(s_.set_of[o]).second) at->second.push_back(o);
    }
    return at->second;
  }

  // Whether the set of `v` holds all gathered objects.
  std::string derived(var v) {
    const var o = missing_object(union_.take(), sets_[s_.set_of[v]]);
    return o == andersen::none ? "" : "the set of " + std::to_string(v) + " lacks " + std::to_string(o);
  }

  std::string included(var from, var to) {
    const std::uint32_t a = s_.set_of[from], b = s_.set_of[to];
    if (a == b || !fresh(included_, a, b)) return {};
    const var o = missing_object(sets_[a], sets_[b]);
    if (o == andersen::none) return {};
    return "the set of " + std::to_string(to) + " lacks " + std::to_string(o) + ", which is in that of " +
           std::to_string(from);
  }

  const problem& p_;
  const points_to& s_;
  std::vector<object_set> sets_;  // as s_.sets
  object_union union_;
  pairs included_, loads_, stores_;
  std::unordered_map<std::uint32_t, std::vector<var>> representatives_;
};

std::string shown(const std::vector<var>& objects) {
  std::string text;
  for (std::size_t i = 0; i != objects.size() && i != 8; ++i) (text += ' ') += std::to_string(objects[i]);
  return objects.size() > 8 ? text + " ... (" + std::to_string(objects.size()) + " in all)" : text;
}

}  // namespace

points_to plain(const andersen::solution& s) {
  points_to answer;
  std::vector<std::uint32_t> number(s.set_begin.empty() ? 0 : s.set_begin.size() - 1, andersen::none);
  std::unordered_map<std::vector<var>, std::uint32_t, content_hash> known;
  for (var v = 0; v != s.set_of.size(); ++v) {
    std::uint32_t& n = number[s.set_of[v]];
    if (n == andersen::none)
      n = known.try_emplace(s.points_to(v), static_cast<std::uint32_t>(known.size())).first->second;
    answer.set_of.push_back(n);
  }
  answer.sets.resize(known.size());
  while (!known.empty()) {
    auto node = known.extract(known.begin());
    answer.sets[node.mapped()] = std::move(node.key());
  }
  return answer;
}

std::string violated_constraint(const problem& p, const points_to& s) {
  if (s.set_of.size() != p.variables)
    return "there are " + std::to_string(s.set_of.size()) + " sets for " + std::to_string(p.variables) + " variables";
  for (const std::vector<var>& set : s.sets)
    if (!set.empty() && set.back() >= p.objects)
      return "a set holds " + std::to_string(set.back()) + ", which is no object";
  return checker(p, s).run();
}

std::string difference(const points_to& found, const points_to& expected) {
  if (found.set_of.size() != expected.set_of.size())
    return "there are " + std::to_string(found.set_of.size()) + " variables, expected " +
           std::to_string(expected.set_of.size());
  std::unordered_set<std::uint64_t> equal;
  for (var v = 0; v != found.set_of.size(); ++v) {
    if (!equal.insert(std::uint64_t{found.set_of[v]} << 32 | expected.set_of[v]).second) continue;
    const std::vector<var>&a = found[v], &b = expected[v];
    if (a == b) continue;
    std::vector<var> missing, extra;
    std::set_difference(b.begin(), b.end(), a.begin(), a.end(), std::back_inserter(missing));
    std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(extra));
    std::string text = "variable " + std::to_string(v) + ":";
    if (!missing.empty()) text += " missing" + shown(missing);
    if (!extra.empty()) text += std::string(missing.empty() ? "" : ";") + " not expected" + shown(extra);
    return text;
  }
  return {};
}

}  // namespace amorph::check
