//===- Variables.h - The memory of variables --------------------*- C++ -*-===//
#ifndef AMORPH_LLVM_PASS_EXTRACT_VARIABLES_H
#define AMORPH_LLVM_PASS_EXTRACT_VARIABLES_H

#include "llvm-pass/extract/ConstraintBuilder.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/IR/GlobalVariable.h"

namespace amorph {

class LibraryModels;

/// LLVM's own variables, which hold no data.
bool isMetadata(const llvm::GlobalVariable &G);
/// Variables of the library that a program may define, to be called back.
bool isHook(llvm::StringRef Name);
/// The section of which the linker defines G as the start or the end; an empty
/// name: of all data; none: G is another variable.
std::optional<llvm::StringRef> boundedSection(const llvm::GlobalVariable &G);
/// The functions that the code generator will place in the section; null: none.
const llvm::Constant *listedForSection(const llvm::Module &M,
                                       llvm::StringRef Section);

/// The blocks of global and local variables, and of memory that library
/// functions and the system own.
///
/// A variable is named by its first object.
class Variables {
public:
  Variables(ConstraintBuilder &B, const llvm::Module &M,
            const LibraryModels &Models)
      : B(B), M(M), Models(Models) {}

  Var global(const llvm::GlobalVariable &G);
  /// A new variable of type T.
  Var create(ObjectKind Kind, const llvm::Value *Site, llvm::Type *T);
  /// The block whose contents are the addresses in frames.
  static constexpr const char *Frames = "stack_frames";
  /// The block whose contents are what registers hold that frames save.
  static constexpr const char *Registers = "saved registers";

  /// The block of that name owned by the library or the system.
  Var library(llvm::StringRef Name);
  bool hasLibrary(llvm::StringRef Name) const {
    return OfLibrary.contains(Name);
  }
  /// The block that a library model calls Name: the module's variable if it
  /// declares one of that name, otherwise memory of the library. A variable
  /// that the module defines belongs to the program.
  Var model(llvm::StringRef Name);
  /// The variables of the library that the module declares.
  llvm::SmallVector<Var, 4> declaredOfLibrary();
  /// The node of the slot at a constant offset into a variable. A step in bytes
  /// from the start would not distinguish an array's first element from the
  /// others.
  Node slotAt(const llvm::Value &Address);

private:
  ConstraintBuilder &B;
  const llvm::Module &M;
  const LibraryModels &Models;
  llvm::StringMap<Var> OfLibrary;
};

} // namespace amorph

#endif
