//===- AliasSnapshot.h - Alias answers of one points-to solution *- C++ -*-===//
//
// Alias answers from the points-to solution of a module, valid while the IR
// that it was computed from exists. The module changes while passes query it,
// so each value of the solution is held by a value handle together with a
// fingerprint of its definition:
//
//  - a deleted value leaves the maps at once (its address may be reused);
//  - for a value that is new or whose definition changed, the operands are
//    examined (address arithmetic, phi, select); if they lead to a value that
//    is not known, the answer is "may";
//  - a replaced object (an alloca merged into another) invalidates the
//  snapshot.
//
// AliasSession.h decides when a snapshot is compared with the module or
// computed again.
//
//===----------------------------------------------------------------------===//
#ifndef AMORPH_LLVM_PASS_ALIAS_ALIASSNAPSHOT_H
#define AMORPH_LLVM_PASS_ALIAS_ALIASSNAPSHOT_H

#include "llvm-pass/alias/CallEffects.h"
#include "llvm-pass/alias/FieldBytes.h"
#include "llvm-pass/alias/PointsToSets.h"
#include "llvm-pass/analysis/PointsToResult.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/IR/ValueMap.h"

#include <memory>

namespace amorph {

class AliasSnapshot {
public:
  AliasSnapshot(llvm::Module &M, PointsToResult Solution);
  AliasSnapshot(const AliasSnapshot &) = delete;
  AliasSnapshot &operator=(const AliasSnapshot &) = delete;

  /// False once an object was replaced. Every answer is then "may".
  bool valid() const { return Valid; }
  void invalidate() { Valid = false; }
  const llvm::Module &module() const { return M; }
  const PointsToResult &pointsTo() const { return PTA; }

  llvm::AliasResult alias(const llvm::MemoryLocation &A,
                          const llvm::MemoryLocation &B, bool CrossIteration);
  llvm::ModRefInfo modRef(const llvm::CallBase &Call,
                          const llvm::MemoryLocation &Loc);
  /// True if the location is constant memory in every target of the pointer.
  bool isConstant(const llvm::MemoryLocation &Loc);

  const PointsToSets &sets() const { return *Sets; }
  /// The current targets of V, through changed and new values if necessary.
  PointerTargets targets(const llvm::Value *V);
  /// True if V existed when the solution was computed and is unchanged: its
  /// definition, the arithmetic that it is computed by, and the operands of the
  /// loads and calls at the end of that. The session watches memory contents.
  bool unchanged(const llvm::Value *V) const;

  /// True if F adds nothing to the IR that the solution was computed from:
  /// instructions may have been deleted or moved, nothing else. False: the
  /// snapshot no longer describes the module.
  bool covers(const llvm::Function &F);
  /// The same for global variables and the list of functions.
  bool coversGlobals() const;

  /// The byte offsets modulo 8 that V, an unchanged value, may have; see
  /// FieldBytes.h.
  Residues residues(const llvm::Value *V);
  /// Why two locations do not alias: they may, or they are in different blocks,
  /// different fields, or different bytes of a field.
  enum class Reason { May, Blocks, Fields, Bytes };
  Reason disjoint(const llvm::MemoryLocation &A, const llvm::MemoryLocation &B);

private:
  struct Tracked {
    uint64_t Fingerprint = 0;
    Var Variable = NoVar;
    /// Of the unchanged value, so it never changes; 0: not computed yet.
    mutable Residues Residue = 0;
  };
  struct TrackConfig : llvm::ValueMapConfig<const llvm::Value *> {
    enum { FollowRAUW = false };
    using ExtraData = AliasSnapshot *;
    static void onRAUW(AliasSnapshot *const &S, const llvm::Value *Old,
                       const llvm::Value *New);
  };

  void track(const llvm::Value *V, Var Variable);
  /// Tracks the arithmetic that computes an index, as far as extraction uses
  /// it.
  void trackNumber(const llvm::Value *V);
  std::optional<unsigned> constantSet(const llvm::Value *V);
  const Tracked *find(const llvm::Value *V) const;
  bool sameDefinition(const llvm::Value *V, const Tracked &T) const;
  bool disjointSets(unsigned A, uint64_t SizeA, uint8_t ResiduesA, unsigned B,
                    uint64_t SizeB, uint8_t ResiduesB, Reason &Why);

  llvm::Module &M;
  const llvm::DataLayout &DL;
  PointsToResult PTA;
  bool Valid = true;
  llvm::ValueMap<const llvm::Value *, Tracked, TrackConfig> Values;
  // Null if the module was not solved.
  std::unique_ptr<PointsToSets> Sets;
  std::unique_ptr<FieldBytes> Bytes;
  std::unique_ptr<CallEffects> Effects;
};

/// True for instructions that create, move or use pointers: a snapshot
/// describes a module only if it knows all of them.
bool carriesPointers(const llvm::Instruction &I, const ModuleConstraints &C);

} // namespace amorph

#endif
