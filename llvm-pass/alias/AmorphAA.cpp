//===- AmorphAA.cpp - The alias analysis amorph-aa ------------------------===//
#include "llvm-pass/alias/AmorphAA.h"
#include "llvm-pass/alias/CheckAlias.h"

#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"

using namespace llvm;
using namespace amorph;

AnalysisKey AmorphAA::Key;
AnalysisKey AmorphModuleAA::Key;

AliasResult AmorphAAResult::alias(const MemoryLocation &A,
                                  const MemoryLocation &B, AAQueryInfo &AAQI,
                                  const Instruction *) {
  AliasSnapshot *S = Session->current();
  return S ? S->alias(A, B, AAQI.MayBeCrossIteration)
           : AliasResult(AliasResult::MayAlias);
}

ModRefInfo AmorphAAResult::getModRefInfo(const CallBase *Call,
                                         const MemoryLocation &Loc,
                                         AAQueryInfo &) {
  AliasSnapshot *S = Session->current();
  return S && Loc.Ptr ? S->modRef(*Call, Loc) : ModRefInfo::ModRef;
}

ModRefInfo AmorphAAResult::getModRefInfoMask(const MemoryLocation &Loc,
                                             AAQueryInfo &, bool) {
  AliasSnapshot *S = Session->current();
  return S && S->isConstant(Loc) ? ModRefInfo::NoModRef : ModRefInfo::ModRef;
}

bool AmorphAAResult::invalidate(Function &, const PreservedAnalyses &PA,
                                FunctionAnalysisManager::Invalidator &) {
  return !PA.getChecker<AmorphAA>().preservedWhenStateless();
}

AmorphAA::Result AmorphAA::run(Function &F, FunctionAnalysisManager &) {
  Session->refresh(*F.getParent());
  return AmorphAAResult(Session);
}

AmorphModuleAA::Result AmorphModuleAA::run(Module &M, ModuleAnalysisManager &) {
  Session->refresh(M);
  return {Session};
}

bool AmorphModuleAA::Result::invalidate(Module &, const PreservedAnalyses &PA,
                                        ModuleAnalysisManager::Invalidator &) {
  if (PA.getChecker<AmorphModuleAA>().preservedWhenStateless())
    return false;
  Session->drop();
  return true;
}

void amorph::registerAliasAnalysis(
    PassBuilder &PB, std::shared_ptr<PointsToParameters> Parameters) {
  auto Session = std::make_shared<AliasSession>(std::move(Parameters));
  Session->watch(PB.getPassInstrumentationCallbacks());
  PB.registerAnalysisRegistrationCallback([=](ModuleAnalysisManager &MAM) {
    Session->setAnalyses(&MAM);
    MAM.registerPass([=] { return AmorphModuleAA(Session); });
  });
  PB.registerAnalysisRegistrationCallback([=](FunctionAnalysisManager &FAM) {
    Session->setAnalyses(&FAM);
    FAM.registerPass([=] { return AmorphAA(Session); });
  });
  PB.registerParseAACallback([](StringRef Name, AAManager &AA) {
    if (Name != "amorph-aa")
      return false;
    AA.registerFunctionAnalysis<AmorphAA>();
    return true;
  });
  PB.registerPipelineParsingCallback(
      [=](StringRef Name, ModulePassManager &MPM,
          ArrayRef<PassBuilder::PipelineElement>) {
        if (Name == "require<amorph-aa>") {
          MPM.addPass(RequireAnalysisPass<AmorphModuleAA, Module>());
          return true;
        }
        if (Name == "invalidate<amorph-aa>") {
          MPM.addPass(InvalidateAnalysisPass<AmorphModuleAA>());
          return true;
        }
        return parseCheckAlias(Name, MPM, Session);
      });
}
