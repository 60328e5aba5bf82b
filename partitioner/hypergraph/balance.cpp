#include "partitioner/hypergraph/balance.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "amorph/kernels/base/error.hpp"
#include "partitioner/hypergraph/check_input.hpp"

namespace amorph::hypergraph {
namespace {

struct fractions {
  double low, high;
};

class bisections {
 public:
  bisections(const std::vector<double>& share, double tolerance) : share_(share), tolerance_(tolerance) {}

  void run(std::uint32_t first, std::uint32_t parts, fractions of, std::vector<fractions>& part) const {
    if (parts == 1) {
      part[first] = of;
      return;
    }
    const std::uint32_t left = parts / 2;
    const double share = sum(first, left) / sum(first, parts);
    const auto side = [&](double s) {
      return fractions{of.low * std::max(0.0, s - tolerance_), of.high * std::min(1.0, s + tolerance_)};
    };
    run(first, left, side(share), part);
    run(first + left, parts - left, side(1 - share), part);
  }
  [[nodiscard]] double sum(std::uint32_t first, std::uint32_t parts) const {
    return std::accumulate(share_.begin() + first, share_.begin() + first + parts, 0.0);
  }

 private:
  const std::vector<double>& share_;
  double tolerance_;
};

}  // namespace

std::vector<std::int64_t> total_weights(const netlist& n) {
  std::vector<std::int64_t> total(n.dimensions, n.vertex_weight.empty() ? n.vertices : 0);
  for (std::size_t i = 0; i != n.vertex_weight.size(); ++i) total[i % n.dimensions] += n.vertex_weight[i];
  return total;
}

part_bounds bounds_of_bisections(const netlist& n, std::uint32_t parts, double ubfactor, std::vector<double> share) {
  check_number_of_parts(n, parts);
  const std::vector<std::int64_t> totals = total_weights(n);
  std::vector<fractions> part(parts);
  if (share.empty()) share.assign(parts, 1);
  const bisections all(share, ubfactor / 100);
  all.run(0, parts, {1, 1}, part);
  part_bounds b;
  const double shares = all.sum(0, parts);
  if (!std::isfinite(shares)) throw error(status::bad_input, "expected shares whose sum is a finite number");
  constexpr double rounding = 1e-9;  // of the products
  for (std::uint32_t p = 0; p != parts; ++p)
    for (const std::int64_t total : totals) {
      const auto weight = static_cast<double>(total);
      const double target = weight * (share[p] / shares);
      const auto low = static_cast<std::int64_t>(std::ceil(part[p].low * weight * (1 - rounding)));
      const auto high = static_cast<std::int64_t>(part[p].high * weight * (1 + rounding));
      // A bound never excludes the part's share, which rounding may.
      b.minimum.push_back(std::min(static_cast<std::int64_t>(target), low));
      b.maximum.push_back(std::max(static_cast<std::int64_t>(std::ceil(target)), high));
    }
  if (n.dimensions > 1) b.minimum.clear();
  return b;
}

}  // namespace amorph::hypergraph
