//===- Parameters.cpp - The parameters of amorph-pta<...> -----------------===//
//
// Options are pass parameters, not cl::opts: clang parses its command line
// before it loads pass plugins. The table of options and the parser are shared
// with amorph-pta (tools/base/points_to_options.hpp).
//
//===----------------------------------------------------------------------===//
#include "llvm-pass/analysis/Parameters.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace amorph;

static_assert(points_to_options::max_field_limit ==
              ExtractionParameters::MaxFieldLimit);

PointsToParameters::PointsToParameters(const points_to_options &Options)
    : CallLimit(Options.call_limit), Solve(Options.solve),
      Statistics(Options.statistics), Json(Options.json), Dot(Options.dot),
      Constraints(Options.constraints), Given(Options) {
  assume(Options, "c");
  ClosedWorld = Options.world == "closed";
  Fields = Options.fields;
  Wrappers = Options.wrappers == "off"  ? WrapperModel::None
             : Options.wrappers == "on" ? WrapperModel::Allocators
                                        : WrapperModel::Constructors;
  HeapTypes = Options.heap_types;
  Contexts = Options.contexts != "off";
  const bool Selects = Options.contexts == "auto";
  InContexts.call_sites =
      Selects ? 2 : std::strtoul(Options.contexts.c_str(), nullptr, 10);
  InContexts.heap_call_sites = Options.heap_contexts;
  InContexts.budget = Selects ? Options.context_budget : 0;
  FieldLimit = Options.field_limit;
  ArrayLimit = Options.array_limit;
  Models = Options.models;
  Solver.run.backend =
      parse_backend(Options.backend).value_or(backend::automatic);
  Solver.run.device = static_cast<int>(Options.device);
  Solver.run.threads = Options.threads;
  Solver.run.memory_limit = Options.memory_limit;
}

/// Sets the parameters that depend on the preset.
void PointsToParameters::assume(points_to_options Options,
                                StringRef DefaultPreset) {
  DefaultsToC = Options.preset == "auto" && DefaultPreset == "c";
  apply_preset(Options, {DefaultPreset.data(), DefaultPreset.size()});
  Preset = preset_text(Options);
  Calls = Options.calls == "abi"      ? CallRule::Abi
          : Options.calls == "types"  ? CallRule::Types
          : Options.calls == "source" ? CallRule::Source
                                      : CallRule::Any;
  AllocatorPointers = Options.allocators == "pointers";
  TypedMemory = Options.types == "declared";
  TypedVariables = TypedMemory || Options.types == "variables";
  TypedAccesses = TypedVariables || Options.types == "members";
  KnownBounds = Options.bounds == "known";
  WholeArithmetic = Options.integers == "words";
  Layers = Options.layers == "members";
  VirtualTables = Options.vtables == "abi";
  FilesFollowed = Options.files == "followed";
}

void PointsToParameters::assumeLess(StringRef Because) {
  assume(Given, "strict");
  Preset.insert(StringRef("strict").size(), (" for " + Because).str());
}

PointsToParameters PointsToParameters::forAliases() const {
  PointsToParameters P = *this;
  P.assume(Given, "compiler");
  // Two pointers that may both hold one absolute address may alias.
  P.AbsoluteAddresses = true;
  // A build runs a compiler per core, and a unit takes a millisecond: starting
  // threads or opening a device would take longer.
  if (P.Solver.run.backend == backend::automatic)
    P.Solver.run.backend = backend::cpu;
  if (P.Solver.run.threads == 0)
    P.Solver.run.threads = 1;
  return P;
}

Error PointsToParameters::checkWritesNothing() const {
  if (Json.empty() && Dot.empty() && Constraints.empty())
    return Error::success();
  return parameterError(
      "expected no file to write; amorph-pta<...> writes files");
}

bool PointsToParameters::sameAnswer(const PointsToParameters &O) const {
  const ExtractionParameters &Extraction = *this;
  const run_options &Run = Solver.run, &Other = O.Solver.run;
  return Extraction == O && InContexts == O.InContexts && Solve == O.Solve &&
         Run.backend == Other.backend && Run.device == Other.device &&
         Run.threads == Other.threads && Run.memory_limit == Other.memory_limit;
}

Error amorph::parameterError(const std::string &Message) {
  if (Message.empty())
    return Error::success();
  return createStringError(inconvertibleErrorCode(), Message);
}

Expected<PointsToParameters> amorph::parsePointsToParameters(StringRef Text) {
  points_to_options Options;
  if (Error E = parameterError(parse_points_to_options(Text, Options)))
    return E;
  if (Error E = checkDistinctFiles({{"models", Options.models},
                                    {"json", Options.json},
                                    {"dot", Options.dot},
                                    {"constraints", Options.constraints}}))
    return E;
  return PointsToParameters(Options);
}

/// The path of a file that need not exist: symbolic links and dots of its
/// folder are resolved.
static std::string resolvedPath(StringRef Path) {
  SmallString<128> Folder(sys::path::parent_path(Path)), Resolved;
  if (Folder.empty())
    Folder = ".";
  if (sys::fs::real_path(Folder, Resolved))
    Resolved = Folder; // absent; writing will say so
  sys::path::append(Resolved, sys::path::filename(Path));
  return Resolved.str().str();
}

Error amorph::checkDistinctFiles(
    ArrayRef<std::pair<StringRef, StringRef>> Files) {
  for (auto &A : Files)
    for (auto &B : Files)
      if (&A < &B && !A.second.empty() && !B.second.empty() &&
          A.second != "/dev/null" &&
          (A.second == B.second || sys::fs::equivalent(A.second, B.second) ||
           (A.second != "-" && B.second != "-" &&
            resolvedPath(A.second) == resolvedPath(B.second))))
        return parameterError(("parameter '" + B.first +
                               "': expected another file than '" + A.first +
                               "', got '" + B.second + "' for both")
                                  .str());
  return Error::success();
}
