//===- WholeProgram.h - Is a module a whole program? ------------*- C++ -*-===//
#ifndef AMORPH_LLVM_PASS_ANALYSIS_WHOLEPROGRAM_H
#define AMORPH_LLVM_PASS_ANALYSIS_WHOLEPROGRAM_H

#include "llvm/IR/Module.h"

#include <string>

namespace amorph {

class LibraryModels;

/// Empty if M can be seen to be a whole program: it defines main, nothing else
/// of it is visible outside, and all code that it can call or be called by is
/// in it or has a model. Otherwise what speaks against that. What cannot be
/// seen: code in the link that defines a function of a model with the library's
/// prototype.
std::string whyNotWhole(const llvm::Module &M, const LibraryModels &Models);

/// Says once per module that it is analysed in the open world; nothing if Why
/// is empty.
void reportOpenWorld(llvm::StringRef Module, llvm::StringRef Why);

} // namespace amorph

#endif
