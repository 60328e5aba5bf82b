// Classifies all triangles: which are bad, before refinement and after it, and why the remaining ones are.
#pragma once

#include <cstdint>

#include "solver/mesh/refine/quality.hpp"
#include "solver/mesh/refine/refine.hpp"

namespace amorph::mesh::refining {

struct classify_all {
  refinement_rules rules;
  AMORPH_BODY void operator()(std::size_t i) const {
    triangle& t = rules.mesh.triangles[i];
    t.marks =
        rules.marks_of(t.corner, t.next, t.marks & mark::segments, rules.mesh.areas.of(static_cast<std::uint32_t>(i)));
    t.made = 0;
  }
};
// Only those that were left at the machine precision limit.
struct classify_again {
  refinement_rules rules;
  AMORPH_BODY void operator()(std::size_t i) const {
    triangle& t = rules.mesh.triangles[i];
    if ((t.marks & mark::at_precision) != 0)
      t.marks = rules.marks_of(t.corner, t.next, t.marks & mark::segments,
                               rules.mesh.areas.of(static_cast<std::uint32_t>(i)));
  }
};

// The cause for which a triangle still violates a bound after refinement; not_bad if it does not.
inline constexpr std::uint8_t not_bad = 255;
struct explain {
  refinement_rules strict;
  std::uint8_t* why;
  AMORPH_BODY void operator()(std::size_t i) const {
    const triangle t = strict.mesh.triangles[i];
    const std::uint32_t now = strict.marks_of(t.corner, t.next, t.marks & mark::segments,
                                              strict.mesh.areas.of(static_cast<std::uint32_t>(i)));
    why[i] = (now & mark::bad) != 0 ? static_cast<std::uint8_t>(cause_of(t.marks, now))
             : (now & mark::encroached) != 0 && !mark::wanting(t.marks) ? static_cast<std::uint8_t>(cause::precision)
                                                                        : not_bad;
  }
  AMORPH_BODY static cause cause_of(std::uint32_t marks, std::uint32_t now) {
    if ((marks & mark::at_precision) != 0) return cause::precision;
    if ((marks & mark::kept_segment) != 0) return cause::kept_segment;
    if (mark::wanting(marks)) return cause::point_limit;
    return (now & mark::encroached) != 0 ? cause::precision : cause::input_angle;
  }
};
struct is_bad {
  const std::uint8_t* why;
  AMORPH_BODY bool operator()(std::size_t i) const { return why[i] != not_bad; }
};

}  // namespace amorph::mesh::refining
