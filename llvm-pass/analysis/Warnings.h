//===- Warnings.h - Warnings to the user about an answer --------*- C++ -*-===//
#ifndef AMORPH_LLVM_PASS_ANALYSIS_WARNINGS_H
#define AMORPH_LLVM_PASS_ANALYSIS_WARNINGS_H

#include "llvm-pass/analysis/PointsToResult.h"

#include "llvm/ADT/StringRef.h"

#include <string>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace amorph {

/// How warnings are worded.
struct WarningText {
  bool Command =
      false;         ///< settings as options of amorph-pta, not as parameters
  size_t Shown = 20; ///< calls or places; the rest is counted

  /// `calls=any`, or `--calls any`.
  std::string setting(llvm::StringRef Switch, llvm::StringRef Value) const;
};

/// Prints the warnings about a solved result, a line each; nothing if it is not
/// solved. For each indirect call that may reach more functions than the call
/// limit: those with the most targets first. And one for the calls that write
/// memory which is declared to hold pointers, and may hold some, to files that
/// are not followed, and one for pointers to functions that are converted, with
/// the calls that reach none of the functions that their pointers hold.
void printWarnings(llvm::raw_ostream &OS, const PointsToResult &R,
                   const llvm::Module &M, const WarningText &Text = {});

} // namespace amorph

#endif
