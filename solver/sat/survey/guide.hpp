// Which rounds unfix variables, by the complexity of the residual formula.
//
// At each level, that is, with about as many variables fixed, rounds that unfix and rounds that fix again alternate as
// long as this raises the complexity per clause. Then a round more fixes the next level. If the complexity falls below
// a floor, or surveys do not converge, two rounds in a row unfix; the floor is then lowered to what was seen, so that a
// formula that has no more to offer is not held up.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

namespace amorph::sat {

class complexity_guide {
 public:
  explicit complexity_guide(std::uint64_t clauses) : slack_(5e-6 * static_cast<double>(clauses)) {}

  // After surveys of a residual formula were computed: whether the next round unfixes.
  bool unfixes(bool usable, double complexity, std::uint64_t clauses) {
    if (!usable || complexity < floor_) {
      floor_ = std::min(floor_, complexity) - slack_;
      withdrawals_ = further_withdrawals;
      return exchange(-std::numeric_limits<double>::infinity(), 0);
    }
    if (withdrawals_ != 0) {
      --withdrawals_;
      return true;
    }
    const double quality = complexity / static_cast<double>(clauses);
    switch (state_) {
      case state::arrived: return exchange(quality, 0);
      case state::unfixed: state_ = state::refilled; return false;
      case state::refilled: break;
    }
    if (exchanges_ < max_exchanges && quality > quality_ + gain) return exchange(quality, exchanges_ + 1);
    state_ = state::arrived;
    return false;
  }

 private:
  static constexpr unsigned max_exchanges = 20, further_withdrawals = 1;
  static constexpr double gain = 2e-6;  // per clause: less is no improvement

  bool exchange(double quality, unsigned exchanges) {
    quality_ = quality;
    exchanges_ = exchanges;
    state_ = state::unfixed;
    return true;
  }

  enum class state : std::uint8_t { arrived, unfixed, refilled };  // of the present level
  state state_ = state::arrived;
  double quality_ = 0, floor_ = 0, slack_;
  unsigned exchanges_ = 0, withdrawals_ = 0;
};

}  // namespace amorph::sat
