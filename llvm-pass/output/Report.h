//===- Report.h - The pointers of a module and their sets -------*- C++ -*-===//
#ifndef AMORPH_LLVM_PASS_OUTPUT_REPORT_H
#define AMORPH_LLVM_PASS_OUTPUT_REPORT_H

#include "llvm-pass/analysis/Names.h"
#include "llvm-pass/analysis/PointsToResult.h"

#include <string>
#include <vector>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace amorph {

/// A pointer of the program: a source variable, a field, or an IR value.
struct PointerRow {
  const llvm::Function *Function = nullptr; ///< null: a global
  std::string Name, Location;
  std::vector<Var> Holders; ///< its set is the union of the sets of these
  std::vector<Var> Objects; ///< and of these objects, whose address it is
};

/// All pointers of the module: globals in order; then for each function the
/// arguments, source variables and other IR values. Memory without pointers is
/// omitted.
std::vector<PointerRow> pointerRows(const PointsToResult &R,
                                    const llvm::Module &M, const Names &N);
/// The set of a row, ascending.
std::vector<Var> pointsTo(const PointsToResult &R, const PointerRow &Row);

/// Prints all rows, as `print<amorph-pta>` does.
void print(llvm::raw_ostream &OS, const PointsToResult &R,
           const llvm::Module &M);

} // namespace amorph

#endif
