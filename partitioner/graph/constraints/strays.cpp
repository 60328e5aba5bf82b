// Components of parts by disjoint sets, in parallel; then each that fits joins a part, the lightest first, and for the
// others a part gets capacity by shifts.
#include "partitioner/graph/constraints/strays.hpp"

#include <algorithm>
#include <atomic>
#include <utility>

#include "partitioner/graph/constraints/ascending.hpp"
#include "partitioner/graph/constraints/components.hpp"
#include "partitioner/graph/constraints/finish.hpp"
#include "partitioner/graph/constraints/shift.hpp"

namespace amorph::partition {
namespace {

constexpr std::uint32_t no_part = ~std::uint32_t{0};
constexpr std::size_t repair_per_part = 2000;  // vertices and arcs of the graph, at most, to repair it with finish()
constexpr unsigned passes = 3;  // a component that has moved may hold on to one that moves in the next pass

class strays {
 public:
  strays(cpu_exec& exec, const graph& g, span<const std::int64_t> limit, std::vector<std::uint32_t>& part)
      : exec_(exec),
        g_(g),
        limit_(limit),
        part_(part),
        parent_(g.vertices),
        shift_(exec, g, limit, part, part_weight_) {}

  // Moves what fits, with `by_shifts` after shifts; returns how many components remain that have an adjacent part.
  std::size_t join(bool by_shifts) {
    std::size_t left = 0;
    for (unsigned pass = 0; pass != passes; ++pass) {
      if (!found_) find();
      if (stray_.empty()) return 0;
      const std::size_t moved = move_all(by_shifts);
      left = movable_ - moved;
      if (moved == 0 || left == 0 || few_fit(left, moved)) break;
    }
    return left;
  }

 private:
  struct component {
    std::uint32_t part;
    std::int64_t weight;
    std::size_t first, last;  // its vertices in member_
  };
  [[nodiscard]] span<const std::uint32_t> vertices_of(const component& c) const {
    return {member_.data() + c.first, c.last - c.first};
  }

  // Whether more strays than parts remain and under a sixteenth of them fit: further passes do not pay, as in social
  // networks.
  [[nodiscard]] bool few_fit(std::size_t left, std::size_t moved) const {
    return left > limit_.size() && moved < left / 16;
  }

  // Labels the components, and lists the vertices of all but the heaviest of each part.
  void find() {
    const disjoint_sets sets =
        unite_components(exec_, g_, parent_, [&](std::uint32_t u, std::uint32_t v) { return part_[u] == part_[v]; });
    std::atomic<std::size_t> roots{0};
    exec_.ranges(g_.vertices, 65536, [&](std::size_t first, std::size_t last, unsigned) {
      std::size_t count = 0;
      for (std::size_t v = first; v != last; ++v) count += parent_[v] == v ? 1 : 0;
      roots += count;
    });
    stray_.clear();
    found_ = true;
    if (roots.load() <= limit_.size()) return;
    exec_.for_each(g_.vertices, [&](std::size_t v) {
      const std::uint32_t root = sets.find(static_cast<std::uint32_t>(v));
      __atomic_store_n(&parent_[v], root, __ATOMIC_RELAXED);
    });
    collect();
  }

  // Of components of one weight the first is the heaviest. Sums by one thread: nearly all vertices have one of a few
  // roots, which threads would wait for.
  void collect() {
    host_array<std::int64_t> sum(g_.vertices);
    host_array<std::uint32_t> number(g_.vertices);  // of a root's component
    exec_.for_each(g_.vertices, [&](std::size_t v) { sum[v] = 0, number[v] = no_part; });
    for (std::uint32_t v = 0; v != g_.vertices; ++v) sum[parent_[v]] += weight(v);
    const auto roots = ascending(exec_, g_.vertices, [&](std::uint32_t v) { return parent_[v] == v; });
    part_weight_.assign(limit_.size(), 0);
    std::vector<std::uint32_t> main(limit_.size(), no_part);
    for (const std::uint32_t v : roots) {
      std::uint32_t& heaviest = main[part_[v]];
      if (heaviest == no_part || sum[heaviest] < sum[v]) heaviest = v;
      part_weight_[part_[v]] += sum[v];
    }
    const auto is_stray = [&](std::uint32_t v) {  // a vertex without edges has no part to join
      return main[part_[v]] != parent_[v] && g_.begin[v] != g_.begin[v + std::size_t{1}];
    };
    const auto strays = ascending(exec_, g_.vertices, is_stray);
    for (const std::uint32_t v : strays) {
      const std::uint32_t root = parent_[v];
      if (number[root] == no_part) {
        number[root] = static_cast<std::uint32_t>(stray_.size());
        stray_.push_back({part_[v], sum[root], 0, 0});
      }
      ++stray_[number[root]].last;  // for now, the size
    }
    std::size_t upto = 0;
    for (component& c : stray_) {
      c.first = upto;
      upto += std::exchange(c.last, upto);
    }
    member_.resize(upto);
    for (const std::uint32_t v : strays) member_[stray_[number[parent_[v]]].last++] = v;
  }

  std::size_t move_all(bool by_shifts) {
    std::stable_sort(stray_.begin(), stray_.end(), [](const auto& a, const auto& b) { return a.weight < b.weight; });
    connection_.assign(limit_.size(), 0);
    std::size_t moved = 0;
    movable_ = 0;
    for (const component& c : stray_) {
      find_adjacent(c);
      if (adjacent_.empty()) continue;
      ++movable_;
      const auto fits = [&](std::uint32_t q) { return part_weight_[q] + c.weight <= limit_[q]; };
      const auto best = std::find_if(adjacent_.begin(), adjacent_.end(), fits);
      if (!by_shifts && best != adjacent_.end())
        moved += move(c, *best);
      else if (by_shifts && is_whole(c) && best != adjacent_.end())
        moved += shift_.move(vertices_of(c), *best) ? 1 : 0;
      else if (by_shifts && is_whole(c) && 4 * c.weight <= limit_[c.part])
        moved += std::any_of(adjacent_.begin(), adjacent_.end(),
                             [&](std::uint32_t q) { return shift_.move(vertices_of(c), q); });
    }
    found_ = found_ && moved == 0;
    return moved;
  }

  // Lists the other parts that c is connected to, the strongest connection first.
  void find_adjacent(const component& c) {
    adjacent_.clear();
    for (const std::uint32_t v : vertices_of(c))
      for (std::uint64_t e = g_.begin[v]; e != g_.begin[v + std::size_t{1}]; ++e) {
        const std::uint32_t q = part_[g_.to[e]];
        if (q == c.part) continue;
        if (connection_[q] == 0) adjacent_.push_back(q);
        connection_[q] += g_.edge_weight.empty() ? 1 : g_.edge_weight[e];
      }
    std::sort(adjacent_.begin(), adjacent_.end(), [&](std::uint32_t p, std::uint32_t q) {
      return connection_[p] != connection_[q] ? connection_[p] > connection_[q] : p < q;
    });
    for (const std::uint32_t q : adjacent_) connection_[q] = 0;
  }
  // Whether no shift has moved some of it.
  [[nodiscard]] bool is_whole(const component& c) const {
    const auto vertices = vertices_of(c);
    return std::all_of(vertices.begin(), vertices.end(), [&](std::uint32_t v) { return part_[v] == c.part; });
  }
  std::size_t move(const component& c, std::uint32_t to) {
    for (const std::uint32_t v : vertices_of(c)) part_[v] = to;
    part_weight_[c.part] -= c.weight;
    part_weight_[to] += c.weight;
    return 1;
  }

  [[nodiscard]] std::int64_t weight(std::uint32_t v) const {
    return g_.vertex_weight.empty() ? 1 : g_.vertex_weight[v];
  }

  cpu_exec& exec_;
  const graph& g_;
  span<const std::int64_t> limit_;
  std::vector<std::uint32_t>& part_;
  host_array<std::uint32_t> parent_;
  std::vector<component> stray_;
  std::vector<std::uint32_t> member_;  // vertices, component by component
  bool found_ = false;                 // stray_ is of the present partition
  std::vector<std::int64_t> part_weight_;
  shifting shift_;
  std::vector<std::int64_t> connection_;  // per part; 0 between uses
  std::vector<std::uint32_t> adjacent_;
  std::size_t movable_ = 0;
};

}  // namespace

void join_strays(cpu_exec& exec, const graph& g, const options& o, span<const std::int64_t> limit, std::uint64_t seed,
                 const stop_check& check_stop, std::vector<std::uint32_t>& part) {
  strays components(exec, g, limit, part);
  std::size_t left = components.join(false);
  if (left == 0 || left > limit.size() || o.refinement == 0) return;
  left = components.join(true);
  if (left == 0) return;
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
}

}  // namespace amorph::partition
