//===- MustAlias.h - Pointers that are equal wherever they exist -*- C++
//-*-===//
//
// A points-to set with one element does not say that two pointers are equal:
// null and undefined values are in no set, and one abstract object may stand
// for many concrete ones. So MustAlias is proved from the IR as it is now:
// both pointers are the same distance from the same single variable, through
// constant address arithmetic, phis and selects that agree, and arguments of
// functions whose every caller is known and agrees.
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

/// True if A and B hold the same address whenever both are defined, also from
/// different iterations of a loop if CrossIteration. MayRecurse says whether
/// two activations of a function may exist at once.
bool mustAlias(const llvm::Value *A, const llvm::Value *B,
               const llvm::DataLayout &DL, bool CrossIteration,
               llvm::function_ref<bool(const llvm::Function &)> MayRecurse);

} // namespace amorph

#endif
