//===- LookThrough.h - Origin of a value or callee of a call --------------===//
//
// Unoptimised code keeps parameters and results in local variables, and calls
// functions by name: these find the value or the function behind that.
//
//===----------------------------------------------------------------------===//
#ifndef AMORPH_LLVM_PASS_EXTRACT_LOOKTHROUGH_H
#define AMORPH_LLVM_PASS_EXTRACT_LOOKTHROUGH_H

#include "llvm/IR/InstrTypes.h"

namespace amorph {

/// True for a local variable that is only loaded and stored as a whole.
bool isPlainLocal(const llvm::Value *V);
/// If V loads a local variable with a single store: the stored value; else V.
const llvm::Value *throughLocal(const llvm::Value *V);
/// As F.isInterposable(), which searches the flags of the module each time.
bool isInterposable(const llvm::Function &F);
/// The defined function that CB calls directly, or null.
const llvm::Function *definitionOf(const llvm::CallBase &CB);

} // namespace amorph

#endif
