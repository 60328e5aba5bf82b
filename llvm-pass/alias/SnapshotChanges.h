//===- SnapshotChanges.h - Sets follow the IR -------------------*- C++ -*-===//
#ifndef AMORPH_LLVM_PASS_ALIAS_SNAPSHOTCHANGES_H
#define AMORPH_LLVM_PASS_ALIAS_SNAPSHOTCHANGES_H

#include "llvm-pass/alias/CallEffects.h"
#include "llvm-pass/alias/TrackedValues.h"

namespace amorph {

/// Brings the sets of values up to date with the instructions that define them.
class SnapshotChanges {
public:
  SnapshotChanges(const PointsToResult &PTA, PointsToSets &Sets,
                  TrackedValues &Values, CallEffects &Effects)
      : PTA(PTA), Sets(Sets), Values(Values), Effects(Effects) {}

  /// Passes must not be in the middle of changing F.
  void update(llvm::Function &F);
  /// New takes the place of Old.
  void replaced(const llvm::Value *Old, const llvm::Value *New);

private:
  using Tracked = TrackedValues::Tracked;
  void objectReplaced(const llvm::Value *New, unsigned Block);
  /// True for a call, made by a pass, of a library function that allocates:
  /// its allocations are in no block.
  bool isNewAllocation(const llvm::Value *V);
  bool grow(Tracked &T, PointerTargets By);
  bool stillSolved(const llvm::Instruction &I, const Tracked &T);
  PointerTargets standsFor(const llvm::Value *Old, const llvm::Value *New);
  PointerTargets fromCall(const llvm::CallBase &Call);
  PointerTargets fromOperands(const llvm::Instruction &I);
  /// Recomputes the targets of I; true if its users have to follow.
  bool recompute(const llvm::Instruction &I, Tracked &T);
  using Worklist = llvm::SmallVectorImpl<const llvm::Instruction *>;
  void enqueue(const llvm::Instruction &I, Worklist &Work);
  void enqueueUsers(const llvm::Value &V, Worklist &Work);
  void propagate(Worklist &Work);
  const PointsToResult &PTA;
  PointsToSets &Sets;
  TrackedValues &Values;
  CallEffects &Effects;
};

} // namespace amorph

#endif
