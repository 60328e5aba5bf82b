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
  Expected<PromoteCallsParameters> Parsed = parsePromoteCallsParameters(Value);
  if (Parsed)
    return std::move(*Parsed);
  errs() << "AMORPH_PROMOTE_CALLS=" << Value
         << ": expected on, off or parameters; " << toString(Parsed.takeError())
         << '\n';
  sys::RunInterruptHandlers();
  std::_Exit(1); // as in Automatic.cpp: a plugin cannot fail to load
}

/// Parses `PASS` or `PASS<...>`; calls Add with the text of the parameters.
template <class F> bool parseName(StringRef Text, StringRef Pass, F Add) {
  if (!Text.consume_front(Pass))
    return false;
  if (!Text.empty() && (!Text.consume_front("<") || !Text.consume_back(">")))
    return false;
  Error E = Add(Text);
  if (!E)
    return true;
  errs() << Pass << ": " << toString(std::move(E)) << '\n';
  return false;
}

} // namespace

void amorph::registerTransforms(PassBuilder &PB,
                                std::shared_ptr<PointsToParameters> Shared) {
  PB.registerPipelineParsingCallback(
      [=](StringRef Text, ModulePassManager &MPM,
          ArrayRef<PassBuilder::PipelineElement>) {
        return parseName(Text, "amorph-promote-calls",
                         [&](StringRef Own) -> Error {
                           auto P = parsePromoteCallsParameters(Own);
                           if (!P)
                             return P.takeError();
                           MPM.addPass(PromoteCallsPass(Shared, std::move(*P)));
                           return Error::success();
                         }) ||
               parseName(Text, "amorph-annotate", [&](StringRef Own) -> Error {
                 auto P = parseAnnotateParameters(Own);
                 if (!P)
                   return P.takeError();
                 MPM.addPass(AnnotatePass(Shared, std::move(*P)));
                 return Error::success();
               });
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
          MPM.addPass(PromoteCallsPass(Shared, *P));
        });
}
