//===- PassTable.cpp - Facts about passes, by name ------------------------===//
#include "llvm-pass/alias/PassTable.h"

#include "llvm/ADT/STLExtras.h"

#include <cstdint>

using namespace llvm;
using namespace amorph;

namespace {

/// Pass managers and adaptors: the passes that they run are observed. The loop
/// adaptor counts as one pass over its function.
constexpr StringLiteral Containers[] = {
    "PassManager", "PassAdaptor", "AnalysisManagerProxy",
    "DevirtSCCRepeatedPass", "ModuleInlinerWrapperPass"};

/// Module passes that replace values only by equal ones, and give no function
/// new callers with other arguments. MergeFunctions does the latter;
/// amorph-promote-calls does not, because its solution knew these callers.
constexpr StringLiteral KeepMeaning[] = {"IPSCCPPass",
                                         "GlobalOptPass",
                                         "GlobalDCEPass",
                                         "DeadArgumentEliminationPass",
                                         "CalledValuePropagationPass",
                                         "InferFunctionAttrsPass",
                                         "ConstantMergePass",
                                         "EliminateAvailableExternallyPass",
                                         "Annotation2MetadataPass",
                                         "ForceFunctionAttrsPass",
                                         "OpenMPOptPass",
                                         "CGProfilePass",
                                         "RelLookupTableConverterPass",
                                         "ReversePostOrderFunctionAttrsPass",
                                         "LowerTypeTestsPass",
                                         "CoroEarlyPass",
                                         "CoroCleanupPass",
                                         "AlwaysInlinerPass",
                                         "RecomputeGlobalsAAPass",
                                         "StripDeadPrototypesPass",
                                         "GlobalSplitPass",
                                         "WholeProgramDevirtPass",
                                         "NameAnonGlobalPass",
                                         "CanonicalizeAliasesPass",
                                         "AnnotationRemarksPass",
                                         "AttributorLightPass",
                                         "VerifierPass",
                                         "PrintModulePass",
                                         "amorph::PromoteCallsPass",
                                         "CheckAliasPass",
                                         "amorph::CheckAliasPass"};

PassTraits traitsOf(StringRef Pass) {
  // Without template arguments.
  const StringRef Name = Pass.take_until([](char C) { return C == '<'; });
  PassTraits Traits;
  Traits.Container =
      !Name.ends_with("FunctionToLoopPassAdaptor") &&
      any_of(Containers, [&](StringRef End) { return Name.ends_with(End); });
  Traits.KeepsMeaning = is_contained(KeepMeaning, Pass) ||
                        Name.ends_with("RequireAnalysisPass") ||
                        Name.ends_with("InvalidateAnalysisPass");
  return Traits;
}

} // namespace

const PassTraits &PassTable::of(StringRef Pass) {
  const Entry *&Known =
      Recent[(reinterpret_cast<uintptr_t>(Pass.data()) * 0x9e3779b97f4a7c15u) >>
             58];
  if (!Known || Known->getKey() != Pass) {
    auto [It, New] = Passes.try_emplace(Pass);
    if (New)
      It->second = traitsOf(Pass);
    Known = &*It;
  }
  return Known->second;
}
