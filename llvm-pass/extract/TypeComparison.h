//===- TypeComparison.h - Whether types of functions agree ------*- C++ -*-===//
#ifndef AMORPH_LLVM_PASS_EXTRACT_TYPECOMPARISON_H
#define AMORPH_LLVM_PASS_EXTRACT_TYPECOMPARISON_H

#include "llvm-pass/extract/DebugTypes.h"

namespace amorph {

/// Whether functions of T have the type IR: then the parameters correspond.
bool isPassedAs(const llvm::DISubroutineType &T, llvm::FunctionType *IR);

/// Whether functions of T may have the type IR: aggregates are passed in
/// several ways.
bool mayBePassedAs(const llvm::DISubroutineType &T, llvm::FunctionType *IR);

/// Whether a function of type F can be meant where a call of type Call is
/// written: as many parameters, and pointers to types that may be the same.
/// Pointers to void or characters may point to anything. Types that are no
/// pointers are not compared: IR has them.
bool mayBeSame(const llvm::DISubroutineType &Call,
               const llvm::DISubroutineType &F);

} // namespace amorph

#endif
