//===- Names.h - Source names for values and objects ------------*- C++ -*-===//
#ifndef AMORPH_LLVM_PASS_ANALYSIS_NAMES_H
#define AMORPH_LLVM_PASS_ANALYSIS_NAMES_H

#include "llvm-pass/extract/ModuleConstraints.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/IR/DebugInfoMetadata.h"

#include <string>

namespace amorph {

/// Names of objects and values: the source's where debug information has
/// them, else the IR's.
class Names {
public:
  explicit Names(const llvm::Module &M);

  /// `x`, `main::x`, `malloc@t.c:12`, `push`, `<unknown>`, with the field by
  /// name or byte offset (`.next`, `+8`) unless the object is at the start of
  /// its block, and `[]` where it is any element of an inner array.
  std::string object(const ModuleConstraints &C, Var Object) const;
  /// The same, with the first field named too: the memory and not its address.
  std::string content(const ModuleConstraints &C, Var Object) const;

  /// The source variables that V is the value of.
  llvm::ArrayRef<const llvm::DILocalVariable *>
  variables(const llvm::Value *V) const;
  /// A source variable that is, somewhere, the address Offset bytes into a
  /// global.
  struct Address {
    const llvm::DILocalVariable *Variable;
    const llvm::GlobalObject *Global;
    int64_t Offset;
  };
  llvm::ArrayRef<Address> addresses(const llvm::Function &F) const;
  /// The source variable that lives in alloca A, or null.
  const llvm::DILocalVariable *declared(const llvm::Value *A) const {
    return Declared.lookup(A);
  }
  /// `%5`: as the IR has it.
  std::string ir(const llvm::Value *V) const;

  /// `file.c:12`, empty if unknown. The file without its folders.
  static std::string place(const llvm::DIScope *Scope, unsigned Line);
  static std::string place(const llvm::Instruction &I);
  static std::string function(const llvm::Function &F);

private:
  std::string block(const MemoryBlock &B) const;
  std::string field(const ModuleConstraints &C, Var Object, bool First) const;
  const llvm::DIType *typeOf(const MemoryBlock &B) const;
  void readFunction(const llvm::Function &F);

  const llvm::Module &M;
  llvm::DenseMap<const llvm::Value *, const llvm::DILocalVariable *> Declared;
  llvm::DenseMap<const llvm::Value *,
                 llvm::SmallVector<const llvm::DILocalVariable *, 1>>
      Bound;
  llvm::DenseMap<const llvm::Function *, llvm::SmallVector<Address, 1>>
      Addresses;
  llvm::StringMap<const llvm::DIType *> Structs;            // by IR name
  llvm::DenseMap<const llvm::Value *, std::string> Unnamed; // %0, %1, ...
  llvm::DenseMap<const llvm::Value *, std::string> Sites;   // of allocation
};

} // namespace amorph

#endif
