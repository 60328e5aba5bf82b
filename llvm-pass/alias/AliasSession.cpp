//===- AliasSession.cpp - Keeps alias answers while passes run ------------===//
//
// LLVM's GlobalsAA survives passes because it only makes claims about globals
// whose address is never taken. Points-to sets survive because their values are
// followed (AliasSnapshot.h).
//
//===----------------------------------------------------------------------===//
#include "llvm-pass/alias/AliasSession.h"
#include "amorph/kernels/base/stopwatch.hpp"
#include "llvm-pass/analysis/PointsTo.h"

#include "llvm/Analysis/LazyCallGraph.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <utility>

using namespace llvm;
using namespace amorph;

namespace {

/// Unanswered queries that pay for one constraint of a new solution. A query
/// takes about as long as extracting and solving a constraint.
constexpr uint64_t QueriesPerConstraint = 4;

const Function *functionOf(const Value *V) {
  if (auto *I = dyn_cast<Instruction>(V))
    return I->getParent() ? I->getFunction() : nullptr;
  auto *A = dyn_cast<Argument>(V);
  return A ? A->getParent() : nullptr;
}

} // namespace

void AliasSession::watch(PassInstrumentationCallbacks *PIC) {
  if (!PIC || Watching)
    return;
  Watching = true;
  PIC->registerAfterPassCallback(
      [S = shared_from_this()](StringRef Pass, Any IR,
                               const PreservedAnalyses &PA) {
        S->afterPass(Pass, std::move(IR), PA);
      });
  // The pass deleted what it ran on, and may have changed more.
  PIC->registerAfterPassInvalidatedCallback(
      [S = shared_from_this()](StringRef, const PreservedAnalyses &PA) {
        if (!PA.areAllPreserved())
          S->invalidate();
      });
}

void AliasSession::invalidate(const Function *F) {
  F ? void(Fresh.erase(F)) : Fresh.clear();
  LastFresh = nullptr;
}

void AliasSession::drop() {
  if (Snapshot)
    Credit += Snapshot->missed(), Missed += Snapshot->missed();
  Snapshot.reset();
  invalidate();
  Guard.reset();
}

bool AliasSession::isFresh(const Value *V) {
  const Function *F = functionOf(V);
  if (!F)
    return isa<Constant>(V);
  if (F == LastFresh)
    return true;
  if (F->isDeclaration())
    return false;
  if (Fresh.insert(F).second)
    Snapshot->update(*const_cast<Function *>(F)), ++Updates;
  LastFresh = F;
  return Snapshot->valid();
}

AliasSnapshot *
AliasSession::current(std::initializer_list<const Value *> Values) {
  ++Queries;
  if (!Snapshot || !Snapshot->valid()) {
    ++Credit, ++Missed;
    return nullptr;
  }
  for (const Value *V : Values)
    if (!isFresh(V)) {
      ++Missed;
      return nullptr;
    }
  return Snapshot.get();
}

void AliasSession::solve(Module &M) {
  const stopwatch Time;
  drop();
  Guard.emplace();
  PointsToAnalysis Analysis(
      std::make_shared<PointsToParameters>(Parameters->forAliases()));
  Snapshot = std::make_unique<AliasSnapshot>(M, Analysis.run(M, *MAM));
  Cost = 1 + Snapshot->pointsTo().Constraints.Problem.constraints.size();
  Credit = 0;
  for (const Function &F : M)
    if (!F.isDeclaration())
      Fresh.insert(&F);
  ++Solutions;
  SolveMilliseconds += Time.ms();
}

void AliasSession::refresh(Module &M) {
  if (!MAM || !Watching)
    return;
  Wanted = true;
  if (Snapshot && &Snapshot->module() != &M)
    restart();
  const uint64_t Unanswered = Credit + (Snapshot ? Snapshot->missed() : 0);
  if (Cost == 0 || Unanswered / QueriesPerConstraint >= Cost)
    solve(M);
}

AliasSession::~AliasSession() {
  const bool Statistics = Parameters->Statistics && Wanted;
  drop();
  if (Statistics)
    errs() << "amorph-aa: " << Solutions << " solutions "
           << format("in %.1f ms, ", SolveMilliseconds) << Updates
           << " updates of functions, " << Queries << " queries, " << Missed
           << " about unknown pointers\n";
}

void AliasSession::afterPass(StringRef Pass, Any IR,
                             const PreservedAnalyses &PA) {
  // Most passes change nothing.
  if (!Wanted || PA.areAllPreserved() || any_cast<const Loop *>(&IR))
    return;
  const PassTraits &Traits = Passes.of(Pass);
  if (Traits.Container)
    return;
  auto *F = any_cast<const Function *>(&IR);
  if (Snapshot)
    changed(Traits, F ? *F : nullptr,
            any_cast<const LazyCallGraph::SCC *>(&IR));
  if (F)
    refresh(*const_cast<Module *>((*F)->getParent()));
}

void AliasSession::changed(const PassTraits &By, const Function *F,
                           const LazyCallGraph::SCC *const *Component) {
  if (F) {
    invalidate(F);
  } else if (Component) {
    // Passes that change callers outside the component give them new calls, of
    // new functions.
    for (const LazyCallGraph::Node &N : **Component)
      invalidate(&N.getFunction());
  } else if (By.KeepsMeaning) {
    invalidate();
  } else {
    drop();
  }
}
