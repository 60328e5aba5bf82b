//===- FunctionAddresses.h - Functions and their addresses ------*- C++ -*-===//
#ifndef AMORPH_LLVM_PASS_TRANSFORM_FUNCTIONADDRESSES_H
#define AMORPH_LLVM_PASS_TRANSFORM_FUNCTIONADDRESSES_H

namespace llvm {
class Function;
}

namespace amorph {

/// True if an alias keeps the definition of F, and the name of F may come to
/// mean another one: a call by name is then not what the alias calls.
bool mayBeOther(const llvm::Function &F);

/// True if every pointer that calls F is equal to its address: no ifunc, alias
/// or constant may stand for F at another one.
bool hasOneAddress(const llvm::Function &F);

} // namespace amorph

#endif
