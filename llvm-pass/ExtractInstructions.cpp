//===- ExtractInstructions.cpp - All instructions but calls ---------------===//
#include "Extractor.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Constants.h"

using namespace llvm;
using namespace amorph;

bool Extractor::carries(Type *T) const {
  if (T->isPointerTy())
    return true;
  if (auto *I = dyn_cast<IntegerType>(T))
    return I->getBitWidth() >= 64;
  // A copy through a register brings the bytes along, whatever the register is
  // taken to hold: structs of pointers are copied as <4 x float>.
  if (auto *V = dyn_cast<VectorType>(T))
    return carries(V->getElementType()) ||
           DL.getTypeStoreSize(V).getKnownMinValue() >= 8;
  if (T->isFloatingPointTy() || T->isX86_MMXTy())
    return DL.getTypeStoreSize(T).getFixedValue() >= 8;
  if (auto *A = dyn_cast<ArrayType>(T))
    return A->getNumElements() != 0 && carries(A->getElementType());
  if (auto *S = dyn_cast<StructType>(T))
    return any_of(S->elements(), [&](Type *E) { return carries(E); });
  return false;
}

void Extractor::carryingWords(Type *T, uint64_t At,
                              SmallVectorImpl<uint64_t> &Words) const {
  auto Add = [&](uint64_t W) {
    if (!is_contained(Words, W))
      Words.push_back(W);
  };
  if (!carries(T))
    return;
  if (auto *S = dyn_cast<StructType>(T)) {
    for (unsigned I = 0; I != S->getNumElements(); ++I)
      carryingWords(
          S->getElementType(I),
          At + DL.getStructLayout(S)->getElementOffset(I).getFixedValue(),
          Words);
  } else if (auto *A = dyn_cast<ArrayType>(T)) {
    uint64_t Each = DL.getTypeAllocSize(A->getElementType());
    for (uint64_t I = 0; I != A->getNumElements() && Words.size() < 4096; ++I)
      carryingWords(A->getElementType(), At + I * Each, Words);
  } else if (isa<ScalableVectorType>(T)) {
    Add(At);
  } else {
    uint64_t Size = DL.getTypeStoreSize(T).getFixedValue();
    for (uint64_t W = At; W < At + Size; W += 8)
      Add(W);
  }
}

Node Extractor::memoryLoad(Node Pointer, Type *T, bool Aligned) {
  if (!carries(T))
    return Nothing;
  if (isa<ScalableVectorType>(T))
    return load(anywhere(Pointer));
  SmallVector<uint64_t, 4> Words;
  carryingWords(T, 0, Words);
  SmallVector<Node, 4> Parts;
  for (uint64_t W : Words)
    Parts.push_back(load(step(Pointer, W, 0, Aligned)));
  return join(Parts);
}

void Extractor::memoryStore(Node Pointer, Type *T, Node Value, bool Aligned) {
  if (Value == Nothing || !carries(T))
    return;
  if (isa<ScalableVectorType>(T))
    return store(anywhere(Pointer), Value);
  SmallVector<uint64_t, 4> Words;
  carryingWords(T, 0, Words);
  for (uint64_t W : Words)
    store(step(Pointer, W, 0, Aligned), Value);
}

Node Extractor::value(const Value *V) {
  if (auto *C = dyn_cast<Constant>(V))
    return constant(C);
  auto It = ValueNodes.find(V);
  return It == ValueNodes.end() ? Nothing : It->second;
}

void Extractor::visitFunction(Function &F) {
  Current = &nodesOf(F);
  for (Argument &A : F.args()) {
    if (!carries(A.getType()))
      continue;
    Node Param = Current->Params[A.getArgNo()];
    if (A.hasByValAttr()) {
      // The callee has a copy of its own.
      Type *T = A.getParamByValType();
      Node Copy = addressOf(
          firstOf(newBlock(ObjectKind::Stack, &A, T, Layouts.of(T), 0)));
      copyBytes(Copy, Param, DL.getTypeAllocSize(T).getFixedValue());
      Param = Copy;
    }
    setValue(&A, Param);
  }
  // Definitions before uses, but for phis. What is never executed is left out.
  ReversePostOrderTraversal<Function *> Order(&F);
  for (BasicBlock *B : Order)
    for (PHINode &Phi : B->phis())
      if (carries(Phi.getType())) {
        setValue(&Phi, newVar());
        Phis.push_back(&Phi);
      }
  for (BasicBlock *B : Order)
    for (Instruction &I : *B)
      visit(I);
  for (PHINode *Phi : Phis)
    for (const Use &In : Phi->incoming_values())
      flow(ValueNodes[Phi], value(In));
  Phis.clear();
  for (StoreInst *S : PartStores)
    partStore(*S);
  PartStores.clear();
}

/// A pointer may be copied part by part (a loop over bytes, two halves). A part
/// that is stored as it was loaded brings the pointer along; one that went
/// through arithmetic, a call or a float is assumed to be no part of a pointer.
void Extractor::partStore(const StoreInst &S) {
  SmallPtrSet<const Value *, 8> Seen;
  SmallVector<const Value *, 8> Work{S.getValueOperand()};
  while (!Work.empty() && Seen.size() < 32) {
    const Value *V = Work.pop_back_val();
    if (!Seen.insert(V).second)
      continue;
    if (auto *L = dyn_cast<LoadInst>(V)) {
      if (!carries(L->getType()))
        store(value(S.getPointerOperand()),
              load(value(L->getPointerOperand())));
    } else if (isa<PHINode>(V) || isa<FreezeInst>(V) || isa<CastInst>(V)) {
      for (const Value *Op : cast<User>(V)->operands())
        Work.push_back(Op);
    } else if (auto *C = dyn_cast<SelectInst>(V)) {
      Work.push_back(C->getTrueValue());
      Work.push_back(C->getFalseValue());
    }
  }
}

void Extractor::visit(Instruction &I) {
  auto Op = [&](unsigned N) { return value(I.getOperand(N)); };
  switch (I.getOpcode()) {
  case Instruction::PHI:
    return;
  case Instruction::Alloca: {
    auto &A = cast<AllocaInst>(I);
    uint32_t L = Layouts.of(A.getAllocatedType());
    setValue(&I, addressOf(firstOf(newBlock(ObjectKind::Stack, &A,
                                            A.getAllocatedType(), L, 0))));
    return;
  }
  case Instruction::Load:
    if (carries(I.getType()))
      setValue(&I, memoryLoad(Op(0), I.getType(), isAligned(I.getOperand(0))));
    return;
  case Instruction::Store:
    if (!carries(I.getOperand(0)->getType()) &&
        I.getOperand(0)->getType()->isIntOrIntVectorTy())
      PartStores.push_back(&cast<StoreInst>(I));
    else
      memoryStore(Op(1), I.getOperand(0)->getType(), Op(0),
                  isAligned(I.getOperand(1)));
    return;
  case Instruction::GetElementPtr:
    setValue(&I, gep(cast<GEPOperator>(I), Op(0)));
    return;
  case Instruction::Select:
    if (carries(I.getType()))
      setValue(&I, join({Op(1), Op(2)}));
    return;
  case Instruction::BitCast:
  case Instruction::AddrSpaceCast:
  case Instruction::PtrToInt:
  case Instruction::IntToPtr:
  case Instruction::Freeze:
  case Instruction::ZExt:
  case Instruction::SExt:
  case Instruction::Trunc:
    if (carries(I.getType()) && carries(I.getOperand(0)->getType()))
      setValue(&I, Op(0));
    return;
  case Instruction::ExtractValue:
  case Instruction::ExtractElement:
    // An aggregate or a vector is one variable: all pointers in it.
    if (carries(I.getType()))
      setValue(&I, Op(0));
    return;
  case Instruction::InsertValue:
  case Instruction::InsertElement:
  case Instruction::ShuffleVector:
    if (carries(I.getType()))
      setValue(&I, join({Op(0), Op(1)}));
    return;
  case Instruction::AtomicCmpXchg: {
    auto &X = cast<AtomicCmpXchgInst>(I);
    Type *T = X.getNewValOperand()->getType();
    memoryStore(Op(0), T, value(X.getNewValOperand()), true);
    if (carries(T))
      setValue(&I, memoryLoad(Op(0), T, true));
    return;
  }
  case Instruction::AtomicRMW: {
    auto &X = cast<AtomicRMWInst>(I);
    if (!carries(I.getType()))
      return;
    Node Old = memoryLoad(Op(0), I.getType(), true);
    setValue(&I, Old);
    Node Value = Op(1), New = Nothing;
    switch (X.getOperation()) {
    case AtomicRMWInst::Xchg:
    case AtomicRMWInst::Max:
    case AtomicRMWInst::Min:
    case AtomicRMWInst::UMax:
    case AtomicRMWInst::UMin:
      New = Value;
      break;
    case AtomicRMWInst::Add:
    case AtomicRMWInst::Sub:
      if (auto *C = dyn_cast<ConstantInt>(X.getValOperand());
          C && C->getValue().getSignificantBits() <= 64) {
        int64_t By = C->getSExtValue();
        New = step(Old, X.getOperation() == AtomicRMWInst::Add ? By : -By, 0);
        break;
      }
      [[fallthrough]];
    default:
      New = join({anywhere(Old), anywhere(Value)});
    }
    memoryStore(Op(0), I.getType(), New, true);
    return;
  }
  case Instruction::VAArg: {
    // The list's words point at the memory of the arguments (va_start).
    Node Memory = load(anywhere(Op(0)));
    if (carries(I.getType()))
      setValue(&I, load(anywhere(Memory)));
    return;
  }
  case Instruction::LandingPad:
  case Instruction::CatchPad:
    setValue(&I, Out.Exception);
    return;
  case Instruction::Resume:
    flow(Out.Exception, Op(0));
    return;
  case Instruction::Ret:
    // A wrapper of an allocator returns what finishAllocatorCalls says.
    if (const Wrapper *W = wrapperOf(*I.getFunction());
        I.getNumOperands() != 0 && (!W || W->Allocations.empty()))
      flow(Current->Return, Op(0));
    return;
  case Instruction::Call:
  case Instruction::Invoke:
  case Instruction::CallBr:
    return visitCall(cast<CallBase>(I));
  default:
    if (auto *B = dyn_cast<BinaryOperator>(&I))
      if (carries(I.getType()) && !I.getType()->isFPOrFPVectorTy())
        setValue(&I,
                 binary(B->getOpcode(), B->getOperand(0), B->getOperand(1)));
  }
}

/// Integer arithmetic on what may be a pointer. Assumed not to be pointers:
/// the difference of two pointers, low bits cut out of one, and anything after
/// a multiplication or division.
Node Extractor::binary(unsigned Opcode, const Value *A, const Value *B) {
  Node X = value(A), Y = value(B);
  if (X == Nothing && Y == Nothing)
    return Nothing;
  const ConstantInt *C = dyn_cast<ConstantInt>(B);
  if (C && C->getValue().getSignificantBits() > 64)
    C = nullptr;
  auto Stride = [&](const Value *V) {
    uint64_t F = factorOf(V);
    return F >= andersen::any_stride ? andersen::any_stride : uint32_t(F);
  };
  auto IsCast = [](const Value *V) {
    return Operator::getOpcode(V) == Instruction::PtrToInt;
  };
  switch (Opcode) {
  case Instruction::Add:
    if (C)
      return step(X, C->getSExtValue(), 0);
    return join({step(X, 0, Stride(B)), step(Y, 0, Stride(A))});
  case Instruction::Sub:
    if (C)
      return step(X, -C->getSExtValue(), 0);
    if (IsCast(A) && IsCast(B))
      return Nothing;
    return step(X, 0, Stride(B));
  case Instruction::And:
    if (C) {
      int64_t Mask = C->getSExtValue();
      if (Mask >= 0 && Mask < 4096)
        return Nothing;
      if (Mask < 0 && Mask >= -8)
        return X; // a tag removed
    }
    break;
  case Instruction::Or:
    if (C && C->getSExtValue() >= 0 && C->getSExtValue() < 8)
      return X; // a tag added
    break;
  case Instruction::Xor:
  case Instruction::Shl:
  case Instruction::LShr:
  case Instruction::AShr:
    break;
  default:
    return Nothing;
  }
  // The other operand of a shift says how far.
  if (Opcode == Instruction::Shl || Opcode == Instruction::LShr ||
      Opcode == Instruction::AShr)
    Y = Nothing;
  return join({anywhere(X), anywhere(Y)});
}
