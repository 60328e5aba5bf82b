//===- BlockCopies.h - Copies of memory as constraints ----------*- C++ -*-===//
//
// A copy of a known size copies the words that it covers; one of unknown size
// copies any multiple of a number that divides it.
//
//===----------------------------------------------------------------------===//
#ifndef AMORPH_LLVM_PASS_EXTRACT_BLOCKCOPIES_H
#define AMORPH_LLVM_PASS_EXTRACT_BLOCKCOPIES_H

#include "llvm-pass/extract/CallFrames.h"
#include "llvm-pass/extract/ConstraintBuilder.h"

namespace amorph {

void copyBytes(ConstraintBuilder &B, Node Dst, Node Src, uint64_t Bytes);
/// Copies an unknown number of elements: word w of any element goes to word w
/// of any other.
void copyElements(ConstraintBuilder &B, Node Dst, Node Src, uint64_t Element);
/// Bytes: the size, if known; otherwise Factor divides the size.
void copySized(ConstraintBuilder &B, Node Dst, Node Src,
               std::optional<uint64_t> Bytes, uint64_t Factor);
/// Size and SrcValue: the size, and the address that is copied from, in the
/// code that F enters; null: not known.
void copyBlock(ConstraintBuilder &B, Node Dst, Node Src,
               const llvm::Value *Size, const llvm::Value *SrcValue,
               const Frame *F = nullptr);

} // namespace amorph

#endif
