//===- Extractor.h - Constraints of instructions ----------------*- C++ -*-===//
#ifndef AMORPH_LLVM_PASS_EXTRACT_EXTRACTOR_H
#define AMORPH_LLVM_PASS_EXTRACT_EXTRACTOR_H

#include "llvm-pass/extract/Intrinsics.h"
#include "llvm-pass/extract/MemoryAccess.h"

#include "llvm/IR/InstVisitor.h"

namespace amorph {

/// Turns the instructions of functions into constraints: it visits each of
/// them, and the parts of extraction do the work (ExtractionParts.h).
class Extractor : public llvm::InstVisitor<Extractor> {
public:
  explicit Extractor(ExtractionParts &X) : X(X), B(X.B), Values(X.Values) {}

  void extract(llvm::Function &F);
  /// When all functions have been visited.
  void finish();

  void visitAllocaInst(llvm::AllocaInst &A);
  void visitLoadInst(llvm::LoadInst &L);
  void visitStoreInst(llvm::StoreInst &S);
  void visitAtomicCmpXchgInst(llvm::AtomicCmpXchgInst &I);
  void visitAtomicRMWInst(llvm::AtomicRMWInst &I);
  void visitVAArgInst(llvm::VAArgInst &I);
  void visitLandingPadInst(llvm::LandingPadInst &I) {
    Values.set(&I, B.Out.Exception);
  }
  void visitCatchPadInst(llvm::CatchPadInst &I) {
    Values.set(&I, B.Out.Exception);
  }
  void visitResumeInst(llvm::ResumeInst &I) {
    B.flow(B.Out.Exception, operand(I, 0));
  }
  void visitReturnInst(llvm::ReturnInst &I);
  void visitGetElementPtrInst(llvm::GetElementPtrInst &G) {
    Values.set(
        &G, X.Arithmetic.gep(llvm::cast<llvm::GEPOperator>(G), operand(G, 0)));
  }
  void visitSelectInst(llvm::SelectInst &S) {
    if (carries(S.getType()))
      Values.set(&S, B.join({operand(S, 1), operand(S, 2)}));
  }
  void visitIntToPtrInst(llvm::IntToPtrInst &I);
  void visitCastInst(llvm::CastInst &C);
  void visitUnaryOperator(llvm::UnaryOperator &I) {
    if (!B.Params.WholeArithmetic)
      Values.set(&I, B.mix({operand(I, 0)}));
  }
  void visitBinaryOperator(llvm::BinaryOperator &I) {
    Values.set(&I, X.Arithmetic.binary(I.getOpcode(), I.getOperand(0),
                                       I.getOperand(1)));
  }
  void visitCallBase(llvm::CallBase &CB);
  /// What moves values. PHI nodes get their sources when all of these have been
  /// visited.
  void visitInstruction(llvm::Instruction &I);

private:
  void parameters(llvm::Function &F);
  Node operand(const llvm::Instruction &I, unsigned N) {
    return Values(I.getOperand(N));
  }

  ExtractionParts &X;
  ConstraintBuilder &B;
  ValueNodes &Values;
  FunctionNodes *Current = nullptr; ///< the function being visited
};

} // namespace amorph

#endif
