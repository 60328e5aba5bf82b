//===- AmorphAA.cpp - The alias analysis amorph-aa ------------------------===//
#include "llvm-pass/alias/AmorphAA.h"

#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace amorph;

AnalysisKey AmorphAA::Key;
AnalysisKey AmorphModuleAA::Key;

AliasResult AmorphAAResult::alias(const MemoryLocation &A,
                                  const MemoryLocation &B, AAQueryInfo &AAQI,
                                  const Instruction *) {
  if (AliasSnapshot *Old = Session->beforeUpdate({A.Ptr, B.Ptr});
      Old && Old->mayAliasOnRecord(A, B)) {
    Session->answered();
    return AliasResult::MayAlias;
  }
  AliasSnapshot *S = Session->current({A.Ptr, B.Ptr});
  return S ? S->alias(A, B, AAQI.MayBeCrossIteration)
           : AliasResult(AliasResult::MayAlias);
}

ModRefInfo AmorphAAResult::getModRefInfo(const CallBase *Call,
                                         const MemoryLocation &Loc,
                                         AAQueryInfo &) {
  if (AliasSnapshot *Old =
          Loc.Ptr ? Session->beforeUpdate({Call, Loc.Ptr}) : nullptr;
      Old && Old->modRefOnRecord(*Call, Loc) == ModRefInfo::ModRef) {
    Session->answered();
    return ModRefInfo::ModRef;
  }
  AliasSnapshot *S = Loc.Ptr ? Session->current({Call, Loc.Ptr}) : nullptr;
  return S ? S->modRef(*Call, Loc) : ModRefInfo::ModRef;
}

ModRefInfo AmorphAAResult::getModRefInfoMask(const MemoryLocation &Loc,
                                             AAQueryInfo &, bool) {
  if (AliasSnapshot *Old = Session->beforeUpdate({Loc.Ptr});
      Old && !Old->isConstantOnRecord(Loc)) {
    Session->answered();
    return ModRefInfo::ModRef;
  }
  AliasSnapshot *S = Session->current({Loc.Ptr});
  return S && S->isConstant(Loc) ? ModRefInfo::NoModRef : ModRefInfo::ModRef;
}

bool AmorphAAResult::invalidate(Function &F, const PreservedAnalyses &PA,
                                FunctionAnalysisManager::Invalidator &) {
  Session->changed(F);
  return !PA.getChecker<AmorphAA>().preservedWhenStateless();
}

AmorphAA::Result AmorphAA::run(Function &F, FunctionAnalysisManager &) {
  AmorphAAResult Result(Session, F);
  Session->refresh(*F.getParent());
  return Result;
}

AmorphModuleAA::Result AmorphModuleAA::run(Module &M, ModuleAnalysisManager &) {
  Session->refresh(M);
  return {Session};
}

bool AmorphModuleAA::Result::invalidate(Module &, const PreservedAnalyses &PA,
                                        ModuleAnalysisManager::Invalidator &) {
  if (PA.getChecker<AmorphModuleAA>().preservedWhenStateless())
    return false;
  Session->restart();
  return true;
}
