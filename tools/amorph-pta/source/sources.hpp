// What amorph-pta does with sources and LLVM IR.
#pragma once

#include "tools/amorph-pta/pta.hpp"

namespace amorph::pta {

// From sources to answers: lowers, links, extracts, solves, asks. Throws error.
void analyse_sources(config& c);

}  // namespace amorph::pta
