//===- CallFrames.cpp - Values in code entered by calls -------------------===//
#include "llvm-pass/extract/CallFrames.h"

#include "llvm-pass/extract/LookThrough.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

#include <numeric>

using namespace llvm;
using namespace amorph;

const Value *amorph::resolve(const Value *V, const Frame *&F) {
  for (;;) {
    V = throughLocal(V);
    auto *A = dyn_cast<Argument>(V);
    if (!A || !F || A->getArgNo() >= F->Call->arg_size() ||
        A->getParent() != F->Callee)
      return V;
    V = F->Call->getArgOperand(A->getArgNo());
    F = F->Outer;
  }
}

std::optional<uint64_t> amorph::constantOf(const Value *V, const Frame *F,
                                           unsigned Depth) {
  V = resolve(V, F);
  if (auto *C = dyn_cast<ConstantInt>(V))
    return C->getValue().getLimitedValue();
  auto *O = dyn_cast<Operator>(V);
  if (!O || Depth == 6)
    return std::nullopt;
  auto Of = [&](unsigned I) {
    return constantOf(O->getOperand(I), F, Depth + 1);
  };
  switch (O->getOpcode()) {
  case Instruction::ZExt:
  case Instruction::SExt:
  case Instruction::Trunc:
    return Of(0);
  case Instruction::Add:
  case Instruction::Mul: {
    auto A = Of(0), B = Of(1);
    if (!A || !B || *A >> 31 || *B >> 31)
      return std::nullopt;
    return O->getOpcode() == Instruction::Add ? *A + *B : *A * *B;
  }
  default:
    return std::nullopt;
  }
}

uint64_t amorph::factorOf(const Value *V, const Frame *F, unsigned Depth,
                          bool Signed) {
  V = resolve(V, F);
  if (auto *C = dyn_cast<ConstantInt>(V)) {
    if (C->getValue().getSignificantBits() > 63)
      return 1;
    int64_t N = Signed || C->getBitWidth() >= 64 ? C->getSExtValue()
                                                 : int64_t(C->getZExtValue());
    return N < 0 ? -N : N; // 0: a multiple of everything
  }
  auto *O = dyn_cast<Operator>(V);
  if (!O || Depth == 6)
    return 1;
  auto Of = [&](unsigned I) {
    return factorOf(O->getOperand(I), F, Depth + 1, Signed);
  };
  auto Times = [](uint64_t A, uint64_t B) {
    __uint128_t Product = __uint128_t(A) * B;
    return Product >> 63 ? uint64_t(1) << 62 : uint64_t(Product);
  };
  // A value that may wrap before it is extended keeps only the power of two in
  // its factor. 64-bit indices and sizes are assumed not to wrap.
  auto Unwrapped = [&](uint64_t N) {
    auto *W = dyn_cast<OverflowingBinaryOperator>(O);
    if (V->getType()->getScalarSizeInBits() >= 64 ||
        (W && (Signed ? W->hasNoSignedWrap() : W->hasNoUnsignedWrap())))
      return N;
    return N & -N;
  };
  switch (O->getOpcode()) {
  case Instruction::Mul:
    return Unwrapped(Times(Of(0), Of(1)));
  case Instruction::Shl:
    if (auto *C = dyn_cast<ConstantInt>(O->getOperand(1));
        C && C->getValue().ult(32))
      return Unwrapped(Times(Of(0), uint64_t(1) << C->getZExtValue()));
    return Unwrapped(Of(0));
  case Instruction::Add:
  case Instruction::Sub:
    return Unwrapped(std::gcd(Of(0), Of(1)));
  case Instruction::SExt:
    return factorOf(O->getOperand(0), F, Depth + 1, true);
  case Instruction::ZExt: {
    // Both extensions of a non-negative value are the same.
    auto *Z = dyn_cast<PossiblyNonNegInst>(O);
    return factorOf(O->getOperand(0), F, Depth + 1, Z && Z->hasNonNeg());
  }
  case Instruction::Freeze:
    return Of(0);
  case Instruction::Select:
    return std::gcd(Of(1), Of(2));
  case Instruction::And:
    if (auto *C = dyn_cast<ConstantInt>(O->getOperand(1));
        C && !C->isZero() && C->getValue().countr_zero() < 32)
      return uint64_t(1) << C->getValue().countr_zero();
    return 1;
  default:
    return 1;
  }
}
