//===- BlockCopies.cpp - Copies of memory as constraints ------------------===//
#include "llvm-pass/extract/BlockCopies.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalVariable.h"

using namespace llvm;
using namespace amorph;

static constexpr uint64_t MaxCopyWords = 1024;

void amorph::copyBytes(ConstraintBuilder &B, Node Dst, Node Src,
                       uint64_t Bytes) {
  if (Dst == Nothing || Src == Nothing || Bytes == 0)
    return;
  uint64_t Words = divideCeil(Bytes, 8);
  if (Words > MaxCopyWords)
    return B.store(B.anywhere(Dst), B.load(B.anywhere(Src)));
  for (uint64_t W = 0; W != Words; ++W)
    B.store(B.stepExact(Dst, 8 * W, 0), B.load(B.stepExact(Src, 8 * W, 0)));
}

void amorph::copyElements(ConstraintBuilder &B, Node Dst, Node Src,
                          uint64_t Element) {
  uint64_t Words = Element / 8;
  if (Words == 0 || Element % 8 != 0 || Words > MaxCopyWords)
    return B.store(B.anywhere(Dst), B.load(B.anywhere(Src)));
  for (uint64_t W = 0; W != Words; ++W)
    B.store(B.stepExact(Dst, 8 * W, Element),
            B.load(B.stepExact(Src, 8 * W, Element)));
}

void amorph::copySized(ConstraintBuilder &B, Node Dst, Node Src,
                       std::optional<uint64_t> Bytes, uint64_t Factor) {
  if (Bytes && *Bytes <= 8 * MaxCopyWords)
    return copyBytes(B, Dst, Src, *Bytes);
  if (!Bytes && Factor >= 8 && Factor % 8 == 0 && Factor < andersen::any_stride)
    return copyElements(B, Dst, Src, Factor);
  B.store(B.anywhere(Dst), B.load(B.anywhere(Src)));
}

void amorph::copyBlock(ConstraintBuilder &B, Node Dst, Node Src,
                       const Value *Size, const Value *SrcValue,
                       const Frame *F) {
  if (Dst == Nothing || Src == Nothing)
    return;
  // A constant without pointers, such as a string, yields none.
  if (SrcValue)
    if (auto *G = dyn_cast<GlobalVariable>(SrcValue->stripPointerCasts()))
      if (G->isConstant() && G->hasInitializer() &&
          (B.Params.ClosedWorld || G->hasDefinitiveInitializer()) &&
          isa<ConstantData>(G->getInitializer()))
        return;
  copySized(B, Dst, Src, Size ? constantOf(Size, F) : std::nullopt,
            Size ? factorOf(Size, F) : 1);
}
