// A plain wave solver: nothing is kept from round to round but the sets, the edges and which variables are known
// to be equal, so there is little that can go wrong. Within a round:
//   1. variables on a cycle of copy edges are equal: they become one (Tarjan's components);
//   2. sets flow along the edges once, in topological order;
//   3. loads and stores become edges, offsets and fields become facts.
#include <algorithm>
#include <numeric>
#include <unordered_set>

#include "amorph/check/points_to.hpp"

namespace amorph::check {
namespace {

using andersen::constraint;
using andersen::integer_object;
using andersen::kind;
using andersen::problem;
using andersen::var;

class rounds_solver {
 public:
  explicit rounds_solver(const problem& p)
      : p_(p),
        parent_(p.variables),
        successors_(p.variables),
        sets_(p.variables),
        seen_size_(p.constraints.size()),
        marked_(p.objects) {
    std::iota(parent_.begin(), parent_.end(), 0u);
  }

  points_to run() {
    for (auto [y, x] : p_.merged) {
      add_edge(y, x);
      add_edge(x, y);
    }
    for (const constraint& c : p_.constraints) {
      if (c.type == kind::address_of) sets_[c.dst].push_back(c.src);
      if (c.type == kind::copy) add_edge(c.src, c.dst);
    }
    for (std::vector<var>& s : sets_) tidy(s);
    do {
      collapse_and_order();
      propagate();
    } while (evaluate());
    points_to answer;
    std::vector<std::uint32_t> number(p_.variables, andersen::none);
    for (var v = 0; v != p_.variables; ++v) {
      const var r = find(v);
      if (number[r] == andersen::none) {
        number[r] = static_cast<std::uint32_t>(answer.sets.size());
        answer.sets.push_back(sets_[r]);
      }
      answer.set_of.push_back(number[r]);
    }
    return answer;
  }

 private:
  static void tidy(std::vector<var>& s) {
    std::sort(s.begin(), s.end());
    s.erase(std::unique(s.begin(), s.end()), s.end());
  }

  var find(var v) {
    while (parent_[v] != v) v = parent_[v] = parent_[parent_[v]];
    return v;
  }

  bool add_edge(var from, var to) {
    from = find(from);
    to = find(to);
    if (from == to || !edges_.insert(std::uint64_t{from} << 32 | to).second) return false;
    successors_[from].push_back(to);
    return true;
  }

  // Tarjan's algorithm with an explicit stack; order_ becomes the components' representatives, sinks first.
  void collapse_and_order() {
    constexpr std::uint32_t unseen = 0;
    std::vector<std::uint32_t> index(p_.variables, unseen), low(p_.variables);
    std::vector<bool> open(p_.variables);
    std::vector<var> path;
    struct frame {
      var v;
      std::size_t next;
    };
    std::vector<frame> calls;
    std::vector<std::vector<var>> components;
    std::uint32_t clock = 0;
    for (var root = 0; root != p_.variables; ++root) {
      if (parent_[root] != root || index[root] != unseen) continue;
      calls.push_back({root, 0});
      while (!calls.empty()) {
        auto& [v, next] = calls.back();
        if (next == 0 && index[v] == unseen) {
          index[v] = low[v] = ++clock;
          path.push_back(v);
          open[v] = true;
        }
        if (next != successors_[v].size()) {
          const var w = find(successors_[v][next++]);
          if (index[w] == unseen)
            calls.push_back({w, 0});
          else if (open[w])
            low[v] = std::min(low[v], index[w]);
          continue;
        }
        const var done = v;
        calls.pop_back();
        if (!calls.empty()) low[calls.back().v] = std::min(low[calls.back().v], low[done]);
        if (low[done] != index[done]) continue;
        std::vector<var>& component = components.emplace_back();
        do {
          component.push_back(path.back());
          open[path.back()] = false;
          path.pop_back();
        } while (component.back() != done);
      }
    }
    order_.clear();
    for (const std::vector<var>& component : components) {
      const var r = *std::min_element(component.begin(), component.end());
      order_.push_back(r);
      if (component.size() == 1) continue;
      for (const var v : component) {
        if (v == r) continue;
        parent_[v] = r;
        sets_[r].insert(sets_[r].end(), sets_[v].begin(), sets_[v].end());
        successors_[r].insert(successors_[r].end(), successors_[v].begin(), successors_[v].end());
        std::vector<var>().swap(sets_[v]);
        std::vector<var>().swap(successors_[v]);
      }
      tidy(sets_[r]);
    }
    // Edges again, between representatives.
    edges_.clear();
    for (const var v : order_) {
      std::vector<var>& to = successors_[v];
      for (var& w : to) w = find(w);
      tidy(to);
      to.erase(std::remove(to.begin(), to.end(), v), to.end());
      for (const var w : to) edges_.insert(std::uint64_t{v} << 32 | w);
    }
  }

  // Pulls: with all of a variable's predecessors final, its set is made once.
  void propagate() {
    std::vector<std::vector<var>> predecessors(p_.variables);
    for (const var v : order_)
      for (const var w : successors_[v]) predecessors[w].push_back(v);
    for (auto it = order_.rbegin(); it != order_.rend(); ++it) {
      std::vector<var>& set = sets_[*it];
      for (const var o : set) marked_[o] = true;
      const std::size_t before = set.size();
      for (const var from : predecessors[*it])
        for (const var o : sets_[from])
          if (!marked_[o]) {
            marked_[o] = true;
            set.push_back(o);
          }
      for (const var o : set) marked_[o] = false;
      if (set.size() != before) std::sort(set.begin(), set.end());
    }
  }

  // True if an edge or a fact came up that was not there. Sets only grow: one of the same size is the same set.
  bool evaluate() {
    bool changed = false;
    std::vector<std::pair<var, var>> facts;
    for (std::size_t i = 0; i != p_.constraints.size(); ++i) {
      const constraint& c = p_.constraints[i];
      if (c.type == kind::address_of || c.type == kind::copy) continue;
      const std::vector<var>& pointees = sets_[find(c.type == kind::store ? c.dst : c.src)];
      if (pointees.size() == seen_size_[i]) continue;
      seen_size_[i] = pointees.size();
      for (const var o : pointees) {
        if (o == integer_object) continue;
        if (c.type == kind::load) changed |= add_edge(o, c.dst);
        if (c.type == kind::store) changed |= add_edge(c.src, o);
        if (c.type == kind::offset && p_.extent[o] > c.offset)
          facts.emplace_back(c.dst, static_cast<var>(o + c.offset));
        if (c.type == kind::field)
          for (const var t : field_targets(p_, c, o)) facts.emplace_back(c.dst, t);
      }
    }
    for (auto& [v, o] : facts) v = find(v);
    std::sort(facts.begin(), facts.end());
    facts.erase(std::unique(facts.begin(), facts.end()), facts.end());
    for (std::size_t i = 0; i != facts.size();) {
      std::vector<var>& set = sets_[facts[i].first];
      const std::size_t before = set.size();
      const var v = facts[i].first;
      for (; i != facts.size() && facts[i].first == v; ++i)
        if (!std::binary_search(set.begin(), set.begin() + static_cast<std::ptrdiff_t>(before), facts[i].second))
          set.push_back(facts[i].second);
      std::sort(set.begin(), set.end());
      changed |= set.size() != before;
    }
    return changed;
  }

  const problem& p_;
  std::vector<var> parent_;
  std::vector<std::vector<var>> successors_;
  std::unordered_set<std::uint64_t> edges_;
  std::vector<std::vector<var>> sets_;
  std::vector<std::size_t> seen_size_;  // per constraint
  std::vector<bool> marked_;
  std::vector<var> order_;
};

}  // namespace

points_to solve_in_rounds(const problem& p) { return rounds_solver(p).run(); }

}  // namespace amorph::check
