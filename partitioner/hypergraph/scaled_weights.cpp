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

}  // namespace

scaled_weights::scaled_weights(const netlist& n) {
  const std::vector<std::int64_t> total = total_weights(n);
  if (*std::max_element(total.begin(), total.end()) <= std::numeric_limits<std::int32_t>::max()) return;
  for (std::uint32_t d = 0; d != n.dimensions; ++d) unit_.push_back(unit_of(n, d, total[d]));
  weight_.reserve(n.vertex_weight.size());
  for (std::size_t i = 0; i != n.vertex_weight.size(); ++i) {
    const std::int64_t unit = unit_[i % n.dimensions], weight = n.vertex_weight[i];
    weight_.push_back(static_cast<std::int32_t>(std::max<std::int64_t>(weight != 0, (weight + unit / 2) / unit)));
  }
}

netlist scaled_weights::apply(const netlist& n) const {
  netlist scaled = n;
  scaled.vertex_weight = weight_;
  return scaled;
}

std::vector<std::int64_t> scaled_weights::apply(std::vector<std::int64_t> limit) const {
  for (std::size_t i = 0; i != limit.size(); ++i) limit[i] /= unit_[i % unit_.size()];
  return limit;
}

}  // namespace amorph::hypergraph
