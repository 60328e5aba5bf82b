// The intervals of reluctant doubling, 1 1 2 1 1 2 4 1 1 2 ...: within a constant and a logarithm of the best schedule
// of restarts (M. Luby, A. Sinclair, D. Zuckerman, "Optimal speedup of Las Vegas algorithms", 1993), by D. Knuth's
// recurrence ("The Art of Computer Programming", volume 4, fascicle 6, 2015).
#pragma once

#include <cstdint>

#include "amorph/kernels/base/config.hpp"

namespace amorph::sat {

class reluctant_doubling {
 public:
  // The current interval.
  [[nodiscard]] AMORPH_HD std::uint32_t interval() const { return v_; }
  AMORPH_HD void next() {
    if ((u_ & (~u_ + 1)) == v_) {
      ++u_;
      v_ = 1;
    } else {
      v_ *= 2;
    }
    left_ = v_;
  }
  // One unit of time; returns whether the interval is over, and then begins the next one.
  AMORPH_HD bool count_down() {
    if (--left_ != 0) return false;
    next();
    return true;
  }

 private:
  std::uint32_t u_ = 1, v_ = 1, left_ = 1;
};

}  // namespace amorph::sat
