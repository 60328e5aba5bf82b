//===- PointerUses.h - How code computes and uses an address ----*- C++ -*-===//
//
// How exactly an address computation can be a step depends on whether it is
// repeated, whether memory is moved through it, whether its indices are a few
// constants. All of it is seen in the IR around the computation.
//
//===----------------------------------------------------------------------===//
#ifndef AMORPH_LLVM_PASS_EXTRACT_POINTERUSES_H
#define AMORPH_LLVM_PASS_EXTRACT_POINTERUSES_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Operator.h"

namespace amorph {

class LibraryModels;

/// The values of the integer V if they are a few constants, chosen by selects
/// and phis; none if there may be others. Undef may be any of them.
llvm::SmallVector<llvm::APInt, 8> constantsOf(const llvm::Value *V);
/// True if the number is computed from a pointer, whatever is added to it.
/// Memory and callers may hold any number.
bool isComputedFromPointer(const llvm::Value &Number);
/// True if the pointer may be a number, null included, by the arithmetic that
/// computes it. True also if that is long.
bool mayBeNumber(const llvm::Value *Pointer);
/// True if the variable at Address is only loaded and stored at constant
/// offsets.
bool isIndexedByConstants(const llvm::Value *Address, unsigned Depth = 0);
/// True if the address is only used for accesses and further address
/// computations. A memory copy, say, could move adjacent bytes to another
/// position within a word.
bool isUsedInPlace(const llvm::GEPOperator &G, const LibraryModels &Models);
/// True for the address of an entry of a virtual table: a constant index from a
/// loaded pointer, whose result is loaded and called.
bool isVirtualCall(const llvm::GEPOperator &G);
/// True if the next round of a loop, or of a recursion, steps from the address
/// that G computes.
bool isRepeated(const llvm::GEPOperator &G);
/// True if memory is moved word by word through G. It may be a structure: then
/// the pointer leaves the array of words with which the structure begins.
bool movesWords(const llvm::GEPOperator &G);

} // namespace amorph

#endif
