//===- PointerArithmetic.h - Computations of addresses as steps -----------===//
#ifndef AMORPH_LLVM_PASS_EXTRACT_POINTERARITHMETIC_H
#define AMORPH_LLVM_PASS_EXTRACT_POINTERARITHMETIC_H

#include "llvm-pass/extract/FunctionTable.h"
#include "llvm-pass/extract/TypeFilters.h"
#include "llvm-pass/extract/ValueNodes.h"
#include "llvm-pass/extract/Variables.h"

#include "llvm/IR/Operator.h"
#include "llvm/Support/Alignment.h"

namespace amorph {

/// Address arithmetic becomes steps of a constant offset and a stride: the
/// greatest common divisor of the addends. The field model is that of Pearce,
/// Kelly and Hankin 2007, by bytes.
class PointerArithmetic {
public:
  PointerArithmetic(ConstraintBuilder &B, ValueNodes &Values, Variables &Memory,
                    TypeFilters &Types, const UnknownCode &Outside,
                    const LibraryModels &Models)
      : B(B), Values(Values), Memory(Memory), Types(Types), Outside(Outside),
        Models(Models) {}

  /// The address that G computes from Base.
  Node gep(const llvm::GEPOperator &G, Node Base);
  Node binary(unsigned Opcode, const llvm::Value *X, const llvm::Value *Y);
  /// Of inttoptr: the number's targets if no pointer is computed to it.
  Node fromNumber(const llvm::Value &Number);

private:
  Node fromPointer(const llvm::GEPOperator &G, Node Base);
  Node gep(const llvm::GEPOperator &G, Node Base, const llvm::Value *Choice,
           const llvm::Constant *Chosen);

  ConstraintBuilder &B;
  ValueNodes &Values;
  Variables &Memory;
  TypeFilters &Types;
  const UnknownCode &Outside;
  const LibraryModels &Models;
};

/// True if the pointer is known to be at the start of an 8-byte word.
bool isAligned(const llvm::Value *Pointer, const llvm::DataLayout &DL);

/// The alignment of an access of a T at Pointer: what its instruction states,
/// or, if that is less than T's, what follows from the address. clang 22 states
/// 1 for an access through a cast from char *.
llvm::Align alignmentAt(const llvm::Value *Pointer, llvm::Type *T,
                        llvm::Align Stated, const llvm::DataLayout &DL);

} // namespace amorph

#endif
