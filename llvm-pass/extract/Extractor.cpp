//===- Extractor.cpp - Constraints of instructions ------------------------===//
#include "llvm-pass/extract/Extractor.h"

#include "llvm-pass/extract/BlockCopies.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/InlineAsm.h"

using namespace llvm;
using namespace amorph;

/// The parameter `this` of a member function; null unless debug information
/// still binds it. Positions say nothing: passes remove, split and add
/// parameters.
static const Argument *thisOf(Function &F) {
  for (Instruction &I : F.getEntryBlock())
    for (DbgVariableRecord &R : filterDbgVars(I.getDbgRecordRange()))
      if (const DILocalVariable *V = R.getVariable();
          V->getArg() == 1 && V->isObjectPointer() && !R.isDbgDeclare() &&
          !R.hasArgList() && R.getExpression()->getNumElements() == 0 &&
          !R.getDebugLoc().getInlinedAt())
        return dyn_cast_or_null<Argument>(R.getVariableLocationOp(0));
  return nullptr;
}

void Extractor::parameters(Function &F) {
  const Argument *This = thisOf(F);
  for (Argument &A : F.args()) {
    if (!carries(A.getType()))
      continue;
    Node Param = Current->Params[A.getArgNo()];
    if (A.hasByValAttr()) {
      // The callee has its own copy.
      Type *T = A.getParamByValType();
      Node Copy =
          B.addressOf(B.newBlock(ObjectKind::Stack, &A, T, B.Layouts.of(T)));
      copyBytes(B, Copy, Param, B.DL.getTypeAllocSize(T).getFixedValue());
      Param = Copy;
    }
    if (&A == This)
      Param = X.Accesses.withoutTables(Param);
    Values.set(&A, Param);
  }
}

void Extractor::extract(Function &F) {
  Current = &X.Functions[F];
  const ConstraintBuilder::Scope Own(B, &F);
  B.Origin = &F;
  if (B.Params.Wrappers == WrapperModel::Constructors)
    X.Allocators.find(F); // actions at calls of F, before it is visited
  parameters(F);
  // Definitions before uses, except for phis. Unreachable blocks are left out.
  SmallVector<PHINode *> Phis;
  ReversePostOrderTraversal<Function *> Order(&F);
  for (BasicBlock *Block : Order)
    for (PHINode &Phi : Block->phis())
      if (carries(Phi.getType())) {
        Values.set(&Phi, B.newVar());
        Phis.push_back(&Phi);
      }
  for (BasicBlock *Block : Order)
    for (Instruction &I : *Block) {
      B.Origin = &I;
      visit(I);
    }
  for (PHINode *Phi : Phis) {
    B.Origin = Phi;
    for (const Use &In : Phi->incoming_values())
      B.flow(Values(Phi), Values(In));
  }
}

void Extractor::finish() {
  X.AllocatorCalls.finish();
  B.Origin = nullptr;
  // Library functions whose addresses are taken, for indirect calls.
  while (const Function *F = X.Functions.nextDeclared())
    X.CallSites.declared(*F, X.Models.find(*F));
  fillStack(X);
}

void Extractor::visitAllocaInst(AllocaInst &A) {
  Var First = X.Memory.create(ObjectKind::Stack, &A, A.getAllocatedType());
  if (auto Bytes = A.getAllocationSize(B.DL); Bytes && !Bytes->isScalable())
    B.Out.Blocks.back().Bytes = Bytes->getFixedValue();
  Values.set(&A, B.addressOf(First));
}

void Extractor::visitLoadInst(LoadInst &L) {
  const Value *Pointer = L.getPointerOperand();
  if (carries(L.getType()))
    Values.set(
        &L,
        loadMemory(B, Values(Pointer), L.getType(), isAligned(Pointer, B.DL),
                   alignmentAt(Pointer, L.getType(), L.getAlign(), B.DL)));
}

void Extractor::visitStoreInst(StoreInst &S) {
  if (X.Allocators.isDoneAtCalls(S) || (X.Tables && X.Tables->isDead(S)))
    return;
  if (auto At = X.Tables ? X.Tables->tableAt(S) : std::nullopt)
    return B.store(B.step(Current->Constructed, *At, 0, true),
                   Values(S.getValueOperand()));
  const Value *Pointer = S.getPointerOperand();
  storeMemory(
      B, Values(Pointer), S.getValueOperand()->getType(),
      Values(S.getValueOperand()), isAligned(Pointer, B.DL),
      alignmentAt(Pointer, S.getValueOperand()->getType(), S.getAlign(), B.DL));
}

void Extractor::visitAtomicCmpXchgInst(AtomicCmpXchgInst &I) {
  Type *T = I.getNewValOperand()->getType();
  storeMemory(B, operand(I, 0), T, Values(I.getNewValOperand()), true);
  if (carries(T))
    Values.set(&I, loadMemory(B, operand(I, 0), T, true));
}

void Extractor::visitAtomicRMWInst(AtomicRMWInst &I) {
  if (!carries(I.getType()))
    return;
  Node Pointer = Values(I.getPointerOperand());
  Node Old = loadMemory(B, Pointer, I.getType(), true);
  Values.set(&I, Old);
  Node Value = Values(I.getValOperand()), New = Nothing;
  switch (I.getOperation()) {
  case AtomicRMWInst::Xchg:
  case AtomicRMWInst::Max:
  case AtomicRMWInst::Min:
  case AtomicRMWInst::UMax:
  case AtomicRMWInst::UMin:
    New = Value;
    break;
  case AtomicRMWInst::Add:
  case AtomicRMWInst::Sub:
    if (auto *C = dyn_cast<ConstantInt>(I.getValOperand());
        C && C->getValue().getSignificantBits() <= 64) {
      int64_t By = C->getSExtValue();
      New = B.step(Old, I.getOperation() == AtomicRMWInst::Add ? By : -By, 0);
      break;
    }
    [[fallthrough]];
  default:
    New = B.mix({Old, Value});
  }
  storeMemory(B, Pointer, I.getType(), New, true);
}

void Extractor::visitVAArgInst(VAArgInst &I) {
  // The list's words point to the memory of the arguments (va_start).
  Node Memory = B.load(B.anywhere(operand(I, 0)));
  if (carries(I.getType()))
    Values.set(&I, B.load(B.anywhere(Memory)));
}

void Extractor::visitReturnInst(ReturnInst &I) {
  // WrapperCalls model the results of a wrapper of an allocator.
  if (const Wrapper *W = X.Allocators.find(*I.getFunction());
      I.getNumOperands() != 0 && (!W || W->Allocations.empty()))
    B.flow(Current->Return, operand(I, 0));
  // The ABI: the address of a structure that is returned in memory is returned,
  // too, to calls of another type.
  for (Argument &A : I.getFunction()->args())
    if (A.hasStructRetAttr())
      B.flow(Current->Return, Current->Params[A.getArgNo()]);
}

void Extractor::visitIntToPtrInst(IntToPtrInst &I) {
  const bool Carries = carries(I.getOperand(0)->getType());
  Values.set(&I, B.join({Carries ? operand(I, 0) : Nothing,
                         X.Arithmetic.fromNumber(*I.getOperand(0))}));
}

void Extractor::visitCastInst(CastInst &C) {
  switch (C.getOpcode()) {
  case Instruction::UIToFP:
  case Instruction::SIToFP:
  case Instruction::FPToUI:
  case Instruction::FPToSI:
    if (!B.Params.WholeArithmetic)
      Values.set(&C, B.mix({operand(C, 0)}));
    return;
  default:
    if (carries(C.getType()) && carries(C.getSrcTy()))
      Values.set(&C, operand(C, 0));
  }
}

void Extractor::visitInstruction(Instruction &I) {
  switch (I.getOpcode()) {
  case Instruction::Freeze:
  case Instruction::ExtractValue:
  case Instruction::ExtractElement:
    // An aggregate or a vector is one variable: all pointers in it.
    if (carries(I.getType()))
      Values.set(&I, operand(I, 0));
    return;
  case Instruction::InsertValue:
  case Instruction::InsertElement:
  case Instruction::ShuffleVector:
    if (carries(I.getType()))
      Values.set(&I, B.join({operand(I, 0), operand(I, 1)}));
    return;
  }
}

void Extractor::visitCallBase(CallBase &CB) {
  if (auto *I = dyn_cast<IntrinsicInst>(&CB))
    return visitIntrinsic(X, *I, *Current);
  if (X.AllocatorCalls.visit(CB))
    return;
  const Value *Callee = calleeOf(CB);
  if (isa<InlineAsm>(Callee))
    return X.CallSites.assembly(CB);
  auto *F = dyn_cast<Function>(Callee);
  if (!F)
    return X.CallSites.indirect(CB);
  if (!F->isDeclaration())
    return X.CallSites.direct(CB, *F);
  if (const LibraryModel *Model = X.Allocators.modelOf(CB))
    return X.CallSites.library(CB, *Model);
  X.CallSites.unknown(CB);
  X.CallSites.announced(CB, *F);
}
