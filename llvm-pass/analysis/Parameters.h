//===- Parameters.h - The parameters of amorph-pta<...> ---------*- C++ -*-===//
#ifndef AMORPH_LLVM_PASS_ANALYSIS_PARAMETERS_H
#define AMORPH_LLVM_PASS_ANALYSIS_PARAMETERS_H

#include "llvm-pass/extract/ExtractionParameters.h"
#include "solver/andersen/andersen.hpp"
#include "solver/andersen/contexts/contexts.hpp"
#include "tools/base/points_to_options.hpp"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <utility>

namespace amorph {

/// Settings of extraction, solving and output. The table of options is in
/// tools/base/points_to_options.hpp; these are its values, typed.
struct PointsToParameters : ExtractionParameters {
  PointsToParameters() : PointsToParameters(points_to_options()) {}
  explicit PointsToParameters(const points_to_options &Options);
  /// The same for the alias analysis, which has other defaults: the preset
  /// `compiler`, the CPU, one thread.
  PointsToParameters forAliases() const;
  /// Replaces the default preset `c` by `strict`.
  void assumeLess(llvm::StringRef Because);

  andersen::context_options InContexts; ///< if Contexts
  /// Backend, threads, limits, strategies, progress. None of them changes the
  /// sets.
  andersen::options Solver;
  std::string Preset;     ///< the assumptions in force: `c`, `c, calls=any`
  unsigned CallLimit = 0; ///< targets per call above which to warn; 0: none
  /// The closed world holds only for modules that are seen to be whole programs
  /// (whyNotWhole): the statement is the environment's, for every module.
  bool ClosedIfWhole = false;
  bool DefaultsToC = false; ///< no preset was named, and so `c` is in force
  std::string OpenBecause;  ///< why the closed world does not hold
  bool Solve = true;        ///< false: only extract; every query answers "may"
  bool Statistics = false;  ///< print figures to standard error
  std::string Json, Dot, Constraints; ///< files to write; empty: none

  /// An error if a parameter names a file to write, which only amorph-pta<...>
  /// may.
  llvm::Error checkWritesNothing() const;
  /// True if both give the same result, files aside.
  bool sameAnswer(const PointsToParameters &Other) const;

private:
  void assume(points_to_options Options, llvm::StringRef DefaultPreset);

  points_to_options Given;
};

/// Parses `a=b;c=d`. The error is one line with the expected value.
llvm::Expected<PointsToParameters>
parsePointsToParameters(llvm::StringRef Text);
/// An error with this one-line message; success if it is empty.
llvm::Error parameterError(const std::string &Message);

/// An error if two of the files (parameter, path; empty: none) are the same:
/// one output would overwrite the other.
llvm::Error checkDistinctFiles(
    llvm::ArrayRef<std::pair<llvm::StringRef, llvm::StringRef>> Files);

} // namespace amorph

#endif
