//===- AccessPairs.cpp - Passes over pairs of memory accesses -------------===//
//
// The pairs are those of PIP's evaluation: an access is a load or store with
// its size, two accesses of one address and size count as often as they occur.
// PIP asks after its own conversion to another IR, so figures are close but not
// the same.
//
//===----------------------------------------------------------------------===//
#include "llvm-pass/alias/AccessPairs.h"

#include "llvm-pass/alias/AmorphAA.h"

#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace amorph;

namespace {

struct Access {
  Instruction *I;
  MemoryLocation At;
};

/// The loads and stores of F.
std::vector<Access> accessesOf(Function &F) {
  std::vector<Access> All;
  const DataLayout &DL = F.getParent()->getDataLayout();
  for (Instruction &I : instructions(F)) {
    const Value *P = getLoadStorePointerOperand(&I);
    if (!P || !P->getType()->isPointerTy() ||
        P->getType()->getPointerAddressSpace() != 0)
      continue;
    TypeSize Size = DL.getTypeStoreSize(getLoadStoreType(&I));
    if (!Size.isScalable())
      All.push_back(
          {&I, MemoryLocation(P, LocationSize::precise(Size.getFixedValue()))});
  }
  return All;
}

/// Answers by AliasResult::Kind.
using Answers = std::array<uint64_t, 4>;

/// Relation of a pointer to unknown code, by its set.
struct Outside {
  bool From = false; ///< unknown code may have made it
  bool To = false;   ///< unknown code may have a pointer to the same memory
};

Outside outsideOf(AliasSnapshot &S, const MemoryLocation &L) {
  const PointsToResult &PTA = S.pointsTo();
  Outside Of;
  PointerTargets T = S.targets(L.Ptr);
  if (T.known())
    S.sets().forEach(T.Set, [&](Var O) {
      Of.From |= O == PTA.Constraints.Unknown;
      Of.To |= O == PTA.Constraints.Unknown || PTA.escapes(O);
    });
  return Of;
}

/// True if the two pointers may be equal whatever the module does.
bool mayBeEqualOutside(Outside A, Outside B) {
  return (A.From && B.To) || (B.From && A.To);
}

} // namespace

PreservedAnalyses PrintAccessPairsPass::run(Module &M,
                                            ModuleAnalysisManager &MAM) {
  auto &FAM = MAM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
  Answers Total{};
  double MayShare = 0;
  uint64_t Stores = 0, ByOthers = 0;
  for (Function &F : M) {
    if (F.isDeclaration())
      continue;
    AAResults &AA = FAM.getResult<AAManager>(F);
    std::vector<Access> All = accessesOf(F);
    AliasSnapshot *S = FAM.getCachedResult<AmorphAA>(F)
                           ? Session->current({&F.getEntryBlock().front()})
                           : nullptr;
    std::vector<Outside> Of;
    for (const Access &A : All)
      Of.push_back(S ? outsideOf(*S, A.At) : Outside());
    for (const Access &A : All) {
      if (!isa<StoreInst>(A.I) || All.size() == 1)
        continue;
      uint64_t May = 0;
      for (const Access &B : All)
        if (B.I != A.I) {
          AliasResult R = AA.alias(A.At, B.At);
          ++Total[R];
          if (R != AliasResult::MayAlias)
            continue;
          ++May;
          ByOthers +=
              mayBeEqualOutside(Of[&A - All.data()], Of[&B - All.data()]);
        }
      MayShare += double(May) / double(All.size() - 1);
      ++Stores;
    }
  }
  outs() << "amorph-alias: " << Stores << " stores, "
         << Total[AliasResult::NoAlias] << " NoAlias, "
         << Total[AliasResult::MayAlias] << " MayAlias (" << ByOthers
         << " of them decided by unknown code), "
         << Total[AliasResult::PartialAlias] + Total[AliasResult::MustAlias]
         << " MustAlias or PartialAlias, MayAlias of a store "
         << format("%.6f", Stores == 0 ? 0 : MayShare / double(Stores)) << '\n';
  return PreservedAnalyses::all();
}

PreservedAnalyses InstrumentAccessPairsPass::run(Module &M,
                                                 ModuleAnalysisManager &MAM) {
  auto &FAM = MAM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
  Session->refresh(M);
  struct Check {
    Access A, B;
  };
  std::vector<Check> Checks; // all answers come before the first change
  uint64_t Asked = 0;
  for (Function &F : M) {
    if (F.isDeclaration())
      continue;
    FAM.getResult<AmorphAA>(F); // no answers about others
    const auto &Dominators = FAM.getResult<DominatorTreeAnalysis>(F);
    std::vector<Access> All = accessesOf(F);
    const uint64_t Pairs = All.size() * All.size();
    const uint64_t Every = std::max<uint64_t>(1, Pairs / Limit);
    uint64_t Number = 0;
    for (const Access &A : All)
      for (const Access &B : All) {
        if (Number++ % Every != 0 || A.I == B.I ||
            !Dominators.dominates(A.I, B.I))
          continue;
        ++Asked;
        AliasSnapshot *S = Session->current({A.At.Ptr, B.At.Ptr});
        if (S && S->disjoint(A.At, B.At) != AliasSnapshot::Reason::May)
          Checks.push_back({A, B});
      }
  }
  LLVMContext &C = M.getContext();
  Type *Pointer = PointerType::get(C, 0), *Number = Type::getInt64Ty(C);
  FunctionCallee Callee =
      M.getOrInsertFunction("amorph_check_apart", Type::getVoidTy(C), Pointer,
                            Number, Pointer, Number, Pointer);
  DenseMap<const Function *, Constant *> Names;
  for (auto &[A, B] : Checks) {
    IRBuilder<> Build(B.I);
    Function *F = B.I->getFunction();
    Constant *&Name = Names[F];
    if (!Name)
      Name = Build.CreateGlobalString(F->getName());
    auto Size = [&](const Access &X) {
      return ConstantInt::get(Number, X.At.Size.getValue().getFixedValue());
    };
    Build.CreateCall(Callee, {const_cast<Value *>(A.At.Ptr), Size(A),
                              const_cast<Value *>(B.At.Ptr), Size(B), Name});
  }
  outs() << "amorph-alias: " << Checks.size() << " checks for " << Asked
         << " pairs of accesses\n";
  return PreservedAnalyses::none();
}

bool amorph::parseAccessPairs(StringRef Name, ModulePassManager &MPM,
                              const std::shared_ptr<AliasSession> &Session) {
  if (Name == "print<amorph-alias>") {
    MPM.addPass(PrintAccessPairsPass(Session));
    return true;
  }
  if (!Name.consume_front("instrument<amorph-alias>"))
    return false;
  uint64_t Limit = 1000;
  if (!Name.empty() &&
      (!Name.consume_front("<limit=") || !Name.consume_back(">") ||
       Name.getAsInteger(10, Limit) || Limit == 0)) {
    errs() << "instrument<amorph-alias>: expected limit=N, 1 or more\n";
    return false;
  }
  MPM.addPass(InstrumentAccessPairsPass(Session, Limit));
  return true;
}
