//===- FunctionAddresses.cpp - Functions and their addresses --------------===//
#include "llvm-pass/transform/FunctionAddresses.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalAlias.h"
#include "llvm/IR/Module.h"

using namespace llvm;

static bool hasAlias(const Function &F) {
  return any_of(F.getParent()->aliases(), [&](const GlobalAlias &A) {
    return A.getAliaseeObject() == &F;
  });
}

bool amorph::mayBeOther(const Function &F) {
  return F.isInterposable() && hasAlias(F);
}

bool amorph::hasOneAddress(const Function &F) {
  // The address of an ifunc may be one in the procedure linkage table.
  return F.getParent()->ifunc_empty() &&
         (F.hasLocalLinkage() || !hasAlias(F)) &&
         none_of(F.users(), [](const User *U) {
           return isa<DSOLocalEquivalent>(U) || isa<NoCFIValue>(U);
         });
}
