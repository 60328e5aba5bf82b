// amorph-pta on sources and LLVM IR.
#pragma once

#include "tools/commands/amorph-pta/pta.hpp"

namespace amorph::pta {

// Lowers, links, extracts, solves and answers queries. Throws error.
void analyse_sources(config& c);

}  // namespace amorph::pta
