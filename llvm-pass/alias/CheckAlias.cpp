//===- CheckAlias.cpp - The pass check<amorph-alias> ----------------------===//
//
// Checks stated in the tested source, as in LLVM's own tests of alias analyses
// (amorph_check.h), and the pairs that amorph-apart-check verifies.
//
//===----------------------------------------------------------------------===//
#include "llvm-pass/alias/CheckAlias.h"

#include "llvm-pass/alias/AmorphAA.h"
#include "llvm-pass/output/Outputs.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace amorph;

namespace {

/// Evaluates the checks of a module and counts the results.
class Checker {
  Module &M;
  FunctionAnalysisManager &FAM;
  AliasSession &Session;

public:
  unsigned Held = 0, Failed = 0;

  Checker(Module &M, FunctionAnalysisManager &FAM, AliasSession &Session)
      : M(M), FAM(FAM), Session(Session) {}

  /// The meaning of a call of one of the functions of amorph_check.h.
  enum class Statement {
    None,
    NoAlias,
    MayAlias,
    MustAlias,
    PointsTo,
    NotPointsTo
  };

  void run(const CallBase &Call) {
    const Function *F = Call.getCalledFunction();
    if (!F || !F->isDeclaration())
      return;
    Statement What = StringSwitch<Statement>(F->getName())
                         .Case("amorph_noalias_sized", Statement::NoAlias)
                         .Case("amorph_mayalias_sized", Statement::MayAlias)
                         .Case("amorph_mustalias_sized", Statement::MustAlias)
                         .Case("amorph_points_to", Statement::PointsTo)
                         .Case("amorph_not_points_to", Statement::NotPointsTo)
                         .Default(Statement::None);
    if (What == Statement::None)
      return;
    if (What == Statement::PointsTo || What == Statement::NotPointsTo)
      pointsTo(Call, What);
    else
      alias(Call, What);
  }

private:
  void report(const CallBase &Call, bool Holds, const Twine &Found) {
    ++(Holds ? Held : Failed);
    if (Holds)
      return;
    std::string Where = Call.getFunction()->getName().str();
    if (const DILocation *L = Call.getDebugLoc())
      Where = (L->getFilename() + ":" + Twine(L->getLine())).str();
    errs() << Where << ": " << Call.getCalledFunction()->getName()
           << " does not hold: " << Found << '\n';
  }

  static LocationSize size(const Value *V) {
    auto *N = dyn_cast<ConstantInt>(V);
    return N ? LocationSize::precise(N->getZExtValue())
             : LocationSize::afterPointer();
  }

  void alias(const CallBase &Call, Statement What) {
    if (Call.arg_size() != 4)
      return report(Call, false, "expected two pointers and their sizes");
    AAResults &AA =
        FAM.getResult<AAManager>(*const_cast<Function *>(Call.getFunction()));
    MemoryLocation P(Call.getArgOperand(0), size(Call.getArgOperand(1)));
    MemoryLocation Q(Call.getArgOperand(2), size(Call.getArgOperand(3)));
    AliasResult R = AA.alias(P, Q);
    bool Holds = What == Statement::NoAlias     ? R == AliasResult::NoAlias
                 : What == Statement::MustAlias ? R == AliasResult::MustAlias
                                                : R != AliasResult::NoAlias;
    std::string Found;
    raw_string_ostream(Found) << "the answer is " << R;
    report(Call, Holds, Found);
  }

  void pointsTo(const CallBase &Call, Statement What) {
    if (Call.arg_size() != 2)
      return report(Call, false, "expected two pointers");
    Session.refresh(M);
    AliasSnapshot *S = Session.current({});
    if (!S)
      return report(Call, false, "there are no points-to sets");
    const Value *P = Call.getArgOperand(0), *X = Call.getArgOperand(1);
    SmallVector<Var, 8> One, All;
    PointerTargets Of = S->targets(P);
    PointerTargets Is = S->targets(X);
    if (Is.known())
      S->sets().forEach(Is.Set, [&](Var O) { One.push_back(O); });
    if (Of.known())
      S->sets().forEach(Of.Set, [&](Var O) { All.push_back(O); });
    if (One.size() != 1)
      return report(Call, false, "the second argument is not one object");
    bool Points = Of.Set == NoSet || is_contained(All, One[0]);
    report(Call, Points == (What == Statement::PointsTo),
           Points ? "it may" : "it may not");
  }
};

/// Writes `a b` for each pair of variables that point to different blocks, and
/// `a b size residues size residues` for pairs that access different bytes of a
/// block. Residues are a mask: bit r for r bytes past the start of a word.
class PairWriter {
  AliasSnapshot &S;
  raw_ostream &OS;
  uint64_t Limit;
  StringSet<> Written;
  using Location = std::pair<const Value *, uint64_t>;

public:
  uint64_t Asked = 0, Apart = 0;

  PairWriter(AliasSnapshot &S, raw_ostream &OS, uint64_t Limit)
      : S(S), OS(OS), Limit(Limit) {}

  void run(const Function &F) {
    // The locations that the function accesses.
    SetVector<Location> Locations;
    const DataLayout &DL = F.getParent()->getDataLayout();
    for (const Instruction &I : instructions(F)) {
      const Value *P =
          getLoadStorePointerOperand(static_cast<const Value *>(&I));
      if (!P || !P->getType()->isPointerTy())
        continue;
      TypeSize Size =
          DL.getTypeStoreSize(getLoadStoreType(const_cast<Instruction *>(&I)));
      if (!Size.isScalable())
        Locations.insert({P, Size.getFixedValue()});
    }
    ArrayRef<Location> All = Locations.getArrayRef();
    uint64_t Pairs = All.size() * (All.size() - (All.empty() ? 0 : 1)) / 2;
    uint64_t Every = Limit == 0 ? 1 : std::max<uint64_t>(1, Pairs / Limit);
    uint64_t Number = 0;
    for (size_t A = 0; A < All.size(); ++A)
      for (size_t B = A + 1; B < All.size(); ++B)
        if (Number++ % Every == 0)
          pair(All[A], All[B]);
  }

private:
  void pair(Location A, Location B) {
    ++Asked;
    auto Why =
        S.disjoint(MemoryLocation(A.first, LocationSize::precise(A.second)),
                   MemoryLocation(B.first, LocationSize::precise(B.second)));
    if (Why == AliasSnapshot::Reason::May)
      return;
    ++Apart;
    Var VarA = S.pointsTo().Constraints.varOf(A.first);
    Var VarB = S.pointsTo().Constraints.varOf(B.first);
    if (VarA == NoVar || VarB == NoVar)
      return; // constants without a variable
    std::string Line = (Twine(VarA) + " " + Twine(VarB)).str();
    if (Why != AliasSnapshot::Reason::Blocks)
      Line +=
          (" " + Twine(A.second) + " " + Twine(unsigned(S.residues(A.first))) +
           " " + Twine(B.second) + " " + Twine(unsigned(S.residues(B.first))))
              .str();
    if (Written.insert(Line).second)
      OS << Line << '\n';
  }
};

} // namespace

PreservedAnalyses CheckAliasPass::run(Module &M, ModuleAnalysisManager &MAM) {
  auto &FAM = MAM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
  // Without amorph-aa in the pipeline, the checks would test other analyses.
  // The pairs come from the points-to sets in any case.
  for (Function &F : M)
    if (Pairs.empty() && !F.isDeclaration()) {
      FAM.getResult<AAManager>(F);
      if (FAM.getCachedResult<AmorphAA>(F))
        break;
      M.getContext().emitError(
          "amorph-alias: expected amorph-aa in -aa-pipeline");
      return PreservedAnalyses::all();
    }
  Checker C(M, FAM, *Session);
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallBase>(&I))
        C.run(*Call);
  outs() << "amorph-alias: " << C.Held << " checks hold, " << C.Failed
         << " fail\n";
  if (C.Failed != 0)
    M.getContext().emitError("amorph-alias: " + Twine(C.Failed) +
                             " checks do not hold");
  if (Pairs.empty())
    return PreservedAnalyses::all();

  Session->refresh(M);
  AliasSnapshot *S = Session->current({});
  if (!S) {
    M.getContext().emitError("amorph-alias: there are no points-to sets");
    return PreservedAnalyses::all();
  }
  uint64_t Asked = 0, Apart = 0;
  OutputFiles Files(M);
  Error E = Files.print(Pairs, [&](raw_ostream &OS) {
    PairWriter W(*S, OS, Limit);
    for (const Function &F : M)
      W.run(F);
    Asked = W.Asked, Apart = W.Apart;
  });
  if (!E)
    E = writeConstraints(Files, Constraints, S->pointsTo(), M);
  if (!E)
    E = Files.commit();
  if (E) {
    M.getContext().emitError("amorph-alias: " + toString(std::move(E)));
    return PreservedAnalyses::all();
  }
  outs() << "amorph-alias: " << Asked << " pairs of accesses, " << Apart
         << " held apart\n";
  return PreservedAnalyses::all();
}

bool amorph::parseCheckAlias(StringRef Name, ModulePassManager &MPM,
                             const std::shared_ptr<AliasSession> &Session) {
  if (!Name.consume_front("check<amorph-alias>"))
    return false;
  std::string Pairs, Constraints;
  uint64_t Limit = 0;
  if (!Name.empty()) {
    if (!Name.consume_front("<") || !Name.consume_back(">"))
      return false;
    SmallVector<StringRef, 4> Settings;
    Name.split(Settings, ';', -1, /*KeepEmpty=*/false);
    for (StringRef Setting : Settings) {
      auto [Key, Value] = Setting.split('=');
      if (Key == "pairs" && !Value.empty()) {
        Pairs = Value.str();
      } else if (Key == "constraints" && !Value.empty()) {
        Constraints = Value.str();
      } else if (Key != "limit" || Value.getAsInteger(10, Limit)) {
        errs() << "check<amorph-alias>: unknown parameter '" << Setting
               << "' (expected pairs=FILE, constraints=FILE or limit=N)\n";
        return false;
      }
    }
  }
  MPM.addPass(
      CheckAliasPass(Session, std::move(Pairs), std::move(Constraints), Limit));
  return true;
}
