//===- Parameters.cpp - The parameters of amorph-pta<...> -----------------===//
//
// Pass parameters and not cl::opts: clang parses its command line before it
// loads a pass plugin.
//
//===----------------------------------------------------------------------===//
#include "llvm-pass/analysis/Parameters.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace amorph;

bool PointsToParameters::sameAnswer(const PointsToParameters &O) const {
  return Backend == O.Backend && Threads == O.Threads &&
         ClosedWorld == O.ClosedWorld && Fields == O.Fields &&
         Wrappers == O.Wrappers && HeapTypes == O.HeapTypes &&
         FieldLimit == O.FieldLimit && ArrayLimit == O.ArrayLimit &&
         Solve == O.Solve && Models == O.Models;
}

namespace {

Error bad(const Twine &Message) {
  return createStringError(inconvertibleErrorCode(), Message);
}

Error parseChoice(StringRef Key, StringRef Value, StringRef No, StringRef Yes,
                  bool &Out) {
  if (Value != No && Value != Yes)
    return bad("parameter '" + Key + "': expected " + No + " or " + Yes +
               ", got '" + Value + "'");
  Out = Value == Yes;
  return Error::success();
}

Error parseNumber(StringRef Key, StringRef Value, unsigned Low, unsigned High,
                  const Twine &Meaning, unsigned &Out) {
  if (Value.getAsInteger(10, Out) || Out < Low || Out > High)
    return bad("parameter '" + Key + "': expected a number from " + Twine(Low) +
               Meaning + " to " + Twine(High) + ", got '" + Value + "'");
  return Error::success();
}

Error parseFile(StringRef Key, StringRef Value, std::string &Out) {
  if (Value.empty())
    return bad("parameter '" + Key + "': expected a file name");
  Out = Value.str();
  return Error::success();
}

Error parseOne(StringRef Key, StringRef Value, PointsToParameters &P) {
  if (Key == "backend") {
    if (Value == "auto")
      P.Backend = andersen::backend::automatic;
    else if (Value == "cpu")
      P.Backend = andersen::backend::cpu;
    else if (Value == "cuda")
      P.Backend = andersen::backend::cuda;
    else
      return bad("parameter 'backend': expected auto, cpu or cuda, got '" +
                 Value + "'");
    return Error::success();
  }
  if (Key == "threads")
    return parseNumber(Key, Value, 0, 4096, " (all)", P.Threads);
  if (Key == "world")
    return parseChoice(Key, Value, "open", "closed", P.ClosedWorld);
  if (Key == "fields")
    return parseChoice(Key, Value, "off", "on", P.Fields);
  if (Key == "wrappers") {
    if (Value == "off")
      P.Wrappers = WrapperModel::None;
    else if (Value == "on")
      P.Wrappers = WrapperModel::Allocators;
    else if (Value == "constructors")
      P.Wrappers = WrapperModel::Constructors;
    else
      return bad("parameter 'wrappers': expected off, on or constructors, "
                 "got '" +
                 Value + "'");
    return Error::success();
  }
  if (Key == "heap-types")
    return parseChoice(Key, Value, "off", "on", P.HeapTypes);
  if (Key == "field-limit")
    return parseNumber(Key, Value, 1, P.MaxFieldLimit, "", P.FieldLimit);
  if (Key == "array-limit")
    return parseNumber(Key, Value, 0, 1024, " (none)", P.ArrayLimit);
  if (Key == "call-limit")
    return parseNumber(Key, Value, 0, 1000000, " (none)", P.CallLimit);
  if (Key == "solve")
    return parseChoice(Key, Value, "off", "on", P.Solve);
  if (Key == "stats")
    return parseChoice(Key, Value, "off", "on", P.Statistics);
  if (Key == "json")
    return parseFile(Key, Value, P.Json);
  if (Key == "dot")
    return parseFile(Key, Value, P.Dot);
  if (Key == "constraints")
    return parseFile(Key, Value, P.Constraints);
  if (Key == "models")
    return parseFile(Key, Value, P.Models);
  return bad("unknown parameter '" + Key +
             "', expected backend, threads, world, fields, field-limit, "
             "array-limit, heap-types, wrappers, call-limit, solve, stats, "
             "json, dot, constraints or models");
}

} // namespace

Expected<PointsToParameters> amorph::parsePointsToParameters(StringRef Text) {
  PointsToParameters P;
  StringSet<> Given;
  while (!Text.empty()) {
    auto [One, Rest] = Text.split(';');
    Text = Rest;
    auto [Key, Value] = One.split('=');
    if (!One.contains('='))
      return bad("expected KEY=VALUE, got '" + One + "'");
    if (!Given.insert(Key.trim()).second)
      return bad("parameter '" + Key.trim() + "': expected once, got it twice");
    if (Error E = parseOne(Key.trim(), Value.trim(), P))
      return E;
  }
  if (Error E = checkDistinctFiles({{"models", P.Models},
                                    {"json", P.Json},
                                    {"dot", P.Dot},
                                    {"constraints", P.Constraints}}))
    return E;
  return P;
}

/// The path that a file will have, there or not: symbolic links and dots of its
/// folder resolved.
static std::string placeOf(StringRef Path) {
  SmallString<128> Folder(sys::path::parent_path(Path)), Place;
  if (Folder.empty())
    Folder = ".";
  if (sys::fs::real_path(Folder, Place))
    Place = Folder; // absent; writing will say so
  sys::path::append(Place, sys::path::filename(Path));
  return Place.str().str();
}

Error amorph::checkDistinctFiles(
    ArrayRef<std::pair<StringRef, StringRef>> Files) {
  for (auto &A : Files)
    for (auto &B : Files)
      if (&A < &B && !A.second.empty() && !B.second.empty() &&
          A.second != "/dev/null" &&
          (A.second == B.second || sys::fs::equivalent(A.second, B.second) ||
           (A.second != "-" && B.second != "-" &&
            placeOf(A.second) == placeOf(B.second))))
        return bad("parameter '" + B.first + "': expected another file than '" +
                   A.first + "', got '" + B.second + "' for both");
  return Error::success();
}
