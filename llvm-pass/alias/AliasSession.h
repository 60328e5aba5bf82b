//===- AliasSession.h - Keeps alias answers while passes run ----*- C++ -*-===//
//
// A function pass may query a module that other passes have changed since the
// points-to sets were computed. LLVM's invalidation does not reach a module
// analysis until the whole function pipeline has run, so the session observes
// the passes (PassInstrumentation):
//
//  - after a pass that did not preserve everything, the functions that it ran
//    on are stale;
//  - at the first query of a pass about a stale function, its values are
//    brought up to date (AliasSnapshot::update): many passes ask nothing that
//    LLVM's own analyses leave open;
//  - a module pass that is not known to leave the meaning of values alone
//    discards the snapshot;
//  - the module is solved again after a fixed number of unanswered queries per
//    constraint: the cost is proportional to the number of queries, and never
//    depends on time.
//
//===----------------------------------------------------------------------===//
#ifndef AMORPH_LLVM_PASS_ALIAS_ALIASSESSION_H
#define AMORPH_LLVM_PASS_ALIAS_ALIASSESSION_H

#include "llvm-pass/alias/AliasSnapshot.h"
#include "llvm-pass/alias/PassTable.h"
#include "llvm-pass/analysis/OutOfMemory.h"

#include "llvm/ADT/Any.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Analysis/LazyCallGraph.h"
#include "llvm/IR/PassInstrumentation.h"

#include <memory>
#include <optional>
#include <utility>

namespace amorph {

class AliasSession : public std::enable_shared_from_this<AliasSession> {
public:
  explicit AliasSession(std::shared_ptr<PointsToParameters> Parameters)
      : Parameters(std::move(Parameters)) {}
  /// Prints figures if the parameters ask for them.
  ~AliasSession();

  /// Observes the passes of PIC, once. Without it, the session never answers.
  void watch(llvm::PassInstrumentationCallbacks *PIC);
  void setAnalyses(llvm::ModuleAnalysisManager *MAM) { this->MAM = MAM; }

  /// The snapshot, if its answers hold for Values now; otherwise null.
  AliasSnapshot *current(std::initializer_list<const llvm::Value *> Values);
  /// Computes a snapshot if there is none, or if too little is answered.
  void refresh(llvm::Module &M);
  /// Discards the snapshot; the next pass that asks gets a new one.
  void restart() {
    drop();
    Cost = 0;
  }

private:
  void drop();
  void afterPass(llvm::StringRef Pass, llvm::Any IR,
                 const llvm::PreservedAnalyses &PA);
  /// A pass has changed F, a component of the call graph or the module.
  void changed(const PassTraits &By, const llvm::Function *F,
               const llvm::LazyCallGraph::SCC *const *Component);
  /// True if V's function is up to date, or could be brought up to date.
  bool isFresh(const llvm::Value *V);
  /// Functions have changed: all of them, or F.
  void invalidate(const llvm::Function *F = nullptr);
  void solve(llvm::Module &M);

  std::shared_ptr<PointsToParameters> Parameters;
  llvm::ModuleAnalysisManager *MAM = nullptr;
  bool Watching = false;
  bool Wanted = false; ///< some pass has requested the analysis
  PassTable Passes;
  /// From the first snapshot on: answers, and passes beside it, need memory.
  std::optional<EndWithoutMemory> Guard;
  std::unique_ptr<AliasSnapshot> Snapshot;
  /// The functions whose values are up to date. A function that takes the
  /// address of a deleted one has only new values.
  llvm::DenseSet<const llvm::Function *> Fresh;
  /// The function of the last query, if it is fresh.
  const llvm::Function *LastFresh = nullptr;
  uint64_t Credit = 0; ///< unanswered queries not yet used for a solution
  uint64_t Cost = 0;   ///< constraints of the last solution
  // For stats=on.
  unsigned Solutions = 0, Updates = 0;
  uint64_t Queries = 0, Missed = 0;
  double SolveMilliseconds = 0;
};

} // namespace amorph

#endif
