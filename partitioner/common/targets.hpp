// Target weights and balance limits of parts.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

#include "amorph/kernels/exec/cpu.hpp"
#include "amorph/kernels/primitives/reduce.hpp"
#include "partitioner/common/partition.hpp"

namespace amorph::partition {

// Weight sum over all vertices for one balance constraint.
inline std::int64_t total_weight(cpu_exec& exec, const graph& g, const options& o, std::uint32_t constraint) {
  if (g.vertex_weight.empty()) return g.vertices;
  const auto of_vertex = [&](std::size_t v) { return std::int64_t{g.vertex_weight[v * o.constraints + constraint]}; };
  std::int64_t sum = 0;
  reduce_into<std::int64_t>(exec, g.vertices, of_vertex, &sum, 0);
  return sum;
}

// A part's target as a fraction of the total weight.
inline double target_share(const options& o, std::uint32_t part, std::uint32_t constraint) {
  return o.target.empty() ? 1.0 / o.parts : double{o.target[std::size_t{part} * o.constraints + constraint]};
}

// The allowed imbalance of a part.
inline double allowed_imbalance(const options& o, std::uint32_t constraint) {
  return o.imbalance.empty() ? (o.scheme == scheme::kway ? 1.03 : 1.001) : double{o.imbalance[constraint]};
}
// With recursive bisection each bisection may use METIS's default, 1.001: a share of a smaller tolerance would
// increase the cut more than it is worth.
inline double minimum_imbalance(const options& o) { return std::min(allowed_imbalance(o, 0), 1.001); }
inline double allowed_in_the_end(const options& o, std::uint32_t constraint) {
  const double all = allowed_imbalance(o, constraint);
  return o.scheme == scheme::kway ? all : std::max(all, std::pow(minimum_imbalance(o), std::bit_width(o.parts - 1)));
}

// The maximum weight of a part: the target times the imbalance, but never below the target rounded up, which some
// part may have to reach.
inline std::int64_t part_limit(const options& o, std::uint32_t part, std::uint32_t constraint, std::int64_t total) {
  double target = target_share(o, part, constraint) * static_cast<double>(total);
  // An integer target must not be rounded up because of a rounding error: shares have 24 bits.
  if (const double nearest = std::round(target); std::abs(target - nearest) <= target * 0x1p-23) target = nearest;
  const auto minimum = static_cast<std::int64_t>(std::ceil(target));
  // (A tolerance may be too large for 64 bits.)
  const double maximum = std::min(std::floor(target * allowed_in_the_end(o, constraint) * (1 + 1e-12)), double(total));
  return std::max(minimum, static_cast<std::int64_t>(maximum));
}

// Part by part, with an entry for each constraint.
struct part_targets {
  std::vector<std::int64_t> target, limit;
};

// Integer targets that add up to the total, for one constraint.
inline part_targets targets_of(const options& o, std::int64_t total, std::uint32_t constraint) {
  part_targets t;
  double before = 0;
  std::int64_t given = 0;
  for (std::uint32_t p = 0; p != o.parts; ++p) {
    before += target_share(o, p, constraint) * static_cast<double>(total);
    const std::int64_t upto = p + 1 == o.parts ? total : std::min<std::int64_t>(total, std::llround(before));
    t.target.push_back(upto - given);
    t.limit.push_back(std::max(part_limit(o, p, constraint, total), upto - given));
    given = upto;
  }
  return t;
}
// For all constraints.
inline part_targets targets_of(cpu_exec& exec, const graph& g, const options& o) {
  const std::size_t constraints = o.constraints;
  part_targets t{std::vector<std::int64_t>(o.parts * constraints), std::vector<std::int64_t>(o.parts * constraints)};
  for (std::uint32_t c = 0; c != constraints; ++c) {
    const part_targets one = targets_of(o, total_weight(exec, g, o, c), c);
    for (std::size_t p = 0; p != o.parts; ++p) {
      t.target[p * constraints + c] = one.target[p];
      t.limit[p * constraints + c] = one.limit[p];
    }
  }
  return t;
}

}  // namespace amorph::partition
