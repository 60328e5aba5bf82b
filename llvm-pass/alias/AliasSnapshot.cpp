//===- AliasSnapshot.cpp - Alias answers of one points-to solution --------===//
#include "llvm-pass/alias/AliasSnapshot.h"
#include "llvm-pass/alias/Definitions.h"
#include "llvm-pass/alias/MustAlias.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace amorph;

namespace {

/// The size of an access in bytes; 0: unknown.
uint64_t bytesOf(LocationSize S) {
  if (!S.hasValue() || S.isScalable())
    return 0;
  return std::max<uint64_t>(S.getValue().getFixedValue(), 1);
}

/// True if null is a valid address of an object. Sets do not contain null, so
/// they say nothing then.
bool nullIsAnAddress(const Value *V) {
  const Function *F = nullptr;
  if (auto *I = dyn_cast<Instruction>(V))
    F = I->getFunction();
  else if (auto *A = dyn_cast<Argument>(V))
    F = A->getParent();
  return V->getType()->isPointerTy() &&
         NullPointerIsDefined(F, V->getType()->getPointerAddressSpace());
}

} // namespace

AliasSnapshot::AliasSnapshot(Module &M, PointsToResult Solution)
    : M(M), PTA(std::move(Solution)) {
  if (!PTA.Solved)
    return;
  Sets = std::make_unique<PointsToSets>(PTA);
  const std::vector<MemoryBlock> &Blocks = PTA.Constraints.Blocks;
  Constants.resize(Blocks.size());
  for (unsigned B = 0; B != Blocks.size(); ++B)
    if (Blocks[B].isConstant())
      Constants.set(B);
  Values = std::make_unique<TrackedValues>(
      M, PTA, *Sets, [this](const Value *Old, const Value *New) {
        Changes->replaced(Old, New);
      });
  Bytes = std::make_unique<FieldBytes>(M, PTA);
  Effects = std::make_unique<CallEffects>(M, PTA, *Sets);
  Changes = std::make_unique<SnapshotChanges>(PTA, *Sets, *Values, *Effects);
}

Residues AliasSnapshot::residues(const Value *V) {
  // The solution of a root holds while its constraint does.
  auto Known = [this](const Value *Root) {
    const TrackedValues::Tracked *T = Values->find(Root);
    return T && T->Original && (T->Solved || isa<Argument>(Root));
  };
  TrackedValues::Tracked *T = Values->find(V);
  if (!T || !T->Solved)
    return isa<Constant>(V) || (T && isa<Argument>(V))
               ? Bytes->residues(V, Known)
               : AnyResidue;
  if (T->Residue == 0 || T->ResidueAt != Values->Change) {
    T->Residue = Bytes->residues(V, Known);
    T->ResidueAt = Values->Change;
  }
  return T->Residue;
}

bool AliasSnapshot::disjointSets(unsigned A, uint64_t SizeA, Residues RA,
                                 unsigned B, uint64_t SizeB, Residues RB,
                                 Reason &Why) {
  if (!Sets->shareBlock(A, B))
    return true;
  if (SizeA == 0 || SizeB == 0)
    return false;
  // The same block, but perhaps other bytes of it.
  constexpr unsigned ManyBlocks = 64;
  ArrayRef<unsigned> BlocksA = Sets->blocks(A), BlocksB = Sets->blocks(B);
  if (BlocksA.size() > ManyBlocks || BlocksB.size() > ManyBlocks)
    return false;
  SmallVector<Var, 64> SlotsA, SlotsB;
  Sets->forEach(A, [&](Var O) { SlotsA.push_back(O); });
  Sets->forEach(B, [&](Var O) { SlotsB.push_back(O); });
  for (unsigned Block : BlocksA) {
    if (!std::binary_search(BlocksB.begin(), BlocksB.end(), Block))
      continue;
    const MemoryBlock &M = PTA.Constraints.Blocks[Block];
    auto Within = [&](const SmallVectorImpl<Var> &Slots) {
      auto Begin = std::lower_bound(Slots.begin(), Slots.end(), M.First);
      auto End = std::lower_bound(Begin, Slots.end(), M.First + M.Count);
      return ArrayRef<Var>(Begin, End);
    };
    bool Word = false;
    // A block that has been replaced may be anywhere in the ones it is in now.
    if (Within(SlotsA).empty() || Within(SlotsB).empty() ||
        M.Kind == ObjectKind::Unknown || M.Kind == ObjectKind::Function ||
        M.Kind == ObjectKind::FunctionSlot ||
        !Bytes->disjoint(Within(SlotsA), SizeA, RA, Within(SlotsB), SizeB, RB,
                         Word))
      return false;
    Why = Word ? Reason::Bytes : std::max(Why, Reason::Fields);
  }
  return true;
}

AliasSnapshot::Reason AliasSnapshot::disjoint(const MemoryLocation &A,
                                              PointerTargets TA,
                                              const MemoryLocation &B,
                                              PointerTargets TB) {
  // An empty set: never executed, or not understood.
  if (!TA.known() || !TB.known() || Sets->provesNothing(TA.Set) ||
      Sets->provesNothing(TB.Set))
    return Reason::May;
  if (!Sets->shareBlock(TA.Set, TB.Set))
    return Reason::Blocks;
  uint64_t SizeA = 0, SizeB = 0;
  Residues RA = AnyResidue, RB = AnyResidue;
  Reason Why = Reason::Blocks;
  if (TA.Fields && TB.Fields) {
    SizeA = bytesOf(A.Size), SizeB = bytesOf(B.Size);
    if (SizeA != 0 && SizeB != 0)
      RA = residues(A.Ptr), RB = residues(B.Ptr);
  }
  return disjointSets(TA.Set, SizeA, RA, TB.Set, SizeB, RB, Why) ? Why
                                                                 : Reason::May;
}

AliasSnapshot::Reason AliasSnapshot::disjoint(const MemoryLocation &A,
                                              const MemoryLocation &B) {
  if (!valid() || nullIsAnAddress(A.Ptr) || nullIsAnAddress(B.Ptr))
    return Reason::May;
  // Most pointers may alias by the sets on record already. Definitions are
  // compared only for the few answers that depend on it.
  PointerTargets TA = Values->recorded(A.Ptr);
  PointerTargets TB = TA.known() ? Values->recorded(B.Ptr) : PointerTargets();
  if (!TB.known() && !isa<Constant>(TA.known() ? B.Ptr : A.Ptr))
    ++Missed; // no solution knows more of an absolute address
  const Reason Why = disjoint(A, TA, B, TB);
  if (Why == Reason::May ||
      (Values->unchanged(A.Ptr) && Values->unchanged(B.Ptr)))
    return Why;
  return disjoint(A, Values->targets(A.Ptr), B, Values->targets(B.Ptr));
}

AliasResult AliasSnapshot::alias(const MemoryLocation &A,
                                 const MemoryLocation &B, bool CrossIteration) {
  if (!valid())
    return AliasResult::MayAlias;
  if (disjoint(A, B) != Reason::May)
    return AliasResult::NoAlias;
  // Equal addresses are in one and the same variable.
  PointerTargets TA = Values->recorded(A.Ptr);
  if (!TA.known() || Sets->blocks(TA.Set).size() != 1)
    return AliasResult::MayAlias;
  PointerTargets TB = Values->recorded(B.Ptr);
  if (TB.known() && Sets->blocks(TB.Set) == Sets->blocks(TA.Set) &&
      mustAlias(A.Ptr, B.Ptr, M.getDataLayout(), CrossIteration,
                [&](const Function &F) {
                  return !Values->isTracked(&F) || Effects->mayRecurse(F);
                }))
    return AliasResult::MustAlias;
  return AliasResult::MayAlias;
}

bool AliasSnapshot::leadsToConstants(PointerTargets T) {
  return T.known() && !Sets->provesNothing(T.Set) &&
         all_of(Sets->blocks(T.Set),
                [&](unsigned B) { return Constants.test(B); });
}

bool AliasSnapshot::isConstant(const MemoryLocation &Loc) {
  if (!valid() || nullIsAnAddress(Loc.Ptr))
    return false;
  return isConstantOnRecord(Loc) &&
         (Values->unchanged(Loc.Ptr) ||
          leadsToConstants(Values->targets(Loc.Ptr)));
}

bool AliasSnapshot::mayAliasOnRecord(const MemoryLocation &A,
                                     const MemoryLocation &B) {
  PointerTargets TA = Values->onRecord(A.Ptr), TB = Values->onRecord(B.Ptr);
  return TA.known() && TB.known() && !Sets->provesNothing(TA.Set) &&
         !Sets->provesNothing(TB.Set) &&
         disjoint(A, TA, B, TB) == Reason::May &&
         (Sets->blocks(TA.Set).size() != 1 ||
          Sets->blocks(TA.Set) != Sets->blocks(TB.Set));
}

std::optional<ModRefInfo>
AliasSnapshot::modRefOnRecord(const CallBase &Call, const MemoryLocation &Loc) {
  PointerTargets T = Values->onRecord(Loc.Ptr);
  const TrackedValues::Tracked *C = T.known() ? Values->find(&Call) : nullptr;
  if (!C || !C->Solved)
    return std::nullopt;
  return Effects->of(Call, Values->operandsOf(*C), T.Set);
}

bool AliasSnapshot::isConstantOnRecord(const MemoryLocation &Loc) {
  return leadsToConstants(Values->onRecord(Loc.Ptr));
}

/// The sets of Call's arguments; false if one is not known.
bool AliasSnapshot::argumentsOf(const CallBase &Call,
                                SmallVectorImpl<unsigned> &Arguments) {
  for (const Value *A : Call.args()) {
    unsigned Set = NoSet; // carries no pointer
    if (isa<ConstantPointerNull>(A) || isa<UndefValue>(A)) {
      // nothing
    } else if (A->getType()->isPointerTy()) {
      PointerTargets T = Values->targets(A);
      if (!T.known() || Sets->provesNothing(T.Set))
        return false;
      Set = T.Set;
    } else if (!isa<ConstantData>(A)) {
      const TrackedValues::Tracked *T = Values->find(A);
      if (T && T->Solved && Values->unchanged(A))
        Set = T->Targets.Set;
      else if (A->getType()->isPtrOrPtrVectorTy())
        return false; // of a gather, which accesses the pointees
      else if (!A->getType()->isIntegerTy() ||
               A->getType()->getIntegerBitWidth() >=
                   M.getDataLayout().getPointerSizeInBits())
        Set = CallEffects::AnyInteger;
    }
    Arguments.push_back(Set);
  }
  return true;
}

/// The effect of a call that the solved IR lacks, or had with other operands.
std::optional<ModRefInfo> AliasSnapshot::effectOfNew(const CallBase &Call,
                                                     unsigned Set) {
  const Function *F = Call.getCalledFunction();
  SmallVector<unsigned, 8> Arguments;
  if (!F || !argumentsOf(Call, Arguments))
    return std::nullopt;
  return Effects->ofNew(Call, Values->isTracked(F), Arguments, Set);
}

ModRefInfo AliasSnapshot::modRef(const CallBase &Call,
                                 const MemoryLocation &Loc) {
  if (!valid() || nullIsAnAddress(Loc.Ptr))
    return ModRefInfo::ModRef;
  // Definitions are compared only for the few answers that depend on it.
  const std::optional<ModRefInfo> Recorded = modRefOnRecord(Call, Loc);
  if (Recorded == ModRefInfo::ModRef)
    return *Recorded;
  if (Recorded && Values->unchanged(&Call) &&
      (isa<Constant>(Loc.Ptr) || Values->unchanged(Loc.Ptr)))
    return *Recorded;
  PointerTargets T = Values->targets(Loc.Ptr);
  if (T.known()) {
    const TrackedValues::Tracked *C = Values->find(&Call);
    if (C && C->Solved && Values->unchanged(&Call))
      return Effects->of(Call, Values->operandsOf(*C), T.Set);
    if (std::optional<ModRefInfo> Info = effectOfNew(Call, T.Set))
      return *Info;
  }
  ++Missed;
  return ModRefInfo::ModRef;
}

bool AliasSnapshot::touches(const CallBase &Call, const MemoryLocation &Loc) {
  if (!valid() || nullIsAnAddress(Loc.Ptr))
    return true;
  const PointerTargets T = Values->targets(Loc.Ptr);
  const TrackedValues::Tracked *C = T.known() ? Values->find(&Call) : nullptr;
  return !C || !C->Solved || !Values->unchanged(&Call) ||
         Effects->touches(Call, Values->operandsOf(*C), T.Set);
}
