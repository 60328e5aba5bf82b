// Regions for empty parts; parts of new vertices, by breadth-first search from the old ones; names of parts, by shared
// weight.
#include "partitioner/graph/from_start.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>

#include "amorph/kernels/base/refuse.hpp"
#include "partitioner/common/relabel.hpp"

namespace amorph::partition {
namespace {

constexpr std::uint32_t no_part = ~std::uint32_t{0};
constexpr std::uint32_t max_empty_parts = 16;  // that get regions: each takes a pass over the graph

std::int64_t weight_of(const graph& g, const options& o, std::uint32_t v) {
  return g.vertex_weight.empty() ? 1 : g.vertex_weight[std::size_t{v} * o.constraints];
}

class completion {
 public:
  completion(const graph& g, const options& o, span<const std::int64_t> target, start_partition& s)
      : g_(g), o_(o), target_(target), s_(s), connection_(o.parts, 0) {}

  void run() {
    fill_empty_parts();
    for (std::uint32_t v = 0; v != g_.vertices; ++v) {
      if (s_.part[v] != no_part) continue;
      ++missing_;
      if (strongest(v) != no_part) layer_.push_back(v);
    }
    spread();
    for (std::uint32_t v = 0; v != g_.vertices && missing_ != 0; ++v)
      if (s_.part[v] == no_part) {
        filled_ = emptiest();
        grow_from(v);
      }
  }

 private:
  void assign(std::uint32_t v, std::uint32_t p) {
    s_.part[v] = p;
    s_.weight[p] += weight_of(g_, o_, v);
    --missing_;
  }

  // The part of the strongest connection; of equal ones that of the lowest number.
  std::uint32_t strongest(std::uint32_t v) {
    std::uint32_t best = no_part;
    for (std::uint64_t e = g_.begin[v]; e != g_.begin[v + std::size_t{1}]; ++e)
      if (const std::uint32_t p = s_.part[g_.to[e]]; p != no_part)
        connection_[p] += g_.edge_weight.empty() ? 1 : g_.edge_weight[e];
    for (std::uint64_t e = g_.begin[v]; e != g_.begin[v + std::size_t{1}]; ++e) {
      const std::uint32_t p = s_.part[g_.to[e]];
      if (p == no_part || p == best) continue;
      if (best == no_part || connection_[best] < connection_[p] || (connection_[best] == connection_[p] && p < best))
        best = p;
    }
    for (std::uint64_t e = g_.begin[v]; e != g_.begin[v + std::size_t{1}]; ++e)
      if (const std::uint32_t p = s_.part[g_.to[e]]; p != no_part) connection_[p] = 0;
    return best;
  }

  // Layer by layer: each vertex of a layer sees the parts of the earlier ones only.
  void spread() {
    std::vector<std::uint32_t> next, to;
    while (!layer_.empty()) {
      to.clear();
      for (const std::uint32_t v : layer_) to.push_back(strongest(v));
      for (std::size_t i = 0; i != layer_.size(); ++i) assign(layer_[i], to[i]);
      next.clear();
      for (const std::uint32_t v : layer_)
        for (std::uint64_t e = g_.begin[v]; e != g_.begin[v + std::size_t{1}]; ++e)
          if (s_.part[g_.to[e]] == no_part) next.push_back(g_.to[e]);
      std::sort(next.begin(), next.end());
      next.erase(std::unique(next.begin(), next.end()), next.end());
      layer_.swap(next);
    }
  }

  [[nodiscard]] std::uint32_t emptiest() const {
    std::uint32_t best = 0;
    for (std::uint32_t p = 1; p != o_.parts; ++p)
      if (target_[p] - s_.weight[p] > target_[best] - s_.weight[best]) best = p;
    return best;
  }

  // Parts without vertices. If they are few, each gets a component of new vertices that is at least half as heavy as
  // the part should be, or else a region between parts that are too heavy.
  void fill_empty_parts() {
    std::vector<std::size_t> vertices(o_.parts, 0);
    for (const std::uint32_t p : s_.part)
      if (p != no_part) ++vertices[p];
    std::vector<std::uint32_t> empty;
    for (std::uint32_t p = 0; p != o_.parts; ++p)
      if (vertices[p] == 0 && target_[p] != 0) empty.push_back(p);
    s_.empty_parts = static_cast<std::uint32_t>(empty.size());
    if (empty.empty() || empty.size() > max_empty_parts) return;
    std::vector<std::vector<std::uint32_t>> components = components_of_new();
    for (const std::uint32_t p : empty)
      if (!fill_from_component(p, components)) grow_region(p);
  }
  [[nodiscard]] bool fill_from_component(std::uint32_t p, std::vector<std::vector<std::uint32_t>>& components) {
    for (std::vector<std::uint32_t>& component : components) {
      std::int64_t weight = 0;
      for (const std::uint32_t v : component) weight += weight_of(g_, o_, v);
      if (2 * weight < target_[p]) continue;
      for (const std::uint32_t v : component)
        if (s_.weight[p] < target_[p]) move(v, p);
      std::erase_if(component, [&](std::uint32_t v) { return s_.part[v] != no_part; });
      return true;
    }
    return false;
  }
  // Around a vertex where parts meet that are too heavy: then they have a neighbour to move vertices to.
  void grow_region(std::uint32_t p) {
    std::uint32_t centre = no_part;
    std::int64_t most = 0;
    for (std::uint32_t v = 0; v != g_.vertices; ++v)
      if (const std::int64_t around = excess_around(v); around > most) centre = v, most = around;
    if (centre == no_part) return;
    std::vector<char> seen(g_.vertices, 0);
    std::vector<std::uint32_t> queue{centre};
    seen[centre] = 1;
    for (std::size_t i = 0; i != queue.size() && s_.weight[p] < target_[p]; ++i) {
      const std::uint32_t v = queue[i], from = s_.part[v];
      if (from != no_part && 2 * (s_.weight[from] - weight_of(g_, o_, v)) < target_[from]) continue;
      move(v, p);
      for (std::uint64_t e = g_.begin[v]; e != g_.begin[v + std::size_t{1}]; ++e)
        if (std::exchange(seen[g_.to[e]], 1) == 0) queue.push_back(g_.to[e]);
    }
  }
  void move(std::uint32_t v, std::uint32_t p) {
    if (s_.part[v] != no_part) s_.weight[s_.part[v]] -= weight_of(g_, o_, v);
    s_.part[v] = p;
    s_.weight[p] += weight_of(g_, o_, v);
  }
  // Sum of excess weight over the parts of v and its neighbours.
  std::int64_t excess_around(std::uint32_t v) {
    std::int64_t sum = 0;
    const auto add = [&](std::uint32_t u) {
      const std::uint32_t q = s_.part[u];
      if (q == no_part || std::exchange(connection_[q], 1) != 0) return;
      sum += std::max<std::int64_t>(0, s_.weight[q] - target_[q]);
    };
    add(v);
    const auto row = g_.to.subspan(g_.begin[v], g_.begin[v + std::size_t{1}] - g_.begin[v]);
    std::for_each(row.begin(), row.end(), add);
    if (s_.part[v] != no_part) connection_[s_.part[v]] = 0;
    for (const std::uint32_t u : row)
      if (s_.part[u] != no_part) connection_[s_.part[u]] = 0;
    return sum;
  }
  [[nodiscard]] std::vector<std::vector<std::uint32_t>> components_of_new() const {
    std::vector<std::vector<std::uint32_t>> all;
    std::vector<char> seen(g_.vertices, 0);
    for (std::uint32_t v = 0; v != g_.vertices; ++v) {
      if (s_.part[v] != no_part || std::exchange(seen[v], 1) != 0) continue;
      std::vector<std::uint32_t>& queue = all.emplace_back(1, v);
      for (std::size_t i = 0; i != queue.size(); ++i)
        for (std::uint64_t e = g_.begin[queue[i]]; e != g_.begin[queue[i] + std::size_t{1}]; ++e)
          if (const std::uint32_t u = g_.to[e]; s_.part[u] == no_part && std::exchange(seen[u], 1) == 0)
            queue.push_back(u);
    }
    return all;
  }

  // A component of new vertices.
  void grow_from(std::uint32_t first) {
    std::vector<std::uint32_t> queue{first};
    assign(first, filled_);
    for (std::size_t i = 0; i != queue.size(); ++i)
      for (std::uint64_t e = g_.begin[queue[i]]; e != g_.begin[queue[i] + std::size_t{1}]; ++e) {
        const std::uint32_t u = g_.to[e];
        if (s_.part[u] != no_part) continue;
        if (s_.weight[filled_] >= target_[filled_]) filled_ = emptiest();
        assign(u, filled_);
        queue.push_back(u);
      }
  }

  const graph& g_;
  const options& o_;
  span<const std::int64_t> target_;
  start_partition& s_;
  std::vector<std::int64_t> connection_;  // per part; 0 between uses
  std::vector<std::uint32_t> layer_;
  std::size_t missing_ = 0;
  std::uint32_t filled_ = 0;
};

// A number per part, the same for parts of the same targets.
std::vector<std::uint32_t> kinds_of_parts(const options& o) {
  std::vector<std::uint32_t> kind(o.parts, 0);
  if (o.target.empty()) return kind;
  std::map<std::vector<float>, std::uint32_t> known;
  for (std::uint32_t p = 0; p != o.parts; ++p) {
    const auto first = o.target.begin() + static_cast<std::ptrdiff_t>(std::size_t{p} * o.constraints);
    kind[p] = known.try_emplace({first, first + o.constraints}, p).first->second;
  }
  return kind;
}

}  // namespace

void check_start(const graph& g, const options& o) {
  if (!o.move_cost.empty() && o.start.empty()) refuse("costs of moves need a partition to improve");
  if (o.start.empty()) return;
  if (o.start.size() != g.vertices) refuse("expected the old part or -1 for each vertex");
  if (!o.move_cost.empty() && o.move_cost.size() != g.vertices) refuse("expected the cost of a move for each vertex");
  if (o.scheme == scheme::recursive) refuse("a partition to improve needs k-way partitioning");
  if (o.match_by == synchronisation::transactions || o.refine_by == synchronisation::transactions)
    refuse("transactions (stm) do not support a partition to improve");
  for (std::uint32_t v = 0; v != g.vertices; ++v)
    if (const std::int32_t p = o.start[v]; p < -1 || (p >= 0 && static_cast<std::uint32_t>(p) >= o.parts))
      refuse("vertex " + std::to_string(v) + " is in part " + std::to_string(p) + " of " + std::to_string(o.parts));
  for (std::uint32_t v = 0; v != o.move_cost.size(); ++v)
    if (o.move_cost[v] < 0)
      refuse("vertex " + std::to_string(v) + ": expected a cost of 0 or more, found " + std::to_string(o.move_cost[v]));
}

start_partition completed_start(const graph& g, const options& o, span<const std::int64_t> target) {
  start_partition s;
  s.part.resize(g.vertices);
  s.weight.assign(o.parts, 0);
  for (std::uint32_t v = 0; v != g.vertices; ++v) {
    s.part[v] = static_cast<std::uint32_t>(o.start[v]);  // -1 is no_part
    if (s.part[v] == no_part)
      ++s.added;
    else
      s.weight[s.part[v]] += weight_of(g, o, v);
  }
  if (!o.move_cost.empty()) s.old_part = s.part;
  completion(g, o, target, s).run();
  return s;
}

bool is_worth_improving(const graph& g, const options& o, const start_partition& start,
                        span<const std::int64_t> limit) {
  if (start.added > start.part.size() / 2 || start.empty_parts > max_empty_parts) return false;
  const std::size_t c = o.constraints;
  std::vector<std::int64_t> weight(limit.size(), 0), total(c, 0), excess(c, 0);
  for (std::size_t v = 0; v != start.part.size(); ++v)
    for (std::size_t i = 0; i != c; ++i)
      weight[start.part[v] * c + i] += g.vertex_weight.empty() ? 1 : g.vertex_weight[v * c + i];
  for (std::size_t i = 0; i != limit.size(); ++i) {
    total[i % c] += weight[i];
    excess[i % c] += std::max<std::int64_t>(0, weight[i] - limit[i]);
  }
  double share = 0;
  for (std::size_t i = 0; i != c; ++i)
    if (excess[i] != 0) share += static_cast<double>(excess[i]) / static_cast<double>(total[i]);
  return share <= 0.125;
}

void keep_names(const graph& g, const options& o, std::vector<std::uint32_t>& part) {
  std::unordered_map<std::uint64_t, std::int64_t> shared;  // part << 32 | old part
  for (std::uint32_t v = 0; v != g.vertices; ++v)
    if (o.start[v] != -1)
      shared[std::uint64_t{part[v]} << 32 | static_cast<std::uint32_t>(o.start[v])] += weight_of(g, o, v);
  std::vector<overlap> overlaps;
  overlaps.reserve(shared.size());
  for (const auto& [pair, weight] : shared)
    overlaps.push_back({weight, static_cast<std::uint32_t>(pair >> 32), static_cast<std::uint32_t>(pair)});
  const std::vector<std::uint32_t> number = numbers_by_overlap(std::move(overlaps), kinds_of_parts(o));
  for (std::uint32_t& p : part) p = number[p];
}

std::uint32_t count_moved(const options& o, const std::vector<std::uint32_t>& part) {
  std::uint32_t moved = 0;
  for (std::size_t v = 0; v != o.start.size(); ++v)
    moved += o.start[v] != -1 && static_cast<std::uint32_t>(o.start[v]) != part[v] ? 1 : 0;
  return moved;
}

}  // namespace amorph::partition
