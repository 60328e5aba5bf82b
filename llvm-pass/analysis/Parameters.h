//===- Parameters.h - The parameters of amorph-pta<...> ---------*- C++ -*-===//
#ifndef AMORPH_LLVM_PASS_ANALYSIS_PARAMETERS_H
#define AMORPH_LLVM_PASS_ANALYSIS_PARAMETERS_H

#include "llvm-pass/extract/ExtractionParameters.h"
#include "solver/andersen/andersen.hpp"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <utility>

namespace amorph {

/// How to extract, how to solve, and what to write; docs/points-to.md has the
/// table.
struct PointsToParameters : ExtractionParameters {
  andersen::backend Backend = andersen::backend::automatic;
  unsigned Threads = 0;   // 0: all
  unsigned CallLimit = 0; // targets of a call before a warning; 0: any number
  /// How to solve, but for where and by how many threads: limits, strategies,
  /// who watches. The sets are the same whatever it says.
  andersen::options Solver;
  bool Solve = true; // off: extract (and dump) only; every query says "may"
  bool Statistics = false;            // one line of figures on stderr
  std::string Json, Dot, Constraints; // files to write

  /// True if both give the same points-to sets (the files do not matter).
  bool sameAnswer(const PointsToParameters &Other) const;
};

/// Parses `a=b;c=d`. The error is one line that says what was expected.
llvm::Expected<PointsToParameters>
parsePointsToParameters(llvm::StringRef Text);

/// An error if two of the files (parameter, path; empty: none) are one: the
/// second would replace the first, or run into it on the way out.
llvm::Error checkDistinctFiles(
    llvm::ArrayRef<std::pair<llvm::StringRef, llvm::StringRef>> Files);

} // namespace amorph

#endif
