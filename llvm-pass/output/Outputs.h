//===- Outputs.h - The files that parameters name ---------------*- C++ -*-===//
#ifndef AMORPH_LLVM_PASS_OUTPUT_OUTPUTS_H
#define AMORPH_LLVM_PASS_OUTPUT_OUTPUTS_H

#include "llvm-pass/analysis/PointsToResult.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace amorph {

/// Writes what Write prints to a file. A regular file is written completely or
/// not at all; "-" is standard output. The error is one line with the path.
llvm::Error writeFile(llvm::StringRef Path,
                      llvm::function_ref<void(llvm::raw_ostream &)> Write);

/// Writes the files that Parameters name (json, dot, constraints).
llvm::Error writeOutputs(const PointsToResult &R, const llvm::Module &M);

} // namespace amorph

#endif
