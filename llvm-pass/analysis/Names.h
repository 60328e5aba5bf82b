//===- Names.h - Source names of values and objects -------------*- C++ -*-===//
#ifndef AMORPH_LLVM_PASS_ANALYSIS_NAMES_H
#define AMORPH_LLVM_PASS_ANALYSIS_NAMES_H

#include "llvm-pass/analysis/SymbolNames.h"
#include "llvm-pass/extract/ModuleConstraints.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringMap.h"

namespace llvm {
class DbgVariableRecord;
} // namespace llvm

namespace amorph {

/// Names of objects and values: those of the source if debug information has
/// them, otherwise those of the IR.
class Names : public SymbolNames {
public:
  explicit Names(const llvm::Module &M);

  /// An address: `x`, `main::x`, `malloc@t.c:12`, `push`, `<unknown>`, followed
  /// by the field's name or byte offset (`.next`, `+8`) unless it is the start
  /// of its block, and `[]` for any element of an inner array.
  std::string object(const ModuleConstraints &C, Var Object) const;
  /// The memory itself: as object, but the first field is named too.
  std::string content(const ModuleConstraints &C, Var Object) const;

  /// The source variables that have the value V.
  llvm::ArrayRef<const llvm::DILocalVariable *>
  variables(const llvm::Value *V) const;
  /// A source variable whose value, somewhere, is the address Offset bytes into
  /// a global.
  struct Address {
    const llvm::DILocalVariable *Variable;
    const llvm::GlobalObject *Global;
    int64_t Offset;
  };
  llvm::ArrayRef<Address> addresses(const llvm::Function &F) const;
  /// The source variable whose memory is alloca A, or null.
  const llvm::DILocalVariable *declared(const llvm::Value *A) const {
    return Declared.lookup(A);
  }
  /// The name in the IR, such as `%5`.
  std::string ir(const llvm::Value *V) const;

private:
  std::string block(const MemoryBlock &B) const;
  std::string field(const ModuleConstraints &C, Var Object, bool First) const;
  const llvm::DIType *typeOf(const MemoryBlock &B) const;

  struct Residents;
  using ResidentMap = llvm::MapVector<const llvm::Value *, Residents>;
  void declare(const llvm::Value *Address, const llvm::DILocalVariable *V);
  void bind(const llvm::Function &F, const llvm::Value *Value,
            const llvm::DILocalVariable *V);
  void readRecord(const llvm::Function &F, llvm::DbgVariableRecord &R,
                  ResidentMap &Kept);
  void readDebugInfo(const llvm::Function &F);
  void numberValues(const llvm::Function &F);
  void nameSites(const llvm::Function &F);

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
