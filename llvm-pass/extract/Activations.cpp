//===- Activations.cpp - Which activation a variable belongs to -----------===//
//
// What contexts need to know beside the constraints: the owner of each variable
// is the function whose activations each have their own instance of it, and a
// flow between two activations is bound to its call. Everything without an
// owner is shared by all activations, which is never wrong.
//
//===----------------------------------------------------------------------===//
#include "llvm-pass/extract/ConstraintBuilder.h"

#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"

using namespace llvm;
using namespace amorph;

void ConstraintBuilder::recordCalls(ArrayRef<const Function *> Functions) {
  Recording = true;
  // Those of the exception, and of what other parts made before.
  OwnerOfVar.assign(AddressIn.size(), NoFunction);
  Out.Calls.bindings.resize(Out.Problem.constraints.size());
  for (const Function *F : Functions) {
    NumberOf[F] = Out.FunctionsOfCalls.size();
    Out.FunctionsOfCalls.push_back(F);
  }
  Out.Calls.functions = Functions.size();
}

uint32_t ConstraintBuilder::newCall(const CallBase &CB,
                                    const Function *Callee) {
  Out.Calls.calls.push_back(
      {numberOf(CB.getFunction()), Callee ? numberOf(Callee) : NoFunction});
  Out.SitesOfCalls.push_back(&CB);
  return Out.Calls.calls.size() - 1;
}

void ConstraintBuilder::bind(Role How, uint32_t Call, Node Dst, Node Src) {
  Binding = {How, Call};
  if (How == Role::enter) // of a known function, too
    add(andersen::kind::copy, Dst, Src);
  else
    flow(Dst, Src);
  Binding = {};
}

/// The function whose activations each have the memory of that block.
static const Function *functionOf(const MemoryBlock &Block) {
  if (!Block.Site)
    return nullptr;
  switch (Block.Kind) {
  case ObjectKind::Function:
    return dyn_cast<Function>(Block.Site);
  case ObjectKind::Stack:
  case ObjectKind::Heap:
    if (auto *A = dyn_cast<Argument>(Block.Site))
      return A->getParent();
    if (auto *I = dyn_cast<Instruction>(Block.Site))
      return I->getFunction();
    return nullptr;
  default:
    return nullptr;
  }
}

uint32_t ConstraintBuilder::ownerOf(Node N) const {
  if (!Recording)
    return NoFunction;
  return N & VarBit ? OwnerOfVar[N & ~VarBit]
                    : numberOf(functionOf(Out.blockOf(N)));
}

void ConstraintBuilder::finishCalls() {
  andersen::call_structure &Calls = Out.Calls;
  const unsigned Objects = Out.Problem.objects;
  Calls.owner.reserve(Objects + OwnerOfVar.size());
  for (Var O = 0; O != Objects; ++O)
    Calls.owner.push_back(ownerOf(O));
  Calls.owner.insert(Calls.owner.end(), OwnerOfVar.begin(), OwnerOfVar.end());
  Calls.memory.assign(Out.BlockOfObject.begin(), Out.BlockOfObject.end());
  for (const MemoryBlock &B : Out.Blocks)
    Calls.heap.push_back(B.Kind == ObjectKind::Heap);
  for (const Function *F : Out.FunctionsOfCalls) {
    const MemoryBlock *B = Out.blockFor(F);
    Calls.address.push_back(B ? B->First : NoVar);
    Calls.entered.push_back(B || !F->hasLocalLinkage());
  }
}
