//===- FunctionCasts.h - Other types that functions are kept as -*- C++ -*-===//
//
// A pointer to a function may be converted to one of another type, kept, and
// converted back for the call (ISO C 6.3.2.3p8). IR shows neither conversion,
// but debug information has the type of the place where it is kept.
//
//===----------------------------------------------------------------------===//
#ifndef AMORPH_LLVM_PASS_EXTRACT_FUNCTIONCASTS_H
#define AMORPH_LLVM_PASS_EXTRACT_FUNCTIONCASTS_H

#include "llvm-pass/extract/SourceTypes.h"

#include "llvm/ADT/SmallVector.h"

namespace amorph {

using FunctionTypes = llvm::SmallVector<const llvm::DISubroutineType *, 1>;

/// The function types by which the module stores, passes, returns and
/// initialises the address of F, but for its own. Conversions of what was
/// loaded before are not seen (isConverted). O(uses of F).
FunctionTypes castsOf(const llvm::Function &F, const SourceTypes &Source,
                      const llvm::DataLayout &DL);

/// Whether the source converts the pointer to a function that L loads to one of
/// another type: before a call, or where it is kept, passed or returned. What
/// is loaded may have been kept as the other type, so this is only warned of.
bool isConverted(const llvm::LoadInst &L, const SourceTypes &Source);

} // namespace amorph

#endif
