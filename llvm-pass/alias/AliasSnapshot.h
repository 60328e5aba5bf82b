//===- AliasSnapshot.h - Alias answers of one points-to solution *- C++ -*-===//
//
// Alias answers from the points-to solution of a module, kept while passes
// change the module. A set belongs to an SSA value and holds for every
// execution, so it holds as long as the value means the same. Each value is
// held by a value handle, together with a fingerprint of its definition and the
// sets of its operands:
//
//  - a deleted value leaves the maps at once (its address may be reused);
//  - a value that takes the place of another one (RAUW) also has the
//    points-to set of that one;
//  - between passes, update() re-examines the values of a changed function:
//    a changed definition whose operands' sets are included in those it was
//    solved with satisfies its constraint still; the sets of others, and of new
//    values, are computed from their operands, to a fixed point;
//  - within a pass, a query compares the definition and the nearest operands,
//    and computes the sets of new values from the operands';
//  - two objects that become one invalidate the snapshot.
//
// README.md argues why that is sound. AliasSession.h decides when update() is
// called, and when the module is solved again.
//
//===----------------------------------------------------------------------===//
#ifndef AMORPH_LLVM_PASS_ALIAS_ALIASSNAPSHOT_H
#define AMORPH_LLVM_PASS_ALIAS_ALIASSNAPSHOT_H

#include "llvm-pass/alias/SnapshotChanges.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/AliasAnalysis.h"

#include <memory>
#include <optional>

namespace amorph {

class AliasSnapshot {
public:
  AliasSnapshot(llvm::Module &M, PointsToResult Solution);
  AliasSnapshot(const AliasSnapshot &) = delete;

  /// False once an object was replaced. Every answer is then "may".
  bool valid() const { return Values && Values->Valid; }
  const llvm::Module &module() const { return M; }
  const PointsToResult &pointsTo() const { return PTA; }

  llvm::AliasResult alias(const llvm::MemoryLocation &A,
                          const llvm::MemoryLocation &B, bool CrossIteration);
  llvm::ModRefInfo modRef(const llvm::CallBase &Call,
                          const llvm::MemoryLocation &Loc);
  /// False if Call and all that it calls never access the location, so that
  /// this holds for each of its instructions after inlining, too.
  bool touches(const llvm::CallBase &Call, const llvm::MemoryLocation &Loc);
  /// True if the location is constant memory in every target of the pointer.
  bool isConstant(const llvm::MemoryLocation &Loc);
  /// The same by the sets on record, before update(), which may take it back.
  /// False also for pointers that are not on record: InstCombine asks about
  /// every store between its changes, and few pointers lead to constants alone.
  bool isConstantOnRecord(const llvm::MemoryLocation &Loc);

  // True only if the answer is "may" by the sets on record, before update():
  // sets grow, so that an update cannot change it.
  bool mayAliasOnRecord(const llvm::MemoryLocation &A,
                        const llvm::MemoryLocation &B);
  /// The effect by the records; none if they do not suffice.
  std::optional<llvm::ModRefInfo>
  modRefOnRecord(const llvm::CallBase &Call, const llvm::MemoryLocation &Loc);

  const PointsToSets &sets() const { return *Sets; }
  /// The current targets of V, through changed and new values if necessary.
  PointerTargets targets(const llvm::Value *V) {
    return valid() ? Values->targets(V) : PointerTargets();
  }

  /// Brings the sets of F's values up to date with its instructions. Passes
  /// must not be in the middle of changing F.
  void update(llvm::Function &F) {
    if (valid())
      Changes->update(F);
  }

  /// The byte offsets modulo 8 that V may have; see FieldBytes.h.
  Residues residues(const llvm::Value *V);
  /// Why two locations do not alias: they may, or they are in different blocks,
  /// different fields, or different bytes of a field.
  enum class Reason { May, Blocks, Fields, Bytes };
  Reason disjoint(const llvm::MemoryLocation &A, const llvm::MemoryLocation &B);

  /// Queries that were not answered because a pointer's set is not known.
  uint64_t missed() const { return Missed; }

private:
  bool leadsToConstants(PointerTargets T);
  /// The reason if the locations are disjoint with these targets.
  Reason disjoint(const llvm::MemoryLocation &A, PointerTargets TA,
                  const llvm::MemoryLocation &B, PointerTargets TB);
  bool argumentsOf(const llvm::CallBase &Call,
                   llvm::SmallVectorImpl<unsigned> &Arguments);
  std::optional<llvm::ModRefInfo> effectOfNew(const llvm::CallBase &Call,
                                              unsigned Set);
  bool disjointSets(unsigned A, uint64_t SizeA, uint8_t ResiduesA, unsigned B,
                    uint64_t SizeB, uint8_t ResiduesB, Reason &Why);

  llvm::Module &M;
  PointsToResult PTA;
  uint64_t Missed = 0;
  llvm::BitVector Constants; ///< blocks of constant variables
  // Null if the module was not solved.
  std::unique_ptr<PointsToSets> Sets;
  std::unique_ptr<FieldBytes> Bytes;
  std::unique_ptr<CallEffects> Effects;
  std::unique_ptr<TrackedValues> Values;
  std::unique_ptr<SnapshotChanges> Changes;
};

} // namespace amorph

#endif
