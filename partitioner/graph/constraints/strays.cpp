// Each stray that fits joins a part, the lightest first; for the others a part gets capacity by shifts.
#include "partitioner/graph/constraints/strays.hpp"

#include <algorithm>
#include <utility>

#include "partitioner/graph/constraints/finish.hpp"
#include "partitioner/graph/constraints/part_components.hpp"
#include "partitioner/graph/constraints/shift.hpp"

namespace amorph::partition {
namespace {

constexpr std::size_t repair_per_part = 2000;  // vertices and arcs of the graph, at most, to repair it with finish()
constexpr unsigned passes = 3;  // a component that has moved may hold on to one that moves in the next pass

class strays {
 public:
  // `figures`: those of the partition that a device has counted, or null.
  strays(cpu_exec& exec, const graph& g, span<const std::int64_t> limit, std::vector<std::uint32_t>& part,
         const device_figures* figures)
      : g_(g),
        limit_(limit),
        part_(part),
        components_(exec, g, static_cast<std::uint32_t>(limit.size()), part),
        shift_(exec, g, limit, part, components_.part_weight()) {
    if (figures != nullptr && figures->known())
      components_.take(figures->of_device());
    else
      components_.find();
  }

  // Moves what fits, with `by_shifts` after shifts; returns how many components remain that have an adjacent part.
  std::size_t join(bool by_shifts) {
    std::size_t left = 0;
    for (unsigned pass = 0; pass != passes; ++pass) {
      refresh();
      if (components_.strays().empty()) return 0;
      const std::size_t moved = move_all(by_shifts);
      left = movable_ - moved;
      if (moved == 0 || left == 0 || few_fit(left, moved)) break;
    }
    return left;
  }
  // What join() has moved, in order.
  [[nodiscard]] const std::vector<moved_vertex>& moved() const { return moved_; }

 private:
  using component = stray_components::component;
  enum class present : std::uint8_t { yes, after_joins, no };  // the components are of the present partition

  void refresh() {
    if (components_are_ == present::after_joins) components_.update();
    if (components_are_ == present::no) components_.find();
    components_are_ = present::yes;
  }
  [[nodiscard]] span<const std::uint32_t> vertices_of(const component& c) const { return components_.members(c); }

  // Whether more strays than parts remain and under a sixteenth of them fit: further passes do not pay, as in social
  // networks.
  [[nodiscard]] bool few_fit(std::size_t left, std::size_t moved) const {
    return left > limit_.size() && moved < left / 16;
  }

  std::size_t move_all(bool by_shifts) {
    std::vector<component> by_weight = components_.strays();
    std::stable_sort(by_weight.begin(), by_weight.end(),
                     [](const auto& a, const auto& b) { return a.weight < b.weight; });
    connection_.assign(limit_.size(), 0);
    std::size_t moved = 0;
    movable_ = 0;
    for (const component& c : by_weight) {
      if (!find_adjacent(c, !by_shifts)) continue;
      ++movable_;
      if (!by_shifts) {
        moved += !adjacent_.empty() ? move(c, adjacent_.front()) : 0;
        continue;
      }
      if (!is_whole(c)) continue;
      const auto best = std::find_if(adjacent_.begin(), adjacent_.end(), [&](std::uint32_t q) { return fits(c, q); });
      if (best != adjacent_.end())
        moved += shift(c, *best) ? 1 : 0;
      else if (4 * c.weight <= limit_[c.part])
        moved += std::any_of(adjacent_.begin(), adjacent_.end(), [&](std::uint32_t q) { return shift(c, q); });
    }
    if (moved != 0) components_are_ = by_shifts ? present::no : present::after_joins;
    return moved;
  }

  [[nodiscard]] bool fits(const component& c, std::uint32_t q) const {
    return components_.part_weight()[q] + c.weight <= limit_[q];
  }
  [[nodiscard]] std::int64_t edge_weight(std::uint64_t e) const {
    return g_.edge_weight.empty() ? 1 : g_.edge_weight[e];
  }

  // Lists the other parts that c is connected to, or those with capacity alone, the strongest connection first; returns
  // whether there is any other part.
  bool find_adjacent(const component& c, bool with_capacity) {
    adjacent_.clear();
    bool any = false;
    for (const std::uint32_t v : vertices_of(c))
      for (std::uint64_t e = g_.begin[v]; e != g_.begin[v + std::size_t{1}]; ++e) {
        const std::uint32_t q = part_[g_.to[e]];
        if (q == c.part) continue;
        any = true;
        if (with_capacity && !fits(c, q)) continue;
        if (connection_[q] == 0) adjacent_.push_back(q);
        connection_[q] += edge_weight(e);
      }
    std::sort(adjacent_.begin(), adjacent_.end(), [&](std::uint32_t p, std::uint32_t q) {
      return connection_[p] != connection_[q] ? connection_[p] > connection_[q] : p < q;
    });
    for (const std::uint32_t q : adjacent_) connection_[q] = 0;
    return any;
  }
  // Whether no shift has moved some of it.
  [[nodiscard]] bool is_whole(const component& c) const {
    const auto vertices = vertices_of(c);
    return std::all_of(vertices.begin(), vertices.end(), [&](std::uint32_t v) { return part_[v] == c.part; });
  }
  bool shift(const component& c, std::uint32_t to) {
    if (!shift_.move(vertices_of(c), to)) return false;
    for (const auto& [v, from] : shift_.moved()) moved_.push_back({v, from});
    return true;
  }
  std::size_t move(const component& c, std::uint32_t to) {
    for (const std::uint32_t v : vertices_of(c)) {
      moved_.push_back({v, c.part});
      part_[v] = to;
    }
    components_.part_weight()[c.part] -= c.weight;
    components_.part_weight()[to] += c.weight;
    return 1;
  }

  const graph& g_;
  span<const std::int64_t> limit_;
  std::vector<std::uint32_t>& part_;
  stray_components components_;
  present components_are_ = present::yes;
  shifting shift_;
  std::vector<std::int64_t> connection_;  // per part; 0 between uses
  std::vector<std::uint32_t> adjacent_;
  std::size_t movable_ = 0;
  std::vector<moved_vertex> moved_;
};

}  // namespace

void join_strays(cpu_exec& exec, const graph& g, const options& o, span<const std::int64_t> limit, std::uint64_t seed,
                 const stop_check& check_stop, std::vector<std::uint32_t>& part, device_figures* figures) {
  strays components(exec, g, limit, part, figures);
  std::size_t left = components.join(false);
  if (left != 0 && left <= limit.size() && o.refinement != 0) left = components.join(true);
  if (figures != nullptr && figures->known()) figures->follow(g, components.moved(), part);
  if (left == 0 || left > limit.size() || o.refinement == 0) return;
  // The steps below are sequential and O(n + m); the rest of the work is too, with an addend that grows with the parts.
  if (g.vertices + g.to.size() > repair_per_part * limit.size()) return;
  options connected = o;
  connected.contiguous = true;
  connected.refinement = 0;  // searches along all boundaries take long and gain next to nothing
  result before, after;
  before.part = part;
  after.part = part;
  finish(g, connected, limit, seed, check_stop, after.part);
  measure(g, o, before);
  measure(g, o, after);
  const auto excess = [&](const result& r) {
    std::int64_t sum = 0;
    for (std::size_t p = 0; p != limit.size(); ++p) sum += std::max<std::int64_t>(0, r.part_weight[p] - limit[p]);
    return sum;
  };
  const std::int64_t over = excess(after);
  if (after.cut <= before.cut + before.cut / 100 &&
      (over == 0 || (over <= excess(before) && after.balance <= before.balance)))
    part = std::move(after.part);
  else
    return;
  if (figures != nullptr) figures->forget();
}

}  // namespace amorph::partition
