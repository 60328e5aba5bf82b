// Why a pointer may point where it does.
#pragma once

#include <vector>

#include "tools/amorph-pta/source/item.hpp"
#include "tools/amorph-pta/source/places.hpp"

namespace amorph::pta {

// The shortest chain of constraints from `from` back to the place where the address of `to` is taken: one item a step,
// that of `from` first; empty if it cannot point there, and one item named "..." where ten million steps, or those that fit into
// a GiB, found no chain.
// A step through memory names the pointer that leads there; that it does is another question. Needs
// ExtractionParameters::Origins. O(constraints + objects in distinct sets) for each object on the way.
[[nodiscard]] std::vector<item> explain(const source_index& program, const pointer& from, const pointer& to);

}  // namespace amorph::pta
