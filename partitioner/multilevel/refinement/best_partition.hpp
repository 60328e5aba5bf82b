// The best partition seen so far is a level's result; a smaller excess over the limits counts before a smaller cut. If
// rebalancing cannot keep the limits (a vertex outweighs its part, weights do not pack), the part weights of the best
// partition become the limits of the overweight parts, on this level only.
#pragma once

#include "partitioner/multilevel/refinement/refine.hpp"

namespace amorph::partition {

// `cut` is twice the cut: each edge counts at both ends.
struct quality {
  int64_t excess, cut;
  AMORPH_HD bool better_than(const quality& other) const {
    return excess < other.excess || (excess == other.excess && cut < other.cut);
  }
};
struct add_excess {
  part_balance balance;
  quality* to;
  AMORPH_BODY void operator()(size_t i) const {
    const auto p = static_cast<uint32_t>(i);
    if (balance.overweight(p)) atomic_add(&to->excess, balance.weight[p] - balance.limit[p]);
  }
};
struct reset_limits {
  part_balance balance;
  const int64_t* given;
  AMORPH_BODY void operator()(size_t p) const { balance.limit[p] = given[p]; }
};
struct raise_limits {
  part_balance balance;
  AMORPH_BODY void operator()(size_t p) const {
    if (balance.weight[p] > balance.limit[p]) balance.limit[p] = balance.weight[p];
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
