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
#include "llvm-pass/analysis/WholeProgram.h"

#include "llvm/Analysis/LazyCallGraph.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>
#include <utility>

using namespace llvm;
using namespace amorph;

namespace {

/// Unanswered queries that pay for one constraint of a new solution. A query
/// takes about as long as extracting and solving a constraint.
constexpr uint64_t QueriesPerConstraint = 4;

/// The queries of a unit that are answered (AMORPH_AA_QUERIES), to find by
/// bisection the one behind a suspected miscompile. Later ones get "may".
uint64_t answeredQueries() {
  static const uint64_t Limit = [] {
    const char *Value = std::getenv("AMORPH_AA_QUERIES");
    uint64_t N = ~uint64_t(0);
    if (!Value || !*Value || !StringRef(Value).getAsInteger(10, N))
      return N;
    errs() << "AMORPH_AA_QUERIES=" << Value << ": expected a number\n";
    sys::RunInterruptHandlers();
    std::_Exit(1);
  }();
  return Limit;
}

const Function *functionOf(const Value *V) {
  if (auto *I = dyn_cast<Instruction>(V))
    return I->getParent() ? I->getFunction() : nullptr;
  auto *A = dyn_cast<Argument>(V);
  return A ? A->getParent() : nullptr;
}

/// A build goes on: of another target, or without memory for the sets.
/// Reported: why the last solution failed.
void reportFailure(const PointsToResult &R, const std::string &Unit,
                   std::string &Reported) {
  const std::string &Why = R.Failure;
  if (R.Solved || Why.empty() || Why == Reported)
    return;
  Reported = Why;
  errs() << "amorph-aa: "
         << (StringRef(Why).starts_with(Unit) ? "" : Unit + ": ") << Why
         << "; it gives no answers\n";
}

} // namespace

void AliasSession::watch(PassInstrumentationCallbacks *PIC) {
  Others = PIC;
  if (MAM)
    setAnalyses(MAM);
}

void AliasSession::setAnalyses(ModuleAnalysisManager *Manager) {
  if (MAM == Manager && ModulePasses)
    return;
  MAM = Manager;
  if (Others)
    ModulePasses = observeModulePasses(
        *MAM, *Others,
        [this](StringRef Pass, const Any &IR, const PreservedAnalyses &PA) {
          afterModulePass(Pass, IR, PA);
        });
}

void AliasSession::setAll(bool Fresh) {
  for (auto &Entry : Observed)
    Entry.second = Fresh;
  LastFresh = nullptr;
}

void AliasSession::changed(const Function &F) {
  if (auto It = Observed.find(&F); It != Observed.end())
    It->second = false;
  LastFresh = nullptr;
}

void AliasSession::leave(const Function &F) {
  Observed.erase(&F);
  LastFresh = nullptr;
}

void AliasSession::drop() {
  if (Snapshot)
    Credit += Snapshot->missed(), Count.Missed += Snapshot->missed();
  Snapshot.reset();
  setAll(false);
  Guard.reset();
}

bool AliasSession::isFresh(const Value *V) {
  const Function *F = functionOf(V);
  if (!F)
    return isa<Constant>(V);
  if (F == LastFresh)
    return true;
  auto It = Observed.find(F);
  if (It == Observed.end() || F->isDeclaration())
    return false;
  if (!std::exchange(It->second, true))
    Snapshot->update(*const_cast<Function *>(F)), ++Count.Updates;
  LastFresh = F;
  return Snapshot->valid();
}

AliasSnapshot *
AliasSession::beforeUpdate(std::initializer_list<const Value *> Values) {
  if (!Snapshot || !Snapshot->valid() || Count.Queries >= answeredQueries())
    return nullptr;
  for (const Value *V : Values)
    if (const Function *F = functionOf(V); F && F != LastFresh) {
      auto It = Observed.find(F);
      return It != Observed.end() && !It->second ? Snapshot.get() : nullptr;
    }
  return nullptr;
}

AliasSnapshot *
AliasSession::current(std::initializer_list<const Value *> Values) {
  if (++Count.Queries > answeredQueries())
    return nullptr;
  if (!Snapshot || !Snapshot->valid()) {
    ++Credit, ++Count.Missed;
    return nullptr;
  }
  for (const Value *V : Values)
    if (!isFresh(V)) {
      ++Count.Missed;
      return nullptr;
    }
  return Snapshot.get();
}

void AliasSession::refresh(Module &M) {
  if (!MAM || !Others)
    return;
  if (!Unit)
    Unit = M.getModuleIdentifier();
  if (Snapshot && &Snapshot->module() != &M)
    restart();
  const uint64_t Unanswered = Credit + (Snapshot ? Snapshot->missed() : 0);
  if (Cost != 0 && Unanswered / QueriesPerConstraint < Cost)
    return;
  const stopwatch Time;
  drop();
  Guard.emplace();
  PointsToAnalysis Analysis(
      std::make_shared<PointsToParameters>(Parameters->forAliases()));
  Snapshot = std::make_unique<AliasSnapshot>(M, Analysis.run(M, *MAM));
  reportFailure(Snapshot->pointsTo(), *Unit, Reported);
  reportOpenWorld(*Unit, Snapshot->pointsTo().Parameters.OpenBecause);
  Cost = 1 + Snapshot->pointsTo().Constraints.Problem.constraints.size();
  Credit = 0;
  setAll(true);
  Count.Solutions += Snapshot->pointsTo().Solved;
  Count.SolveMilliseconds += Time.ms();
}

const PointsToResult *AliasSession::firstSolution(Module &M) {
  if (Cost != 0)
    return nullptr;
  refresh(M);
  return Snapshot ? &Snapshot->pointsTo() : nullptr;
}

AliasSession::~AliasSession() {
  const bool Statistics = Parameters->Statistics && Unit;
  drop();
  if (Statistics)
    errs() << "amorph-aa: " << Count.Solutions
           << (Count.Solutions == 1 ? " solution " : " solutions ")
           << format("in %.1f ms, ", Count.SolveMilliseconds) << Count.Updates
           << " updates of functions, " << Count.Queries << " queries, "
           << Count.Missed << " about unknown pointers in " << *Unit << '\n';
}

void AliasSession::afterModulePass(StringRef Pass, const Any &IR,
                                   const PreservedAnalyses &PA) {
  // Most passes change nothing.
  if (!Unit || PA.areAllPreserved())
    return;
  const PassTraits &Traits = Passes.of(Pass);
  if (any_cast<const Module *>(&IR)) {
    if (!Traits.Container && !Traits.KeepsMeaning)
      drop();
    return;
  }
  // The passes of a function, or of a component, are done.
  if (auto *F = any_cast<const Function *>(&IR))
    refresh(*const_cast<Module *>((*F)->getParent()));
  else if (auto *C = any_cast<const LazyCallGraph::SCC *>(&IR))
    refresh(*(*C)->begin()->getFunction().getParent());
}
