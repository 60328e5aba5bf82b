// Explains points-to facts (--why).
#pragma once

#include <string>
#include <vector>

#include "tools/commands/amorph-pta/source/item.hpp"
#include "tools/commands/amorph-pta/source/source_index.hpp"

namespace amorph::pta {

// The most certain chain of constraints from `from` back to where the address of `to` is taken: one item per step, that
// of `from`, written `asked`, first. Empty if `from` cannot point there; one item named "..." if no chain was found
// within ten million steps or a GiB. A step through memory names the pointer that leads there; why it does is a
// separate question. Needs ExtractionParameters::Origins. O(constraints + objects in distinct sets) for each object on
// the way.
[[nodiscard]] std::vector<item> explain(const source_index& program, const pointer& from, const std::string& asked,
                                        const pointer& to);

}  // namespace amorph::pta
