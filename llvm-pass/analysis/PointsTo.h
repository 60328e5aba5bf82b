//===- PointsTo.h - Whole-module points-to analysis -------------*- C++ -*-===//
//
// The driver of the inclusion-based (Andersen) points-to analysis of a module:
// constraints are extracted from the IR (Extraction.h) and solved by
// amorph_andersen. PointsToResult.h answers queries.
//
//   opt-19 -load-pass-plugin=AmorphPTA.so -passes='print<amorph-pta>' ...
//
// docs/points-to-limits.md states the model and its assumptions.
//
//===----------------------------------------------------------------------===//
#ifndef AMORPH_LLVM_PASS_ANALYSIS_POINTSTO_H
#define AMORPH_LLVM_PASS_ANALYSIS_POINTSTO_H

#include "llvm-pass/analysis/PointsToResult.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/PassManager.h"

#include <memory>
#include <string>

namespace amorph {

/// Solves a system: andersen::solve, or a cache of solutions. It must not
/// throw.
using SolveFunction = llvm::function_ref<status(
    const andersen::problem &, const andersen::options &, andersen::solution &,
    std::string &)>;

/// P, without what the units of M were compiled not to take for granted.
/// Models: those of P; null: they have not been read yet.
PointsToParameters parametersFor(const llvm::Module &M, PointsToParameters P,
                                 const LibraryModels *Models = nullptr);

/// Extracts the constraints of M and solves them.
PointsToResult analyseModule(llvm::Module &M, const PointsToParameters &P,
                             SolveFunction Solve = andersen::solve);

/// The module analysis. `Parameters` is shared with the passes of the same
/// pipeline: `amorph-pta<...>` sets it and drops a result of other parameters.
class PointsToAnalysis : public llvm::AnalysisInfoMixin<PointsToAnalysis> {
  friend llvm::AnalysisInfoMixin<PointsToAnalysis>;
  static llvm::AnalysisKey Key;
  std::shared_ptr<PointsToParameters> Parameters;

public:
  using Result = PointsToResult;
  explicit PointsToAnalysis(std::shared_ptr<PointsToParameters> P =
                                std::make_shared<PointsToParameters>())
      : Parameters(std::move(P)) {}
  Result run(llvm::Module &M, llvm::ModuleAnalysisManager &MAM);
};

} // namespace amorph

#endif
