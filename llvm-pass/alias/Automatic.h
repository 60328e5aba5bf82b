//===- Automatic.h - amorph-aa in every alias pipeline ----------*- C++ -*-===//
//
// clang and the linkers have no option for the list of alias analyses, so
// loading the plugin adds amorph-aa to it, after all others. opt names the list
// itself (-aa-pipeline) and is left alone, unless the environment asks for it.
//
//   clang-19 -O2 -fpass-plugin=AmorphPTA.so -c prog.c
//   AMORPH_AA=off clang-19 ...
//   AMORPH_AA='models=my.models' clang-19 ...
//
//===----------------------------------------------------------------------===//
#ifndef AMORPH_LLVM_PASS_ALIAS_AUTOMATIC_H
#define AMORPH_LLVM_PASS_ALIAS_AUTOMATIC_H

#include "llvm-pass/analysis/Parameters.h"

#include "llvm/IR/PassManager.h"

namespace amorph {

/// Decides from the environment variable AMORPH_AA (`on`, `off`, or parameters
/// as in amorph-pta<...>, which are stored in P) and from the tool whether
/// amorph-aa is added. Ends the process with one line if the value is wrong.
bool isAutomatic(PointsToParameters &P);

/// An error if parameters of an environment variable name files to write, or
/// models that cannot be read.
llvm::Error checkOfEnvironment(const PointsToParameters &P);

/// Adds amorph-aa to the alias analyses of FAM, at the end. LLVM has registered
/// its AAManager when it calls a plugin, and FAM keeps the first.
void appendToAliasAnalyses(llvm::FunctionAnalysisManager &FAM);

} // namespace amorph

#endif
