//===- ModulePasses.cpp - Observes the passes of a module -----------------===//
#include "llvm-pass/alias/ModulePasses.h"
#include "llvm-pass/alias/RegisteredAnalysis.h"

#include "llvm/Analysis/LazyCallGraph.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"

#include <utility>

using namespace llvm;
using namespace amorph;

namespace {

/// The interface that PassInstrumentation requires of a pass or an analysis.
struct Named {
  StringRef Name;
  bool Required = false;
  StringRef name() const { return Name; }
  bool isRequired() const { return Required; }
};

/// Calls Run with the unit of IR. The managers of modules run nothing on loops.
template <class F> void onUnit(const Any &IR, F Run) {
  if (auto *M = any_cast<const Module *>(&IR))
    Run(**M);
  else if (auto *Fn = any_cast<const Function *>(&IR))
    Run(**Fn);
  else if (auto *C = any_cast<const LazyCallGraph::SCC *>(&IR))
    Run(**C);
}

/// Adds callbacks to Own that call those of Other.
void forward(PassInstrumentationCallbacks &Own, PassInstrumentation Other) {
  // Other asks and reports in one step. A pass that has to run is not asked
  // about, only reported.
  auto Asked = std::make_shared<bool>(false);
  Own.registerShouldRunOptionalPassCallback([=](StringRef Pass, Any IR) {
    bool Run = true;
    onUnit(IR, [&](auto &Unit) {
      Run = Other.runBeforePass(Named{Pass}, Unit);
      *Asked = true;
    });
    return Run;
  });
  Own.registerBeforeNonSkippedPassCallback([=](StringRef Pass, Any IR) {
    if (!std::exchange(*Asked, false))
      onUnit(IR, [&](auto &Unit) {
        Other.runBeforePass(Named{Pass, /*Required=*/true}, Unit);
      });
  });
  Own.registerBeforeSkippedPassCallback(
      [=](StringRef, Any) { *Asked = false; });
  Own.registerAfterPassCallback([=](StringRef Pass, Any IR,
                                    const PreservedAnalyses &PA) {
    onUnit(IR, [&](auto &Unit) { Other.runAfterPass(Named{Pass}, Unit, PA); });
  });
  Own.registerAfterPassInvalidatedCallback(
      [=](StringRef Pass, const PreservedAnalyses &PA) {
        Other.runAfterPassInvalidated<Module>(Named{Pass}, PA);
      });
  Own.registerBeforeAnalysisCallback([=](StringRef Name, Any IR) {
    onUnit(IR, [&](auto &Unit) { Other.runBeforeAnalysis(Named{Name}, Unit); });
  });
  Own.registerAfterAnalysisCallback([=](StringRef Name, Any IR) {
    onUnit(IR, [&](auto &Unit) { Other.runAfterAnalysis(Named{Name}, Unit); });
  });
  Own.registerAnalysisInvalidatedCallback([=](StringRef Name, Any IR) {
    onUnit(IR, [&](auto &Unit) {
      Other.runAnalysisInvalidated(Named{Name}, Unit);
    });
  });
  Own.registerAnalysesClearedCallback(
      [=](StringRef Name) { Other.runAnalysesCleared(Name); });
}

} // namespace

std::unique_ptr<PassInstrumentationCallbacks>
amorph::observeModulePasses(ModuleAnalysisManager &MAM,
                            PassInstrumentationCallbacks *PIC,
                            AfterModulePass After) {
  auto Own = std::make_unique<PassInstrumentationCallbacks>();
  forward(*Own, PassInstrumentation(PIC));
  Own->registerAfterPassCallback(
      [After = std::move(After)](StringRef Pass, Any IR,
                                 const PreservedAnalyses &PA) {
        After(Pass, IR, PA);
      });
  registeredAnalysis<PassInstrumentationAnalysis>(MAM) =
      PassInstrumentationAnalysis(Own.get());
  return Own;
}
