//===- Definitions.cpp - Fingerprints of instructions ---------------------===//
#include "llvm-pass/alias/Definitions.h"

#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

using namespace llvm;
using namespace amorph;

/// Mixes X into H. Cheaper than hash_combine, which would dominate the time of
/// queries: one multiplication, of which the high bits come down again. For the
/// same H, different X give different results.
uint64_t amorph::mix(uint64_t H, uint64_t X) {
  H = (H ^ X) * 0x9e3779b97f4a7c15u;
  return H ^ H >> 32;
}
uint64_t amorph::mix(uint64_t H, const void *P) {
  return mix(H, uint64_t(reinterpret_cast<uintptr_t>(P)));
}

/// The fingerprint of an instruction's operation, without operands.
uint64_t amorph::operation(const Instruction &I) {
  const uint64_t H =
      mix(uint64_t(I.getOpcode()) << 32 | I.getNumOperands(), I.getType());
  switch (I.getOpcode()) {
  case Instruction::GetElementPtr:
    return mix(H, cast<GetElementPtrInst>(I).getSourceElementType());
  case Instruction::ExtractValue:
    return mix(H, uint64_t(hash_value(cast<ExtractValueInst>(I).getIndices())));
  case Instruction::InsertValue:
    return mix(H, uint64_t(hash_value(cast<InsertValueInst>(I).getIndices())));
  case Instruction::Call:
  case Instruction::Invoke:
  case Instruction::CallBr:
    return mix(H, cast<CallBase>(I).getFunctionType());
  case Instruction::Alloca:
    return mix(H, cast<AllocaInst>(I).getAllocatedType());
  default:
    return H;
  }
}

/// The fingerprint of a definition: its operation and operands. A reused
/// address is not mistaken for an old operand: update() also visits the users
/// of new values.
uint64_t amorph::fingerprint(const Value *V) {
  auto *I = dyn_cast<Instruction>(V);
  if (!I)
    return 1; // constants do not change; variables only ever become stricter
  uint64_t H = operation(*I);
  for (const Value *Op : I->operands())
    H = mix(H, Op);
  return H;
}

/// True for integer arithmetic that extraction looks through to determine the
/// fields that an index leads to (factorOf, constantsOf).
bool amorph::isTransparent(const Value *V) {
  switch (Operator::getOpcode(V)) {
  case Instruction::Mul:
  case Instruction::Shl:
  case Instruction::Add:
  case Instruction::Sub:
  case Instruction::And:
  case Instruction::SExt:
  case Instruction::ZExt:
  case Instruction::Freeze:
  case Instruction::Select:
  case Instruction::PHI:
    return isa<Instruction>(V);
  default:
    return false;
  }
}

bool amorph::isIndexFromNumber(const GEPOperator &G) {
  return Operator::getOpcode(G.getPointerOperand()) == Instruction::IntToPtr &&
         !G.hasAllConstantIndices();
}

/// True if update() follows the value: it may be a pointer, or computes an
/// index.
bool amorph::matters(const Instruction &I) {
  return I.getType()->isPointerTy() || isa<CallBase>(I) ||
         (I.getType()->isIntegerTy() && isTransparent(&I));
}

/// True for values that follow from their operands and from the contents that
/// memory ever has. As long as the definition is the same, so is its meaning.
bool amorph::isFunctionOfOperands(const Value *V) {
  return isa<GetElementPtrInst>(V) || isa<LoadInst>(V) || isa<PHINode>(V) ||
         isa<SelectInst>(V) || isa<FreezeInst>(V) || isa<CastInst>(V) ||
         isa<BinaryOperator>(V) || isa<ExtractValueInst>(V) ||
         isa<InsertValueInst>(V);
}

/// True for pointers to memory that is new with the definition: it has no part
/// in any block.
bool amorph::isFreshMemory(const Value *V,
                           function_ref<bool(const Value *)> Allocates,
                           unsigned Depth) {
  V = V->stripPointerCasts();
  if (isa<ConstantPointerNull>(V) || isa<UndefValue>(V) || isa<AllocaInst>(V) ||
      isa<GlobalVariable>(V) || isNoAliasCall(V) || Allocates(V))
    return true;
  if (Depth == 4 || !(isa<PHINode>(V) || isa<SelectInst>(V)))
    return false;
  return all_of(cast<User>(V)->operands(), [&](const Use &U) {
    return !U->getType()->isPointerTy() ||
           isFreshMemory(U, Allocates, Depth + 1);
  });
}
