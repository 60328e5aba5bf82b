//===- LayerEscapes.h - Addresses of members that are kept ------*- C++ -*-===//
#ifndef AMORPH_LLVM_PASS_EXTRACT_LAYERESCAPES_H
#define AMORPH_LLVM_PASS_EXTRACT_LAYERESCAPES_H

#include "llvm-pass/extract/LayerMemory.h"

namespace amorph {

/// A member may be accessed through a pointer that does not name its struct:
/// one to the member's type. Where the address of a member is stored, passed or
/// returned as such, the member is joined with the pointers in memory that are
/// no members. The address of a struct is that of its first member as well: as
/// an address of any memory (void *), or of a pointer, it is taken for both.
class LayerEscapes {
public:
  LayerEscapes(ConstraintBuilder &B, LayerMemory &Memory)
      : B(B), Memory(Memory), Source(Memory.Source) {}

  /// V is stored, passed or returned as a value of type As; null: not known.
  void keeps(const llvm::Value &V, const llvm::DIType *As);
  void keepsOperands(const llvm::Instruction &I);
  /// A pointer to an S is one to its first member (C11 6.7.2.1p15).
  void joinFirst(const llvm::DICompositeType *S);
  /// Copies of structs keep the members that they copy. Others copy pointers.
  /// What is copied to memory of no declared type has there the type that it
  /// had (C11 6.5p6), and is no member.
  void copies(const llvm::Value &To, const llvm::Value &From,
              const llvm::Value *Length);
  void finish();

private:
  void keepsAddress(const llvm::Value &Address, const llvm::DIType *As);
  void join(const llvm::Value &Address);
  void joinBefore(TypePlace At);
  void join(TypeMember Of);

  ConstraintBuilder &B;
  LayerMemory &Memory;
  const SourceTypes &Source;
  bool LooseScalars = false; ///< scalars may be members of any struct
};

/// Whether a pointer of type T may be one to a pointer to a function; null: not
/// known.
bool mayReachFunctions(const llvm::DIType *T);

} // namespace amorph

#endif
