#pragma once

namespace llvm {
class Module;
}

namespace amorph::pta {

// Splits coroutines into functions, and inserts the calls that -finstrument-functions asks for. Other modules do not
// change.
void run_required_passes(llvm::Module& m);

}  // namespace amorph::pta
