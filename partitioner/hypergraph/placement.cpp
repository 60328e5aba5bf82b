// Breadth-first search from the vertices that have a part: each new vertex that it reaches gets the best part then.
#include "partitioner/hypergraph/placement.hpp"

#include <algorithm>
#include <deque>
#include <limits>

namespace amorph::hypergraph {
namespace {

constexpr std::uint32_t nowhere = std::numeric_limits<std::uint32_t>::max();
constexpr std::uint64_t largest_net = 1000;  // larger nets say little about their pins

class placement {
 public:
  placement(const netlist& n, const options& o, const std::vector<std::int64_t>& limit)
      : n_(n), o_(o), limit_(limit), part_(n.vertices, nowhere), weight_(limit.size(), 0), rating_(o.parts, 0) {
    for (std::uint32_t v = 0; v != n.vertices; ++v) {
      const std::int32_t p = !o.fixed.empty() && o.fixed[v] != -1 ? o.fixed[v] : o.start[v];
      if (p == -1)
        added_.push_back(v);
      else
        put(v, static_cast<std::uint32_t>(p));
    }
  }

  std::vector<std::uint32_t> run() {
    if (added_.empty()) return std::move(part_);
    list_nets();
    std::deque<std::uint32_t> queue;
    for (std::uint32_t i = 0; i != added_.size(); ++i)
      if (rate(i)) queue.push_back(i);
    for (std::uint32_t next = 0;;) {
      if (queue.empty()) {
        while (next != added_.size() && part_[added_[next]] != nowhere) ++next;
        if (next == added_.size()) break;
        queue.push_back(next);
      }
      const std::uint32_t i = queue.front();
      queue.pop_front();
      if (part_[added_[i]] != nowhere) continue;
      (void)rate(i);
      put(added_[i], best(added_[i]));
      for_neighbours(i, [&](std::uint32_t u) {
        if (part_[u] == nowhere) queue.push_back(number_of(u));
      });
    }
    return std::move(part_);
  }

 private:
  [[nodiscard]] std::int64_t weight_of(std::uint32_t v, std::size_t d) const {
    return n_.vertex_weight.empty() ? 1 : n_.vertex_weight[v * std::size_t{n_.dimensions} + d];
  }
  void put(std::uint32_t v, std::uint32_t part) {
    part_[v] = part;
    for (std::size_t d = 0; d != n_.dimensions; ++d) weight_[part * std::size_t{n_.dimensions} + d] += weight_of(v, d);
  }
  [[nodiscard]] std::uint32_t number_of(std::uint32_t v) const {
    return static_cast<std::uint32_t>(std::lower_bound(added_.begin(), added_.end(), v) - added_.begin());
  }
  void list_nets() {
    std::vector<bool> is_new(n_.vertices);
    for (const std::uint32_t v : added_) is_new[v] = true;
    nets_.resize(added_.size());
    for (std::uint32_t e = 0; e != n_.nets; ++e) {
      const std::uint64_t first = n_.net_begin[e], last = n_.net_begin[e + std::size_t{1}];
      if (last - first > largest_net) continue;
      for (std::uint64_t i = first; i != last; ++i)
        if (is_new[n_.pin[i]]) nets_[number_of(n_.pin[i])].push_back(e);
    }
  }
  template <class F> void for_neighbours(std::uint32_t i, F f) const {
    for (const std::uint32_t e : nets_[i])
      for (std::uint64_t j = n_.net_begin[e]; j != n_.net_begin[e + std::size_t{1}]; ++j) f(n_.pin[j]);
  }
  // Fills rating_, the weight of nets that lead to each part; false if none does.
  bool rate(std::uint32_t i) {
    std::fill(rating_.begin(), rating_.end(), 0);
    bool any = false;
    for (const std::uint32_t e : nets_[i]) {
      const std::uint64_t first = n_.net_begin[e], last = n_.net_begin[e + std::size_t{1}];
      const double w = (n_.net_weight.empty() ? 1.0 : n_.net_weight[e]) / static_cast<double>(last - first);
      for (std::uint64_t j = first; j != last; ++j)
        if (const std::uint32_t p = part_[n_.pin[j]]; p != nowhere) rating_[p] += w, any = true;
    }
    return any;
  }
  [[nodiscard]] std::uint32_t best(std::uint32_t v) const {
    std::uint32_t found = nowhere, emptiest = 0;
    double most_free = -std::numeric_limits<double>::infinity();
    for (std::uint32_t p = 0; p != o_.parts; ++p) {
      double free = 1;
      for (std::size_t d = 0; d != n_.dimensions; ++d) {
        const std::size_t at = p * std::size_t{n_.dimensions} + d;
        const auto most = static_cast<double>(std::max<std::int64_t>(1, limit_[at]));
        free = std::min(free, static_cast<double>(limit_[at] - weight_[at] - weight_of(v, d)) / most);
      }
      if (free > most_free) most_free = free, emptiest = p;
      if (free >= 0 && rating_[p] > 0 && (found == nowhere || rating_[p] > rating_[found])) found = p;
    }
    return found != nowhere ? found : emptiest;
  }

  const netlist& n_;
  const options& o_;
  const std::vector<std::int64_t>& limit_;
  std::vector<std::uint32_t> part_, added_;
  std::vector<std::int64_t> weight_;              // per part and dimension
  std::vector<double> rating_;                    // per part, of one vertex
  std::vector<std::vector<std::uint32_t>> nets_;  // of the new vertices
};

}  // namespace

std::vector<std::uint32_t> place_new_vertices(const netlist& n, const options& o,
                                              const std::vector<std::int64_t>& limit) {
  return placement(n, o, limit).run();
}

}  // namespace amorph::hypergraph
