//===- Passes.cpp - amorph-pta and print<amorph-pta> ----------------------===//
#include "llvm-pass/Passes.h"

#include "llvm-pass/analysis/OutOfMemory.h"
#include "llvm-pass/analysis/Precision.h"
#include "llvm-pass/analysis/Warnings.h"
#include "llvm-pass/output/Outputs.h"
#include "llvm-pass/output/Report.h"

#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace amorph;

PreservedAnalyses PointsToPass::run(Module &M, ModuleAnalysisManager &MAM) {
  const EndWithoutMemory Guard;
  if (HasOwn) {
    auto *Cached = MAM.getCachedResult<PointsToAnalysis>(M);
    if (Cached && !Cached->Parameters.sameAnswer(parametersFor(M, Own))) {
      PreservedAnalyses Stale = PreservedAnalyses::all();
      Stale.abandon<PointsToAnalysis>();
      MAM.invalidate(M, Stale);
    }
    *Shared = Own;
  }
  PointsToResult &R = MAM.getResult<PointsToAnalysis>(M);
  R.setParameters(parametersFor(M, *Shared));
  LLVMContext &Context = M.getContext();
  if (R.Status != status::ok) {
    Context.emitError("amorph-pta: " + R.Failure);
    return PreservedAnalyses::all();
  }
  if (R.Parameters.Statistics) {
    const auto &S = R.Solution.stats;
    errs() << "amorph-pta: " << R.Constraints.Problem.variables
           << " variables, " << R.Constraints.Problem.objects << " objects, "
           << R.Constraints.Problem.constraints.size() << " constraints, "
           << format("extracted in %.1f ms", R.ExtractMilliseconds);
    if (R.Solved && R.InContexts)
      errs() << "; " << R.InContexts->contexts << " contexts, "
             << R.InContexts->constraints << " constraints in them";
    if (R.Solved)
      errs() << "; " << S.backend_name << ", " << S.rounds << " rounds, "
             << S.facts << " facts, "
             << format("solved in %.1f ms", S.solve_ms);
    errs() << '\n';
    if (R.Solved) {
      PrecisionFigures F = precisionOf(R, M);
      errs() << "amorph-pta: " << F.Dereferences
             << format(" dereferences of %.2f objects, ", F.objectsEach())
             << F.Calls
             << format(" indirect calls of %.2f targets, ", F.targetsEach())
             << format("%.2f%% of %llu pointer pairs do not alias\n",
                       F.apartPercent(),
                       static_cast<unsigned long long>(F.Pairs));
    }
  }
  printWarnings(errs(), R, M);
  if (Error E = writeOutputs(R, M))
    Context.emitError("amorph-pta: " + toString(std::move(E)));
  else if (OS)
    print(*OS, R, M);
  return PreservedAnalyses::all();
}
