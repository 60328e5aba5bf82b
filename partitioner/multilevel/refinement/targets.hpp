// What a part should weigh, and may.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>

#include "amorph/kernels/exec/cpu.hpp"
#include "amorph/kernels/primitives/reduce.hpp"
#include "partitioner/multilevel/partition.hpp"

namespace amorph::partition {

// Of all vertices, for one of the constraints.
inline std::int64_t total_weight(cpu_exec& exec, const graph& g, const options& o, std::uint32_t constraint) {
  if (g.vertex_weight.empty()) return g.vertices;
  const auto of_vertex = [&](std::size_t v) { return std::int64_t{g.vertex_weight[v * o.constraints + constraint]}; };
  std::int64_t sum = 0;
  reduce_into<std::int64_t>(exec, g.vertices, of_vertex, &sum, 0);
  return sum;
}

// Of the whole weight, the fraction wanted.
inline double target_share(const options& o, std::uint32_t part, std::uint32_t constraint) {
  return o.target.empty() ? 1.0 / o.parts : double{o.target[std::size_t{part} * o.constraints + constraint]};
}

// Of a part.
inline double allowed_imbalance(const options& o, std::uint32_t constraint) {
  return o.imbalance.empty() ? (o.scheme == scheme::kway ? 1.03 : 1.001) : double{o.imbalance[constraint]};
}
// With recursive bisection each bisection may use METIS's default, 1.001: its share of less would cost more cut than it is
// worth.
inline double least_imbalance(const options& o) { return std::min(allowed_imbalance(o, 0), 1.001); }
inline double allowed_in_the_end(const options& o, std::uint32_t constraint) {
  const double all = allowed_imbalance(o, constraint);
  return o.scheme == scheme::kway ? all : std::max(all, std::pow(least_imbalance(o), std::bit_width(o.parts - 1)));
}

// The weight allowed: what the imbalance says, but never less than the target rounded up, which a part may have to be.
inline std::int64_t part_limit(const options& o, std::uint32_t part, std::uint32_t constraint, std::int64_t total) {
  const double target = target_share(o, part, constraint) * static_cast<double>(total);
  // A target that is a whole number must not be rounded up for a last bit.
  const auto least = static_cast<std::int64_t>(std::ceil(target * (1 - 1e-12)));
  // (A tolerance may be too large for 64 bits.)
  const double most = std::min(std::floor(target * allowed_in_the_end(o, constraint) * (1 + 1e-12)), double(total));
  return std::max(least, static_cast<std::int64_t>(most));
}

}  // namespace amorph::partition
