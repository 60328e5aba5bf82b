// The cost of a separator, for all backends.
#pragma once

#include <cstdint>

#include "amorph/kernels/base/config.hpp"

namespace amorph::ordering {

struct separator_weights {
  std::int64_t side[2], separator;
};

// Less is better: the separator's weight, a little more if the sides differ, as the next levels then cost more. Any
// separation within the limit is better than any other. `imbalance`: the heavier side weighs at most this multiple of
// half of all.
AMORPH_HD inline double separator_cost(const separator_weights& w, double imbalance) {
  // Twice a difference of sides costs four times as much: the work in a part grows faster than its size.
  constexpr double per_difference = 0.4;
  const std::int64_t heavier = w.side[0] > w.side[1] ? w.side[0] : w.side[1];
  const std::int64_t sides = w.side[0] + w.side[1], lighter = sides - heavier;
  const auto total = static_cast<double>(sides + w.separator);
  const double limit = 0.5 * imbalance * total;
  if (static_cast<double>(heavier) > limit && lighter + w.separator > 0)
    return 1e30 * (1 + static_cast<double>(heavier) / (total + 1));
  const double difference = static_cast<double>(w.side[0] - w.side[1]) / static_cast<double>(sides > 1 ? sides : 1);
  return (static_cast<double>(w.separator) + 0.5) * (1 + per_difference * difference * difference);
}

}  // namespace amorph::ordering
