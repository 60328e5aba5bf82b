//===- PointerArithmetic.cpp - Computations of addresses as steps ---------===//
#include "llvm-pass/extract/PointerArithmetic.h"

#include "llvm-pass/extract/CallFrames.h"
#include "llvm-pass/extract/PointerUses.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/Transforms/Utils/Local.h"

#include <numeric>
#include <utility>

using namespace llvm;
using namespace amorph;

bool amorph::isAligned(const Value *Pointer, const DataLayout &DL) {
  Pointer = Pointer->stripPointerCasts();
  return Pointer->getPointerAlignment(DL).value() >= 8;
}

Align amorph::alignmentAt(const Value *Pointer, Type *T, Align Stated,
                          const DataLayout &DL) {
  if (Stated >= DL.getABITypeAlign(T))
    return Stated;
  return std::max(Stated, getKnownAlignment(const_cast<Value *>(Pointer), DL));
}

Node PointerArithmetic::fromNumber(const Value &Number) {
  if (isComputedFromPointer(Number) || !B.Params.AbsoluteAddresses)
    return Nothing;
  const Var First = Memory.library("absolute addresses");
  const unsigned Block = B.Out.blockIndex(First);
  const Node Address = B.addressOf(First);
  if (std::exchange(B.Out.AbsoluteAddresses, Block) != Block)
    Outside.escape(Address);
  return Address;
}

Node PointerArithmetic::gep(const GEPOperator &G, Node Base) {
  // From a number, the index may be the address: optimisers make null plus an
  // index an inttoptr.
  const bool Null = isa<ConstantPointerNull>(G.getPointerOperand());
  if (!Null &&
      (G.hasAllConstantIndices() || !mayBeNumber(G.getPointerOperand())))
    return fromPointer(G, Base);
  SmallVector<Node, 4> Indices, All;
  for (const Use &Index : G.indices()) {
    Indices.push_back(Values(Index));
    if (Null)
      All.push_back(fromNumber(*Index));
  }
  All.push_back(B.mix(Indices));
  if (!Null)
    All.push_back(fromPointer(G, Base));
  return B.join(All);
}

/// Base plus the indices.
Node PointerArithmetic::fromPointer(const GEPOperator &G, Node Base) {
  if (Base == Nothing)
    return Nothing;
  // An element of an array with a slot per element.
  if (auto Object = B.addressIn(Base); Object && B.Params.ArrayLimit != 0)
    if (B.Out.blockOf(*Object).Elements > 1)
      if (Node Slot = Memory.slotAt(G); Slot != Nothing)
        return Slot;
  // An index that is one of a few constants: a step for each of them.
  for (const Use &Index : G.indices()) {
    if (isa<Constant>(Index) || !Index->getType()->isIntegerTy())
      continue;
    SmallVector<Node, 8> Parts;
    for (const APInt &N : constantsOf(Index))
      Parts.push_back(gep(G, Base, Index, ConstantInt::get(G.getContext(), N)));
    if (Parts.empty())
      continue;
    return B.join(Parts);
  }
  return gep(G, Base, nullptr, nullptr);
}

/// The address that G computes, with the constant Chosen for the index Choice.
Node PointerArithmetic::gep(const GEPOperator &G, Node Base,
                            const Value *Choice, const Constant *Chosen) {
  APInt Bytes(64, 0);
  if (isVirtualCall(G) && G.accumulateConstantOffset(B.DL, Bytes))
    return B.step(Base, Bytes.getSExtValue(), 0, true);
  if (auto *S = dyn_cast<StructType>(G.getSourceElementType());
      S && G.getNumIndices() > 1) {
    auto *First = dyn_cast<ConstantInt>(G.getOperand(1));
    if (auto *C = dyn_cast<ConstantInt>(G.getOperand(2)))
      Base = Types.typed(Base, S, C->getZExtValue(),
                         G.isInBounds() && First && !First->isNegative());
  }
  int64_t Offset = 0;
  uint64_t Stride = 0;
  Type *Container = nullptr; // of this index; null for the first
  for (auto GTI = gep_type_begin(G), E = gep_type_end(G); GTI != E;
       Container = GTI.getIndexedType(), ++GTI) {
    const Value *Index = GTI.getOperand();
    if (Index == Choice)
      Index = Chosen;
    if (StructType *S = GTI.getStructTypeOrNull()) {
      unsigned Field =
          cast<ConstantInt>(cast<Constant>(Index)->getType()->isVectorTy()
                                ? cast<Constant>(Index)->getSplatValue()
                                : cast<Constant>(Index))
              ->getZExtValue();
      Offset +=
          B.DL.getStructLayout(S)->getElementOffset(Field).getFixedValue();
      continue;
    }
    TypeSize Size = GTI.getSequentialElementStride(B.DL);
    if (Size.isScalable())
      return B.anywhere(Base);
    uint64_t Each = Size.getFixedValue();
    auto *C = dyn_cast<ConstantInt>(Index);
    if (C && C->getValue().getSignificantBits() <= 64) {
      // Past the end of an inner array: it was allocated longer than its type
      // says. Its elements share their slots.
      int64_t N = C->getSExtValue();
      auto *Array = dyn_cast_or_null<ArrayType>(Container);
      if (N > 0 && Each != 0 && Each % 8 == 0 && (Array || !Container))
        // p + N and a[N] stay in their array; bytes (i8) may lead out of it.
        Stride = std::gcd(Stride, uint64_t(N) * Each);
      else if (N > 0 && !Container && uint64_t(N) * Each % 8 != 0 &&
               isRepeated(G))
        Stride = uint64_t(N) * Each;
      else if (!Array || (N >= 0 && uint64_t(N) < Array->getNumElements()))
        Offset += N * int64_t(Each);
      else if (N != 0)
        Stride = std::gcd(Stride, Each);
    } else {
      __uint128_t Step = __uint128_t(Each) * factorOf(Index);
      Stride = std::gcd(Stride, Step >> 62 ? Each : uint64_t(Step));
    }
  }
  if (Stride >= andersen::any_stride ||
      ((Stride != 0 || Offset == 8) && movesWords(G)))
    Stride = andersen::any_stride;
  if (Offset > 0 && Stride == 0 && G.isInBounds() &&
      G.getSourceElementType()->isIntegerTy(8))
    Base = Types.upTo(Base, Offset);
  // A struct that is aligned to a word starts at one.
  const Value *From = G.getPointerOperand();
  bool Aligned = isAligned(From, B.DL);
  if (!Aligned && isa<StructType>(G.getSourceElementType()))
    Aligned = B.DL.getABITypeAlign(G.getSourceElementType()).value() >= 8;
  return B.step(Base, Offset, Stride, Aligned && isUsedInPlace(G, Models));
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

/// Arithmetic on values that may be pointers or parts of pointers. Some
/// operations keep the address or move it by a known distance. The result of
/// any other may point anywhere in the blocks of the operands.
Node PointerArithmetic::binary(unsigned Opcode, const Value *V,
                               const Value *W) {
  Node X = Values(V), Y = Values(W);
  if (X == Nothing && Y == Nothing)
    return Nothing;
  const bool Narrow = V->getType()->getScalarSizeInBits() < 64;
  // Bits that are moved about may still be those of a pointer.
  const bool Bitwise =
      Instruction::isBitwiseLogicOp(Opcode) || Instruction::isShift(Opcode);
  if (Narrow && B.Params.WholeArithmetic && !Bitwise)
    return Nothing;
  // What is added to, or subtracted from, an address decides by all that it
  // may be: the distance of a function from a virtual table leads to it.
  const bool MovesX = Y == Nothing, MovesY = X == Nothing;
  if (!Bitwise) {
    X = Types.withoutTables(X);
    Y = Types.withoutTables(Y);
  }
  const ConstantInt *C = dyn_cast<ConstantInt>(W);
  if (C && C->getValue().getSignificantBits() > 64)
    C = nullptr;
  // Larger than any block, so not the offset of a field.
  constexpr int64_t Far = 1 << 20;
  auto Move = [&](Node N, const Value *By, bool Back) {
    uint64_t F = factorOf(By);
    if (!C)
      return B.step(
          N, 0, F >= andersen::any_stride ? andersen::any_stride : uint32_t(F));
    int64_t Bytes = C->getSExtValue();
    return Bytes <= -Far || Bytes >= Far ? B.mixed(N)
                                         : B.step(N, Back ? -Bytes : Bytes, 0);
  };
  switch (Opcode) {
  case Instruction::Add:
    // Adding a part of a pointer moves the address by an unknown distance. A
    // value that may itself come from a pointer is not an index.
    if (!Narrow && MovesX)
      return Move(X, W, false);
    if (!Narrow && MovesY)
      return Move(Y, V, false);
    break;
  case Instruction::Sub:
    if (!Narrow && MovesX)
      return Move(X, W, true);
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
    if (isHighPart(V) || isHighPart(W))
      return B.join({X, Y}); // two parts combined
    break;
  case Instruction::Shl:
  case Instruction::LShr:
  case Instruction::AShr:
    // V shift by half a pointer or more separates or combines parts. V smaller
    // shift may yield any other address.
    if (C && C->getValue().uge(32))
      return X;
    break;
  default:
    break;
  }
  return B.mix({X, Y});
}
