//===- AliasSnapshot.h - Alias answers from one points-to solution -*- C++ -*-//
//
// What the points-to solution of a module says about two memory locations, for
// as long as the IR that it was computed from is still there. The module keeps
// changing while passes ask, so every value that the solution speaks of is
// held by a value handle together with a fingerprint of its definition:
//
//  - a deleted value leaves the maps at once (its address may be used again);
//  - a value that is new, or whose definition changed, is looked at through
//    its operands (address arithmetic, phi, select, loads); where that leads
//    to nothing known the answer is "may";
//  - a changed object (an alloca replaced by another one) retires the snapshot.
//
// AliasSession.h decides when a snapshot must be checked against the module or
// computed anew.
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

  /// False once an object was replaced; every answer is then "may".
  bool valid() const { return Valid; }
  void retire() { Valid = false; }
  const llvm::Module &module() const { return M; }
  const PointsToResult &pointsTo() const { return PTA; }

  llvm::AliasResult alias(const llvm::MemoryLocation &A,
                          const llvm::MemoryLocation &B, bool CrossIteration);
  llvm::ModRefInfo modRef(const llvm::CallBase &Call,
                          const llvm::MemoryLocation &Loc);
  /// True if the location is constant memory wherever the pointer leads.
  bool isConstant(const llvm::MemoryLocation &Loc);

  const PointsToSets &sets() const { return *Sets; }
  /// The targets of V now, through changed and new values where needed.
  PointerTargets targets(const llvm::Value *V);
  /// True if V was there when the solution was computed and means the same:
  /// so do it, the arithmetic it comes from, and the operands of the loads and
  /// calls at its end. What memory holds is the session's to watch.
  bool unchanged(const llvm::Value *V) const;

  /// Checks that F adds nothing to what the solution was computed from:
  /// instructions may have been deleted or moved, nothing else. False: the
  /// snapshot no longer speaks for the module.
  bool covers(const llvm::Function &F);
  /// The same for global variables and the list of functions.
  bool coversGlobals() const;

  /// Where in a word V, an unchanged value, may stand; see FieldBytes.h.
  Residues residues(const llvm::Value *V);
  /// Why two locations do not alias, for reports: 0 they may, 1 different
  /// blocks, 2 different fields, 3 different bytes of a field.
  enum class Reason { May, Blocks, Fields, Bytes };
  Reason disjoint(const llvm::MemoryLocation &A, const llvm::MemoryLocation &B);

private:
  struct Tracked {
    uint64_t Fingerprint = 0;
    Var Variable = NoVar;
    /// Of an unchanged value, and so for good; 0: not asked for yet.
    mutable Residues Residue = 0;
  };
  struct TrackConfig : llvm::ValueMapConfig<const llvm::Value *> {
    enum { FollowRAUW = false };
    using ExtraData = AliasSnapshot *;
    static void onRAUW(AliasSnapshot *const &S, const llvm::Value *Old,
                       const llvm::Value *New);
  };

  void track(const llvm::Value *V, Var Variable);
  /// Tracks the arithmetic behind an index, as far as constraints see it.
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

/// True for what a snapshot must know to speak for a module: instructions that
/// create, move or use pointers.
bool carriesPointers(const llvm::Instruction &I, const ModuleConstraints &C);

} // namespace amorph

#endif
