//===- AliasSnapshot.cpp - Alias answers of one points-to solution --------===//
//
// CFLAndersAliasAnalysis and CFLSteensAliasAnalysis (removed from LLVM) kept
// their sets across changes of the IR. Here a set counts only if the
// fingerprints of the value and of what it is computed from are those of the
// solved IR.
//
//===----------------------------------------------------------------------===//
#include "llvm-pass/alias/AliasSnapshot.h"
#include "llvm-pass/alias/MustAlias.h"

#include "amorph/kernels/random/hash.hpp"

#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

using namespace llvm;
using namespace amorph;

namespace {

/// Maximum number of operands that a query compares, nearest first. Between
/// passes the session compares all, so this only limits how far a query sees
/// the changes of the running pass (README.md, "Changes").
constexpr unsigned MaxCompared = 64;

/// Mixes X into H. Cheaper than hash_combine, which would dominate the time of
/// queries.
uint64_t mix(uint64_t H, uint64_t X) { return mix_bits(H ^ X); }
uint64_t mix(uint64_t H, const void *P) {
  return mix(H, uint64_t(reinterpret_cast<uintptr_t>(P)));
}

/// The fingerprint of a definition: its operation and operands. The operands
/// have value handles of their own, so a reused address is not mistaken for
/// them.
uint64_t fingerprint(const Value *V) {
  if (auto *G = dyn_cast<GlobalVariable>(V)) {
    uint64_t H = mix(1, G->hasInitializer() ? G->getInitializer() : nullptr);
    return mix(mix(H, unsigned(G->getLinkage())), G->isConstant());
  }
  if (auto *F = dyn_cast<Function>(V))
    return mix(mix(2, unsigned(F->getLinkage())), F->isDeclaration());
  if (auto *A = dyn_cast<GlobalAlias>(V))
    return mix(3, A->getAliasee());
  auto *U = dyn_cast<User>(V);
  if (!U)
    return 4;
  uint64_t H = mix(mix(5, V->getValueID()), V->getType());
  for (const Value *Op : U->operands())
    H = mix(H, Op);
  if (auto *G = dyn_cast<GEPOperator>(V))
    H = mix(H, G->getSourceElementType());
  if (auto *E = dyn_cast<ExtractValueInst>(V))
    H = mix(H, uint64_t(hash_value(E->getIndices())));
  if (auto *E = dyn_cast<InsertValueInst>(V))
    H = mix(H, uint64_t(hash_value(E->getIndices())));
  if (auto *C = dyn_cast<CallBase>(V))
    H = mix(H, C->getFunctionType());
  if (auto *A = dyn_cast<AllocaInst>(V))
    H = mix(H, A->getAllocatedType());
  return H;
}

bool mayHoldPointer(Type *T) {
  if (T->isPtrOrPtrVectorTy())
    return true;
  for (Type *C : T->subtypes())
    if (mayHoldPointer(C))
      return true;
  return false;
}

/// True for integer arithmetic that extraction looks through to determine the
/// fields that an index leads to (factorOf, constantsOf).
bool isTransparent(const Value *V) {
  switch (Operator::getOpcode(V)) {
  case Instruction::Mul:
  case Instruction::Shl:
  case Instruction::Add:
  case Instruction::Sub:
  case Instruction::And:
  case Instruction::SExt:
  case Instruction::ZExt:
  case Instruction::Freeze:
  case Instruction::Select:
  case Instruction::PHI:
    return isa<Instruction>(V);
  default:
    return false;
  }
}

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

bool amorph::carriesPointers(const Instruction &I, const ModuleConstraints &C) {
  if (isa<DbgInfoIntrinsic>(I) || I.isLifetimeStartOrEnd() || isa<CmpInst>(I))
    return false;
  if (I.mayReadOrWriteMemory() || isa<CallBase>(I) ||
      mayHoldPointer(I.getType()) || C.varOf(&I) != NoVar)
    return true;
  for (const Value *Op : I.operands())
    if (mayHoldPointer(Op->getType()) || C.varOf(Op) != NoVar)
      return true;
  return false;
}

//===----------------------------------------------------------------------===//
// Fingerprints of the solved IR
//===----------------------------------------------------------------------===//

void AliasSnapshot::TrackConfig::onRAUW(AliasSnapshot *const &S,
                                        const Value *Old, const Value *) {
  // Sets of pointers loaded from memory still name the old object, which has
  // been replaced by another.
  if (S->PTA.Constraints.blockFor(Old))
    S->invalidate();
}

AliasSnapshot::AliasSnapshot(Module &M, PointsToResult Solution)
    : M(M), DL(M.getDataLayout()), PTA(std::move(Solution)), Values(this) {
  if (!PTA.Solved) {
    Valid = false;
    return;
  }
  const ModuleConstraints &C = PTA.Constraints;
  for (auto &[V, Variable] : C.VarOf)
    track(V, Variable);
  for (const GlobalVariable &G : M.globals())
    track(&G, C.varOf(&G));
  for (const Function &F : M) {
    track(&F, C.varOf(&F));
    for (const Instruction &I : instructions(F))
      if (carriesPointers(I, C))
        track(&I, C.varOf(&I));
    for (const Instruction &I : instructions(F))
      if (auto *G = dyn_cast<GetElementPtrInst>(&I))
        for (const Use &Index : G->indices())
          trackNumber(Index);
  }
  Sets = std::make_unique<PointsToSets>(PTA);
  Bytes = std::make_unique<FieldBytes>(M, PTA);
  Effects = std::make_unique<CallEffects>(M, PTA, *Sets);
}

void AliasSnapshot::track(const Value *V, Var Variable) {
  // Numbers, null and undef are never deleted.
  if (isa<ConstantData>(V))
    return;
  Tracked T;
  T.Fingerprint = fingerprint(V);
  T.Variable = Variable;
  Values.insert({V, T});
}

void AliasSnapshot::trackNumber(const Value *V) {
  SmallVector<const Value *, 8> Work{V};
  while (!Work.empty()) {
    const Value *X = Work.pop_back_val();
    if (!isTransparent(X) || find(X))
      continue;
    track(X, PTA.Constraints.varOf(X));
    Work.append(cast<User>(X)->op_begin(), cast<User>(X)->op_end());
  }
}

const AliasSnapshot::Tracked *AliasSnapshot::find(const Value *V) const {
  auto It = Values.find(V);
  return It == Values.end() ? nullptr : &It->second;
}

bool AliasSnapshot::sameDefinition(const Value *V, const Tracked &T) const {
  return T.Fingerprint == fingerprint(V);
}

bool AliasSnapshot::unchanged(const Value *V) const {
  // Compared every time: no handle reports an operand that was set.
  if (!find(V))
    return false;
  SmallPtrSet<const Value *, 32> Seen;
  SmallVector<std::pair<const Value *, bool>, 64> Queue{{V, false}};
  unsigned Compared = 0;
  for (size_t Next = 0; Next != Queue.size(); ++Next) {
    auto [X, BehindMemory] = Queue[Next];
    const Tracked *T = find(X);
    if (!T) {
      // Of values without pointers, only the arithmetic of indices is tracked.
      auto *I = dyn_cast<Instruction>(X);
      if (mayHoldPointer(X->getType()) ||
          (I && carriesPointers(*I, PTA.Constraints)))
        return false;
      continue;
    }
    if (!sameDefinition(X, *T))
      return false;
    auto *I = dyn_cast<Instruction>(X);
    bool Memory = I && (I->mayReadOrWriteMemory() || isa<CallBase>(I));
    if (!I || (Memory && BehindMemory))
      continue;
    for (const Value *Op : I->operands()) {
      if (++Compared > MaxCompared)
        break;
      if (!isa<ConstantData>(Op) && Seen.insert(Op).second)
        Queue.push_back({Op, BehindMemory || Memory});
    }
  }
  return true;
}

Residues AliasSnapshot::residues(const Value *V) {
  const Tracked *T = find(V);
  if (!T)
    return Bytes->residues(V);
  if (T->Residue == 0)
    T->Residue = Bytes->residues(V);
  return T->Residue;
}

bool AliasSnapshot::coversGlobals() const {
  for (const GlobalVariable &G : M.globals()) {
    const Tracked *T = find(&G);
    if (!T || !sameDefinition(&G, *T))
      return false;
  }
  for (const Function &F : M) {
    // Intrinsics are declared as passes need them; calls of them are checked.
    const Tracked *T = find(&F);
    if (F.isIntrinsic() ? false : !T || !sameDefinition(&F, *T))
      return false;
  }
  return true;
}

bool AliasSnapshot::covers(const Function &F) {
  if (F.isDeclaration())
    return true;
  for (const Instruction &I : instructions(F)) {
    const Tracked *T = find(&I);
    if (!T && !carriesPointers(I, PTA.Constraints))
      continue;
    if (!T || !sameDefinition(&I, *T))
      return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Targets of a pointer
//===----------------------------------------------------------------------===//

PointerTargets AliasSnapshot::targets(const Value *V) {
  PointerTargets Result;
  auto GiveUp = [&] {
    Result.Sets.clear();
    Result.Unknown = true;
    return Result;
  };
  if (!Valid || !V->getType()->isPointerTy())
    return GiveUp();

  auto Known = [&](const Value *X) -> bool {
    if (auto Set = constantSet(X)) {
      Result.Sets.push_back(*Set);
      return true;
    }
    const Tracked *T = find(X);
    if (!T || T->Variable == NoVar || !unchanged(X))
      return false;
    Result.Sets.push_back(PTA.Solution.set_of[T->Variable]);
    return true;
  };
  if (Known(V))
    return Result;

  // V is new or changed: use the sets of its operands. V may point to other
  // fields than they do.
  Result.Fields = false;
  SmallPtrSet<const Value *, 16> Seen;
  SmallVector<const Value *, 16> Work{V};
  while (!Work.empty()) {
    const Value *X = Work.pop_back_val();
    if (!Seen.insert(X).second || isa<ConstantPointerNull>(X) ||
        isa<UndefValue>(X))
      continue;
    if (Seen.size() > 32)
      return GiveUp();
    if (X != V && Known(X))
      continue;
    if (auto *G = dyn_cast<GEPOperator>(X)) {
      Work.push_back(G->getPointerOperand());
    } else if (auto *S = dyn_cast<SelectInst>(X)) {
      Work.push_back(S->getTrueValue());
      Work.push_back(S->getFalseValue());
    } else if (isa<PHINode>(X) || isa<FreezeInst>(X)) {
      for (const Value *Op : cast<User>(X)->operands())
        Work.push_back(Op);
    } else {
      return GiveUp();
    }
    for (const Value *Next : Work)
      if (!Next->getType()->isPointerTy())
        return GiveUp();
  }
  llvm::sort(Result.Sets);
  Result.Sets.erase(std::unique(Result.Sets.begin(), Result.Sets.end()),
                    Result.Sets.end());
  return Result;
}

/// The set of the single object that a constant address points to.
std::optional<unsigned> AliasSnapshot::constantSet(const Value *V) {
  if (!isa<Constant>(V))
    return std::nullopt;
  APInt Offset(DL.getIndexTypeSizeInBits(V->getType()), 0);
  const Value *Base = V->stripAndAccumulateConstantOffsets(
      DL, Offset, /*AllowNonInbounds=*/true);
  const MemoryBlock *B = PTA.Constraints.blockFor(Base);
  if (!B || !isa<GlobalObject>(Base) || !find(Base))
    return std::nullopt;
  Var Object = B->First;
  const andersen::problem &P = PTA.Constraints.Problem;
  if (B->Kind == ObjectKind::Global) {
    const andersen::block &Memory = P.blocks[P.block_of[Object]];
    const andersen::layout &L = P.layouts[Memory.layout];
    int64_t Size = L.size, At = Offset.getSExtValue() % Size;
    At = At < 0 ? At + Size : At;
    Object += P.slot_of_word[L.first_word + At / 8];
  }
  return Sets->singleton(Object);
}

//===----------------------------------------------------------------------===//
// Answers
//===----------------------------------------------------------------------===//

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
  SmallVector<Var, 32> SlotsA, SlotsB;
  Sets->forEach(A, [&](Var O) { SlotsA.push_back(O); });
  Sets->forEach(B, [&](Var O) { SlotsB.push_back(O); });
  for (unsigned Block : BlocksA) {
    if (!std::binary_search(BlocksB.begin(), BlocksB.end(), Block))
      continue;
    const MemoryBlock &M = PTA.Constraints.Blocks[Block];
    auto Within = [&](SmallVectorImpl<Var> &Slots) {
      auto Begin = std::lower_bound(Slots.begin(), Slots.end(), M.First);
      auto End = std::lower_bound(Begin, Slots.end(), M.First + M.Count);
      return ArrayRef<Var>(Begin, End);
    };
    bool Word = false;
    if (M.Kind == ObjectKind::Unknown || M.Kind == ObjectKind::Function ||
        M.Kind == ObjectKind::FunctionSlot ||
        !Bytes->disjoint(Within(SlotsA), SizeA, RA, Within(SlotsB), SizeB, RB,
                         Word))
      return false;
    Why = Word ? Reason::Bytes : std::max(Why, Reason::Fields);
  }
  return true;
}

AliasSnapshot::Reason AliasSnapshot::disjoint(const MemoryLocation &A,
                                              const MemoryLocation &B) {
  if (nullIsAnAddress(A.Ptr) || nullIsAnAddress(B.Ptr))
    return Reason::May;
  PointerTargets TA = targets(A.Ptr), TB = targets(B.Ptr);
  if (TA.Unknown || TB.Unknown)
    return Reason::May;
  uint64_t SizeA = 0, SizeB = 0;
  Residues RA = AnyResidue, RB = AnyResidue;
  if (TA.Fields && TB.Fields) {
    SizeA = bytesOf(A.Size), SizeB = bytesOf(B.Size);
    if (SizeA != 0 && SizeB != 0) {
      RA = residues(A.Ptr), RB = residues(B.Ptr);
    }
  }
  Reason Why = Reason::Blocks;
  bool Some = false;
  for (unsigned SetA : TA.Sets)
    for (unsigned SetB : TB.Sets) {
      // An empty set: never executed, or not understood.
      if (Sets->blocks(SetA).empty() || Sets->blocks(SetB).empty())
        return Reason::May;
      if (!disjointSets(SetA, SizeA, RA, SetB, SizeB, RB, Why))
        return Reason::May;
      Some = true;
    }
  return Some ? Why : Reason::May;
}

AliasResult AliasSnapshot::alias(const MemoryLocation &A,
                                 const MemoryLocation &B, bool CrossIteration) {
  if (!Valid)
    return AliasResult::MayAlias;
  if (disjoint(A, B) != Reason::May)
    return AliasResult::NoAlias;
  if (mustAlias(A.Ptr, B.Ptr, DL, CrossIteration,
                [&](const Function &F) { return Effects->mayRecurse(F); }))
    return AliasResult::MustAlias;
  return AliasResult::MayAlias;
}

bool AliasSnapshot::isConstant(const MemoryLocation &Loc) {
  if (!Valid || nullIsAnAddress(Loc.Ptr))
    return false;
  PointerTargets T = targets(Loc.Ptr);
  if (T.Unknown || T.Sets.empty())
    return false;
  for (unsigned Set : T.Sets) {
    if (Sets->blocks(Set).empty())
      return false;
    for (unsigned B : Sets->blocks(Set)) {
      const MemoryBlock &Block = PTA.Constraints.Blocks[B];
      auto *G = dyn_cast_or_null<GlobalVariable>(Block.Site);
      if (Block.Kind != ObjectKind::Global || !G || !G->isConstant())
        return false;
    }
  }
  return true;
}

ModRefInfo AliasSnapshot::modRef(const CallBase &Call,
                                 const MemoryLocation &Loc) {
  if (!Valid || nullIsAnAddress(Loc.Ptr))
    return ModRefInfo::ModRef;
  PointerTargets T = targets(Loc.Ptr);
  if (T.Unknown || T.Sets.empty() || !unchanged(&Call))
    return ModRefInfo::ModRef;
  return Effects->of(Call, T);
}
