//===- AliasSession.h - Keeps the alias answers true as passes run -*- C++
//-*-=//
//
// A function pass may ask about a module that other passes have changed since
// the points-to sets were computed. LLVM's own invalidation does not reach a
// module analysis before the whole function pipeline has run, so the session
// watches the passes (PassInstrumentation):
//
//  - after a pass that did not preserve everything, the functions that it ran
//    on are suspect;
//  - before the next pass every suspect function is compared with what the
//    solution was computed from. Deleted and moved instructions do no harm; for
//    anything else the snapshot is retired, and answers are "may";
//  - the next pass that asks for alias analysis of a function gets a fresh one,
//    as long as the budget lasts: constraints solved in all, a number that
//    depends on the module alone, never on time.
//
// Between those points a pass sees its own changes through AliasSnapshot's
// value handles and fingerprints.
//
//===----------------------------------------------------------------------===//
#ifndef AMORPH_LLVM_PASS_ALIAS_ALIASSESSION_H
#define AMORPH_LLVM_PASS_ALIAS_ALIASSESSION_H

#include "llvm-pass/alias/AliasSnapshot.h"

#include "llvm/ADT/Any.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/PassInstrumentation.h"
#include "llvm/IR/ValueHandle.h"

#include <functional>
#include <memory>
#include <utility>

namespace amorph {

class AliasSession : public std::enable_shared_from_this<AliasSession> {
public:
  explicit AliasSession(std::shared_ptr<PointsToParameters> Parameters)
      : Parameters(std::move(Parameters)) {}

  /// Watches the passes of PIC; without, the session never answers.
  void watch(llvm::PassInstrumentationCallbacks *PIC);
  void setAnalyses(llvm::ModuleAnalysisManager *MAM) { this->MAM = MAM; }
  /// Drop(F) is called before a pass runs on F if that pass could have a new
  /// snapshot: it drops what is cached for F, so that the pass asks again.
  void setDropCached(std::function<void(llvm::Function &)> Drop) {
    DropCached = std::move(Drop);
  }

  /// The snapshot to ask now; null: none is true of the module.
  AliasSnapshot *current() const {
    return Snapshot && Snapshot->valid() ? Snapshot.get() : nullptr;
  }
  /// Makes sure that there is one, within the budget.
  void refresh(llvm::Module &M);
  void drop() { Snapshot.reset(); }

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
  std::unique_ptr<AliasSnapshot> Snapshot;

  /// Functions changed since they were last compared (null: deleted since);
  /// Globals: functions or variables may be new; All: anything may have
  /// changed.
  llvm::SmallVector<llvm::WeakVH, 8> Suspect;
  bool GlobalsSuspect = false, AllSuspect = false;

  uint64_t Spent = 0, Last = 0; ///< constraints solved; in the last round
  unsigned Computed = 0;
};

} // namespace amorph

#endif
