//===- Constants.cpp - Initialisers, addresses and other constants --------===//
#include "llvm-pass/extract/Constants.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalAlias.h"
#include "llvm/IR/GlobalIFunc.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace amorph;

/// The addresses of the module's symbols in the section, or in any. Those of
/// the linker's own begin with a dot, and have parts with a priority
/// (.init_array.100).
Node Constants::contentsOfSection(StringRef Section) {
  SmallVector<Node, 8> Parts;
  for (const GlobalObject &O : M.global_objects())
    if (!O.isDeclaration() &&
        (Section.empty()            ? isa<GlobalVariable>(O)
         : Section.starts_with(".") ? O.getSection().starts_with(Section)
                                    : O.getSection() == Section))
      Parts.push_back(Values(&O));
  return B.mixed(B.join(Parts));
}

void Constants::initialise(Var First, uint64_t At, const Constant &C) {
  if (isa<ConstantData>(C) || !C.getType()->isSized())
    return; // numbers, zeros, undef
  if (isa<ConstantAggregate>(C)) {
    auto *S = dyn_cast<StructType>(C.getType());
    uint64_t Each = 0;
    if (auto *A = dyn_cast<ArrayType>(C.getType()))
      Each = B.DL.getTypeAllocSize(A->getElementType());
    else if (auto *V = dyn_cast<VectorType>(C.getType()))
      Each = B.DL.getTypeAllocSize(V->getElementType());
    for (unsigned I = 0, E = C.getNumOperands(); I != E; ++I)
      initialise(
          First,
          At + (S ? B.DL.getStructLayout(S)->getElementOffset(I).getFixedValue()
                  : I * Each),
          *cast<Constant>(C.getOperand(I)));
    return;
  }
  const andersen::problem &P = B.Out.Problem;
  const andersen::block Block = P.blocks[P.block_of[First]];
  uint32_t Slot = B.Layouts.slotAt(Block.layout, At);
  B.flow(Block.first + Slot, Values(&C));
}

Node Constants::evaluate(const Constant &C) {
  if (auto *G = dyn_cast<GlobalVariable>(&C)) {
    if (isMetadata(*G))
      return Nothing;
    Node Bound = B.addressOf(Memory.global(*G));
    // In the open world, other modules have parts of the section.
    if (std::optional<StringRef> Section = boundedSection(*G)) {
      if (const Constant *List = listedForSection(M, *Section))
        B.flow(Memory.global(*G), Values(List));
      return B.join({Bound, contentsOfSection(*Section)});
    }
    return Bound;
  }
  if (auto *F = dyn_cast<Function>(&C))
    return F->isIntrinsic() ? Nothing : Functions.addressOf(*F);
  if (auto *A = dyn_cast<GlobalAlias>(&C)) {
    Node N = Values(A->getAliasee());
    // It may be bound to another definition.
    return A->isInterposable() ? B.join({N, Outside.known()}) : N;
  }
  if (auto *I = dyn_cast<GlobalIFunc>(&C)) {
    // The dynamic linker calls the resolver and binds the name to its result.
    const Function *Resolver = I->getResolverFunction();
    return Resolver ? Functions[*Resolver].Return : Outside.known();
  }
  if (auto *D = dyn_cast<DSOLocalEquivalent>(&C))
    return Values(D->getGlobalValue());
  if (auto *D = dyn_cast<NoCFIValue>(&C))
    return Values(D->getGlobalValue());
  if (auto *E = dyn_cast<ConstantExpr>(&C))
    return expression(*E);
  return isa<ConstantAggregate>(C) ? joinOperands(C)
                                   : Nothing; // null, numbers, undef, labels
}

Node Constants::expression(const ConstantExpr &E) {
  if (auto *G = dyn_cast<GEPOperator>(&E)) {
    Node Slot = Memory.slotAt(*G);
    return Slot != Nothing ? Slot
                           : Arithmetic.gep(*G, Values(G->getPointerOperand()));
  }
  const Constant *First = E.getOperand(0);
  if (E.getOpcode() == Instruction::IntToPtr)
    return B.join({Values(First), Arithmetic.fromNumber(*First)});
  if (E.isCast()) // also ptrtoint, and the trunc of a difference
    return Values(First);
  if (Instruction::isBinaryOp(E.getOpcode()))
    return Arithmetic.binary(E.getOpcode(), First, E.getOperand(1));
  return joinOperands(E);
}

Node Constants::joinOperands(const Constant &C) {
  SmallVector<Node, 8> Parts;
  for (const Use &U : C.operands())
    Parts.push_back(Values(U));
  return B.join(Parts);
}
