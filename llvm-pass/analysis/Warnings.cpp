//===- Warnings.cpp - Warnings to the user about an answer ----------------===//
#include "llvm-pass/analysis/Warnings.h"

#include "llvm-pass/analysis/Names.h"
#include "llvm-pass/extract/FunctionCasts.h"
#include "llvm-pass/extract/SourceTypes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace amorph;

static constexpr StringLiteral AllPlaces =
    "amorph-pta --limit 0 lists them all";

static void warnOfWideCalls(raw_ostream &OS, const PointsToResult &R,
                            const Module &M, size_t Shown) {
  const unsigned Limit = R.Parameters.CallLimit;
  if (Limit == 0)
    return;
  std::vector<std::pair<size_t, const CallBase *>> Wide;
  for (auto &[Call, Pointer] : R.Constraints.IndirectCalls) {
    bool Unknown = false;
    if (size_t Targets = R.targets(*Call, Unknown).size(); Targets > Limit)
      Wide.push_back({Targets, Call});
  }
  const Names N(M);
  llvm::stable_sort(Wide, [](auto &A, auto &B) { return A.first > B.first; });
  for (auto &[Targets, Call] : ArrayRef(Wide).take_front(Shown)) {
    std::string Location = Names::location(*Call);
    OS << "amorph-pta: warning: " << Location << (Location.empty() ? "" : ": ")
       << "a call in " << N.symbol(*Call->getFunction()) << " may reach "
       << Targets << " functions\n";
  }
  if (Wide.size() > Shown)
    OS << "amorph-pta: warning: " << Wide.size() - Shown
       << " more calls may reach more than " << Limit << " functions; "
       << AllPlaces << '\n';
}

/// True if memory of type T is declared to hold pointers; not if T is null.
static bool holdsPointers(const DIType *T) {
  while (auto *D = dyn_cast_or_null<DIDerivedType>(T)) {
    if (D->getTag() == dwarf::DW_TAG_pointer_type)
      return true;
    T = D->getBaseType();
  }
  auto *C = dyn_cast_or_null<DICompositeType>(T);
  if (!C)
    return false;
  if (C->getTag() == dwarf::DW_TAG_array_type)
    return holdsPointers(C->getBaseType());
  return any_of(membersOf(*C), [](const DIDerivedType *Member) {
    return holdsPointers(Member->getBaseType());
  });
}

/// The same for the place, and for what begins there.
static bool holdsPointers(TypePlace At) {
  const DIType *First = typeAt(At);
  return (First && First->getTag() == dwarf::DW_TAG_pointer_type) ||
         any_of(structsAt(At),
                [](const DIType *T) { return holdsPointers(T); });
}

/// The same for the memory at Address; of a parameter, for that of any direct
/// call's argument.
static bool holdsPointers(const SourceTypes &Source, const Value &Address,
                          unsigned Depth = 0) {
  constexpr unsigned MaxDepth = 4;
  if (holdsPointers(Source.placeAt(Address)))
    return true;
  auto *A = dyn_cast<Argument>(&Address);
  return A && Depth != MaxDepth &&
         any_of(A->getParent()->uses(), [&](const Use &U) {
           auto *Call = dyn_cast<CallBase>(U.getUser());
           return Call && Call->isCallee(&U) &&
                  A->getArgNo() < Call->arg_size() &&
                  holdsPointers(Source, *Call->getArgOperand(A->getArgNo()),
                                Depth + 1);
         });
}

static void warnOfPlaces(raw_ostream &OS, const Twine &What,
                         ArrayRef<const Instruction *> Places, StringRef Unit,
                         size_t Shown) {
  if (Places.empty())
    return;
  OS << "amorph-pta: warning: " << What << ": ";
  ListSeparator Comma;
  for (const Instruction *I : Places.take_front(Shown))
    OS << Comma << Names::location(*I);
  if (Places.size() > Shown)
    OS << " and " << Places.size() - Shown << " more " << Unit << "; "
       << AllPlaces;
  OS << '\n';
}

static void warnOfFiles(raw_ostream &OS, const PointsToResult &R,
                        const DataLayout &DL, const WarningText &Text) {
  const ModuleConstraints &C = R.Constraints;
  if (C.FileWrites.empty() || !C.Debug)
    return;
  const SourceTypes Source(DL, *C.Debug);
  SetVector<const Instruction *> Writes;
  for (const ModuleConstraints::FileWrite &Write : C.FileWrites)
    if (!R.Solution.empty(Write.Held) && holdsPointers(Source, *Write.Source))
      Writes.insert(Write.Call);
  warnOfPlaces(OS,
               "pointers are written to files, and what is read from files is "
               "taken to hold none (" +
                   Text.setting("files", "followed") + " does not)",
               Writes.getArrayRef(), "calls", Text.Shown);
}

static bool holdsFunctions(const PointsToResult &R, const Value &Pointer) {
  return R.known(&Pointer) && any_of(R.pointsTo(&Pointer), [&](Var O) {
           return R.Constraints.blockOf(O).Kind == ObjectKind::Function;
         });
}

/// Under a rule for calls, the functions of such a pointer may be left out. The
/// pointer may go through numbers: then the call that reaches none is named.
static void warnOfCasts(raw_ostream &OS, const PointsToResult &R,
                        const Module &M, const WarningText &Text) {
  const ModuleConstraints &C = R.Constraints;
  if (R.Parameters.Calls == CallRule::Any || !C.Debug)
    return;
  const SourceTypes Source(M.getDataLayout(), *C.Debug);
  SetVector<const Instruction *> Places;
  for (const Function &F : M)
    for (const Instruction &I : instructions(F))
      if (auto *L = dyn_cast<LoadInst>(&I); L && L->getType()->isPointerTy() &&
                                            isConverted(*L, Source) &&
                                            holdsFunctions(R, *L))
        Places.insert(L);
  for (auto &[Call, Pointer] : C.IndirectCalls) {
    const Value &Called = *Call->getCalledOperand();
    auto *L = dyn_cast<LoadInst>(&Called);
    bool Unknown = false;
    if (!(L && Places.contains(L)) && R.targets(*Call, Unknown).empty() &&
        !Unknown && holdsFunctions(R, Called))
      Places.insert(Call);
  }
  warnOfPlaces(OS,
               "pointers to functions are converted after they were loaded, "
               "and calls may leave their functions out (" +
                   Text.setting("calls", "any") + " does not)",
               Places.getArrayRef(), "places", Text.Shown);
}

std::string WarningText::setting(StringRef Switch, StringRef Value) const {
  return (Command ? "--" + Switch + " " + Value : Switch + "=" + Value).str();
}

void amorph::printWarnings(raw_ostream &OS, const PointsToResult &R,
                           const Module &M, const WarningText &Text) {
  if (!R.Solved)
    return;
  warnOfWideCalls(OS, R, M, Text.Shown);
  warnOfFiles(OS, R, M.getDataLayout(), Text);
  warnOfCasts(OS, R, M, Text);
}
