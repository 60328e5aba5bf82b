//===- Constants.h - Initialisers, addresses and other constants ----------===//
#ifndef AMORPH_LLVM_PASS_EXTRACT_CONSTANTS_H
#define AMORPH_LLVM_PASS_EXTRACT_CONSTANTS_H

#include "llvm-pass/extract/FunctionTable.h"
#include "llvm-pass/extract/PointerArithmetic.h"

namespace llvm {
class ConstantExpr;
} // namespace llvm

namespace amorph {

/// The constraints of initialisers, and the nodes of constants: addresses of
/// globals and functions, arithmetic on them, and numbers that may be
/// addresses.
class Constants {
public:
  Constants(ConstraintBuilder &B, const llvm::Module &M, ValueNodes &Values,
            Variables &Memory, FunctionTable &Functions,
            PointerArithmetic &Arithmetic, const UnknownCode &Outside)
      : B(B), M(M), Values(Values), Memory(Memory), Functions(Functions),
        Arithmetic(Arithmetic), Outside(Outside) {}

  /// The node of a constant that has none yet.
  Node evaluate(const llvm::Constant &C);
  /// Stores the pointers of initialiser C, At bytes into the variable.
  void initialise(Var First, uint64_t At, const llvm::Constant &C);

private:
  Node expression(const llvm::ConstantExpr &E);
  Node joinOperands(const llvm::Constant &C);
  Node contentsOfSection(llvm::StringRef Section);

  ConstraintBuilder &B;
  const llvm::Module &M;
  ValueNodes &Values;
  Variables &Memory;
  FunctionTable &Functions;
  PointerArithmetic &Arithmetic;
  const UnknownCode &Outside;
};

} // namespace amorph

#endif
