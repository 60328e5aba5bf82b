//===- AliasSnapshot.cpp - Alias answers of one points-to solution --------===//
//
// CFLAndersAliasAnalysis and CFLSteensAliasAnalysis (removed from LLVM) kept
// their sets across changes of the IR without looking at them. Here a set is
// kept if the changed definitions still satisfy their constraints.
//
//===----------------------------------------------------------------------===//
#include "llvm-pass/alias/AliasSnapshot.h"
#include "llvm-pass/alias/MustAlias.h"
#include "llvm-pass/models/Models.h"

#include "amorph/kernels/random/hash.hpp"

#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/raw_ostream.h"

#include <array>

using namespace llvm;
using namespace amorph;

namespace {

/// Operands that a query compares, nearest first. Between passes, update()
/// compares all (README.md, "Changes").
constexpr unsigned MaxCompared = 8;
/// New values that a query looks through.
constexpr unsigned MaxLookedThrough = 16;

/// Mixes X into H. Cheaper than hash_combine, which would dominate the time of
/// queries.
uint64_t mix(uint64_t H, uint64_t X) { return mix_bits(H ^ X); }
uint64_t mix(uint64_t H, const void *P) {
  return mix(H, uint64_t(reinterpret_cast<uintptr_t>(P)));
}

/// The fingerprint of what an instruction does, operands aside.
uint64_t operation(const Value *V) {
  uint64_t H = mix(mix(5, V->getValueID()), V->getType());
  if (auto *U = dyn_cast<User>(V))
    H = mix(H, U->getNumOperands());
  if (auto *G = dyn_cast<GEPOperator>(V))
    return mix(H, G->getSourceElementType());
  if (auto *E = dyn_cast<ExtractValueInst>(V))
    return mix(H, uint64_t(hash_value(E->getIndices())));
  if (auto *E = dyn_cast<InsertValueInst>(V))
    return mix(H, uint64_t(hash_value(E->getIndices())));
  if (auto *C = dyn_cast<CallBase>(V))
    return mix(H, C->getFunctionType());
  if (auto *A = dyn_cast<AllocaInst>(V))
    return mix(H, A->getAllocatedType());
  return H;
}

/// The fingerprint of a definition: its operation and operands. A reused
/// address is not mistaken for an old operand: update() also visits the users
/// of new values.
uint64_t fingerprint(const Value *V) {
  auto *I = dyn_cast<Instruction>(V);
  if (!I)
    return 1; // constants do not change; variables only ever become stricter
  uint64_t H = operation(I);
  for (const Value *Op : I->operands())
    H = mix(H, Op);
  return H;
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

/// True if update() follows the value: it may be a pointer, or computes an
/// index.
bool matters(const Instruction &I) {
  return I.getType()->isPointerTy() || isa<CallBase>(I) ||
         (I.getType()->isIntegerTy() && isTransparent(&I));
}

/// True for values that follow from their operands, and from what memory ever
/// contains. As long as the definition is the same, so is its meaning.
bool isFunctionOfOperands(const Value *V) {
  return isa<GetElementPtrInst>(V) || isa<LoadInst>(V) || isa<PHINode>(V) ||
         isa<SelectInst>(V) || isa<FreezeInst>(V) || isa<CastInst>(V) ||
         isa<BinaryOperator>(V) || isa<ExtractValueInst>(V) ||
         isa<InsertValueInst>(V);
}

/// True for pointers to memory that is new with the definition: it has no part
/// in any block.
bool isFreshMemory(const Value *V, unsigned Depth = 0) {
  V = V->stripPointerCasts();
  if (isa<ConstantPointerNull>(V) || isa<UndefValue>(V) || isa<AllocaInst>(V) ||
      isa<GlobalVariable>(V) || isNoAliasCall(V))
    return true;
  if (Depth == 4 || !(isa<PHINode>(V) || isa<SelectInst>(V)))
    return false;
  return all_of(cast<User>(V)->operands(), [&](const Use &U) {
    return !U->getType()->isPointerTy() || isFreshMemory(U, Depth + 1);
  });
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

//===----------------------------------------------------------------------===//
// The solved IR
//===----------------------------------------------------------------------===//

AliasSnapshot::AliasSnapshot(Module &M, PointsToResult Solution)
    : M(M), DL(M.getDataLayout()), PTA(std::move(Solution)), Index(this) {
  if (!PTA.Solved) {
    Valid = false;
    // A build for several targets goes on.
    if (DL.getPointerSizeInBits() != 64)
      errs() << "amorph-aa: " << PTA.Failure << "; it gives no answers\n";
    return;
  }
  Sets = std::make_unique<PointsToSets>(PTA);
  const ModuleConstraints &C = PTA.Constraints;
  Constants.resize(C.Blocks.size());
  for (unsigned B = 0; B != C.Blocks.size(); ++B)
    if (C.Blocks[B].isConstant())
      Constants.set(B);
  Values.reserve(C.VarOf.size() + C.VarOf.size() / 2);
  for (auto &[V, Variable] : C.VarOf)
    if (!isa<ConstantData>(V))
      track(V, {Sets->of(Variable)});
  for (const GlobalVariable &G : M.globals())
    track(&G, {Sets->of(C.varOf(&G))});
  for (const Function &F : M) {
    track(&F, {Sets->of(C.varOf(&F))});
    for (const Instruction &I : instructions(F)) {
      if (isa<CallBase>(I) || C.blockFor(&I))
        track(&I, {Sets->of(C.varOf(&I))});
      if (auto *G = dyn_cast<GetElementPtrInst>(&I))
        for (const Use &Number : G->indices())
          trackNumber(Number);
    }
  }
  for (const Function &F : M)
    for (const Instruction &I : instructions(F))
      recordOperands(I);
  findResults();
  Bytes = std::make_unique<FieldBytes>(M, PTA);
  Effects = std::make_unique<CallEffects>(M, PTA, *Sets);
}

AliasSnapshot::Tracked &AliasSnapshot::track(const Value *V, PointerTargets T) {
  auto [It, New] = Index.insert({V, unsigned(Values.size())});
  if (!New)
    return Values[It->second];
  Tracked &Entry = Values.emplace_back();
  Entry.Fingerprint = fingerprint(V);
  Entry.Targets = T;
  return Entry;
}

/// What a new call of each function may return: what the function returns, and
/// unknown code what it knows. A function whose calls are allocation sites
/// returns memory that is named by the call.
void AliasSnapshot::findResults() {
  const ModuleConstraints &C = PTA.Constraints;
  for (const Function &F : M)
    if (F.getReturnType()->isPointerTy() && !F.isIntrinsic()) {
      const bool UnknownCode =
          F.isDeclaration() ? !C.Models->find(F.getName()) : F.isInterposable();
      if (!F.isDeclaration() || (UnknownCode && !C.ClosedWorld))
        ResultOf[&F] = UnknownCode ? Sets->of(C.Unknown) : Nowhere;
    }
  for (const Function &F : M)
    for (const Instruction &I : instructions(F)) {
      if (auto *Call = dyn_cast<CallBase>(&I); Call && C.blockFor(Call))
        ResultOf.erase(Call->getCalledFunction());
      if (auto It = ResultOf.find(&F);
          isa<ReturnInst>(I) && It != ResultOf.end())
        It->second = unite({It->second}, stateOf(I.getOperand(0))).Set;
    }
}

unsigned AliasSnapshot::resultOf(const Function *F) const {
  auto It = ResultOf.find(F);
  // The address of a deleted function may have been reused.
  return It == ResultOf.end() || !isTracked(F) || It->second == Nowhere
             ? NoSet
             : It->second;
}

void AliasSnapshot::trackNumber(const Value *V) {
  SmallVector<const Value *, 8> Work{V};
  while (!Work.empty()) {
    const Value *X = Work.pop_back_val();
    if (!isTransparent(X) || isTracked(X))
      continue;
    track(X, {});
    Work.append(cast<User>(X)->op_begin(), cast<User>(X)->op_end());
  }
}

/// Records with which operands the constraint of I was solved.
void AliasSnapshot::recordOperands(const Instruction &I) {
  Tracked *T = find(&I);
  if (!T)
    return;
  T->Solved = true;
  T->FirstOperand = OperandSets.size();
  T->Operands = I.getNumOperands();
  T->Shape = operation(&I);
  for (const Value *Op : I.operands()) {
    unsigned Set = stateOf(Op).Set;
    OperandSets.push_back(Set);
    if (Set >= Nowhere)
      T->Shape = mix(T->Shape, Op);
  }
}

//===----------------------------------------------------------------------===//
// Changes
//===----------------------------------------------------------------------===//

void AliasSnapshot::TrackConfig::onRAUW(AliasSnapshot *const &S,
                                        const Value *Old, const Value *New) {
  if (S->Valid)
    S->replaced(Old, New);
}

void AliasSnapshot::replaced(const Value *Old, const Value *New) {
  if (const MemoryBlock *B = PTA.Constraints.blockFor(Old))
    objectReplaced(New, PTA.Constraints.blockIndex(B->First));
  if (!Valid || isa<Constant>(New) || isFunctionOfOperands(New))
    return;
  PointerTargets Of =
      Old->getType()->isPointerTy() ? targets(Old) : stateOf(Old);
  if (!isTracked(New)) {
    // The function has been replaced by one with other parameters.
    if (isa<Argument>(Old) && isa<Argument>(New) && isTracked(Old))
      track(New, Of);
    return;
  }
  Tracked &T = *find(New);
  T.Changed |= grow(T, Of);
}

/// A block's variable or allocation has been replaced by New.
void AliasSnapshot::objectReplaced(const Value *New, unsigned Block) {
  if (isa<ConstantPointerNull>(New) || isa<UndefValue>(New) ||
      !New->getType()->isPointerTy())
    return;
  // New memory, or the function with other parameters, stands for the old.
  PointerTargets T = targets(New);
  if (!T.known() && (isFreshMemory(New) || isa<Function>(New)))
    return;
  // Another name of the same block, or a part of others.
  Valid = T.known();
  if (!Valid || Sets->blocks(T.Set) == ArrayRef<unsigned>(Block))
    return;
  SmallVector<unsigned, 8> Into(Sets->blocks(T.Set));
  Sets->replaceBlock(Block, Into);
  Effects->replaceBlock(Block, Into);
}

PointerTargets AliasSnapshot::stateOf(const Value *V) {
  if (isa<ConstantPointerNull>(V) || isa<UndefValue>(V))
    return {Nowhere};
  if (auto Set = constantSet(V))
    return {*Set};
  const Tracked *T = find(V);
  return T ? T->Targets : PointerTargets();
}

PointerTargets AliasSnapshot::unite(PointerTargets A, PointerTargets B) {
  if (A.Set == Nowhere || B.Set == NoSet)
    return B;
  if (B.Set == Nowhere || A.Set == NoSet)
    return A;
  return {Sets->unite(A.Set, B.Set), A.Fields && B.Fields};
}

bool AliasSnapshot::grow(Tracked &T, PointerTargets By) {
  PointerTargets Old = T.Targets;
  T.Targets = unite(Old, By);
  if (T.Targets == Old)
    return false;
  T.Residue = 0;
  return true;
}

/// True if I satisfies the constraint that it was solved with: it does the
/// same, and its operands point to no more than they did.
bool AliasSnapshot::stillSolved(const Instruction &I, const Tracked &T) {
  if (!T.Solved || T.Operands != I.getNumOperands())
    return false;
  uint64_t Shape = operation(&I);
  for (unsigned N = 0; N != T.Operands; ++N) {
    const Value *Op = I.getOperand(N);
    unsigned Then = OperandSets[T.FirstOperand + N];
    if (Then >= Nowhere) {
      Shape = mix(Shape, Op);
      const Tracked *Number = find(Op);
      if (Number && (Number->Changed || !Number->Solved) &&
          isa<Instruction>(Op))
        return false;
      continue;
    }
    PointerTargets Now = stateOf(Op);
    if (Now.Set == Nowhere)
      continue;
    if (Now.Set == NoSet || !Now.Fields || !Sets->includes(Then, Now.Set))
      return false;
  }
  return Shape == T.Shape;
}

/// The targets of a pointer by those of its operands.
PointerTargets AliasSnapshot::fromOperands(const Instruction &I) {
  if (!I.getType()->isPointerTy())
    return {};
  if (auto *G = dyn_cast<GetElementPtrInst>(&I)) {
    PointerTargets T = stateOf(G->getPointerOperand());
    return {T.Set, T.Fields && G->hasAllZeroIndices()};
  }
  if (auto *L = dyn_cast<LoadInst>(&I)) {
    PointerTargets T = stateOf(L->getPointerOperand());
    return {T.known() ? Sets->contents(T.Set) : T.Set};
  }
  if (auto *Call = dyn_cast<CallBase>(&I))
    return {resultOf(Call->getCalledFunction())};
  if (!isa<PHINode>(I) && !isa<SelectInst>(I) && !isa<FreezeInst>(I))
    return {};
  PointerTargets All{Nowhere};
  for (const Value *Op : I.operands())
    if (Op->getType()->isPointerTy())
      All = unite(All, stateOf(Op));
  return All;
}

bool AliasSnapshot::recompute(const Instruction &I, Tracked &T) {
  T.Fingerprint = fingerprint(&I);
  bool Follow = T.Changed;
  T.Changed = false;
  if (stillSolved(I, T))
    return Follow;
  PointerTargets Now = fromOperands(I);
  if (T.Solved && T.Targets.known() && Now.known() && Now.Fields &&
      Sets->includes(T.Targets.Set, Now.Set))
    return Follow; // the constraint is another one, and satisfied too
  // The users of numbers and calls follow though those have no targets.
  Follow |= T.Solved;
  T.Solved = false;
  return grow(T, Now) || Follow;
}

void AliasSnapshot::enqueue(const Instruction &I, Worklist &Work) {
  Tracked *T = find(&I);
  if (!T || T->Queued)
    return;
  T->Queued = true;
  Work.push_back(&I);
}

void AliasSnapshot::enqueueUsers(const Value &V, Worklist &Work) {
  for (const User *U : V.users())
    if (auto *I = dyn_cast<Instruction>(U))
      enqueue(*I, Work);
}

void AliasSnapshot::propagate(Worklist &Work) {
  while (!Work.empty()) {
    const Instruction *I = Work.pop_back_val();
    Tracked &T = *find(I);
    T.Queued = false;
    if (recompute(*I, T))
      enqueueUsers(*I, Work);
  }
}

void AliasSnapshot::update(Function &F) {
  if (!Valid)
    return;
  SmallVector<const Instruction *, 64> Work, New;
  for (const Instruction &I : instructions(F)) {
    if (isa<CmpInst>(I) || (I.getType()->isVoidTy() && !isa<CallBase>(I)))
      continue; // no value that is tracked
    Tracked *T = find(&I);
    if (!T && matters(I)) {
      // The users of a new value are visited even if they look unchanged: the
      // address of an old operand may have been reused.
      T = &track(&I, {I.getType()->isPointerTy() ? Nowhere : NoSet});
      T->Changed = true;
      New.push_back(&I);
    }
    if (T && (T->Changed || T->Fingerprint != fingerprint(&I)))
      enqueue(I, Work);
  }
  propagate(Work);
  // Computed from nothing that is known to point anywhere.
  for (const Instruction *I : New)
    if (Tracked &T = *find(I); T.Targets.Set == Nowhere) {
      T.Targets = {};
      enqueueUsers(*I, Work);
    }
  propagate(Work);
}

//===----------------------------------------------------------------------===//
// Targets of a pointer
//===----------------------------------------------------------------------===//

bool AliasSnapshot::unchanged(const Value *V) {
  // Compared every time: no handle reports an operand that was set.
  std::array<const Value *, MaxCompared + 1> Queue{V};
  unsigned End = 1;
  for (unsigned Next = 0; Next != End; ++Next) {
    auto *I = dyn_cast<Instruction>(Queue[Next]);
    if (!I)
      continue;
    const Tracked *T = find(I);
    if (!T) {
      if (matters(*I))
        return false; // new
      continue;
    }
    if (T->Fingerprint != fingerprint(I))
      return false;
    for (const Value *Op : I->operands())
      if (End != Queue.size() && isa<Instruction>(Op))
        Queue[End++] = Op;
  }
  return true;
}

PointerTargets AliasSnapshot::recorded(const Value *V) {
  if (!Valid || !V->getType()->isPointerTy())
    return {};
  if (auto Set = constantSet(V))
    return {*Set};
  if (const Tracked *T = find(V))
    return T->Targets.Set == Nowhere ? PointerTargets() : T->Targets;
  return derive(V);
}

PointerTargets AliasSnapshot::targets(const Value *V) {
  if (!Valid || !V->getType()->isPointerTy())
    return {};
  if (auto Set = constantSet(V))
    return {*Set};
  if (const Tracked *T = find(V))
    if (unchanged(V))
      return T->Targets.Set == Nowhere ? PointerTargets() : T->Targets;
  return derive(V);
}

/// The targets of V if it has not changed.
PointerTargets AliasSnapshot::known(const Value *V) {
  if (auto Set = constantSet(V))
    return {*Set};
  const Tracked *T = find(V);
  return T && T->Targets.known() && unchanged(V) ? T->Targets
                                                 : PointerTargets();
}

/// V is new or changed: uses the sets of what it is computed from. V may point
/// to other fields than those do.
PointerTargets AliasSnapshot::derive(const Value *V) {
  PointerTargets All{Nowhere};
  std::array<const Value *, MaxLookedThrough> Queue{V};
  unsigned End = 1;
  bool Room = true;
  auto Add = [&](const Value *X) {
    if (is_contained(ArrayRef(Queue.data(), End), X))
      return;
    Room &= End != Queue.size();
    if (Room)
      Queue[End++] = X;
  };
  for (unsigned Next = 0; Next != End && Room; ++Next) {
    const Value *X = Queue[Next];
    if (isa<ConstantPointerNull>(X) || isa<UndefValue>(X))
      continue;
    if (PointerTargets Known = X == V ? PointerTargets() : known(X);
        Known.known()) {
      All = unite(All, Known);
    } else if (auto *G = dyn_cast<GEPOperator>(X)) {
      Add(G->getPointerOperand());
    } else if (auto *S = dyn_cast<SelectInst>(X)) {
      Add(S->getTrueValue()), Add(S->getFalseValue());
    } else if (auto *L = dyn_cast<LoadInst>(X)) {
      PointerTargets From = known(L->getPointerOperand());
      All = unite(All, {From.known() ? Sets->contents(From.Set) : NoSet});
    } else if (isa<PHINode>(X) || isa<FreezeInst>(X)) {
      for (const Value *Op : cast<User>(X)->operands())
        Add(Op);
    } else {
      return {};
    }
    if (All.Set == NoSet)
      return {};
  }
  if (!Room || All.Set == Nowhere)
    return {};
  All.Fields = false;
  return All;
}

Residues AliasSnapshot::residues(const Value *V) {
  auto Known = [this](const Value *Root) { return isTracked(Root); };
  Tracked *T = find(V);
  if (!T || !T->Solved)
    return isa<Constant>(V) || (T && isa<Argument>(V))
               ? Bytes->residues(V, Known)
               : AnyResidue;
  if (T->Residue == 0)
    T->Residue = Bytes->residues(V, Known);
  return T->Residue;
}

/// The set of the single object that a constant address points to.
std::optional<unsigned> AliasSnapshot::constantSet(const Value *V) {
  if (!isa<Constant>(V))
    return std::nullopt;
  APInt Offset(DL.getIndexTypeSizeInBits(V->getType()), 0);
  const Value *Base = V->stripAndAccumulateConstantOffsets(
      DL, Offset, /*AllowNonInbounds=*/true);
  const MemoryBlock *B = PTA.Constraints.blockFor(Base);
  if (!B || !isa<GlobalObject>(Base) || !isTracked(Base))
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
  if (!TA.known() || !TB.known() || Sets->isEmpty(TA.Set) ||
      Sets->isEmpty(TB.Set))
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
  if (nullIsAnAddress(A.Ptr) || nullIsAnAddress(B.Ptr))
    return Reason::May;
  // Most pointers may alias by the sets on record already. Definitions are
  // compared only for the few answers that depend on it.
  PointerTargets TA = recorded(A.Ptr);
  PointerTargets TB = TA.known() ? recorded(B.Ptr) : PointerTargets();
  Missed += !TB.known();
  const Reason Why = disjoint(A, TA, B, TB);
  if (Why == Reason::May || (unchanged(A.Ptr) && unchanged(B.Ptr)))
    return Why;
  return disjoint(A, targets(A.Ptr), B, targets(B.Ptr));
}

AliasResult AliasSnapshot::alias(const MemoryLocation &A,
                                 const MemoryLocation &B, bool CrossIteration) {
  if (!Valid)
    return AliasResult::MayAlias;
  if (disjoint(A, B) != Reason::May)
    return AliasResult::NoAlias;
  // Equal addresses are in one and the same variable.
  PointerTargets TA = recorded(A.Ptr);
  if (!TA.known() || Sets->blocks(TA.Set).size() != 1)
    return AliasResult::MayAlias;
  PointerTargets TB = recorded(B.Ptr);
  if (TB.known() && Sets->blocks(TB.Set) == Sets->blocks(TA.Set) &&
      mustAlias(A.Ptr, B.Ptr, DL, CrossIteration, [&](const Function &F) {
        return !isTracked(&F) || Effects->mayRecurse(F);
      }))
    return AliasResult::MustAlias;
  return AliasResult::MayAlias;
}

bool AliasSnapshot::isConstant(const MemoryLocation &Loc) {
  if (!Valid || nullIsAnAddress(Loc.Ptr))
    return false;
  auto LeadsToConstants = [this](PointerTargets T) {
    return T.known() && !Sets->isEmpty(T.Set) &&
           all_of(Sets->blocks(T.Set),
                  [&](unsigned B) { return Constants.test(B); });
  };
  return LeadsToConstants(recorded(Loc.Ptr)) &&
         (unchanged(Loc.Ptr) || LeadsToConstants(targets(Loc.Ptr)));
}

ModRefInfo AliasSnapshot::modRef(const CallBase &Call,
                                 const MemoryLocation &Loc) {
  if (!Valid || nullIsAnAddress(Loc.Ptr))
    return ModRefInfo::ModRef;
  const Tracked *C = find(&Call);
  if (!C || !C->Solved || !unchanged(&Call)) {
    ++Missed;
    return ModRefInfo::ModRef;
  }
  PointerTargets T = targets(Loc.Ptr);
  if (!T.known()) {
    ++Missed;
    return ModRefInfo::ModRef;
  }
  return Effects->of(
      Call, ArrayRef(OperandSets).slice(C->FirstOperand, C->Operands), T.Set);
}
