// Penalty of weight above a balance limit.
//
// With one constraint, the weight. With several, its square as well. A move that takes one weight out of a part often
// brings another one into its new part. If all excess counted the same, moves would end with a part at twice its limit
// because each would put another one just above its own. The penalty is convex, so that moves of small vertices usually
// come near its minimum; heavy ones may leave it elsewhere.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "amorph/kernels/base/span.hpp"
#include "partitioner/graph/initial/bisect.hpp"

namespace amorph::partition::initial {

class excess_penalty {
 public:
  // Limits are part by part, with an entry for each constraint. `scale`: the penalty of a unit of each constraint, so
  // that all constraints count the same; empty for one constraint.
  excess_penalty(span<const std::int64_t> limit, span<const weight> scale)
      : limit_(limit), scale_(scale), most_(0x1p61 / static_cast<double>(std::max<std::size_t>(1, limit.size()))) {}

  // Of the weight that a part has of a constraint. O(1).
  [[nodiscard]] weight operator()(std::size_t entry, weight sum) const {
    const weight above = sum - limit_[entry];
    if (above <= 0) return 0;
    if (scale_.size() < 2) return above;
    const weight scaled = above * scale_[entry % scale_.size()];
    const double share = static_cast<double>(above) / static_cast<double>(std::max<weight>(1, limit_[entry]));
    return scaled + static_cast<weight>(std::min(most_, squares * share * static_cast<double>(scaled)));
  }

 private:
  static constexpr double squares = 1024;  // the quadratic term dominates from 0.1% above the limit

  span<const std::int64_t> limit_;
  span<const weight> scale_;
  double most_;  // caps the quadratic terms at 2^61 in all; linear ones add at most the scaled totals
};

}  // namespace amorph::partition::initial
