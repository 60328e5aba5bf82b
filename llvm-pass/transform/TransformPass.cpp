//===- TransformPass.cpp - Common code of the transforms ------------------===//
#include "llvm-pass/transform/TransformPass.h"

#include "llvm-pass/alias/AliasSession.h"
#include "llvm-pass/analysis/PointsTo.h"
#include "llvm-pass/analysis/WholeProgram.h"
#include "tools/base/settings.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace amorph;

Error amorph::parseTransformParameters(StringRef Text, TransformParameters &P,
                                       ArrayRef<NumberParameter> Numbers,
                                       ArrayRef<SwitchParameter> Switches) {
  points_to_options PointsTo;
  bool HasPointsTo = false;
  auto Store = [&](StringRef Key, StringRef Value) -> std::string {
    std::string Expected;
    if (auto *N = find_if(Numbers, [&](auto &P) { return P.Key == Key; });
        N != Numbers.end()) {
      uint64_t Parsed = *N->Value;
      Expected = parse_number_setting(Value, N->Low, N->High, nullptr, Parsed);
      *N->Value = unsigned(Parsed);
    } else if (auto *S =
                   find_if(Switches, [&](auto &P) { return P.Key == Key; });
               S != Switches.end()) {
      Expected = parse_switch_setting(Value, *S->Value);
    } else if (Key == "stats") {
      Expected = parse_switch_setting(Value, P.Statistics);
    } else {
      HasPointsTo = true;
      return set_points_to_option(Key, Value, PointsTo);
    }
    return Expected.empty() ? "" : invalid_setting(Key, Expected, Value);
  };
  if (Error E = parameterError(parse_settings(Text, Store)))
    return E;
  if (!HasPointsTo)
    return Error::success();
  return P.PointsTo.emplace(PointsTo).checkWritesNothing();
}

PointsToResult amorph::solveForTransform(Module &M, ModuleAnalysisManager &MAM,
                                         const PointsToParameters &Parameters,
                                         StringRef Pass,
                                         StringRef Consequence) {
  PointsToAnalysis Analysis(
      std::make_shared<PointsToParameters>(Parameters.forAliases()));
  PointsToResult Solution = Analysis.run(M, MAM);
  reportOpenWorld(M.getModuleIdentifier(), Solution.Parameters.OpenBecause);
  if (!Solution.Solved && !Solution.Failure.empty())
    errs() << Pass << ": " << Solution.Failure << "; " << Consequence << '\n';
  return Solution;
}

const PointsToResult *amorph::firstSolution(AliasSession &Session, Module &M) {
  return Session.firstSolution(M);
}
