//===- AliasSnapshot.h - Alias answers of one points-to solution *- C++ -*-===//
//
// Alias answers from the points-to solution of a module, kept while passes
// change the module. A set belongs to an SSA value and holds for every
// execution, so it holds as long as the value means the same. Each value is
// held by a value handle, together with a fingerprint of its definition and the
// sets of its operands:
//
//  - a deleted value leaves the maps at once (its address may be reused);
//  - a value that takes the place of another one (RAUW) also points to what
//    that one points to;
//  - between passes, update() re-examines the values of a changed function:
//    a changed definition whose operands' sets are included in those it was
//    solved with satisfies its constraint still; the sets of others, and of new
//    values, are computed from their operands, to a fixed point;
//  - within a pass, a query compares the definition and the nearest operands,
//    and computes the sets of new values from theirs;
//  - two objects that become one invalidate the snapshot.
//
// README.md argues why that is sound. AliasSession.h decides when update() is
// called, and when the module is solved again.
//
//===----------------------------------------------------------------------===//
#ifndef AMORPH_LLVM_PASS_ALIAS_ALIASSNAPSHOT_H
#define AMORPH_LLVM_PASS_ALIAS_ALIASSNAPSHOT_H

#include "llvm-pass/alias/CallEffects.h"
#include "llvm-pass/alias/FieldBytes.h"
#include "llvm-pass/alias/PointsToSets.h"
#include "llvm-pass/analysis/PointsToResult.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/IR/ValueMap.h"

#include <memory>
#include <optional>
#include <vector>

namespace amorph {

class AliasSnapshot {
public:
  AliasSnapshot(llvm::Module &M, PointsToResult Solution);
  AliasSnapshot(const AliasSnapshot &) = delete;
  AliasSnapshot &operator=(const AliasSnapshot &) = delete;

  /// False once an object was replaced. Every answer is then "may".
  bool valid() const { return Valid; }
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
  bool mayModRefOnRecord(const llvm::CallBase &Call,
                         const llvm::MemoryLocation &Loc);

  const PointsToSets &sets() const { return *Sets; }
  /// The current targets of V, through changed and new values if necessary.
  PointerTargets targets(const llvm::Value *V);

  /// Brings the sets of F's values up to date with its instructions. Passes
  /// must not be in the middle of changing F.
  void update(llvm::Function &F);

  /// The byte offsets modulo 8 that V may have; see FieldBytes.h.
  Residues residues(const llvm::Value *V);
  /// Why two locations do not alias: they may, or they are in different blocks,
  /// different fields, or different bytes of a field.
  enum class Reason { May, Blocks, Fields, Bytes };
  Reason disjoint(const llvm::MemoryLocation &A, const llvm::MemoryLocation &B);

  /// Queries that were not answered because a pointer's set is not known.
  uint64_t missed() const { return Missed; }

private:
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
  struct TrackConfig : llvm::ValueMapConfig<const llvm::Value *> {
    enum { FollowRAUW = false };
    using ExtraData = AliasSnapshot *;
    static void onRAUW(AliasSnapshot *const &S, const llvm::Value *Old,
                       const llvm::Value *New);
  };

  Tracked &track(const llvm::Value *V, PointerTargets T);
  /// Tracks the arithmetic that computes an index, as far as extraction uses
  /// it.
  void trackNumber(const llvm::Value *V);
  void findResults();
  unsigned resultOf(const llvm::Function *F) const;
  void recordOperands(const llvm::Instruction &I);
  void replaced(const llvm::Value *Old, const llvm::Value *New);
  void objectReplaced(const llvm::Value *New, unsigned Block);
  /// True for a call, made by a pass, of a library function that allocates:
  /// what it allocates is in no block.
  bool isNewAllocation(const llvm::Value *V);
  std::optional<unsigned> constantSet(const llvm::Value *V);
  Tracked *find(const llvm::Value *V) {
    auto It = Index.find(V);
    return It == Index.end() ? nullptr : &Values[It->second];
  }
  bool isTracked(const llvm::Value *V) const { return Index.count(V); }
  /// True if V and the nearest values that it is computed from are defined as
  /// they were at the last update.
  bool unchanged(const llvm::Value *V);
  /// The targets of a pointer that update() has seen; others are not known.
  PointerTargets onRecord(const llvm::Value *V);
  bool leadsToConstants(PointerTargets T);
  std::optional<llvm::ModRefInfo>
  modRefOnRecord(const llvm::CallBase &Call, const llvm::MemoryLocation &Loc);
  /// The targets of V if its definition is unchanged, which is not checked.
  PointerTargets recorded(const llvm::Value *V);
  /// The reason if the locations are disjoint with these targets.
  Reason disjoint(const llvm::MemoryLocation &A, PointerTargets TA,
                  const llvm::MemoryLocation &B, PointerTargets TB);
  bool argumentsOf(const llvm::CallBase &Call,
                   llvm::SmallVectorImpl<unsigned> &Arguments);
  std::optional<llvm::ModRefInfo> effectOfNew(const llvm::CallBase &Call,
                                              unsigned Set);
  PointerTargets stateOf(const llvm::Value *V);
  PointerTargets known(const llvm::Value *V);
  PointerTargets derive(const llvm::Value *V, unsigned Loads = 0);
  PointerTargets unite(PointerTargets A, PointerTargets B);
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
  bool disjointSets(unsigned A, uint64_t SizeA, uint8_t ResiduesA, unsigned B,
                    uint64_t SizeB, uint8_t ResiduesB, Reason &Why);

  llvm::Module &M;
  const llvm::DataLayout &DL;
  PointsToResult PTA;
  bool Valid = true;
  uint64_t Missed = 0;
  unsigned Change = 0; ///< counts changed definitions and sets
  llvm::ValueMap<const llvm::Value *, unsigned, TrackConfig> Index;
  std::vector<Tracked> Values;
  std::vector<unsigned> OperandSets; ///< of solved definitions, by operand
  llvm::BitVector Constants;         ///< blocks of constant variables
  /// The set that a new call of a function returns; absent: not known.
  llvm::DenseMap<const llvm::Function *, unsigned> ResultOf;
  // Null if the module was not solved.
  std::unique_ptr<PointsToSets> Sets;
  std::unique_ptr<FieldBytes> Bytes;
  std::unique_ptr<CallEffects> Effects;
};

} // namespace amorph

#endif
