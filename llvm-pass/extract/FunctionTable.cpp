//===- FunctionTable.cpp - Functions as their callers see them ------------===//
#include "llvm-pass/extract/FunctionTable.h"

#include "llvm-pass/extract/Wrappers.h"

using namespace llvm;
using namespace amorph;
using andersen::kind;

FunctionNodes &FunctionTable::operator[](const Function &F) {
  std::unique_ptr<FunctionNodes> &Known = Nodes[&F];
  if (Known)
    return *Known;
  Known = std::make_unique<FunctionNodes>();
  FunctionNodes &N = *Known;
  const ConstraintBuilder::Scope Own(B, &F);
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

UnknownCode::UnknownCode(ConstraintBuilder &B, unsigned MaxArity)
    : B(B), Slots(FirstParamSlot + MaxArity) {
  // A step from the unknown object stays in it.
  B.Out.Unknown = B.newSlots(ObjectKind::Unknown, nullptr, Slots, 0);
}

void UnknownCode::define(const FunctionNodes &N) const {
  for (Node Param : N.Params)
    escape(Param);
  escape(N.VarArgs);
  B.flow(N.Return, known());
}

void UnknownCode::close() const {
  const Node U = B.Out.Unknown;
  if (B.Params.ClosedWorld)
    return;
  B.add(kind::address_of, U, U);
  B.add(kind::store, U, U);
  B.add(kind::load, U, U);
  B.add(kind::field, U, U, 0, andersen::any_stride);
  B.flow(U, B.Out.Exception);
  B.flow(B.Out.Exception, U);
  B.flow(U + ReturnSlot, U);
  B.flow(U, B.load(B.functionSlot(U, ReturnSlot)));
  for (unsigned I = VarArgsSlot; I != Slots; ++I) {
    B.flow(U, U + I);
    B.store(B.functionSlot(U, I), U);
  }
}
