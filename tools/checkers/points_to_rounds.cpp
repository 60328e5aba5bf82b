// A plain wave solver: nothing is kept from round to round but the sets, the edges and which variables are known
// to be equal, so there is little that can go wrong. Within a round:
//   1. variables on a cycle of copy edges are equal: they become one (Tarjan's components);
//   2. sets flow along the edges once, in topological order;
//   3. loads and stores become edges, offsets and fields become facts.
#include <algorithm>
#include <map>
#include <numeric>
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

class rounds_solver {
 public:
  explicit rounds_solver(const problem& p)
      : p_(p),
        parent_(p.variables),
        successors_(p.variables),
        sets_(p.variables),
        seen_count_(p.constraints.size()),
        union_(p.objects) {
    std::iota(parent_.begin(), parent_.end(), 0u);
  }

  points_to run() {
    for (auto [y, x] : p_.merged) {
      add_edge(y, x);
      add_edge(x, y);
    }
    for (const constraint& c : p_.constraints) {
      if (c.type == kind::copy) add_edge(c.src, c.dst);
      if (c.type != kind::address_of) continue;
      union_.add(c.src);
      include(c.dst, union_.take());
    }
    do {
      collapse_and_order();
      propagate();
    } while (evaluate());
    return answer();
  }

 private:
  // Equal sets are shared: in whole programs most are equal to another.
  points_to answer() {
    points_to result;
    auto less = [](const object_set* a, const object_set* b) {
      return std::lexicographical_compare(a->begin(), a->end(), b->begin(), b->end(), [](const word& x, const word& y) {
        return x.index != y.index ? x.index < y.index : x.bits < y.bits;
      });
    };
    std::map<const object_set*, std::uint32_t, decltype(less)> known(less);
    for (var v = 0; v != p_.variables; ++v) {
      const object_set& set = sets_[find(v)];
      const auto [at, is_new] = known.try_emplace(&set, static_cast<std::uint32_t>(known.size()));
      result.set_of.push_back(at->second);
      if (is_new) for_each_object(set, [&, &out = result.sets.emplace_back()](var o) { out.push_back(o); });
    }
    return result;
  }

  bool include(var v, const object_set& more) {
    if (missing_object(more, sets_[v]) == andersen::none) return false;
    union_.add(sets_[v]);
    union_.add(more);
    sets_[v] = union_.take();
    return true;
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
        union_.add(sets_[v]);
        if (v == r) continue;
        parent_[v] = r;
        successors_[r].insert(successors_[r].end(), successors_[v].begin(), successors_[v].end());
        object_set().swap(sets_[v]);
        std::vector<var>().swap(successors_[v]);
      }
      sets_[r] = union_.take();
    }
    // Edges again, between representatives.
    edges_.clear();
    for (const var v : order_) {
      std::vector<var>& to = successors_[v];
      for (var& w : to) w = find(w);
      std::sort(to.begin(), to.end());
      to.erase(std::unique(to.begin(), to.end()), to.end());
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
      if (predecessors[*it].empty()) continue;
      union_.add(sets_[*it]);
      for (const var from : predecessors[*it]) union_.add(sets_[from]);
      sets_[*it] = union_.take();
    }
  }

  // True if an edge or a fact came up that was not there. Sets only grow: one of the same size is the same set.
  bool evaluate() {
    bool changed = false;
    for (std::size_t i = 0; i != p_.constraints.size(); ++i) {
      const constraint& c = p_.constraints[i];
      if (c.type == kind::address_of || c.type == kind::copy) continue;
      const object_set& pointees = sets_[find(c.type == kind::store ? c.dst : c.src)];
      const std::uint64_t now = count(pointees);
      if (now == seen_count_[i]) continue;
      seen_count_[i] = now;
      if (c.type == kind::load || c.type == kind::store) {
        for_each_object(pointees, [&](var o) {
          if (o != integer_object) changed |= c.type == kind::load ? add_edge(o, c.dst) : add_edge(c.src, o);
        });
      } else {
        add_derived(p_, c, pointees, union_);
        changed |= include(find(c.dst), union_.take());
      }
    }
    return changed;
  }

  const problem& p_;
  std::vector<var> parent_;
  std::vector<std::vector<var>> successors_;
  std::unordered_set<std::uint64_t> edges_;
  std::vector<object_set> sets_;
  std::vector<std::uint64_t> seen_count_;  // per constraint: objects that it has been evaluated for
  object_union union_;
  std::vector<var> order_;
};

}  // namespace

points_to solve_in_rounds(const problem& p) { return rounds_solver(p).run(); }

}  // namespace amorph::check
