//===- SymbolNames.cpp - Source names of functions and globals ------------===//
#include "llvm-pass/analysis/SymbolNames.h"

#include "llvm-pass/models/Models.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/Instruction.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Path.h"

#include <tuple>

using namespace llvm;
using namespace amorph;

std::string SymbolNames::location(const DIScope *Scope, unsigned Line) {
  if (!Scope || Line == 0)
    return "";
  return (sys::path::filename(Scope->getFilename()) + ":" + Twine(Line)).str();
}

std::string SymbolNames::location(const Instruction &I) {
  const DebugLoc &L = I.getDebugLoc();
  return L ? location(cast<DIScope>(L.getScope()), L.getLine()) : "";
}

namespace {
/// The name that the source gives a symbol, mangled, and where; empty: unknown.
struct Written {
  StringRef Name;
  std::string Location;
};
} // namespace

static Written writtenName(const GlobalObject &G) {
  auto Of = [](auto *P, auto *Scope) -> Written {
    StringRef Linkage = P->getLinkageName();
    return {Linkage.empty() ? P->getName() : Linkage,
            SymbolNames::location(Scope, P->getLine())};
  };
  if (auto *F = dyn_cast<Function>(&G)) {
    if (const DISubprogram *P = F->getSubprogram())
      return Of(P, P);
  } else if (auto *V = dyn_cast<GlobalVariable>(&G)) {
    SmallVector<DIGlobalVariableExpression *, 1> D;
    V->getDebugInfo(D);
    if (!D.empty())
      return Of(D[0]->getVariable(), D[0]->getVariable()->getFile());
  }
  // Without debug information: the names noted before linking.
  if (const MDNode *N = G.getMetadata(SymbolNames::SourceMetadata);
      N && N->getNumOperands() == 2)
    return {cast<MDString>(N->getOperand(0))->getString(),
            cast<MDString>(N->getOperand(1))->getString().str()};
  return {};
}

/// Where a symbol is from that linking renamed to `hidden.5`, because another
/// source also has a `hidden`; empty if it was not renamed. Stem: the name
/// before.
static std::string renamedFrom(const GlobalObject &G, StringRef &Stem) {
  StringRef Number;
  std::tie(Stem, Number) = G.getName().rsplit('.');
  if (!G.hasLocalLinkage() || Number.empty() || !all_of(Number, isDigit))
    return "";
  const Written W = writtenName(G);
  // Static variables of functions are named `f.x`.
  bool Renamed = !W.Name.empty() &&
                 (Stem == W.Name || Stem.ends_with(("." + W.Name).str()));
  return Renamed ? W.Location : "";
}

/// The number that linking appends depends on the order: `hidden.5` is printed
/// as `hidden@registry.c:2`.
static std::string symbolOf(const GlobalObject &G) {
  StringRef Stem;
  const std::string Location = renamedFrom(G, Stem);
  return SymbolNames::plain(G) + (Location.empty() ? "" : "@" + Location);
}

/// The path of the source that defines G; empty: unknown.
static StringRef pathOf(const GlobalObject &G) {
  if (auto *F = dyn_cast<Function>(&G))
    return F->getSubprogram() ? F->getSubprogram()->getFilename() : "";
  SmallVector<DIGlobalVariableExpression *, 1> D;
  cast<GlobalVariable>(G).getDebugInfo(D);
  return D.empty() ? "" : D[0]->getVariable()->getFilename();
}

/// Of files of one name, the names get as many folders as tell them apart.
SymbolNames::SymbolNames(const Module &M) {
  StringMap<SmallVector<const GlobalObject *, 2>> Same;
  for (const GlobalObject &G : M.global_objects())
    if (StringRef Stem; G.hasLocalLinkage() && !renamedFrom(G, Stem).empty())
      Same[symbolOf(G)].push_back(&G);
  for (auto &[Name, All] : Same) {
    if (All.size() < 2)
      continue;
    auto EndOf = [](const GlobalObject &G, unsigned Parts) {
      StringRef Path = pathOf(G);
      size_t At = Path.size();
      for (unsigned N = 0; N != Parts && At != StringRef::npos; ++N)
        At = Path.take_front(At).rfind('/');
      return At == StringRef::npos ? Path : Path.drop_front(At + 1);
    };
    constexpr unsigned MaxParts = 16;
    unsigned Parts = 2;
    for (; Parts != MaxParts; ++Parts) {
      StringSet<> Ends;
      if (all_of(All, [&](const GlobalObject *G) {
            return Ends.insert(EndOf(*G, Parts)).second;
          }))
        break;
    }
    auto [Stem, Location] = Name.rsplit('@');
    for (const GlobalObject *G : All)
      if (StringRef End = EndOf(*G, Parts); !End.empty())
        Apart[G] = (Stem + "@" + End + ":" + Location.rsplit(':').second).str();
  }
}

std::string SymbolNames::symbol(const GlobalObject &G) const {
  auto It = Apart.find(&G);
  return It == Apart.end() ? symbolOf(G) : It->second;
}

std::string SymbolNames::unnumbered(const GlobalObject &G) {
  StringRef Stem;
  return renamedFrom(G, Stem).empty() ? G.getName().str() : Stem.str();
}

std::string SymbolNames::plain(const GlobalObject &G) {
  const std::string Symbol = unnumbered(G);
  return demangle(G.isDeclaration() ? withoutStandard(Symbol)
                                    : StringRef(Symbol));
}

std::string SymbolNames::withFile(const GlobalObject &G) {
  if (!G.hasLocalLinkage())
    return "";
  const std::string At = writtenName(G).Location;
  return At.empty() ? ""
                    : plain(G) + "@" + StringRef(At).split(':').first.str();
}
