//===- Warnings.h - Warnings to the user about an answer --------*- C++ -*-===//
#ifndef AMORPH_LLVM_PASS_ANALYSIS_WARNINGS_H
#define AMORPH_LLVM_PASS_ANALYSIS_WARNINGS_H

#include "llvm-pass/analysis/PointsToResult.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace amorph {

/// Prints the warnings about a solved result, a line each; nothing if it is not
/// solved. For each indirect call that may reach more functions than the call
/// limit: the twenty with the most targets, then the number of others. And one
/// for the calls that write memory which is declared to hold pointers, and may
/// hold some, to files that are not followed.
void printWarnings(llvm::raw_ostream &OS, const PointsToResult &R,
                   const llvm::Module &M);

} // namespace amorph

#endif
