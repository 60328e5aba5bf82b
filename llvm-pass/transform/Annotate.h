//===- Annotate.h - The pass amorph-annotate --------------------*- C++ -*-===//
//
// Writes facts from the points-to sets into the module, for tools that do not
// load the plugin:
//
//   opt-19 -load-pass-plugin=AmorphPTA.so -passes=amorph-annotate
//          prog.bc -o annotated.bc
//
//  - `!callees` on indirect calls whose targets are all known;
//  - `!alias.scope` and `!noalias` on loads, stores and calls
//    (AnnotateScopes.h);
//  - `noalias`, `readonly`, `writeonly` and `readnone` on pointer arguments of
//    functions whose callers are all known (AnnotateArguments.h).
//
//===----------------------------------------------------------------------===//
#ifndef AMORPH_LLVM_PASS_TRANSFORM_ANNOTATE_H
#define AMORPH_LLVM_PASS_TRANSFORM_ANNOTATE_H

#include "llvm-pass/transform/TransformPass.h"

namespace amorph {

struct AnnotateParameters : TransformParameters {
  static constexpr unsigned MaxScopes = 1000, MaxCallees = 1000;

  unsigned Scopes = 64;  ///< maximum number of scopes per function; 0: none
  unsigned Callees = 16; ///< maximum length of a list of callees; 0: no lists
  bool Arguments = true; ///< attributes of arguments
};

class AnnotatePass : public TransformPass<AnnotatePass, AnnotateParameters> {
public:
  static constexpr llvm::StringLiteral Name = "amorph-annotate";
  using TransformPass::TransformPass;
  static llvm::Expected<AnnotateParameters> parse(llvm::StringRef Text);
  llvm::PreservedAnalyses run(llvm::Module &M,
                              llvm::ModuleAnalysisManager &MAM);
};

} // namespace amorph

#endif
