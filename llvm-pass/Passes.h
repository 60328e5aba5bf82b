//===- Passes.h - The passes amorph-pta and print<amorph-pta> ---*- C++ -*-===//
#ifndef AMORPH_LLVM_PASS_PASSES_H
#define AMORPH_LLVM_PASS_PASSES_H

#include "llvm-pass/analysis/PointsTo.h"

#include "llvm/IR/PassManager.h"

#include <memory>
#include <utility>

namespace amorph {

/// `amorph-pta<...>` runs the analysis and writes the requested files;
/// `print<amorph-pta>` also prints the sets.
class PointsToPass : public llvm::PassInfoMixin<PointsToPass> {
  std::shared_ptr<PointsToParameters> Shared;
  PointsToParameters Own;
  bool HasOwn;
  llvm::raw_ostream *OS;

public:
  PointsToPass(std::shared_ptr<PointsToParameters> Shared,
               PointsToParameters Own, bool HasOwn, llvm::raw_ostream *OS)
      : Shared(std::move(Shared)), Own(std::move(Own)), HasOwn(HasOwn), OS(OS) {
  }
  llvm::PreservedAnalyses run(llvm::Module &M,
                              llvm::ModuleAnalysisManager &MAM);
  static bool isRequired() { return true; }
};

} // namespace amorph

#endif
