//===- Plugin.cpp - The entry point of AmorphPTA.so -----------------------===//
//
// Registers the analyses and the names of the passes. In clang and the linkers,
// loading the plugin also adds amorph-aa to the alias analyses
// (alias/Automatic.h), and amorph-promote-calls to full link-time optimisation
// (transform/Transforms.h); everything else runs only when requested by name.
//
//===----------------------------------------------------------------------===//
#include "llvm-pass/Passes.h"
#include "llvm-pass/alias/Registration.h"
#include "llvm-pass/callgraph/CallGraph.h"
#include "llvm-pass/output/Outputs.h"
#include "llvm-pass/transform/Transforms.h"
#include "llvm-pass/versions/LLVMVersions.h"

#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/raw_ostream.h"
#include AMORPH_PASS_PLUGIN_H

using namespace llvm;
using namespace amorph;

namespace {

/// Parses `amorph-pta`, `amorph-pta<...>`, `print<amorph-pta>` and
/// `print<amorph-pta><...>`. False: another pass, or bad parameters (reported).
bool parsePass(StringRef Name, ModulePassManager &MPM,
               const std::shared_ptr<PointsToParameters> &Shared) {
  raw_ostream *OS = nullptr;
  if (Name.consume_front("print<amorph-pta>"))
    OS = &outs();
  else if (!Name.consume_front("amorph-pta"))
    return false;
  bool HasOwn = !Name.empty();
  PointsToParameters Own;
  if (HasOwn) {
    if (!Name.consume_front("<") || !Name.consume_back(">"))
      return false;
    auto Parsed = parsePointsToParameters(Name);
    if (!Parsed) {
      errs() << "amorph-pta: " << toString(Parsed.takeError()) << '\n';
      return false;
    }
    Own = std::move(*Parsed);
  }
  MPM.addPass(PointsToPass(Shared, std::move(Own), HasOwn, OS));
  return true;
}

void registerAll(PassBuilder &PB) {
  removeTemporariesOnSignal();
  auto Shared = std::make_shared<PointsToParameters>();
  PB.registerAnalysisRegistrationCallback([=](ModuleAnalysisManager &MAM) {
    MAM.registerPass([=] { return PointsToAnalysis(Shared); });
  });
  PB.registerPipelineParsingCallback(
      [=](StringRef Name, ModulePassManager &MPM,
          ArrayRef<PassBuilder::PipelineElement>) {
        return parsePass(Name, MPM, Shared);
      });
  auto Session = registerAliasAnalysis(PB, Shared);
  registerCallGraph(PB);
  registerTransforms(PB, Shared, std::move(Session));
}

} // namespace

extern "C" LLVM_ATTRIBUTE_WEAK
    __attribute__((visibility("default"))) PassPluginLibraryInfo
    llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "AmorphPTA", "0.1", registerAll};
}
