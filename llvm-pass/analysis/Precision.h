//===- Precision.h - Precision metrics --------------------------*- C++ -*-===//
//
// Metrics for comparing the results of different parameters for one module. The
// size of sets alone says little: splitting memory into more objects makes sets
// larger, and a single object makes them smallest. The share of pointer pairs
// that cannot alias is comparable whatever the objects are.
//
//===----------------------------------------------------------------------===//
#ifndef AMORPH_LLVM_PASS_ANALYSIS_PRECISION_H
#define AMORPH_LLVM_PASS_ANALYSIS_PRECISION_H

#include "llvm-pass/analysis/PointsToResult.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace amorph {

/// Counts over accesses through pointers. Loads and stores of a variable by
/// name, and accesses that are never executed, are not counted.
struct PrecisionFigures {
  uint64_t Dereferences = 0; ///< loads and stores
  uint64_t Objects = 0;      ///< sum of the objects they may access
  /// Pairs of different pointers that a function dereferences (the first
  /// MaxPointers per function), and pairs that cannot be of the same object,
  /// or the same members.
  uint64_t Pairs = 0, Apart = 0;
  uint64_t Calls = 0;     ///< indirect calls
  uint64_t Targets = 0;   ///< sum of the functions they may reach
  uint64_t HeapSites = 0; ///< blocks of heap memory
  static constexpr unsigned MaxPointers = 300;

  double objectsEach() const { return mean(Objects, Dereferences); }
  double targetsEach() const { return mean(Targets, Calls); }
  double apartPercent() const { return 100 * mean(Apart, Pairs); }

private:
  static double mean(uint64_t Sum, uint64_t Count) {
    return Count == 0 ? 0 : double(Sum) / double(Count);
  }
};

/// The metrics of a solved result. Up to MaxPointers^2 comparisons per
/// function, each pair of sets compared once.
PrecisionFigures precisionOf(const PointsToResult &R, const llvm::Module &M);

} // namespace amorph

#endif
