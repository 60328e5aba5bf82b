#include "partitioner/hypergraph/scaled_weights.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "partitioner/hypergraph/balance.hpp"

namespace amorph::hypergraph {
namespace {

constexpr std::int64_t largest_sum = std::int64_t{1} << 30;

// That the weights of dimension d are multiples of, or nearly.
std::int64_t unit_of(const netlist& n, std::uint32_t d, std::int64_t total) {
  std::int64_t divisor = 0;
  for (std::size_t i = d; i < n.vertex_weight.size(); i += n.dimensions)
    divisor = std::gcd(divisor, std::int64_t{n.vertex_weight[i]});
  divisor = std::max<std::int64_t>(1, divisor);
  return total / divisor <= largest_sum ? divisor : (total + largest_sum - 1) / largest_sum;
}

std::int32_t rounded(std::int64_t weight, std::int64_t unit) {
  return static_cast<std::int32_t>(std::max<std::int64_t>(weight != 0, (weight + unit / 2) / unit));
}

}  // namespace

scaled_weights::scaled_weights(const netlist& n, const options& o) {
  scale_vertices(n);
  scale_nets(n, o);
}

void scaled_weights::scale_vertices(const netlist& n) {
  const std::vector<std::int64_t> total = total_weights(n);
  if (*std::max_element(total.begin(), total.end()) <= std::numeric_limits<std::int32_t>::max()) return;
  for (std::uint32_t d = 0; d != n.dimensions; ++d) unit_.push_back(unit_of(n, d, total[d]));
  vertex_weight_.reserve(n.vertex_weight.size());
  for (std::size_t i = 0; i != n.vertex_weight.size(); ++i)
    vertex_weight_.push_back(rounded(n.vertex_weight[i], unit_[i % n.dimensions]));
}

void scaled_weights::scale_nets(const netlist& n, const options& o) {
  std::int64_t sum = n.net_weight.empty() ? n.nets : 0;
  for (const std::int32_t w : n.net_weight) sum += w;
  for (const std::int32_t c : o.move_cost) sum += c;
  if (sum < largest_sum) return;
  const std::int64_t unit = sum / (largest_sum / 2) + 1;
  for (std::uint32_t e = 0; e != n.nets; ++e)
    net_weight_.push_back(rounded(n.net_weight.empty() ? 1 : n.net_weight[e], unit));
  for (const std::int32_t c : o.move_cost) move_cost_.push_back(rounded(c, unit));
}

netlist scaled_weights::apply(const netlist& n) const {
  netlist scaled = n;
  if (!vertex_weight_.empty()) scaled.vertex_weight = vertex_weight_;
  if (!net_weight_.empty()) scaled.net_weight = net_weight_;
  return scaled;
}

options scaled_weights::apply(const options& o) const {
  options scaled = o;
  scaled.minimum = apply(o.minimum);
  if (!move_cost_.empty()) scaled.move_cost = move_cost_;
  return scaled;
}

std::vector<std::int64_t> scaled_weights::apply(std::vector<std::int64_t> limit) const {
  for (std::size_t i = 0; i != limit.size() && !unit_.empty(); ++i) limit[i] /= unit_[i % unit_.size()];
  return limit;
}

}  // namespace amorph::hypergraph
