//===- BlockCopies.cpp - Copies of memory as constraints ------------------===//
//
// A copy of a known size copies the words that it covers; one of unknown size
// copies any multiple of a number that divides it.
//
//===----------------------------------------------------------------------===//
#include "llvm-pass/extract/Extractor.h"

#include "llvm/IR/Constants.h"

using namespace llvm;
using namespace amorph;

void Extractor::copyBytes(Node Dst, Node Src, uint64_t Bytes) {
  if (Dst == Nothing || Src == Nothing || Bytes == 0)
    return;
  uint64_t Words = divideCeil(Bytes, 8);
  if (Words > MaxCopyWords)
    return store(anywhere(Dst), load(anywhere(Src)));
  for (uint64_t W = 0; W != Words; ++W)
    store(stepExact(Dst, 8 * W, 0), load(stepExact(Src, 8 * W, 0)));
}

/// Copies an unknown number of elements: word w of any element goes to word w
/// of any other.
void Extractor::copyElements(Node Dst, Node Src, uint64_t Element) {
  uint64_t Words = Element / 8;
  if (Words == 0 || Element % 8 != 0 || Words > MaxCopyWords)
    return store(anywhere(Dst), load(anywhere(Src)));
  for (uint64_t W = 0; W != Words; ++W)
    store(stepExact(Dst, 8 * W, Element), load(stepExact(Src, 8 * W, Element)));
}

void Extractor::copyBlock(Node Dst, Node Src, const Value *Size,
                          const Value *SrcValue, const Frame *F) {
  if (Dst == Nothing || Src == Nothing)
    return;
  // A constant without pointers, such as a string, yields none.
  if (SrcValue)
    if (auto *G = dyn_cast<GlobalVariable>(SrcValue->stripPointerCasts()))
      if (G->isConstant() && G->hasInitializer() &&
          (Params.ClosedWorld || G->hasDefinitiveInitializer()) &&
          isa<ConstantData>(G->getInitializer()))
        return;
  copySized(Dst, Src, Size ? constantOf(Size, F) : std::nullopt,
            Size ? factorOf(Size, F) : 1);
}

/// Bytes: the size, if known; otherwise Factor divides the size.
void Extractor::copySized(Node Dst, Node Src, std::optional<uint64_t> Bytes,
                          uint64_t Factor) {
  if (Bytes && *Bytes <= 8 * MaxCopyWords)
    return copyBytes(Dst, Src, *Bytes);
  if (!Bytes && Factor >= 8 && Factor % 8 == 0 && Factor < andersen::any_stride)
    return copyElements(Dst, Src, Factor);
  store(anywhere(Dst), load(anywhere(Src)));
}
