//===- AliasSession.h - Invalidates alias answers between passes *- C++ -*-===//
//
// A function pass may query a module that other passes have changed since the
// points-to sets were computed. LLVM's invalidation does not reach a module
// analysis until the whole function pipeline has run, so the session observes
// the passes (PassInstrumentation):
//
//  - after a pass that did not preserve everything, the functions that it ran
//    on are suspect;
//  - before the next pass, every suspect function is compared with the IR that
//    the solution was computed from. Deleted and moved instructions are
//    harmless; any other difference discards the snapshot, and answers are
//    "may";
//  - the next pass that requests the alias analysis of a function gets a new
//    snapshot, within a budget: a total number of constraints solved, which
//    depends on the module and never on time.
//
// Between those points, AliasSnapshot's value handles and fingerprints cover
// the changes of the running pass.
//
//===----------------------------------------------------------------------===//
#ifndef AMORPH_LLVM_PASS_ALIAS_ALIASSESSION_H
#define AMORPH_LLVM_PASS_ALIAS_ALIASSESSION_H

#include "llvm-pass/alias/AliasSnapshot.h"
#include "llvm-pass/analysis/OutOfMemory.h"

#include "llvm/ADT/Any.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/PassInstrumentation.h"
#include "llvm/IR/ValueHandle.h"

#include <functional>
#include <memory>
#include <optional>
#include <utility>

namespace amorph {

class AliasSession : public std::enable_shared_from_this<AliasSession> {
public:
  explicit AliasSession(std::shared_ptr<PointsToParameters> Parameters)
      : Parameters(std::move(Parameters)) {}

  /// Observes the passes of PIC. Without it, the session never answers.
  void watch(llvm::PassInstrumentationCallbacks *PIC);
  void setAnalyses(llvm::ModuleAnalysisManager *MAM) { this->MAM = MAM; }
  /// Sets the function that drops the cached alias analysis of F. It is called
  /// before a pass on F that could use a new snapshot, so that the pass
  /// requests the analysis again.
  void setDropCached(std::function<void(llvm::Function &)> Drop) {
    DropCached = std::move(Drop);
  }

  /// The snapshot that describes the module now, or null.
  AliasSnapshot *current() const {
    return Snapshot && Snapshot->valid() ? Snapshot.get() : nullptr;
  }
  /// Computes a snapshot if there is none, within the budget.
  void refresh(llvm::Module &M);
  void drop() {
    Snapshot.reset();
    Guard.reset();
  }

  unsigned computed() const { return Computed; }

private:
  void beforePass(llvm::StringRef Pass, llvm::Any IR);
  void afterPass(llvm::StringRef Pass, llvm::Any IR,
                 const llvm::PreservedAnalyses &PA);
  void check();
  void suspect(const llvm::Function &F);
  bool mayRefresh() const;

  std::shared_ptr<PointsToParameters> Parameters;
  llvm::ModuleAnalysisManager *MAM = nullptr;
  std::function<void(llvm::Function &)> DropCached;
  bool Watching = false;
  /// From the first snapshot on: answers, and passes beside it, need memory.
  std::optional<EndWithoutMemory> Guard;
  std::unique_ptr<AliasSnapshot> Snapshot;

  /// Functions changed since the last comparison (null: deleted).
  /// GlobalsSuspect: functions or variables may be new. AllSuspect: anything
  /// may have changed.
  llvm::SmallVector<llvm::WeakVH, 8> Suspect;
  bool GlobalsSuspect = false, AllSuspect = false;

  uint64_t Spent = 0, Last = 0; ///< constraints solved: in total, last time
  unsigned Computed = 0;
};

} // namespace amorph

#endif
