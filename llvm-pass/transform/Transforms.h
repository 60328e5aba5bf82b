//===- Transforms.h - Registers the transforms ------------------*- C++ -*-===//
//
// amorph-promote-calls and amorph-annotate, by name and in link-time
// optimisation.
//
//===----------------------------------------------------------------------===//
#ifndef AMORPH_LLVM_PASS_TRANSFORM_TRANSFORMS_H
#define AMORPH_LLVM_PASS_TRANSFORM_TRANSFORMS_H

#include "llvm-pass/analysis/Parameters.h"

#include <memory>

namespace llvm {
class PassBuilder;
}

namespace amorph {

class AliasSession;

/// Registers the names of the passes. If the alias analysis is on by itself
/// (alias/Automatic.h), a full link-time optimisation begins with
/// amorph-promote-calls; the environment variable AMORPH_PROMOTE_CALLS (`on`,
/// `off`, or the pass's parameters) says whether and how. Ends the process with
/// one line if its value is wrong. Session: that of the alias analysis.
void registerTransforms(llvm::PassBuilder &PB,
                        std::shared_ptr<PointsToParameters> Parameters,
                        std::shared_ptr<AliasSession> Session);

} // namespace amorph

#endif
