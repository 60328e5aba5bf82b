//===- FieldBytes.cpp - The bytes of a block that an access touches -------===//
//
// Residues are a congruence analysis modulo 8 (Granger 1989) per function, with
// sets of residues for values. Stores, calls and returns are not tracked: a
// pointer with a nonzero residue that leaves its function marks its blocks odd.
//
//===----------------------------------------------------------------------===//
#include "llvm-pass/alias/FieldBytes.h"
#include "llvm-pass/models/Models.h"
#include "llvm-pass/versions/LLVMVersions.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

using namespace llvm;
using namespace amorph;

namespace {

Residues rotate(Residues R, uint64_t Bytes) {
  unsigned By = Bytes % 8;
  return static_cast<Residues>(R << By | R >> (8 - By));
}

/// The offsets that a GEP may add, modulo 8: bit r for offset r.
Residues stepOf(const GEPOperator &G, const DataLayout &DL) {
  unsigned Width = DL.getIndexTypeSizeInBits(G.getType());
  APInt Constant(Width, 0);
  VariableSteps Variable;
  if (G.getType()->isVectorTy() ||
      !G.collectOffset(DL, Width, Variable, Constant))
    return AnyResidue;
  Residues R = rotate(WordStart, Constant.getLoBits(3).getZExtValue());
  for (auto &[Index, Scale] : Variable) {
    uint64_t By = Scale.getLoBits(3).getZExtValue();
    for (unsigned Times = 0; By != 0 && Times != 8; ++Times)
      R |= rotate(R, By);
  }
  return R;
}

/// a + b for every a in A and b in B.
Residues sum(Residues A, Residues B) {
  Residues R = 0;
  for (unsigned Bit = 0; Bit != 8; ++Bit)
    if (B >> Bit & 1)
      R |= rotate(A, Bit);
  return R;
}

/// True if the use only accesses memory at the address, or compares it.
bool isAddressUse(const Use &U) {
  auto *I = cast<Instruction>(U.getUser());
  if (isa<LoadInst>(I))
    return true;
  if (auto *S = dyn_cast<StoreInst>(I))
    return U.getOperandNo() == S->getPointerOperandIndex();
  if (auto *A = dyn_cast<AtomicRMWInst>(I))
    return U.getOperandNo() == A->getPointerOperandIndex();
  if (auto *C = dyn_cast<AtomicCmpXchgInst>(I))
    return U.getOperandNo() == C->getPointerOperandIndex();
  // These do not keep their addresses.
  if (isa<MemIntrinsic>(I) || isa<DbgInfoIntrinsic>(I) ||
      isa<LifetimeIntrinsic>(I))
    return true;
  return isa<ICmpInst>(I);
}

/// True if V is address arithmetic: its residues follow from its operands'.
bool isArithmetic(const Value *V) {
  if (auto *C = dyn_cast<BitCastOperator>(V))
    return C->getOperand(0)->getType()->isPointerTy();
  return isa<GEPOperator>(V) || isa<PHINode>(V) || isa<SelectInst>(V) ||
         isa<FreezeInst>(V);
}

/// True for an instruction that copies values from its operands or memory
/// unchanged. The results of other instructions, in an integer, a vector or a
/// structure, may point anywhere in the blocks.
bool movesWholeValues(const Instruction &I) {
  return isa<PHINode>(I) || isa<SelectInst>(I) || isa<FreezeInst>(I) ||
         isa<LoadInst>(I) || isa<AtomicCmpXchgInst>(I) || isa<VAArgInst>(I) ||
         isa<CastInst>(I) || isa<ExtractValueInst>(I) ||
         isa<InsertValueInst>(I) || isa<ExtractElementInst>(I) ||
         isa<InsertElementInst>(I) || isa<ShuffleVectorInst>(I) ||
         isa<LandingPadInst>(I);
}

/// True for library functions that neither store nor return a new pointer into
/// the blocks that they are given.
bool keepsNoInteriorPointer(const CallBase &Call, const ModuleConstraints &C) {
  const Function *F = Call.getCalledFunction();
  if (!F || !F->isDeclaration() || F->isIntrinsic())
    return false;
  const LibraryModel *Model = C.Models->find(Call, *F);
  return Model && Model->keepsNoInteriorPointer() &&
         !(Model->UsesConversions && C.RegistersConversions);
}

} // namespace

Residues FieldBytes::arithmetic(const Value *V,
                                SmallVectorImpl<const Value *> &Roots) const {
  // The least fixed point over the (possibly cyclic) arithmetic that computes
  // V: a few values with eight bits each.
  SmallVector<const Value *, 16> Order;
  DenseMap<const Value *, Residues> Known;
  SmallVector<const Value *, 16> Work{V};
  while (!Work.empty()) {
    const Value *X = Work.pop_back_val();
    if (!Known.try_emplace(X, 0).second)
      continue;
    if (Known.size() > 64)
      return AnyResidue;
    Order.push_back(X);
    if (!isArithmetic(X)) {
      if (!isa<ConstantPointerNull>(X) && !isa<UndefValue>(X))
        Roots.push_back(X);
      Known[X] = WordStart; // rootResidues adds those of roots
      continue;
    }
    if (auto *G = dyn_cast<GEPOperator>(X)) {
      Work.push_back(G->getPointerOperand());
    } else if (auto *S = dyn_cast<SelectInst>(X)) {
      Work.push_back(S->getTrueValue());
      Work.push_back(S->getFalseValue());
    } else {
      auto *U = cast<User>(X);
      for (const Value *Op : U->operands())
        Work.push_back(Op);
    }
  }
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (const Value *X : reverse(Order)) {
      if (!isArithmetic(X))
        continue;
      Residues R = 0;
      if (auto *G = dyn_cast<GEPOperator>(X)) {
        R = sum(Known[G->getPointerOperand()], stepOf(*G, DL));
      } else if (auto *S = dyn_cast<SelectInst>(X)) {
        R = Known[S->getTrueValue()] | Known[S->getFalseValue()];
      } else {
        for (const Value *Op : cast<User>(X)->operands())
          R |= Known[Op];
      }
      Residues &Old = Known[X];
      Changed |= (Old | R) != Old;
      Old |= R;
    }
  }
  return Known[V];
}

Residues FieldBytes::rootResidues(const Value *Root, IsKnown Known) const {
  if (isa<GlobalValue>(Root) || isa<AllocaInst>(Root))
    return WordStart;
  if (!Known(Root))
    return AnyResidue;
  if (startsBlock(Root))
    return WordStart;
  bool Starts = isa<LoadInst>(Root) || isa<Argument>(Root);
  // markOdd has seen the returns of defined functions. A library function
  // (strchr) may return a pointer into the middle of a block.
  if (auto *Call = dyn_cast<CallBase>(Root))
    Starts = callsDefined(*Call);
  Var V = PTA.Constraints.varOf(Root);
  if (!Starts || V == NoVar)
    return AnyResidue;
  auto [It, New] = OddSets.try_emplace(PTA.Solution.set_of[V], false);
  if (New)
    PTA.Solution.for_each(V, [&, &Found = It->second](Var O) {
      Found |= Odd.test(PTA.Constraints.blockIndex(O));
    });
  return It->second ? AnyResidue : WordStart;
}

Residues FieldBytes::residues(const Value *V, IsKnown Known) const {
  SmallVector<const Value *, 4> Roots;
  Residues R = arithmetic(V, Roots), All = 0;
  for (const Value *Root : Roots)
    All |= sum(R, rootResidues(Root, Known));
  return Roots.empty() ? AnyResidue : All;
}

/// True for an allocating call and a byval argument: the start of their own
/// block, or of the block that realloc was given.
bool FieldBytes::startsBlock(const Value *Root) const {
  if (!PTA.Constraints.blockFor(Root))
    return false;
  auto *Call = dyn_cast<CallBase>(Root);
  if (Call && Call->getCalledFunction() &&
      Call->getCalledFunction()->getName() == "realloc")
    return true;
  return all_of(PTA.pointsTo(Root),
                [&](Var O) { return PTA.Constraints.blockOf(O).Site == Root; });
}

void FieldBytes::markOdd(const Value *V) {
  if (!V->getType()->isPtrOrPtrVectorTy())
    return;
  SmallVector<const Value *, 4> Roots;
  bool IsOdd = arithmetic(V, Roots) != WordStart;
  for (const Value *Root : Roots) {
    // A load, an argument or a call of a defined function is odd only if its
    // blocks already are. Other roots (inttoptr, strchr) may have any residue.
    bool Start = isa<GlobalValue>(Root) || isa<AllocaInst>(Root) ||
                 isa<LoadInst>(Root) || isa<Argument>(Root) ||
                 startsBlock(Root);
    if (auto *Call = dyn_cast<CallBase>(Root); Call && !Start)
      Start = callsDefined(*Call);
    IsOdd |= !Start;
  }
  if (IsOdd)
    markBlocks(V);
}

void FieldBytes::markBlocks(const Value *V) {
  Var Variable = PTA.Constraints.varOf(V);
  if (Variable != NoVar && Marked.insert(PTA.Solution.set_of[Variable]).second)
    PTA.Solution.for_each(
        Variable, [&](Var O) { Odd.set(PTA.Constraints.blockIndex(O)); });
}

bool FieldBytes::callsDefined(const CallBase &Call) const {
  if (const Function *F = Call.getCalledFunction())
    return !F->isDeclaration();
  return !LibraryTargets.contains(&Call) && !Call.isInlineAsm();
}

void FieldBytes::markNamed(const Value &C) {
  SmallVector<const Value *, 8> Work{&C};
  SmallPtrSet<const Value *, 16> Seen;
  while (!Work.empty()) {
    const Value *X = Work.pop_back_val();
    if (!Seen.insert(X).second)
      continue;
    if (const MemoryBlock *B = PTA.Constraints.blockFor(X))
      Odd.set(PTA.Constraints.blockIndex(B->First));
    else if (auto *User = dyn_cast<Constant>(X))
      for (const Value *Op : User->operands())
        Work.push_back(Op);
  }
}

void FieldBytes::markConstant(const Value *V) {
  SmallVector<const Value *, 8> Work{V};
  SmallPtrSet<const Value *, 16> Seen;
  while (!Work.empty()) {
    const Value *C = Work.pop_back_val();
    if (!isa<Constant>(C) || isa<GlobalValue>(C) || !Seen.insert(C).second)
      continue;
    if (C->getType()->isPointerTy()) {
      APInt Offset(DL.getIndexTypeSizeInBits(C->getType()), 0);
      const Value *Base = C->stripAndAccumulateConstantOffsets(
          DL, Offset, /*AllowNonInbounds=*/true);
      if (const MemoryBlock *B = PTA.Constraints.blockFor(Base);
          B && Offset.getLoBits(3) != 0)
        Odd.set(PTA.Constraints.blockIndex(B->First));
    } else if (auto *E = dyn_cast<ConstantExpr>(C); E && !E->isCast()) {
      markNamed(*E); // integer arithmetic on an address
    }
    for (const Value *Op : cast<Constant>(C)->operands())
      Work.push_back(Op);
  }
}

FieldBytes::FieldBytes(const Module &M, const PointsToResult &PTA)
    : PTA(PTA), DL(M.getDataLayout()), Odd(PTA.Constraints.Blocks.size()) {
  const ModuleConstraints &C = PTA.Constraints;
  for (unsigned B = 0; B != C.Blocks.size(); ++B)
    if (PTA.escapes(C.Blocks[B].First))
      Odd.set(B);
  findLibraryTargets();
  for (const GlobalVariable &G : M.globals())
    if (G.hasInitializer())
      markConstant(G.getInitializer());
  for (const Function &F : M)
    for (const Instruction &I : instructions(F))
      markInstruction(I);
}

void FieldBytes::findLibraryTargets() {
  for (auto &[Call, Pointer] : PTA.Constraints.IndirectCalls)
    if (const CallTargets &T = PTA.targets(*Call); T.Unknown || T.Declared)
      LibraryTargets.insert(Call);
}

void FieldBytes::markInstruction(const Instruction &I) {
  auto *Call = dyn_cast<CallBase>(&I);
  if ((isArithmetic(&I) && I.getType()->isPtrOrPtrVectorTy()) ||
      (Call && keepsNoInteriorPointer(*Call, PTA.Constraints)))
    return;
  // An integer may be an address with bytes added.
  if (!I.getType()->isPtrOrPtrVectorTy() && !movesWholeValues(I) &&
      !(Call && callsDefined(*Call)))
    markBlocks(&I);
  if (auto *A = dyn_cast<AtomicRMWInst>(&I);
      A && A->getOperation() != AtomicRMWInst::Xchg)
    markBlocks(A->getValOperand());
  bool External = Call && !isa<IntrinsicInst>(Call) && !callsDefined(*Call);
  for (const Use &U : I.operands()) {
    if (isAddressUse(U))
      continue;
    if (isa<Constant>(U) && !isa<GlobalValue>(U))
      markConstant(U);
    else
      markOdd(U);
    // A library function may store or return any pointer into the blocks that
    // it is given.
    if (External && U->getType()->isPtrOrPtrVectorTy() &&
        Call->isArgOperand(&U))
      markBlocks(U);
  }
}

bool FieldBytes::disjoint(ArrayRef<Var> A, uint64_t SizeA, Residues RA,
                          ArrayRef<Var> B, uint64_t SizeB, Residues RB,
                          bool &Word) const {
  const andersen::problem &P = PTA.Constraints.Problem;
  const andersen::block &Memory = P.blocks[P.block_of[A.front()]];
  const andersen::layout &L = P.layouts[Memory.layout];
  Word = false;
  if (L.slots == 1 || A.size() == L.slots || B.size() == L.slots ||
      L.size > MaxElement || L.size % 8 != 0 || SizeA >= L.size ||
      SizeB >= L.size)
    return false;
  auto Mark = [&](ArrayRef<Var> Slots, uint64_t Size, Residues R,
                  BitVector &Touched, BitVector &In) {
    unsigned Low = countr_zero(R), High = Log2_32(R);
    for (Var O : Slots)
      In.set(O - Memory.first);
    for (uint64_t W = 0; W != L.size / 8; ++W) {
      if (!In.test(P.slot_of_word[L.first_word + W]))
        continue;
      uint64_t Begin = 8 * W + Low,
               End = 8 * W + High + std::max<uint64_t>(Size, 1);
      // Past the end, the next element of the block's array begins.
      Touched.set(Begin, std::min<uint64_t>(End, L.size));
      if (End > L.size)
        Touched.set(0, std::min<uint64_t>(End - L.size, L.size));
    }
  };
  BitVector TouchedA(L.size), TouchedB(L.size), InA(L.slots), InB(L.slots);
  Mark(A, SizeA, RA, TouchedA, InA);
  Mark(B, SizeB, RB, TouchedB, InB);
  Word = InA.anyCommon(InB);
  return !TouchedA.anyCommon(TouchedB);
}
