//===- SnapshotChanges.cpp - Sets follow the IR ---------------------------===//
#include "llvm-pass/alias/SnapshotChanges.h"
#include "llvm-pass/alias/Definitions.h"
#include "llvm-pass/models/Models.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

using namespace llvm;
using namespace amorph;

void SnapshotChanges::replaced(const Value *Old, const Value *New) {
  if (const Tracked *T = Values.find(Old);
      T && T->Block != TrackedValues::NoBlock)
    objectReplaced(New, T->Block);
  if (!Values.Valid || isa<Constant>(New) || isFunctionOfOperands(New))
    return;
  const PointerTargets Of = standsFor(Old, New);
  if (!Values.isTracked(New)) {
    // The function has been replaced by one with other parameters.
    if (isa<Argument>(Old) && isa<Argument>(New) && Values.isTracked(Old))
      Values.track(New, Of);
    return;
  }
  Tracked &T = *Values.find(New);
  T.Changed |= grow(T, Of);
}

/// The targets of a call or argument New that takes the place of Old: calls
/// of two allocation sites may have become one. Where a load or address equals
/// New, New is unchanged.
PointerTargets SnapshotChanges::standsFor(const Value *Old, const Value *New) {
  if (!Old->getType()->isPointerTy())
    return Values.stateOf(Old);
  if (!isFunctionOfOperands(Old))
    return Values.targets(Old);
  PointerTargets All{Nowhere};
  if (isa<PHINode>(Old) || isa<SelectInst>(Old))
    for (const Value *Op : cast<User>(Old)->operands())
      if (Op->getType()->isPointerTy() && Op != New && Op != Old &&
          !isa<ConstantPointerNull>(Op) && !isa<UndefValue>(Op))
        All = Values.unite(All, Values.targets(Op));
  return All;
}

bool SnapshotChanges::isNewAllocation(const Value *V) {
  auto *Call = dyn_cast<CallBase>(V);
  const Function *F = Call ? Call->getCalledFunction() : nullptr;
  if (const Tracked *T = Values.find(V);
      !F || !F->isDeclaration() || (T && T->Solved))
    return false;
  const LibraryModel *Model = PTA.Constraints.Models->find(*Call, *F);
  return Model && any_of(Model->Statements, [](const ModelStatement &S) {
           return S.Source.K == ModelValue::Alloc ||
                  S.Source.K == ModelValue::Bytes;
         });
}

/// A block's variable or allocation has been replaced by New.
void SnapshotChanges::objectReplaced(const Value *New, unsigned Block) {
  if (isa<ConstantPointerNull>(New) || isa<UndefValue>(New) ||
      !New->getType()->isPointerTy())
    return;
  // New memory, or the function with other parameters, stands for the old.
  PointerTargets T = Values.targets(New);
  auto Allocates = [this](const Value *V) { return isNewAllocation(V); };
  auto *A = dyn_cast<Argument>(New);
  if (!T.known() && (isa<Function>(New) || (A && A->hasByValAttr()) ||
                     isFreshMemory(New, Allocates)))
    return;
  // No pass makes one object on the heap a part of another. Where a wrapper of
  // an allocator was inlined, or two calls in branches have become one, the new
  // value is the memory of that call.
  if (!T.known() && PTA.Constraints.Blocks[Block].Kind == ObjectKind::Heap) {
    T = Values.onRecord(New);
    if (!T.known())
      return;
  }
  // Another name of the same block, or a part of others.
  Values.Valid = T.known();
  if (!Values.Valid || Sets.blocks(T.Set) == ArrayRef<unsigned>(Block))
    return;
  SmallVector<unsigned, 8> Into(Sets.blocks(T.Set));
  Sets.replaceBlock(Block, Into);
  Effects.replaceBlock(Block, Into);
}

bool SnapshotChanges::grow(Tracked &T, PointerTargets By) {
  PointerTargets Old = T.Targets;
  T.Targets = Values.unite(Old, By);
  if (T.Targets == Old)
    return false;
  ++Values.Change;
  return true;
}

/// True if I satisfies the constraint that it was solved with: it does the
/// same, and its operands point to no more than they did.
bool SnapshotChanges::stillSolved(const Instruction &I, const Tracked &T) {
  if (!T.Solved || T.Operands != I.getNumOperands())
    return false;
  uint64_t Shape = operation(I);
  const ArrayRef<unsigned> Solved = Values.operandsOf(T);
  for (unsigned N = 0; N != T.Operands; ++N) {
    const Value *Op = I.getOperand(N);
    unsigned Then = Solved[N];
    if (Then >= Nowhere) {
      Shape = mix(Shape, Op);
      const Tracked *Number = Values.find(Op);
      if (Number && (Number->Changed || !Number->Solved) &&
          isa<Instruction>(Op))
        return false;
      continue;
    }
    PointerTargets Now = Values.stateOf(Op);
    if (Now.Set == Nowhere)
      continue;
    if (Now.Set == NoSet || !Now.Fields || !Sets.includes(Then, Now.Set))
      return false;
  }
  return Shape == T.Shape;
}

/// The targets of a new call's result. A library function that returns one of
/// its arguments, or null, returns a place in the blocks of these.
PointerTargets SnapshotChanges::fromCall(const CallBase &Call) {
  const Function *F = Call.getCalledFunction();
  const LibraryModel *Model = F && F->isDeclaration()
                                  ? PTA.Constraints.Models->find(Call, *F)
                                  : nullptr;
  if (!Model)
    return {Values.resultOf(F)};
  PointerTargets All{Nowhere, /*Fields=*/false};
  for (const ModelStatement &S : Model->Statements) {
    if (S.K != ModelStatement::Assign || S.Store ||
        S.Target.Base != ModelPointer::Return)
      continue;
    if (S.Source.K == ModelValue::Null)
      continue;
    const unsigned N = S.Source.P.Number;
    if (S.Source.K != ModelValue::Pointer ||
        S.Source.P.Base != ModelPointer::Argument || N >= Call.arg_size())
      return {};
    All = Values.unite(All, Values.stateOf(Call.getArgOperand(N)));
  }
  return Model->Unknown || All.Set == Nowhere ? PointerTargets()
                                              : PointerTargets{All.Set, false};
}

/// The targets of a pointer by those of its operands.
PointerTargets SnapshotChanges::fromOperands(const Instruction &I) {
  if (!I.getType()->isPointerTy())
    return {};
  if (auto *G = dyn_cast<GEPOperator>(&I)) {
    if (isIndexFromNumber(*G))
      return {};
    PointerTargets T = Values.stateOf(G->getPointerOperand());
    return {T.Set, T.Fields && G->hasAllZeroIndices()};
  }
  if (auto *L = dyn_cast<LoadInst>(&I)) {
    PointerTargets T = Values.stateOf(L->getPointerOperand());
    return {T.known() ? Sets.contents(T.Set) : T.Set};
  }
  if (auto *Call = dyn_cast<CallBase>(&I))
    return fromCall(*Call);
  if (!isa<PHINode>(I) && !isa<SelectInst>(I) && !isa<FreezeInst>(I))
    return {};
  PointerTargets All{Nowhere};
  for (const Value *Op : I.operands())
    if (Op->getType()->isPointerTy())
      All = Values.unite(All, Values.stateOf(Op));
  return All;
}

bool SnapshotChanges::recompute(const Instruction &I, Tracked &T) {
  const uint64_t Definition = fingerprint(&I);
  Values.Change += Definition != T.Fingerprint;
  T.Fingerprint = Definition;
  bool Follow = T.Changed;
  T.Changed = false;
  if (stillSolved(I, T))
    return Follow;
  PointerTargets Now = fromOperands(I);
  if (T.Solved && T.Targets.known() && Now.known() && Now.Fields &&
      Sets.includes(T.Targets.Set, Now.Set))
    return Follow; // the constraint is another one, and satisfied too
  // The users of numbers and calls follow though those have no targets.
  Follow |= T.Solved;
  T.Solved = false;
  return grow(T, Now) || Follow;
}

void SnapshotChanges::enqueue(const Instruction &I, Worklist &Work) {
  Tracked *T = Values.find(&I);
  if (!T || T->Queued)
    return;
  T->Queued = true;
  Work.push_back(&I);
}

void SnapshotChanges::enqueueUsers(const Value &V, Worklist &Work) {
  for (const User *U : V.users())
    if (auto *I = dyn_cast<Instruction>(U))
      enqueue(*I, Work);
}

void SnapshotChanges::propagate(Worklist &Work) {
  while (!Work.empty()) {
    const Instruction *I = Work.pop_back_val();
    Tracked &T = *Values.find(I);
    T.Queued = false;
    if (recompute(*I, T))
      enqueueUsers(*I, Work);
  }
}

void SnapshotChanges::update(Function &F) {
  if (!Values.Valid)
    return;
  Effects.changed(F);
  SmallVector<const Instruction *, 64> Work, New;
  for (const Instruction &I : instructions(F)) {
    if (isa<CmpInst>(I) || (I.getType()->isVoidTy() && !isa<CallBase>(I)))
      continue; // no value that is tracked
    Tracked *T = Values.find(&I);
    if (!T && matters(I)) {
      // The users of a new value are visited even if they look unchanged: the
      // address of an old operand may have been reused.
      T = &Values.track(&I, {I.getType()->isPointerTy() ? Nowhere : NoSet});
      T->Changed = true;
      New.push_back(&I);
    }
    if (T && (T->Changed || T->Fingerprint != fingerprint(&I)))
      enqueue(I, Work);
  }
  propagate(Work);
  // Computed from nothing that is known to point anywhere.
  for (const Instruction *I : New)
    if (Tracked &T = *Values.find(I); T.Targets.Set == Nowhere) {
      T.Targets = {};
      enqueueUsers(*I, Work);
    }
  propagate(Work);
}
