// The best partition seen so far is a level's result; a smaller excess over the limits counts before a smaller cut. If
// rebalancing cannot keep the limits (a vertex outweighs its part, weights do not pack), the part weights of the best
// partition become the limits of the overweight parts, on this level only.
#pragma once

#include "partitioner/refinement/label_propagation.hpp"

namespace amorph::partition {

// `cut` is twice the cut: each edge counts at both ends.
struct quality {
  int64_t excess, cut;
  AMORPH_HD bool better_than(const quality& other) const {
    return excess < other.excess || (excess == other.excess && cut < other.cut);
  }
};
template <class Balance> struct add_excess {
  Balance balance;
  quality* to;
  AMORPH_BODY void operator()(size_t i) const {
    const auto p = static_cast<uint32_t>(i);
    if (balance.overweight(p)) atomic_add(&to->excess, balance.excess(p));
  }
};
// Over the entries of the limits, as the next one.
template <class Balance> struct reset_limits {
  Balance balance;
  const int64_t* given;
  AMORPH_BODY void operator()(size_t i) const { balance.limit[i] = given[i] + balance.relaxation(i); }
};
template <class Balance> struct raise_limits {
  Balance balance;
  AMORPH_BODY void operator()(size_t i) const {
    if (balance.weight[i] > balance.limit[i]) balance.limit[i] = balance.weight[i];
  }
};
// The best partition is now the current one.
template <class Exec> struct keep_displaced {
  typename append_list<Exec>::view_type displaced;
  const uint32_t* part;
  uint32_t* kept;
  unsigned char* flags;
  AMORPH_BODY void operator()(size_t i) const {
    const uint32_t v = displaced[i];
    kept[v] = part[v];
    flags[v] &= static_cast<unsigned char>(~is_displaced);
  }
};

}  // namespace amorph::partition
