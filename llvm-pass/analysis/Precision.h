//===- Precision.h - How exact an answer is, in figures ---------*- C++ -*-===//
//
// Figures to compare the answers that different parameters give for one module.
// The size of sets alone says little: what splits memory in more objects makes
// sets larger, and one object for everything makes them small. Pairs of
// pointers that are told apart compare whatever the objects are.
//
//===----------------------------------------------------------------------===//
#ifndef AMORPH_LLVM_PASS_ANALYSIS_PRECISION_H
#define AMORPH_LLVM_PASS_ANALYSIS_PRECISION_H

#include "llvm-pass/analysis/PointsToResult.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace amorph {

/// Of accesses through pointers: loads and stores of a variable by its name are
/// left out, and what is never executed.
struct PrecisionFigures {
  uint64_t Dereferences = 0; ///< loads and stores
  uint64_t Objects = 0;      ///< that they may touch, summed up
  /// Pairs of different pointers that one function dereferences (of its first
  /// MaxPointers), and those of them that cannot point to the same object.
  uint64_t Pairs = 0, Apart = 0;
  uint64_t Calls = 0;     ///< indirect calls
  uint64_t Targets = 0;   ///< functions that they may reach, summed up
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

/// Of a result that is solved. Takes time: up to MaxPointers squared for each
/// function, once for each pair of sets.
PrecisionFigures precisionOf(const PointsToResult &R, const llvm::Module &M);

/// A line of warning for each indirect call that may reach more functions
/// than the call limit, widest first; after twenty of them how many more there
/// are. Nothing without a limit.
void warnOfWideCalls(llvm::raw_ostream &OS, const PointsToResult &R);

} // namespace amorph

#endif
