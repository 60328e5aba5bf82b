//===- FunctionTable.cpp - Functions as their callers see them ------------===//
#include "llvm-pass/extract/FunctionTable.h"

#include "llvm-pass/extract/Wrappers.h"

using namespace llvm;
using namespace amorph;

FunctionNodes &FunctionTable::operator[](const Function &F) {
  std::unique_ptr<FunctionNodes> &Known = Nodes[&F];
  if (Known)
    return *Known;
  Known = std::make_unique<FunctionNodes>();
  FunctionNodes &N = *Known;
  unsigned Arity = F.isVarArg() ? MaxArity : F.arg_size();
  bool Reachable =
      F.isVarArg() ||
      (!B.Params.ClosedWorld && (!F.hasLocalLinkage() || Assembly.names(F)));
  for (const Use &U : F.uses()) {
    auto *CB = dyn_cast<CallBase>(U.getUser());
    Reachable |= !CB || !CB->isCallee(&U);
  }
  if (Reachable) {
    // va_start points to the variable arguments, and steps stay there.
    N.Object =
        B.newSlots(ObjectKind::Function, &F,
                   Allocators.isPointerAllocator(F) ? allocatorSlot() + 1
                                                    : FirstParamSlot + Arity,
                   VarArgsSlot);
    N.Return = N.Object + ReturnSlot;
    N.VarArgs = N.Object + VarArgsSlot;
    for (unsigned I = 0; I != Arity; ++I) {
      Node Slot = N.Object + FirstParamSlot + I;
      if (I < F.arg_size())
        N.Params.push_back(Slot);
      else
        B.flow(N.VarArgs, Slot);
    }
  } else {
    N.Return = B.newVar();
    for (unsigned I = 0; I != Arity; ++I)
      N.Params.push_back(B.newVar());
  }
  if (Tables && Tables->isConstructor(F)) {
    N.Constructed = B.newVar();
    if (Reachable) // also from calls that are not seen
      B.flow(N.Constructed, N.Params[0]);
  }
  return N;
}

Node FunctionTable::addressOf(const Function &F) {
  FunctionNodes &N = (*this)[F];
  if (N.Object == NoVar)
    return Nothing;
  if (F.isDeclaration() && DeclaredOnce.insert(&F).second)
    Declared.push_back(&F);
  return B.addressOf(N.Object);
}
