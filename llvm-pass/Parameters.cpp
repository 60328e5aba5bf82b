//===- Parameters.cpp - The parameters of amorph-pta<...> -----------------===//
//
// Pass parameters and not cl::opts: clang parses its command line before it
// loads a pass plugin.
//
//===----------------------------------------------------------------------===//
#include "PointsTo.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace amorph;

bool PointsToParameters::sameAnswer(const PointsToParameters &O) const {
  return Backend == O.Backend && Threads == O.Threads &&
         ClosedWorld == O.ClosedWorld && Fields == O.Fields &&
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
  if (Key == "threads") {
    if (Value.getAsInteger(10, P.Threads) || P.Threads > 4096)
      return bad("parameter 'threads': expected a number from 0 (all) to "
                 "4096, got '" +
                 Value + "'");
    return Error::success();
  }
  if (Key == "world")
    return parseChoice(Key, Value, "open", "closed", P.ClosedWorld);
  if (Key == "fields")
    return parseChoice(Key, Value, "off", "on", P.Fields);
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
             "', expected backend, threads, world, fields, solve, stats, "
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
