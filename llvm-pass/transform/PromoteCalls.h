//===- PromoteCalls.h - The pass amorph-promote-calls -----------*- C++ -*-===//
//
// Makes indirect calls direct, for the inliner:
//
//   opt-19 -load-pass-plugin=AmorphPTA.so
//          -passes='amorph-promote-calls<targets=2>' ...
//
// A call whose pointer may point to one function only calls that function. With
// a few, the pointer is compared with all but the last:
//
//   p(x)   becomes   if (p == f) f(x); else g(x);
//
// The set contains every function that the call may reach, so the last one
// needs no comparison. If a function of the set is incompatible with the call
// (it has another number of parameters, say), the original call comes last:
// such calls are undefined in C, but programs that work make them. So it is
// with `incomplete=on` if unknown code may be called too.
//
//===----------------------------------------------------------------------===//
#ifndef AMORPH_LLVM_PASS_TRANSFORM_PROMOTECALLS_H
#define AMORPH_LLVM_PASS_TRANSFORM_PROMOTECALLS_H

#include "llvm-pass/transform/TransformPass.h"

namespace amorph {

struct PromoteCallsParameters : TransformParameters {
  static constexpr unsigned MaxTargets = 16;

  unsigned Targets = 3;    ///< maximum number of functions per call
  bool Incomplete = false; ///< also calls that may reach other functions
};

class PromoteCallsPass
    : public TransformPass<PromoteCallsPass, PromoteCallsParameters> {
public:
  static constexpr llvm::StringLiteral Name = "amorph-promote-calls";
  using TransformPass::TransformPass;
  static llvm::Expected<PromoteCallsParameters> parse(llvm::StringRef Text);
  llvm::PreservedAnalyses run(llvm::Module &M,
                              llvm::ModuleAnalysisManager &MAM);
};

} // namespace amorph

#endif
