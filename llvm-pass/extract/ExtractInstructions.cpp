//===- ExtractInstructions.cpp - All instructions except calls ------------===//
//
// Values of any type that can carry bits of a pointer are variables: unions,
// struct copies and casts move pointers through integers, floating-point
// numbers and vectors. Memory is accessed in 8-byte words
// (docs/points-to-limits.md), where SVF goes by the types of the source.
//
//===----------------------------------------------------------------------===//
#include "llvm-pass/extract/Extractor.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/Constants.h"

using namespace llvm;
using namespace amorph;

bool Extractor::carries(Type *T) const {
  if (T->isPointerTy())
    return true;
  // Also parts, down to a bit: halves of a pointer, or its bytes in a loop.
  if (T->isIntegerTy())
    return true;
  // A copy through a register moves bytes, whatever the register's type:
  // structs of pointers are copied as <4 x float>.
  if (auto *V = dyn_cast<VectorType>(T))
    return carries(V->getElementType());
  if (T->isFloatingPointTy() || T->isX86_MMXTy())
    return true;
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
  } else {
    uint64_t Size = *accessBytes(DL, T);
    for (uint64_t W = At; W < At + Size; W += 8)
      Add(W);
    // In a packed structure the last bytes may be in one more word.
    if (uint64_t Last = alignDown(At + Size - 1, 8);
        Last > alignDown(At, 8) + alignDown(Size - 1, 8))
      Add(Last);
  }
}

void Extractor::wordsOf(Type *T, bool Aligned, Align By,
                        SmallVectorImpl<uint64_t> &Words) const {
  carryingWords(T, 0, Words);
  uint64_t Size = *accessBytes(DL, T);
  if (!Aligned && By.value() < std::min<uint64_t>(Size, 8))
    Words.push_back(alignTo(Size, 8));
}

Node Extractor::memoryLoad(Node Pointer, Type *T, bool Aligned, Align By) {
  if (!carries(T))
    return Nothing;
  if (!accessBytes(DL, T))
    return load(anywhere(Pointer));
  SmallVector<uint64_t, 4> Words;
  wordsOf(T, Aligned, By, Words);
  SmallVector<Node, 4> Parts;
  for (uint64_t W : Words)
    Parts.push_back(load(step(Pointer, W, 0, Aligned)));
  return join(Parts);
}

void Extractor::memoryStore(Node Pointer, Type *T, Node Value, bool Aligned,
                            Align By) {
  if (Value == Nothing || !carries(T))
    return;
  if (!accessBytes(DL, T))
    return store(anywhere(Pointer), Value);
  SmallVector<uint64_t, 4> Words;
  wordsOf(T, Aligned, By, Words);
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
  Origin = &F;
  if (Params.Wrappers == WrapperModel::Constructors)
    wrapperOf(F); // fills DoneAtSites before its instructions are visited
  for (Argument &A : F.args()) {
    if (!carries(A.getType()))
      continue;
    Node Param = Current->Params[A.getArgNo()];
    if (A.hasByValAttr()) {
      // The callee has its own copy.
      Type *T = A.getParamByValType();
      Node Copy = addressOf(
          firstOf(newBlock(ObjectKind::Stack, &A, T, Layouts.of(T), 0)));
      copyBytes(Copy, Param, DL.getTypeAllocSize(T).getFixedValue());
      Param = Copy;
    }
    setValue(&A, Param);
  }
  // Definitions before uses, except for phis. Unreachable blocks are left out.
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
  for (PHINode *Phi : Phis) {
    Origin = Phi;
    for (const Use &In : Phi->incoming_values())
      flow(ValueNodes[Phi], value(In));
  }
  Phis.clear();
}

/// True for masks that extract a part of a pointer: its lowest 8, 16 or 32
/// bits, or the high half.
static bool isPartMask(int64_t Mask) {
  return Mask == 0xff || Mask == 0xffff || Mask == 0xffffffff ||
         Mask == -(int64_t(1) << 32);
}

/// True for a part of a pointer that was shifted into the high half.
static bool isHighPart(const Value *V) {
  auto *O = dyn_cast<Operator>(V);
  auto *C = O && O->getOpcode() == Instruction::Shl
                ? dyn_cast<ConstantInt>(O->getOperand(1))
                : nullptr;
  return C && C->getValue().uge(32);
}

void Extractor::atomicUpdate(AtomicRMWInst &I) {
  if (!carries(I.getType()))
    return;
  Node Pointer = value(I.getPointerOperand());
  Node Old = memoryLoad(Pointer, I.getType(), true);
  setValue(&I, Old);
  Node Value = value(I.getValOperand()), New = Nothing;
  switch (I.getOperation()) {
  case AtomicRMWInst::Xchg:
  case AtomicRMWInst::Max:
  case AtomicRMWInst::Min:
  case AtomicRMWInst::UMax:
  case AtomicRMWInst::UMin:
    New = Value;
    break;
  case AtomicRMWInst::Add:
  case AtomicRMWInst::Sub:
    if (auto *C = dyn_cast<ConstantInt>(I.getValOperand());
        C && C->getValue().getSignificantBits() <= 64) {
      int64_t By = C->getSExtValue();
      New = step(Old, I.getOperation() == AtomicRMWInst::Add ? By : -By, 0);
      break;
    }
    [[fallthrough]];
  default:
    New = mix({Old, Value});
  }
  memoryStore(Pointer, I.getType(), New, true);
}

void Extractor::visit(Instruction &I) {
  Origin = &I;
  if (auto *CB = dyn_cast<CallBase>(&I))
    visitCall(*CB);
  else if (!memoryInstruction(I) && !leavingInstruction(I))
    valueInstruction(I);
}

void Extractor::storeInstruction(StoreInst &S) {
  if (DoneAtSites.contains(&S) || (Tables && Tables->isDead(S)))
    return;
  if (auto At = Tables ? Tables->tableAt(S) : std::nullopt)
    return store(step(Current->Constructed, *At, 0, true),
                 value(S.getValueOperand()));
  const Value *Pointer = S.getPointerOperand();
  memoryStore(value(Pointer), S.getValueOperand()->getType(),
              value(S.getValueOperand()), isAligned(Pointer), S.getAlign());
}

bool Extractor::memoryInstruction(Instruction &I) {
  auto Op = [&](unsigned N) { return value(I.getOperand(N)); };
  switch (I.getOpcode()) {
  case Instruction::Alloca: {
    auto &A = cast<AllocaInst>(I);
    unsigned Block = newVariable(ObjectKind::Stack, &A, A.getAllocatedType());
    if (auto Bytes = A.getAllocationSize(DL); Bytes && !Bytes->isScalable())
      Out.Blocks[Block].Bytes = Bytes->getFixedValue();
    setValue(&I, addressOf(firstOf(Block)));
    return true;
  }
  case Instruction::Load:
    if (carries(I.getType()))
      setValue(&I, memoryLoad(Op(0), I.getType(), isAligned(I.getOperand(0)),
                              cast<LoadInst>(I).getAlign()));
    return true;
  case Instruction::Store:
    storeInstruction(cast<StoreInst>(I));
    return true;
  case Instruction::AtomicCmpXchg: {
    auto &X = cast<AtomicCmpXchgInst>(I);
    Type *T = X.getNewValOperand()->getType();
    memoryStore(Op(0), T, value(X.getNewValOperand()), true);
    if (carries(T))
      setValue(&I, memoryLoad(Op(0), T, true));
    return true;
  }
  case Instruction::AtomicRMW:
    atomicUpdate(cast<AtomicRMWInst>(I));
    return true;
  case Instruction::VAArg: {
    // The list's words point to the memory of the arguments (va_start).
    Node Memory = load(anywhere(Op(0)));
    if (carries(I.getType()))
      setValue(&I, load(anywhere(Memory)));
    return true;
  }
  default:
    return false;
  }
}

bool Extractor::leavingInstruction(Instruction &I) {
  switch (I.getOpcode()) {
  case Instruction::LandingPad:
  case Instruction::CatchPad:
    setValue(&I, Out.Exception);
    return true;
  case Instruction::Resume:
    flow(Out.Exception, value(I.getOperand(0)));
    return true;
  case Instruction::Ret:
    // finishAllocatorCalls models what a wrapper of an allocator returns.
    if (const Wrapper *W = wrapperOf(*I.getFunction());
        I.getNumOperands() != 0 && (!W || W->Allocations.empty()))
      flow(Current->Return, value(I.getOperand(0)));
    return true;
  default:
    return false;
  }
}

void Extractor::valueInstruction(Instruction &I) {
  auto Op = [&](unsigned N) { return value(I.getOperand(N)); };
  switch (I.getOpcode()) {
  case Instruction::GetElementPtr:
    return setValue(&I, gep(cast<GEPOperator>(I), Op(0)));
  case Instruction::Select:
    if (carries(I.getType()))
      setValue(&I, join({Op(1), Op(2)}));
    return;
  case Instruction::BitCast:
  case Instruction::AddrSpaceCast:
  case Instruction::PtrToInt:
  case Instruction::Freeze:
  case Instruction::ZExt:
  case Instruction::SExt:
  case Instruction::Trunc:
  case Instruction::FPTrunc:
  case Instruction::FPExt:
    if (carries(I.getType()) && carries(I.getOperand(0)->getType()))
      setValue(&I, Op(0));
    return;
  case Instruction::IntToPtr: {
    const bool Carries = carries(I.getOperand(0)->getType());
    return setValue(
        &I, join({Carries ? Op(0) : Nothing, fromNumber(*I.getOperand(0))}));
  }
  case Instruction::UIToFP:
  case Instruction::SIToFP:
  case Instruction::FPToUI:
  case Instruction::FPToSI:
  case Instruction::FNeg:
    if (Params.WholeArithmetic)
      return;
    return setValue(&I, mix({Op(0)}));
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
  default:
    // visitFunction joins the sources of PHI nodes at its end.
    if (auto *B = dyn_cast<BinaryOperator>(&I))
      setValue(&I, binary(B->getOpcode(), B->getOperand(0), B->getOperand(1)));
  }
}

/// Arithmetic on values that may be pointers or parts of pointers. Some
/// operations keep the address or move it by a known distance. The result of
/// any other may point anywhere in the blocks of the operands.
Node Extractor::binary(unsigned Opcode, const Value *A, const Value *B) {
  Node X = value(A), Y = value(B);
  if (X == Nothing && Y == Nothing)
    return Nothing;
  const bool Narrow = A->getType()->getScalarSizeInBits() < 64;
  // Bits that are moved about may still be those of a pointer.
  const bool Bitwise =
      Instruction::isBitwiseLogicOp(Opcode) || Instruction::isShift(Opcode);
  if (Narrow && Params.WholeArithmetic && !Bitwise)
    return Nothing;
  // What is added to, or subtracted from, an address decides by all that it
  // may be: the distance of a function from a virtual table leads to it.
  const bool MovesX = Y == Nothing, MovesY = X == Nothing;
  if (!Bitwise) {
    X = asNumber(X);
    Y = asNumber(Y);
  }
  const ConstantInt *C = dyn_cast<ConstantInt>(B);
  if (C && C->getValue().getSignificantBits() > 64)
    C = nullptr;
  // Larger than any block, so not the offset of a field.
  constexpr int64_t Far = 1 << 20;
  auto Move = [&](Node N, const Value *By, bool Back) {
    uint64_t F = factorOf(By);
    if (!C)
      return step(
          N, 0, F >= andersen::any_stride ? andersen::any_stride : uint32_t(F));
    int64_t Bytes = C->getSExtValue();
    return Bytes <= -Far || Bytes >= Far ? mixed(N)
                                         : step(N, Back ? -Bytes : Bytes, 0);
  };
  switch (Opcode) {
  case Instruction::Add:
    // Adding a part of a pointer moves the address by an unknown distance. A
    // value that may itself come from a pointer is not an index.
    if (!Narrow && MovesX)
      return Move(X, B, false);
    if (!Narrow && MovesY)
      return Move(Y, A, false);
    break;
  case Instruction::Sub:
    if (!Narrow && MovesX)
      return Move(X, B, true);
    break;
  case Instruction::And:
    if (C) {
      int64_t Mask = C->getSExtValue();
      if (isPartMask(Mask) || (Mask < 0 && Mask >= -8))
        return X; // a part, or a cleared tag
    }
    break;
  case Instruction::Or:
    if (C && C->getSExtValue() >= 0 && C->getSExtValue() < 8)
      return X; // a set tag
    if (isHighPart(A) || isHighPart(B))
      return join({X, Y}); // two parts combined
    break;
  case Instruction::Shl:
  case Instruction::LShr:
  case Instruction::AShr:
    // A shift by half a pointer or more separates or combines parts. A smaller
    // shift may yield any other address.
    if (C && C->getValue().uge(32))
      return X;
    break;
  default:
    break;
  }
  return mix({X, Y});
}
