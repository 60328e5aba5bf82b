//===- AliasSession.cpp - Invalidates alias answers between passes --------===//
//
// LLVM's GlobalsAA survives passes because it only makes claims about globals
// whose address is never taken. Points-to sets in general do not survive, so
// changed functions are compared with the solved IR (AliasSession.h).
//
//===----------------------------------------------------------------------===//
#include "llvm-pass/alias/AliasSession.h"
#include "llvm-pass/analysis/PointsTo.h"

#include "llvm/Analysis/LazyCallGraph.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Module.h"

#include <utility>

using namespace llvm;
using namespace amorph;

namespace {

/// Total number of constraints that a session may solve. The first solution is
/// always allowed.
constexpr uint64_t Budget = 2'000'000;

/// Pass managers and adaptors: the passes that they run are observed.
bool isContainer(StringRef Pass) {
  return isSpecialPass(Pass,
                       {"PassManager", "PassAdaptor", "AnalysisManagerProxy",
                        "DevirtSCCRepeatedPass", "ModuleInlinerWrapperPass"});
}

} // namespace

void AliasSession::watch(PassInstrumentationCallbacks *PIC) {
  if (!PIC)
    return;
  Watching = true;
  PIC->registerBeforeNonSkippedPassCallback(
      [S = shared_from_this()](StringRef Pass, Any IR) {
        S->beforePass(Pass, std::move(IR));
      });
  PIC->registerAfterPassCallback(
      [S = shared_from_this()](StringRef Pass, Any IR,
                               const PreservedAnalyses &PA) {
        S->afterPass(Pass, std::move(IR), PA);
      });
  // The pass deleted what it ran on, and may have changed more.
  PIC->registerAfterPassInvalidatedCallback(
      [S = shared_from_this()](StringRef, const PreservedAnalyses &PA) {
        S->AllSuspect |= !PA.areAllPreserved();
      });
}

bool AliasSession::mayRefresh() const {
  return Watching && (Computed == 0 || Spent + Last <= Budget);
}

void AliasSession::refresh(Module &M) {
  if (Snapshot && &Snapshot->module() != &M)
    Snapshot.reset();
  if (current() || !MAM || !mayRefresh())
    return;
  if (!Guard)
    Guard.emplace();
  Snapshot.reset();
  PointsToAnalysis Analysis(
      std::make_shared<PointsToParameters>(Parameters->forAliases()));
  Snapshot = std::make_unique<AliasSnapshot>(M, Analysis.run(M, *MAM));
  Last = Snapshot->pointsTo().Constraints.Problem.constraints.size();
  Spent += Last;
  ++Computed;
  Suspect.clear();
  GlobalsSuspect = AllSuspect = false;
}

void AliasSession::afterPass(StringRef Pass, Any IR,
                             const PreservedAnalyses &PA) {
  if (!Snapshot || AllSuspect || PA.areAllPreserved() || isContainer(Pass))
    return;
  if (auto *F = any_cast<const Function *>(&IR)) {
    suspect(**F);
  } else if (auto *L = any_cast<const Loop *>(&IR)) {
    suspect(*(*L)->getHeader()->getParent());
  } else if (auto *C = any_cast<const LazyCallGraph::SCC *>(&IR)) {
    // A pass that changes callers outside the component replaced a function.
    for (const LazyCallGraph::Node &N : **C)
      suspect(N.getFunction());
    GlobalsSuspect = true;
  } else {
    AllSuspect = true;
  }
}

void AliasSession::suspect(const Function &F) {
  Suspect.emplace_back(const_cast<Function *>(&F));
}

void AliasSession::beforePass(StringRef Pass, Any IR) {
  if (Snapshot && (AllSuspect || GlobalsSuspect || !Suspect.empty()))
    check();
  // A cached alias analysis of this function, made before the snapshot was
  // discarded, would continue to answer "may".
  if (auto *F = any_cast<const Function *>(&IR);
      F && DropCached && Computed != 0 && !current() && mayRefresh() &&
      !isContainer(Pass))
    DropCached(const_cast<Function &>(**F));
}

void AliasSession::check() {
  bool Covers = Snapshot->valid();
  if (AllSuspect || GlobalsSuspect)
    Covers = Covers && Snapshot->coversGlobals();
  if (AllSuspect) {
    for (const Function &F : Snapshot->module())
      Covers = Covers && Snapshot->covers(F);
  } else {
    for (const WeakVH &F : Suspect)
      Covers = Covers && (!F || Snapshot->covers(*cast<Function>(F)));
  }
  Suspect.clear();
  GlobalsSuspect = AllSuspect = false;
  if (!Covers)
    Snapshot.reset();
}
