//===- MemoryAccess.h - Loads and stores by words ---------------*- C++ -*-===//
//
// Values of any type that can carry bits of a pointer are variables: unions,
// struct copies and casts move pointers through integers, floating-point
// numbers and vectors. Memory is accessed in 8-byte words
// (docs/points-to-limits.md), where SVF goes by the types of the source.
//
//===----------------------------------------------------------------------===//
#ifndef AMORPH_LLVM_PASS_EXTRACT_MEMORYACCESS_H
#define AMORPH_LLVM_PASS_EXTRACT_MEMORYACCESS_H

#include "llvm-pass/extract/ConstraintBuilder.h"

#include "llvm/Support/Alignment.h"

namespace amorph {

/// True if a value of type T can carry a pointer: pointers, integers,
/// floating-point numbers and vectors (unions and memory copies put pointers
/// or parts of them there), and aggregates of these.
bool carries(llvm::Type *T);

/// An access of a T at a pointer. Aligned: the pointer is at the start of a
/// word. By: the alignment that the instruction states. An access that may
/// cross into the next word touches that word too.
Node loadMemory(ConstraintBuilder &B, Node Pointer, llvm::Type *T, bool Aligned,
                llvm::Align By = llvm::Align(8));
void storeMemory(ConstraintBuilder &B, Node Pointer, llvm::Type *T, Node Value,
                 bool Aligned, llvm::Align By = llvm::Align(8));

} // namespace amorph

#endif
