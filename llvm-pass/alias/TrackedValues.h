//===- TrackedValues.h - Current points-to sets of IR pointers --*- C++ -*-===//
#ifndef AMORPH_LLVM_PASS_ALIAS_TRACKEDVALUES_H
#define AMORPH_LLVM_PASS_ALIAS_TRACKEDVALUES_H

#include "llvm-pass/alias/FieldBytes.h"
#include "llvm-pass/alias/PointsToSets.h"

#include "llvm/IR/ValueMap.h"

#include <functional>
#include <optional>

namespace amorph {

/// The values of the solved IR, and those that passes made since, with what
/// they pointed to when they were last looked at.
class TrackedValues {
public:
  static constexpr unsigned NoBlock = ~0u;
  struct Tracked {
    uint64_t Fingerprint = 0; ///< of the definition, at the last update
    uint64_t Shape = 0;       ///< of the solved definition, without operands
                              ///< that have sets
    PointerTargets Targets;
    unsigned FirstOperand = 0, Operands = 0; ///< in OperandSets
    unsigned Block = NoBlock; ///< the block whose site the value is
    bool Original = false;    ///< a value of the solved IR
    bool Solved = false;      ///< the constraint of the solution is satisfied
    bool Changed = false;
    bool Queued = false;
    Residues Residue = 0;   ///< 0: not computed yet
    unsigned ResidueAt = 0; ///< the Change at which it was computed
  };
  using Replacement =
      std::function<void(const llvm::Value *Old, const llvm::Value *New)>;

  /// OnReplaced: called while Valid for each tracked value that is replaced.
  TrackedValues(const llvm::Module &M, const PointsToResult &PTA,
                PointsToSets &Sets, Replacement OnReplaced);

  Tracked &track(const llvm::Value *V, PointerTargets T);
  Tracked *find(const llvm::Value *V) {
    auto It = Index.find(V);
    return It == Index.end() ? nullptr : &Values[It->second];
  }
  bool isTracked(const llvm::Value *V) const { return Index.count(V); }
  /// The sets of the operands with which T was solved.
  llvm::ArrayRef<unsigned> operandsOf(const Tracked &T) const {
    return llvm::ArrayRef(OperandSets).slice(T.FirstOperand, T.Operands);
  }
  /// True if V and the nearest values that it is computed from are defined as
  /// they were at the last update.
  bool unchanged(const llvm::Value *V);
  /// The set that a new call of F returns; NoSet: not known.
  unsigned resultOf(const llvm::Function *F) const;

  /// The current targets of V, through changed and new values if necessary.
  PointerTargets targets(const llvm::Value *V);
  /// The targets of V if its definition is unchanged, which is not checked.
  PointerTargets recorded(const llvm::Value *V);
  /// The targets of a pointer that an update has seen; others are not known.
  PointerTargets onRecord(const llvm::Value *V);
  /// Those on record, Nowhere included.
  PointerTargets stateOf(const llvm::Value *V);
  PointerTargets unite(PointerTargets A, PointerTargets B);

  bool Valid = true;   ///< false once an object was replaced
  unsigned Change = 0; ///< counts changed definitions and sets

private:
  struct TrackConfig : llvm::ValueMapConfig<const llvm::Value *> {
    enum { FollowRAUW = false };
    using ExtraData = TrackedValues *;
    static void onRAUW(TrackedValues *const &T, const llvm::Value *Old,
                       const llvm::Value *New) {
      if (T->Valid)
        T->OnReplaced(Old, New);
    }
  };

  /// Tracks the arithmetic that computes an index, as far as extraction uses
  /// it.
  void trackNumber(const llvm::Value *V);
  void findResults(const llvm::Module &M);
  void recordOperands(const llvm::Instruction &I);
  std::optional<unsigned> constantSet(const llvm::Value *V);
  PointerTargets known(const llvm::Value *V);
  PointerTargets derive(const llvm::Value *V, unsigned Loads = 0);

  const PointsToResult &PTA;
  PointsToSets &Sets;
  const Replacement OnReplaced;
  llvm::ValueMap<const llvm::Value *, unsigned, TrackConfig> Index;
  std::vector<Tracked> Values;
  std::vector<unsigned> OperandSets; ///< of solved definitions, by operand
  /// The set that a new call of a function returns; absent: not known.
  llvm::DenseMap<const llvm::Function *, unsigned> ResultOf;
};

} // namespace amorph

#endif
