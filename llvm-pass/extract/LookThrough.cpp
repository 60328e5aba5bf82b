//===- LookThrough.cpp - Origin of a value or callee of a call ------------===//
//
// See LookThrough.h.
//
//===----------------------------------------------------------------------===//
#include "llvm-pass/extract/LookThrough.h"

#include "llvm-pass/extract/ModuleConstraints.h"

#include "llvm/IR/GlobalAlias.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace amorph;

bool amorph::isPlainLocal(const Value *V) {
  auto *A = dyn_cast<AllocaInst>(V);
  if (!A)
    return false;
  for (const Use &U : A->uses()) {
    if (isa<LoadInst>(U.getUser()))
      continue;
    if (auto *S = dyn_cast<StoreInst>(U.getUser());
        S && &U == &S->getOperandUse(1))
      continue;
    if (auto *I = dyn_cast<IntrinsicInst>(U.getUser());
        I && I->isAssumeLikeIntrinsic())
      continue;
    return false;
  }
  return true;
}

const Value *amorph::throughLocal(const Value *V) {
  auto *L = dyn_cast<LoadInst>(V);
  if (!L || !isPlainLocal(L->getPointerOperand()))
    return V;
  const Value *Only = nullptr;
  for (const User *U : L->getPointerOperand()->users())
    if (auto *S = dyn_cast<StoreInst>(U)) {
      if (Only)
        return V;
      Only = S->getValueOperand();
    }
  return Only ? Only : V;
}

bool amorph::isInterposable(const Function &F) {
  return !(F.isDSOLocal() &&
           !GlobalValue::isInterposableLinkage(F.getLinkage())) &&
         F.isInterposable();
}

const Function *amorph::definitionOf(const CallBase &CB) {
  auto *F = dyn_cast<Function>(calleeOf(CB));
  return F && !F->isDeclaration() && !isInterposable(*F) ? F : nullptr;
}
