//===- Intrinsics.h - Calls of LLVM's intrinsics ----------------*- C++ -*-===//
//
// The intrinsics in groups: memory, variable arguments, moved values, vectors
// and masked accesses, trampolines. Intrinsics that are not listed are modelled
// by their attributes: arithmetic yields a value computed from its operands,
// anything else is unknown code.
//
//===----------------------------------------------------------------------===//
#ifndef AMORPH_LLVM_PASS_EXTRACT_INTRINSICS_H
#define AMORPH_LLVM_PASS_EXTRACT_INTRINSICS_H

#include "llvm-pass/extract/ExtractionParts.h"

#include "llvm/IR/IntrinsicInst.h"

namespace amorph {

/// In: the function that I is in.
void visitIntrinsic(ExtractionParts &X, const llvm::IntrinsicInst &I,
                    const FunctionNodes &In);
/// Fills the frames of the stack, if an intrinsic has asked for their
/// addresses.
void fillStack(ExtractionParts &X);

} // namespace amorph

#endif
