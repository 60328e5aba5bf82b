//===- AliasSession.h - Keeps alias answers while passes run ----*- C++ -*-===//
//
// A function pass may query a module that other passes have changed since the
// points-to sets were computed. LLVM's invalidation does not reach a module
// analysis until the whole function pipeline has run, so the session observes
// changes itself:
//
//  - a function is observed while LLVM's manager has a result of amorph-aa for
//    it (AmorphAAResult), which it tells of every pass that changed the
//    function: the function is stale then. Others get no answers;
//  - at the first query of a pass about a stale function, its values are
//    brought up to date (AliasSnapshot::update): many passes ask nothing that
//    LLVM's own analyses leave open;
//  - a module pass that is not known to leave the meaning of values alone
//    discards the snapshot (ModulePasses.h);
//  - the module is solved again after a fixed number of unanswered queries per
//    constraint: the cost is proportional to the number of queries, and never
//    depends on time.
//
//===----------------------------------------------------------------------===//
#ifndef AMORPH_LLVM_PASS_ALIAS_ALIASSESSION_H
#define AMORPH_LLVM_PASS_ALIAS_ALIASSESSION_H

#include "llvm-pass/alias/AliasSnapshot.h"
#include "llvm-pass/alias/ModulePasses.h"
#include "llvm-pass/alias/PassTable.h"
#include "llvm-pass/analysis/OutOfMemory.h"

#include "llvm/ADT/Any.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/PassInstrumentation.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace amorph {

class AliasSession {
public:
  explicit AliasSession(std::shared_ptr<PointsToParameters> Parameters)
      : Parameters(std::move(Parameters)) {}
  /// Prints figures if the parameters ask for them.
  ~AliasSession();

  AliasSession(const AliasSession &) = delete;
  AliasSession &operator=(const AliasSession &) = delete;

  /// Observes the passes of modules, beside the callbacks of PIC. Without it,
  /// the session never answers.
  void watch(llvm::PassInstrumentationCallbacks *PIC);
  /// The manager of the modules that may be analysed. It owns the session.
  void setAnalyses(llvm::ModuleAnalysisManager *MAM);
  /// From now on, changed() is called after each pass that changes F.
  void observe(const llvm::Function &F) { Observed.try_emplace(&F, false); }
  void leave(const llvm::Function &F);
  void changed(const llvm::Function &F);

  /// The snapshot, if Values are in a function that it would have to bring up
  /// to date: its records may be enough. Otherwise null.
  AliasSnapshot *
  beforeUpdate(std::initializer_list<const llvm::Value *> Values);
  /// Counts a query that the record was enough for.
  void answered() { ++Count.Queries; }
  /// The snapshot, if its answers hold for Values now; otherwise null.
  AliasSnapshot *current(std::initializer_list<const llvm::Value *> Values);
  /// Computes a snapshot if there is none, or if too little is answered.
  void refresh(llvm::Module &M);
  /// For a pass that asks before all others: the solution that they will use.
  /// Null if it is of an earlier state of the module, or the session is off.
  const PointsToResult *firstSolution(llvm::Module &M);
  /// Discards the snapshot; the next pass that asks gets a new one.
  void restart() {
    drop();
    Cost = 0;
  }

private:
  void drop();
  void afterModulePass(llvm::StringRef Pass, const llvm::Any &IR,
                       const llvm::PreservedAnalyses &PA);
  /// True if V's function is up to date, or could be brought up to date.
  bool isFresh(const llvm::Value *V);
  void setAll(bool Fresh);

  std::shared_ptr<PointsToParameters> Parameters;
  llvm::ModuleAnalysisManager *MAM = nullptr;
  /// The callbacks beside which passes are observed; none: they are not.
  std::optional<llvm::PassInstrumentationCallbacks *> Others;
  std::unique_ptr<llvm::PassInstrumentationCallbacks> ModulePasses;
  std::string Reported; ///< why the last solution failed
  PassTable Passes;
  /// From the first snapshot on: answers, and passes beside it, need memory.
  std::optional<EndWithoutMemory> Guard;
  std::unique_ptr<AliasSnapshot> Snapshot;
  /// The observed functions, and whether their values are up to date. A
  /// function that takes the address of a deleted one is not among them yet.
  llvm::DenseMap<const llvm::Function *, bool> Observed;
  /// The function of the last query, if it is up to date.
  const llvm::Function *LastFresh = nullptr;
  uint64_t Credit = 0; ///< unanswered queries not yet used for a solution
  uint64_t Cost = 0;   ///< constraints of the last solution
  /// The module that was asked about first; none: no pass has requested the
  /// analysis.
  std::optional<std::string> Unit;
  /// For stats=on.
  struct Figures {
    unsigned Solutions = 0, Updates = 0;
    uint64_t Queries = 0, Missed = 0;
    double SolveMilliseconds = 0;
  } Count;
};

} // namespace amorph

#endif
