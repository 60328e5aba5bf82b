//===- Registration.cpp - The alias analysis's names ----------------------===//
#include "llvm-pass/alias/Registration.h"

#include "llvm-pass/alias/AccessPairs.h"
#include "llvm-pass/alias/AliasSession.h"
#include "llvm-pass/alias/AmorphAA.h"
#include "llvm-pass/alias/Automatic.h"
#include "llvm-pass/alias/CheckAlias.h"

#include "llvm/Passes/PassBuilder.h"

using namespace llvm;
using namespace amorph;

std::shared_ptr<AliasSession>
amorph::registerAliasAnalysis(PassBuilder &PB,
                              std::shared_ptr<PointsToParameters> Parameters) {
  const bool Automatic = isAutomatic(*Parameters);
  auto Session = std::make_shared<AliasSession>(std::move(Parameters));
  auto Named = std::make_shared<bool>(false); // in -aa-pipeline
  // Passes are observed if their module may be analysed.
  auto Watch = [=, PIC = PB.getPassInstrumentationCallbacks()] {
    Session->watch(PIC);
  };
  if (Automatic)
    Watch();
  PB.registerAnalysisRegistrationCallback([=](ModuleAnalysisManager &MAM) {
    Session->setAnalyses(&MAM);
    MAM.registerPass([=] { return AmorphModuleAA(Session); });
  });
  PB.registerAnalysisRegistrationCallback([=](FunctionAnalysisManager &FAM) {
    FAM.registerPass([=] { return AmorphAA(Session); });
    if (Automatic && !*Named)
      appendToAliasAnalyses(FAM);
  });
  PB.registerParseAACallback([=](StringRef Name, AAManager &AA) {
    if (Name != "amorph-aa")
      return false;
    AA.registerFunctionAnalysis<AmorphAA>();
    Watch();
    *Named = true;
    return true;
  });
  PB.registerPipelineParsingCallback(
      [=](StringRef Name, ModulePassManager &MPM,
          ArrayRef<PassBuilder::PipelineElement>) {
        if (Name.contains("amorph-a"))
          Watch();
        if (Name == "require<amorph-aa>") {
          MPM.addPass(RequireAnalysisPass<AmorphModuleAA, Module>());
          return true;
        }
        if (Name == "invalidate<amorph-aa>") {
          MPM.addPass(InvalidateAnalysisPass<AmorphModuleAA>());
          return true;
        }
        return parseCheckAlias(Name, MPM, Session) ||
               parseAccessPairs(Name, MPM, Session);
      });
  return Session;
}
