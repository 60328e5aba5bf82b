#include "partitioner/hypergraph/refinement/gain_table.hpp"

#include <algorithm>
#include <array>

namespace amorph::hypergraph {

gain_table::gain_table(const core_hypergraph& h, std::uint32_t parts, objective_weights objective, std::uint32_t* part)
    : host_partition(h, parts, objective, part),
      count_(std::size_t{h.nets} * parts, 0),
      benefit_(parts == 2 ? 0 : std::size_t{h.vertices} * parts, 0),
      base_(h.vertices, 0) {
  k_ == 2 ? fill_of_two() : fill();
}

void gain_table::fill() {
  for (std::uint32_t v = 0; v != h_.vertices; ++v) {
    base_[v] -= cost_of_leaving(v, part_[v]);
    if (h_.move_cost != nullptr) benefit_[std::size_t{v} * k_ + h_.old_part[v]] += h_.move_cost[v];
  }
  std::vector<std::uint32_t> joined;  // the parts of a net
  for (std::uint32_t e = 0; e != h_.nets; ++e) {
    const std::uint32_t size = size_of(e);
    if (size < 2) continue;
    std::uint32_t* const count = &count_[std::size_t{e} * k_];
    joined.clear();
    for_pins(e, [&](std::uint32_t u) {
      if (count[part_[u]]++ == 0) joined.push_back(part_[u]);
    });
    const std::int32_t aw = a_ * net_weight(e), bw = b_ * net_weight(e);
    for_pins(e, [&](std::uint32_t u) {
      const std::uint32_t own = count[part_[u]];
      base_[u] += (own == 1 ? 0 : -aw) - (own == size ? bw : 0);
      for (const std::uint32_t p : joined)
        benefit_[std::size_t{u} * k_ + p] += aw + (p != part_[u] && count[p] == size - 1 ? bw : 0);
    });
  }
}

void gain_table::fill_of_two() {
  for (std::uint32_t v = 0; h_.move_cost != nullptr && v != h_.vertices; ++v)
    base_[v] = part_[v] == h_.old_part[v] ? -h_.move_cost[v] : h_.move_cost[v];
  for (std::uint32_t e = 0; e != h_.nets; ++e) {
    const std::uint32_t size = size_of(e);
    if (size < 2) continue;
    std::uint32_t* const count = &count_[std::size_t{e} * 2];
    for_pins(e, [&](std::uint32_t u) { ++count[part_[u]]; });
    const std::int32_t w = (a_ + b_) * net_weight(e);
    const std::array<std::int32_t, 2> gain{(count[0] == 1 ? w : 0) - (count[0] == size ? w : 0),
                                           (count[1] == 1 ? w : 0) - (count[1] == size ? w : 0)};
    if (gain[0] != 0 || gain[1] != 0) for_pins(e, [&](std::uint32_t u) { base_[u] += gain[part_[u]]; });
  }
}

std::int64_t gain_table::objective() const {
  std::int64_t sum = 0;
  for (std::uint32_t e = 0; e != h_.nets; ++e) {
    if (size_of(e) < 2) continue;
    const std::uint32_t* const count = &count_[std::size_t{e} * k_];
    const auto lambda = static_cast<std::int64_t>(std::count_if(count, count + k_, [](auto c) { return c != 0; }));
    if (lambda > 1) sum += net_weight(e) * (a_ * (lambda - 1) + b_);
  }
  for (std::uint32_t v = 0; h_.move_cost != nullptr && v != h_.vertices; ++v)
    if (part_[v] != h_.old_part[v]) sum += h_.move_cost[v];
  return sum;
}

}  // namespace amorph::hypergraph
