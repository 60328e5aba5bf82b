//===- TransformParameters.cpp - Parameters of the transforms -------------===//
#include "llvm-pass/transform/TransformParameters.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;
using namespace amorph;

static Error bad(const Twine &Message) {
  return createStringError(inconvertibleErrorCode(), Message);
}

static Error parseNumber(const NumberParameter &N, StringRef Value) {
  unsigned Parsed = 0;
  if (Value.getAsInteger(10, Parsed) || Parsed < N.Low || Parsed > N.High)
    return bad("parameter '" + N.Key + "': expected a number from " +
               Twine(N.Low) + " to " + Twine(N.High) + ", got '" + Value + "'");
  *N.Value = Parsed;
  return Error::success();
}

static Error parseSwitch(const SwitchParameter &S, StringRef Value) {
  if (Value != "off" && Value != "on")
    return bad("parameter '" + S.Key + "': expected off or on, got '" + Value +
               "'");
  *S.Value = Value == "on";
  return Error::success();
}

Expected<std::optional<PointsToParameters>>
amorph::parseTransformParameters(StringRef Text,
                                 ArrayRef<NumberParameter> Numbers,
                                 ArrayRef<SwitchParameter> Switches) {
  SmallVector<StringRef, 8> Settings, Seen, Others;
  Text.split(Settings, ';', -1, /*KeepEmpty=*/false);
  for (StringRef Setting : Settings) {
    auto [Key, Value] = Setting.split('=');
    Key = Key.trim(), Value = Value.trim();
    auto *N = find_if(Numbers, [&, K = Key](auto &P) { return P.Key == K; });
    auto *S = find_if(Switches, [&, K = Key](auto &P) { return P.Key == K; });
    if (N == Numbers.end() && S == Switches.end()) {
      Others.push_back(Setting);
      continue;
    }
    if (is_contained(Seen, Key))
      return bad("parameter '" + Key + "': expected once, got it twice");
    Seen.push_back(Key);
    if (Error E = N != Numbers.end() ? parseNumber(*N, Value)
                                     : parseSwitch(*S, Value))
      return E;
  }
  if (Others.empty())
    return std::nullopt;
  Expected<PointsToParameters> Parsed =
      parsePointsToParameters(join(Others, ";"));
  if (!Parsed)
    return Parsed.takeError();
  if (!Parsed->Json.empty() || !Parsed->Dot.empty() ||
      !Parsed->Constraints.empty())
    return bad("expected no file to write; amorph-pta<...> writes files");
  return std::optional(std::move(*Parsed));
}
