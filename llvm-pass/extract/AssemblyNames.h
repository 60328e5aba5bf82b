//===- AssemblyNames.h - Symbols named by assembly --------------*- C++ -*-===//
//
// The words in the assembly of a module and of its functions. A name that a
// macro of the assembler composes is not one of them.
//
//===----------------------------------------------------------------------===//
#ifndef AMORPH_LLVM_PASS_EXTRACT_ASSEMBLYNAMES_H
#define AMORPH_LLVM_PASS_EXTRACT_ASSEMBLYNAMES_H

#include "llvm/ADT/StringSet.h"

#include <string>

namespace llvm {
class GlobalValue;
class Module;
} // namespace llvm

namespace amorph {

class AssemblyNames {
public:
  explicit AssemblyNames(const llvm::Module &M);
  bool names(const llvm::GlobalValue &G) const;

private:
  std::string Text;
  llvm::StringSet<> Words;
};

} // namespace amorph

#endif
