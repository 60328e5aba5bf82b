//===- TrackedValues.cpp - Current points-to sets of IR pointers ----------===//
//
// CFLAndersAliasAnalysis and CFLSteensAliasAnalysis (removed from LLVM) kept
// their sets across changes of the IR without looking at them. Here a set is
// kept if the changed definitions still satisfy their constraints.
//
//===----------------------------------------------------------------------===//
#include "llvm-pass/alias/TrackedValues.h"
#include "llvm-pass/alias/Definitions.h"
#include "llvm-pass/models/Models.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

#include <array>

using namespace llvm;
using namespace amorph;

namespace {

/// Operands that a query compares, nearest first. Between passes, update()
/// compares all (README.md, "Changes").
constexpr unsigned MaxCompared = 8;
/// New values that a query looks through.
constexpr unsigned MaxLookedThrough = 16;
/// Of these, loads of pointers that are loaded in turn.
constexpr unsigned MaxLoads = 3;

} // namespace

TrackedValues::TrackedValues(const Module &M, const PointsToResult &PTA,
                             PointsToSets &Sets, Replacement OnReplaced)
    : PTA(PTA), Sets(Sets), OnReplaced(std::move(OnReplaced)), Index(this) {
  const ModuleConstraints &C = PTA.Constraints;
  Values.reserve(C.VarOf.size() + C.VarOf.size() / 2);
  for (auto &[V, Variable] : C.VarOf)
    if (!isa<ConstantData>(V))
      track(V, {Sets.of(Variable)});
  for (const GlobalVariable &G : M.globals())
    track(&G, {Sets.of(C.varOf(&G))});
  for (const Function &F : M) {
    track(&F, {Sets.of(C.varOf(&F))});
    for (const Instruction &I : instructions(F)) {
      if (isa<CallBase>(I) || C.blockFor(&I))
        track(&I, {Sets.of(C.varOf(&I))});
      if (auto *G = dyn_cast<GetElementPtrInst>(&I))
        for (const Use &Number : G->indices())
          trackNumber(Number);
    }
  }
  // By value, not by address: that of a deleted site may be reused.
  for (unsigned B = 0; B != C.Blocks.size(); ++B)
    if (const Value *Site = C.Blocks[B].Site)
      if (Tracked &T = track(Site, {Sets.of(C.varOf(Site))});
          C.blockFor(Site) == &C.Blocks[B]) {
        T.Block = B;
        if (isa<GlobalObject>(Site))
          T.Targets = {Sets.singleton(C.Blocks[B].First)};
      }
  for (Tracked &T : Values)
    T.Original = true;
  for (const Function &F : M)
    for (const Instruction &I : instructions(F))
      recordOperands(I);
  findResults(M);
}

TrackedValues::Tracked &TrackedValues::track(const Value *V, PointerTargets T) {
  auto [It, New] = Index.insert({V, unsigned(Values.size())});
  if (!New)
    return Values[It->second];
  Tracked &Entry = Values.emplace_back();
  Entry.Fingerprint = fingerprint(V);
  Entry.Targets = T;
  return Entry;
}

/// The possible results of a new call of each function: the function's own, and
/// for unknown code all that it knows. A function whose calls are allocation
/// sites returns memory that is named by the call.
void TrackedValues::findResults(const Module &M) {
  const ModuleConstraints &C = PTA.Constraints;
  for (const Function &F : M)
    if (F.getReturnType()->isPointerTy() && !F.isIntrinsic()) {
      const bool UnknownCode =
          F.isDeclaration() ? !C.Models->find(F) : F.isInterposable();
      if (!F.isDeclaration() || (UnknownCode && !C.ClosedWorld))
        ResultOf[&F] = UnknownCode ? Sets.of(C.Unknown) : Nowhere;
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

unsigned TrackedValues::resultOf(const Function *F) const {
  auto It = ResultOf.find(F);
  // The address of a deleted function may have been reused.
  return It == ResultOf.end() || !isTracked(F) || It->second == Nowhere
             ? NoSet
             : It->second;
}

void TrackedValues::trackNumber(const Value *V) {
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
void TrackedValues::recordOperands(const Instruction &I) {
  Tracked *T = find(&I);
  if (!T)
    return;
  T->Solved = true;
  T->FirstOperand = OperandSets.size();
  T->Operands = I.getNumOperands();
  T->Shape = operation(I);
  for (const Value *Op : I.operands()) {
    unsigned Set = stateOf(Op).Set;
    OperandSets.push_back(Set);
    if (Set >= Nowhere)
      T->Shape = mix(T->Shape, Op);
  }
}

//===----------------------------------------------------------------------===//
// Targets of a pointer
//===----------------------------------------------------------------------===//

bool TrackedValues::unchanged(const Value *V) {
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

PointerTargets TrackedValues::onRecord(const Value *V) {
  if (auto Set = constantSet(V))
    return {*Set};
  const Tracked *T = V->getType()->isPointerTy() ? find(V) : nullptr;
  return T && T->Targets.known() ? T->Targets : PointerTargets();
}

PointerTargets TrackedValues::recorded(const Value *V) {
  if (!Valid || !V->getType()->isPointerTy())
    return {};
  if (auto Set = constantSet(V))
    return {*Set};
  if (const Tracked *T = find(V))
    return T->Targets.Set == Nowhere ? PointerTargets() : T->Targets;
  return derive(V);
}

PointerTargets TrackedValues::targets(const Value *V) {
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
PointerTargets TrackedValues::known(const Value *V) {
  if (auto Set = constantSet(V))
    return {*Set};
  const Tracked *T = find(V);
  return T && T->Targets.known() && unchanged(V) ? T->Targets
                                                 : PointerTargets();
}

/// V is new or changed: uses the sets of its operands. V may point to
/// other fields than those do.
PointerTargets TrackedValues::derive(const Value *V, unsigned Loads) {
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
      if (isIndexFromNumber(*G))
        return {};
      Add(G->getPointerOperand());
    } else if (auto *S = dyn_cast<SelectInst>(X)) {
      Add(S->getTrueValue()), Add(S->getFalseValue());
    } else if (auto *L = dyn_cast<LoadInst>(X)) {
      PointerTargets From = known(L->getPointerOperand());
      if (!From.known() && Loads != MaxLoads)
        From = derive(L->getPointerOperand(), Loads + 1);
      All = unite(All, {From.known() ? Sets.contents(From.Set) : NoSet});
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

/// The set of the single object that a constant address points to.
std::optional<unsigned> TrackedValues::constantSet(const Value *V) {
  if (!isa<Constant>(V))
    return std::nullopt;
  if (isa<GlobalObject>(V)) { // the most frequent ones, by one search
    const Tracked *T = find(V);
    return T && T->Block != NoBlock ? std::optional(T->Targets.Set)
                                    : std::nullopt;
  }
  const DataLayout &DL = PTA.Constraints.Source->getDataLayout();
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
  return Sets.singleton(Object);
}

PointerTargets TrackedValues::stateOf(const Value *V) {
  if (isa<ConstantPointerNull>(V) || isa<UndefValue>(V))
    return {Nowhere};
  if (auto Set = constantSet(V))
    return {*Set};
  const Tracked *T = find(V);
  return T ? T->Targets : PointerTargets();
}

PointerTargets TrackedValues::unite(PointerTargets A, PointerTargets B) {
  if (A.Set == Nowhere || B.Set == NoSet)
    return B;
  if (B.Set == Nowhere || A.Set == NoSet)
    return A;
  return {Sets.unite(A.Set, B.Set), A.Fields && B.Fields};
}
