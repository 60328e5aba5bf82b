// As diffusion between parts (Schloegel, Karypis and Kumar, "Multilevel diffusion schemes for repartitioning of
// adaptive meshes", 1997), but along a single path: boundaries of meshes have enough vertices whose move keeps the cut.
#include "partitioner/graph/constraints/shift.hpp"

#include <algorithm>
#include <queue>

#include "partitioner/graph/constraints/ascending.hpp"

namespace amorph::partition {
namespace {

constexpr std::uint32_t no_part = ~std::uint32_t{0};
constexpr std::uint32_t longest_path = 16;   // parts
constexpr unsigned most_paths = 16;          // from one part
constexpr std::size_t longest_search = 200;  // vertices, for another way between the neighbours of one that leaves

}  // namespace

bool shifting::move(span<const std::uint32_t> component, std::uint32_t to) {
  if (boundary_.empty()) list_boundaries();
  if (exhausted()) return false;
  moved_.clear();
  gain_ = 0;
  for (const std::uint32_t v : component) move_vertex(v, to);
  for (unsigned i = 0; i != most_paths && gain_ >= 0 && excess(to) > 0; ++i)
    if (!relieve(to)) break;
  if (gain_ >= 0 &&
      std::none_of(moved_.begin(), moved_.end(), [&](const auto& m) { return excess(part_[m.first]) > 0; }))
    return true;
  while (!moved_.empty()) {
    const auto [v, from] = moved_.back();
    move_vertex(v, from);
    moved_.resize(moved_.size() - 2);  // the move and its reversal
  }
  return false;
}

void shifting::relieve_all() {
  const auto relieve_parts = [&] {
    for (std::uint32_t p = 0; p != limit_.size(); ++p)
      while (excess(p) > 0) {
        if (boundary_.empty()) list_boundaries();
        moved_.clear();
        if (!relieve(p)) break;
      }
  };
  relieve_parts();
  if (old_part_.empty()) return;
  scatter_new();
  holds_ = false;
  relieve_parts();
}

// Moves new vertices out of parts that are still too heavy, those of the fewest edges there first.
void shifting::scatter_new() {
  std::vector<std::pair<std::int64_t, std::uint32_t>> order;
  for (std::uint32_t v = 0; v != g_.vertices; ++v)
    if (old_part_[v] == no_part && excess(part_[v]) > 0) order.emplace_back(connection(v, part_[v]), v);
  std::sort(order.begin(), order.end());
  for (const auto& [edges, v] : order) {
    if (exhausted()) return;
    if (excess(part_[v]) <= 0) continue;
    std::uint32_t to = no_part;
    std::pair<std::int64_t, std::int64_t> best;  // connection, capacity
    for (std::uint32_t p = 0; p != limit_.size(); ++p) {
      if (excess(p) + vertex_weight(v) > 0) continue;
      const std::pair<std::int64_t, std::int64_t> fit(connection(v, p), -excess(p));
      if (to == no_part || fit > best) {
        to = p;
        best = fit;
      }
    }
    if (to != no_part) move_vertex(v, to);
  }
}

// Along one path; false if there is none, or vertices on the way are too few or too heavy.
bool shifting::relieve(std::uint32_t full) {
  const std::vector<std::uint32_t> path = path_from(full);
  if (path.empty()) return false;
  std::int64_t kept = std::max<std::int64_t>(0, excess(full) + excess(path.back()));  // for the next path
  for (std::size_t p = 1; p != path.size(); ++p, kept = 0) {
    relieve(path[p - 1], path[p], kept);
    if (excess(path[p - 1]) > kept) return false;
  }
  return excess(path.back()) <= 0;
}

void shifting::list_boundaries() {
  boundary_.resize(limit_.size());
  visit_.assign(g_.vertices, 0);
  listed_.assign(g_.vertices, no_part);
  const auto is_boundary = [&](std::uint32_t v) {
    const auto row = g_.to.subspan(g_.begin[v], g_.begin[v + std::size_t{1}] - g_.begin[v]);
    return std::any_of(row.begin(), row.end(), [&](std::uint32_t u) { return part_[u] != part_[v]; });
  };
  for (const std::uint32_t v : ascending(exec_, g_.vertices, is_boundary)) list(v);
}

void shifting::list(std::uint32_t v) {
  if (listed_[v] == part_[v]) return;
  listed_[v] = part_[v];
  boundary_[part_[v]].push_back(v);
}

void shifting::move_vertex(std::uint32_t v, std::uint32_t to) {
  const std::uint32_t from = part_[v];
  gain_ += connection(v, to) - connection(v, from);
  part_weight_[from] -= vertex_weight(v);
  part_weight_[to] += vertex_weight(v);
  part_[v] = to;
  moved_.emplace_back(v, from);
  list(v);
  for (std::uint64_t e = g_.begin[v]; e != g_.begin[v + std::size_t{1}]; ++e)
    if (const std::uint32_t u = g_.to[e]; part_[u] == from) list(u);
}

std::int64_t shifting::connection(std::uint32_t v, std::uint32_t p) {
  work_ += g_.begin[v + std::size_t{1}] - g_.begin[v] + 1;
  std::int64_t sum = 0;
  for (std::uint64_t e = g_.begin[v]; e != g_.begin[v + std::size_t{1}]; ++e)
    if (part_[g_.to[e]] == p) sum += edge_weight(e);
  return !old_part_.empty() && old_part_[v] == p ? sum + move_cost_[v] : sum;
}

// Whether its part holds v more strongly than all of its edges do.
bool shifting::is_held(std::uint32_t v) {
  if (old_part_.empty() || old_part_[v] != part_[v]) return false;
  std::int64_t edges = 0;
  for (std::uint64_t e = g_.begin[v]; e != g_.begin[v + std::size_t{1}]; ++e) edges += edge_weight(e);
  work_ += g_.begin[v + std::size_t{1}] - g_.begin[v] + 1;
  return move_cost_[v] > edges;
}

// By breadth-first search over adjacent parts; empty if none near has capacity.
std::vector<std::uint32_t> shifting::path_from(std::uint32_t full) {
  std::vector<std::uint32_t> before(limit_.size(), no_part), distance(limit_.size(), 0), queue{full};
  before[full] = full;
  for (std::size_t next = 0; next != queue.size(); ++next) {
    const std::uint32_t p = queue[next];
    if (p != full && excess(p) < 0) {
      std::vector<std::uint32_t> path{p};
      while (path.back() != full) path.push_back(before[path.back()]);
      std::reverse(path.begin(), path.end());
      return path;
    }
    if (distance[p] == longest_path || exhausted()) continue;
    for (const std::uint32_t v : boundary_[p]) {
      if (part_[v] != p) continue;
      work_ += g_.begin[v + std::size_t{1}] - g_.begin[v] + 1;
      for (std::uint64_t e = g_.begin[v]; e != g_.begin[v + std::size_t{1}]; ++e)
        if (const std::uint32_t q = part_[g_.to[e]]; before[q] == no_part) {
          before[q] = p;
          distance[q] = distance[p] + 1;
          queue.push_back(q);
        }
    }
  }
  return {};
}

// Moves vertices of highest gain until `from` exceeds its limit by no more than `kept`.
void shifting::relieve(std::uint32_t from, std::uint32_t to, std::int64_t kept) {
  using entry = std::pair<std::int64_t, std::uint32_t>;  // gain, and ~vertex: of equal gains the lowest first
  std::priority_queue<entry> heap;
  const auto offer = [&](std::uint32_t v) {
    if (part_[v] != from || (holds_ && is_held(v))) return;
    if (const std::int64_t outside = connection(v, to); outside != 0) heap.emplace(outside - connection(v, from), ~v);
  };
  for (const std::uint32_t v : boundary_[from]) offer(v);
  while (excess(from) > kept && !heap.empty() && !exhausted()) {
    const auto [gain, name] = heap.top();
    heap.pop();
    const std::uint32_t v = ~name;
    const std::int64_t w = vertex_weight(v);
    if (part_[v] != from || gain != connection(v, to) - connection(v, from)) continue;  // offered again since
    if (w == 0 || w > 2 * (excess(from) - kept) || !keeps_connected(v)) continue;
    move_vertex(v, to);
    for (std::uint64_t e = g_.begin[v]; e != g_.begin[v + std::size_t{1}]; ++e) offer(g_.to[e]);
  }
}

// Whether v's neighbours in its part are connected without it, as far as a short search shows.
bool shifting::keeps_connected(std::uint32_t v) {
  const std::uint32_t p = part_[v];
  std::vector<std::uint32_t> neighbours, reached;
  for (std::uint64_t e = g_.begin[v]; e != g_.begin[v + std::size_t{1}]; ++e)
    if (part_[g_.to[e]] == p) neighbours.push_back(g_.to[e]);
  if (neighbours.size() <= 1) return !neighbours.empty();
  ++search_;
  visit_[v] = visit_[neighbours.front()] = search_;
  reached.push_back(neighbours.front());
  const auto found = [&](std::uint32_t u) { return visit_[u] == search_; };
  for (std::size_t next = 0; next != reached.size() && next != longest_search; ++next) {
    if (next % 8 == 0 && std::all_of(neighbours.begin(), neighbours.end(), found)) return true;
    const std::uint32_t u = reached[next];
    work_ += g_.begin[u + std::size_t{1}] - g_.begin[u];
    for (std::uint64_t e = g_.begin[u]; e != g_.begin[u + std::size_t{1}]; ++e)
      if (const std::uint32_t x = g_.to[e]; part_[x] == p && visit_[x] != search_) {
        visit_[x] = search_;
        reached.push_back(x);
      }
  }
  return std::all_of(neighbours.begin(), neighbours.end(), found);
}

}  // namespace amorph::partition
