//===- SymbolNames.h - Source names of functions and globals ----*- C++ -*-===//
//
// The linker of modules renames symbols of one name; the names here do not
// depend on the order of linking.
//
//===----------------------------------------------------------------------===//
#ifndef AMORPH_LLVM_PASS_ANALYSIS_SYMBOLNAMES_H
#define AMORPH_LLVM_PASS_ANALYSIS_SYMBOLNAMES_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/GlobalObject.h"

#include <string>

namespace llvm {
class Instruction;
class Module;
} // namespace llvm

namespace amorph {

class SymbolNames {
public:
  explicit SymbolNames(const llvm::Module &M);

  /// `file.c:12`, without folders; empty if unknown.
  static std::string location(const llvm::DIScope *Scope, unsigned Line);
  static std::string location(const llvm::Instruction &I);
  /// The demangled name; `hidden@b.c:5` if several sources have a `hidden`,
  /// with as much of the path as tells them apart.
  std::string symbol(const llvm::GlobalObject &G) const;
  /// The symbol without the number that linking appended, still mangled.
  static std::string unnumbered(const llvm::GlobalObject &G);
  /// The demangled name without that number, and without the prefix by which
  /// the C library's headers choose a standard (__isoc99_sscanf).
  static std::string plain(const llvm::GlobalObject &G);
  /// `hidden@b.c`, for any symbol with local linkage; empty if its file is not
  /// known.
  static std::string withFile(const llvm::GlobalObject &G);
  /// Of symbols without debug information: the name and the file, noted before
  /// linking renames them.
  static constexpr llvm::StringLiteral SourceMetadata = "amorph.source";

private:
  /// Names of symbols that would have the same as others.
  llvm::DenseMap<const llvm::GlobalObject *, std::string> Apart;
};

} // namespace amorph

#endif
