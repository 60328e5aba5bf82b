//===- Transforms.cpp - Registers the transforms --------------------------===//
#include "llvm-pass/transform/Transforms.h"

#include "llvm-pass/alias/Automatic.h"
#include "llvm-pass/transform/Annotate.h"
#include "llvm-pass/transform/PromoteCalls.h"

#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"

#include <cstdlib>

using namespace llvm;
using namespace amorph;

namespace {

/// The parameters of the pass if link-time optimisation begins with it.
std::optional<PromoteCallsParameters> promotesInLinks() {
  const char *Variable = std::getenv("AMORPH_PROMOTE_CALLS");
  StringRef Value = Variable ? Variable : "";
  if (Value.empty() || Value == "on")
    return PromoteCallsParameters();
  if (Value == "off")
    return std::nullopt;
  auto Parsed = PromoteCallsPass::parse(Value);
  std::string Why;
  if (!Parsed)
    Why = "expected on, off or parameters; " + toString(Parsed.takeError());
  else if (Parsed->PointsTo)
    Why = toString(checkOfEnvironment(*Parsed->PointsTo));
  if (Why.empty()) {
    if (Parsed->PointsTo)
      Parsed->PointsTo->ClosedIfWhole = true;
    return std::move(*Parsed);
  }
  errs() << "AMORPH_PROMOTE_CALLS=" << Value << ": " << Why << '\n';
  sys::RunInterruptHandlers();
  std::_Exit(1); // as in Automatic.cpp: a plugin cannot fail to load
}

/// Parses `PASS` or `PASS<...>`, and adds the pass.
template <class Pass>
bool parseTransform(StringRef Text, ModulePassManager &MPM,
                    const TransformContext &Context) {
  if (!Text.consume_front(Pass::Name))
    return false;
  if (!Text.empty() && (!Text.consume_front("<") || !Text.consume_back(">")))
    return false;
  auto Parameters = Pass::parse(Text);
  if (!Parameters) {
    errs() << Pass::Name << ": " << toString(Parameters.takeError()) << '\n';
    return false;
  }
  MPM.addPass(Pass(Context, std::move(*Parameters)));
  return true;
}

} // namespace

void amorph::registerTransforms(PassBuilder &PB,
                                std::shared_ptr<PointsToParameters> Parameters,
                                std::shared_ptr<AliasSession> Session) {
  const TransformContext Context{std::move(Parameters), std::move(Session)};
  PB.registerPipelineParsingCallback(
      [=](StringRef Text, ModulePassManager &MPM,
          ArrayRef<PassBuilder::PipelineElement>) {
        return parseTransform<PromoteCallsPass>(Text, MPM, Context) ||
               parseTransform<AnnotatePass>(Text, MPM, Context);
      });
  PointsToParameters Unused; // registerAliasAnalysis has stored them
  if (!isAutomatic(Unused))
    return;
  if (auto P = promotesInLinks())
    PB.registerFullLinkTimeOptimizationEarlyEPCallback(
        [=](ModulePassManager &MPM, OptimizationLevel Level) {
          if (Level == OptimizationLevel::O0)
            return;
          MPM.addPass(GlobalDCEPass()); // dead code costs time to analyse
          MPM.addPass(PromoteCallsPass(Context, *P));
        });
}
