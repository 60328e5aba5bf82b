//===- UnknownCode.cpp - What code outside the module does ----------------===//
#include "llvm-pass/extract/UnknownCode.h"

#include "llvm-pass/extract/FunctionTable.h"

using namespace llvm;
using namespace amorph;
using andersen::kind;

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
