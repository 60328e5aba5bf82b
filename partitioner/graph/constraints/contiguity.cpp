// Components of parts and their moves to adjacent parts; excess moves along a path of parts, vertex by vertex.
#include "partitioner/graph/constraints/contiguity.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace amorph::partition {
namespace {

using initial::kway_partition;
using initial::part_id;
using initial::vertex;
using initial::weight;

constexpr part_id no_part = ~part_id{0};

// The components of the subgraphs that the parts induce.
struct part_components {
  std::vector<vertex> order;             // the vertices, component by component
  std::vector<std::size_t> begin{0};     // of each component in `order`
  std::vector<std::size_t> main;         // per part: its heaviest component
  std::vector<std::vector<weight>> sum;  // per component: weights

  explicit part_components(const kway_partition& p) : main(p.parts(), ~std::size_t{0}) {
    std::vector<bool> seen(p.graph.vertices(), false);
    order.reserve(p.graph.vertices());
    for (vertex v = 0; v != p.graph.vertices(); ++v) {
      if (seen[v]) continue;
      collect(p, v, seen);
      std::size_t& best = main[p.part(v)];
      const std::size_t current = begin.size() - 1;
      if (best == ~std::size_t{0} || std::pair(sum[best][0], size(best)) < std::pair(sum[current][0], size(current)))
        best = current;
      begin.push_back(order.size());
    }
  }
  [[nodiscard]] std::size_t count() const { return sum.size(); }
  [[nodiscard]] std::size_t size(std::size_t i) const {
    return (i + 1 < begin.size() ? begin[i + 1] : order.size()) - begin[i];
  }
  [[nodiscard]] span<const vertex> members(std::size_t i) const { return {order.data() + begin[i], size(i)}; }

 private:
  void collect(const kway_partition& p, vertex first, std::vector<bool>& seen) {
    std::vector<weight> weights(p.graph.constraints, 0);
    seen[first] = true;
    order.push_back(first);
    for (std::size_t next = begin.back(); next != order.size(); ++next) {
      const vertex v = order[next];
      for (std::uint32_t c = 0; c != p.graph.constraints; ++c) weights[c] += p.graph.weights(v)[c];
      for (std::uint64_t e = p.graph.begin[v]; e != p.graph.begin[v + 1]; ++e) {
        const vertex u = p.graph.to[e];
        if (seen[u] || p.part(u) != p.part(v)) continue;
        seen[u] = true;
        order.push_back(u);
      }
    }
    sum.push_back(std::move(weights));
  }
};

// The adjacent part that a component should join: one that has capacity for it, then that of the strongest connection.
part_id part_to_join(const kway_partition& p, span<const vertex> component, const std::vector<weight>& weights) {
  std::vector<std::pair<part_id, weight>> connections;
  for (const vertex v : component)
    p.for_each_adjacent_part(v, [&](part_id q, weight c) {
      if (q == p.part(v)) return;
      const auto at =
          std::find_if(connections.begin(), connections.end(), [&](auto& entry) { return entry.first == q; });
      at != connections.end() ? void(at->second += c) : void(connections.emplace_back(q, c));
    });
  part_id best = no_part;
  std::pair<weight, weight> rank;
  for (const auto& [q, c] : connections) {
    weight added = 0;
    for (std::uint32_t i = 0; i != weights.size(); ++i) added += p.change(q, i, weights[i]);
    if (const std::pair candidate(-added, c); best == no_part || rank < candidate) best = q, rank = candidate;
  }
  return best;
}

// Moves vertices from a part to an adjacent one until `amount` of a constraint's weight has moved.
class transfer {
 public:
  using journal = std::vector<std::pair<vertex, part_id>>;
  transfer(kway_partition& p, initial::gain_heap& heap, journal& moved) : p_(p), heap_(heap), moved_(moved) {}

  void run(part_id from, part_id to, std::uint32_t constraint, weight amount) {
    from_ = from;
    to_ = to;
    heap_.reset(p_.graph.vertices());
    for (const vertex v : p_.members(from)) offer(v);
    while (amount > 0 && !heap_.empty()) {
      const vertex v = heap_.pop();
      const weight w = p_.graph.weights(v)[constraint];
      if (w == 0 || w > 2 * amount || !p_.may_leave(v)) continue;
      if (!p_.may_join(v, to)) continue;
      p_.move(v, to);
      moved_.emplace_back(v, from);
      amount -= w;
      for (std::uint64_t e = p_.graph.begin[v]; e != p_.graph.begin[v + 1]; ++e)
        if (p_.part(p_.graph.to[e]) == from) offer(p_.graph.to[e]);
    }
  }

 private:
  void offer(vertex v) {
    if (const weight outside = p_.connection(v, to_); outside != 0)
      heap_.push_or_set(v, outside - p_.connection(v, from_));
  }

  kway_partition& p_;
  initial::gain_heap& heap_;
  journal& moved_;
  part_id from_ = 0, to_ = 0;
};

class pushing {
 public:
  explicit pushing(kway_partition& p) : p_(p), adjacent_(p.parts()) {}

  // One round over the parts above their limits; returns whether the excess decreased.
  bool round() {
    find_adjacent_parts();
    const weight before = p_.excess();
    for (part_id q = 0; q != p_.parts(); ++q)
      if (p_.penalty(q) > 0) relieve(q);
    return p_.excess() < before;
  }

 private:
  void find_adjacent_parts() {
    for (auto& row : adjacent_) row.clear();
    for (vertex v = 0; v != p_.graph.vertices(); ++v)
      p_.for_each_adjacent_part(v, [&](part_id q, weight) {
        if (q != p_.part(v)) adjacent_[p_.part(v)].push_back(q);
      });
    for (auto& row : adjacent_) {
      std::sort(row.begin(), row.end());
      row.erase(std::unique(row.begin(), row.end()), row.end());
    }
  }

  // From `heavy` to the nearest part that can take weight of the constraint.
  [[nodiscard]] std::vector<part_id> path(part_id heavy, std::uint32_t constraint) const {
    std::vector<part_id> before(p_.parts(), no_part), queue{heavy};
    before[heavy] = heavy;
    for (std::size_t next = 0; next != queue.size(); ++next) {
      const part_id q = queue[next];
      if (p_.change(q, constraint, 1) <= 0 && q != heavy) {
        std::vector<part_id> found{q};
        while (found.back() != heavy) found.push_back(before[found.back()]);
        std::reverse(found.begin(), found.end());
        return found;
      }
      for (const part_id r : adjacent_[q])
        if (before[r] == no_part) {
          before[r] = q;
          queue.push_back(r);
        }
    }
    return {};
  }

  void relieve(part_id heavy) {
    std::uint32_t constraint = 0;
    for (std::uint32_t c = 1; c != p_.graph.constraints; ++c)
      if (p_.weight_above(heavy, c) > p_.weight_above(heavy, constraint)) constraint = c;
    const std::vector<part_id> parts = path(heavy, constraint);
    const weight before = p_.excess();
    transfer::journal moved;
    transfer move(p_, heap_, moved);
    for (std::size_t i = 1; i < parts.size(); ++i)
      move.run(parts[i - 1], parts[i], constraint, p_.weight_above(parts[i - 1], constraint));
    if (p_.excess() < before) return;
    for (std::size_t i = moved.size(); i != 0; --i) p_.move(moved[i - 1].first, moved[i - 1].second);
  }

  kway_partition& p_;
  std::vector<std::vector<part_id>> adjacent_;
  initial::gain_heap heap_;
};

}  // namespace

void connect_parts(kway_partition& p) {
  for (;;) {
    const part_components found(p);
    std::vector<std::size_t> strays;
    for (std::size_t i = 0; i != found.count(); ++i)
      if (found.main[p.part(found.members(i)[0])] != i) strays.push_back(i);
    std::stable_sort(strays.begin(), strays.end(), [&](auto a, auto b) { return found.size(a) < found.size(b); });
    bool moved = false;
    for (const std::size_t i : strays) {
      const part_id to = part_to_join(p, found.members(i), found.sum[i]);
      if (to == no_part) continue;  // a component of the graph
      for (const vertex v : found.members(i)) p.move(v, to);
      moved = true;
    }
    if (!moved) return;
  }
}

void push_excess(kway_partition& p) {
  if (p.excess() == 0) return;
  pushing push(p);
  while (p.excess() != 0 && push.round()) {}
}

}  // namespace amorph::partition
