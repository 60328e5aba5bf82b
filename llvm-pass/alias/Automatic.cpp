//===- Automatic.cpp - amorph-aa in every alias pipeline ------------------===//
#include "llvm-pass/alias/Automatic.h"

#include "llvm-pass/alias/AmorphAA.h"
#include "llvm-pass/alias/RegisteredAnalysis.h"
#include "llvm-pass/models/Models.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>

using namespace llvm;
using namespace amorph;

/// Plugins cannot fail to load, and clang reports LLVM's fatal errors as
/// crashes of its own.
[[noreturn]] static void endWith(StringRef Value, const Twine &Why) {
  errs() << "AMORPH_AA=" << Value << ": " << Why << '\n';
  sys::RunInterruptHandlers();
  std::_Exit(1);
}

Error amorph::checkOfEnvironment(const PointsToParameters &P) {
  // Later, nothing could be done but to give no answers.
  if (auto Models = LibraryModels::read(P.Models); !Models)
    return Models.takeError();
  return P.checkWritesNothing();
}

bool amorph::isAutomatic(PointsToParameters &P) {
  const char *Variable = std::getenv("AMORPH_AA");
  StringRef Value = Variable ? Variable : "";
  if (Value.empty()) // tools with this option choose for themselves
    return !cl::getRegisteredOptions().contains("aa-pipeline");
  if (Value == "on" || Value == "off")
    return Value == "on";
  Expected<PointsToParameters> Parsed = parsePointsToParameters(Value);
  if (!Parsed)
    endWith(Value,
            "expected on, off or parameters; " + toString(Parsed.takeError()));
  if (Error E = checkOfEnvironment(*Parsed))
    endWith(Value, toString(std::move(E)));
  P = std::move(*Parsed);
  P.ClosedIfWhole = true;
  return true;
}

void amorph::appendToAliasAnalyses(FunctionAnalysisManager &FAM) {
  // The alternative, adding to each AAResults after it was made, misses those
  // that a pass requests in its middle.
  registeredAnalysis<AAManager>(FAM).registerFunctionAnalysis<AmorphAA>();
}
