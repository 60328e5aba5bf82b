#include "partitioner/hypergraph/balance.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace amorph::hypergraph {
namespace {

struct fractions {
  double low, high;
};

void bisect(std::uint32_t first, std::uint32_t parts, fractions of, double tolerance, std::vector<fractions>& part) {
  if (parts == 1) {
    part[first] = of;
    return;
  }
  const std::uint32_t left = parts / 2;
  const double share = static_cast<double>(left) / parts;
  const auto side = [&](double s) {
    return fractions{of.low * std::max(0.0, s - tolerance), of.high * std::min(1.0, s + tolerance)};
  };
  bisect(first, left, side(share), tolerance, part);
  bisect(first + left, parts - left, side(1 - share), tolerance, part);
}

}  // namespace

part_bounds bounds_of_bisections(const netlist& n, std::uint32_t parts, double ubfactor) {
  std::int64_t total = n.vertices;
  if (!n.vertex_weight.empty())
    total = std::accumulate(n.vertex_weight.begin(), n.vertex_weight.end(), std::int64_t{0});
  std::vector<fractions> part(parts);
  bisect(0, parts, {1, 1}, ubfactor / 100, part);
  part_bounds b;
  constexpr double rounding = 1e-9;  // of the products
  const std::int64_t even = total / parts;
  for (const fractions& f : part) {
    const double weight = static_cast<double>(total);
    // A bound never excludes the even share, which rounding may.
    b.minimum.push_back(std::min(even, static_cast<std::int64_t>(std::ceil(f.low * weight * (1 - rounding)))));
    b.maximum.push_back(
        std::max(even + (total % parts != 0 ? 1 : 0), static_cast<std::int64_t>(f.high * weight * (1 + rounding))));
  }
  return b;
}

}  // namespace amorph::hypergraph
