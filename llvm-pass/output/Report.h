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

/// A pointer of the program: a source variable, a part of one, or an IR value.
struct PointerRow {
  const llvm::Function *Function = nullptr; ///< null: a global
  std::string Name, Place;
  std::vector<Var> Holders; ///< its set is the union of theirs
  std::vector<Var> Objects; ///< and these: addresses that it is given
};

/// All pointers of the module: globals in order, then function by function
/// arguments, source variables and what else the IR has. Memory that holds
/// nothing is left out.
std::vector<PointerRow> pointerRows(const PointsToResult &R,
                                    const llvm::Module &M, const Names &N);
/// The union, ascending.
std::vector<Var> pointsTo(const PointsToResult &R, const PointerRow &Row);

/// What `print<amorph-pta>` prints.
void print(llvm::raw_ostream &OS, const PointsToResult &R,
           const llvm::Module &M);

} // namespace amorph

#endif
