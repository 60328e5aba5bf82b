//===- MustAlias.h - Proves that two pointers are equal ---------*- C++ -*-===//
//
// Points-to sets with a single common element do not prove that two pointers
// are equal: null and undefined values are in no set, and an abstract object
// may stand for many concrete ones. MustAlias is therefore proved from the
// current IR: both pointers have the same constant offset from the same
// variable, through constant address arithmetic, phis and selects whose
// operands agree, and arguments of functions all of whose callers are known and
// agree.
//
//===----------------------------------------------------------------------===//
#ifndef AMORPH_LLVM_PASS_ALIAS_MUSTALIAS_H
#define AMORPH_LLVM_PASS_ALIAS_MUSTALIAS_H

#include "llvm/ADT/STLFunctionalExtras.h"

namespace llvm {
class DataLayout;
class Function;
class Value;
} // namespace llvm

namespace amorph {

/// True if A and B are the same address whenever both are defined; with
/// CrossIteration, also in different iterations of a loop. MayRecurse says
/// whether two activations of a function may exist at once.
bool mustAlias(const llvm::Value *A, const llvm::Value *B,
               const llvm::DataLayout &DL, bool CrossIteration,
               llvm::function_ref<bool(const llvm::Function &)> MayRecurse);

} // namespace amorph

#endif
