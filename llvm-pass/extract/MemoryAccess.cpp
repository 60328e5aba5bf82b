//===- MemoryAccess.cpp - Loads and stores by words -----------------------===//
#include "llvm-pass/extract/MemoryAccess.h"

#include "llvm-pass/versions/LLVMVersions.h"

#include "llvm/IR/DerivedTypes.h"

using namespace llvm;
using namespace amorph;

bool amorph::carries(Type *T) {
  if (T->isPointerTy())
    return true;
  // Also parts, down to a bit: halves of a pointer, or its bytes in a loop.
  if (T->isIntegerTy())
    return true;
  // A copy through a register moves bytes, whatever the register's type:
  // structs of pointers are copied as <4 x float>.
  if (auto *V = dyn_cast<VectorType>(T))
    return carries(V->getElementType());
  if (T->isFloatingPointTy() || isMMX(*T))
    return true;
  if (auto *A = dyn_cast<ArrayType>(T))
    return A->getNumElements() != 0 && carries(A->getElementType());
  if (auto *S = dyn_cast<StructType>(T))
    return any_of(S->elements(), [&](Type *E) { return carries(E); });
  return false;
}

/// Byte offsets of the words of T that can carry a pointer.
static void carryingWords(const DataLayout &DL, Type *T, uint64_t At,
                          SmallVectorImpl<uint64_t> &Words) {
  auto Add = [&](uint64_t W) {
    if (!is_contained(Words, W))
      Words.push_back(W);
  };
  if (!carries(T))
    return;
  if (auto *S = dyn_cast<StructType>(T)) {
    for (unsigned I = 0; I != S->getNumElements(); ++I)
      carryingWords(
          DL, S->getElementType(I),
          At + DL.getStructLayout(S)->getElementOffset(I).getFixedValue(),
          Words);
  } else if (auto *A = dyn_cast<ArrayType>(T)) {
    uint64_t Each = DL.getTypeAllocSize(A->getElementType());
    for (uint64_t I = 0; I != A->getNumElements() && Words.size() < 4096; ++I)
      carryingWords(DL, A->getElementType(), At + I * Each, Words);
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

/// The words that an access touches; none: not known which.
static std::optional<SmallVector<uint64_t, 4>>
wordsOf(const DataLayout &DL, Type *T, bool Aligned, Align By) {
  std::optional<uint64_t> Size = accessBytes(DL, T);
  if (!Size)
    return std::nullopt;
  SmallVector<uint64_t, 4> Words;
  carryingWords(DL, T, 0, Words);
  if (!Aligned && By.value() < std::min<uint64_t>(*Size, 8))
    Words.push_back(alignTo(*Size, 8));
  return Words;
}

Node amorph::loadMemory(ConstraintBuilder &B, Node Pointer, Type *T,
                        bool Aligned, Align By) {
  if (!carries(T))
    return Nothing;
  auto Words = wordsOf(B.DL, T, Aligned, By);
  if (!Words)
    return B.load(B.anywhere(Pointer));
  SmallVector<Node, 4> Parts;
  for (uint64_t W : *Words)
    Parts.push_back(B.load(B.step(Pointer, W, 0, Aligned)));
  return B.join(Parts);
}

void amorph::storeMemory(ConstraintBuilder &B, Node Pointer, Type *T,
                         Node Value, bool Aligned, Align By) {
  if (Value == Nothing || !carries(T))
    return;
  auto Words = wordsOf(B.DL, T, Aligned, By);
  if (!Words)
    return B.store(B.anywhere(Pointer), Value);
  for (uint64_t W : *Words)
    B.store(B.step(Pointer, W, 0, Aligned), Value);
}
