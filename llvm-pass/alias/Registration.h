//===- Registration.h - The alias analysis's names --------------*- C++ -*-===//
#ifndef AMORPH_LLVM_PASS_ALIAS_REGISTRATION_H
#define AMORPH_LLVM_PASS_ALIAS_REGISTRATION_H

#include <memory>

namespace llvm {
class PassBuilder;
} // namespace llvm

namespace amorph {

class AliasSession;
struct PointsToParameters;

/// Registers amorph-aa, its name in -aa-pipeline, `require<amorph-aa>`,
/// `invalidate<amorph-aa>` and `check<amorph-alias>`. They share a session, and
/// use the parameters that `amorph-pta<...>` sets.
std::shared_ptr<AliasSession>
registerAliasAnalysis(llvm::PassBuilder &PB,
                      std::shared_ptr<PointsToParameters> Parameters);

} // namespace amorph

#endif
