//===- VirtualTables.cpp - Which stores of virtual tables are seen --------===//
#include "llvm-pass/extract/VirtualTables.h"

#include "llvm-pass/extract/ModuleConstraints.h"
#include "llvm-pass/models/Models.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

using namespace llvm;
using namespace amorph;

bool amorph::isVirtualTable(const GlobalVariable &G) {
  StringRef Name = G.getName();
  return (Name.starts_with("_ZTV") || Name.starts_with("_ZTC") ||
          Name.starts_with("_ZTT")) &&
         (isa<StructType>(G.getValueType()) ||
          isa<ArrayType>(G.getValueType())) &&
         G.isConstant();
}

namespace {

/// An address as a constant number of bytes from a value.
std::pair<const Value *, int64_t> split(const Value *Address,
                                        const DataLayout &DL) {
  APInt Offset(DL.getIndexTypeSizeInBits(Address->getType()), 0);
  const Value *Base = Address->stripAndAccumulateConstantOffsets(
      DL, Offset, /*AllowNonInbounds=*/true);
  return {Base, Offset.getSExtValue()};
}

bool isTableAddress(const Value *V) {
  auto *G = dyn_cast<GlobalVariable>(V->stripInBoundsOffsets());
  return G && V->getType()->isPointerTy() && isVirtualTable(*G);
}

enum class Special { Neither, Constructor, Destructor };

Special kindOf(const Function &F) {
  StringRef Name = F.getName();
  ItaniumPartialDemangler Demangler;
  if (!Name.starts_with("_Z") ||
      Demangler.partialDemangle(Name.str().c_str()) ||
      !Demangler.isCtorOrDtor())
    return Special::Neither;
  return Name.ends_with("D1Ev") || Name.ends_with("D2Ev")
             ? Special::Destructor
             : Special::Constructor;
}

/// True if a library function calls nothing of the program's.
bool callsNothing(const LibraryModel *Model) {
  return Model && !Model->Unknown &&
         none_of(Model->Statements, [](const ModelStatement &S) {
           return S.K == ModelStatement::Call;
         });
}

bool isHarmless(const CallBase &CB) {
  return CB.isLifetimeStartOrEnd() || isa<DbgInfoIntrinsic>(CB) ||
         isa<MemSetInst>(CB);
}

} // namespace

bool VirtualTables::hasAny(const Module &M) {
  return any_of(M.globals(),
                [](const GlobalVariable &G) { return isVirtualTable(G); });
}

VirtualTables::VirtualTables(const Module &M, const LibraryModels &Models) {
  findLoud(M, Models);
  for (const Function &F : M)
    if (!F.isDeclaration() && F.arg_size() != 0)
      examine(F);
}

/// Functions that call through pointers or call unknown code, and their
/// callers.
void VirtualTables::findLoud(const Module &M, const LibraryModels &Models) {
  DenseMap<const Function *, SmallVector<const Function *, 4>> Callers;
  SmallVector<const Function *, 32> Work;
  auto Mark = [&](const Function *F) {
    if (Loud.insert(F).second)
      Work.push_back(F);
  };
  for (const Function &F : M)
    for (const Instruction &I : instructions(F)) {
      auto *CB = dyn_cast<CallBase>(&I);
      if (!CB || isa<IntrinsicInst>(CB))
        continue;
      auto *Callee = dyn_cast<Function>(calleeOf(*CB));
      if (!Callee || Callee->isInterposable() ||
          (Callee->isDeclaration() && !callsNothing(Models.find(*CB, *Callee))))
        Mark(&F);
      else if (!Callee->isDeclaration())
        Callers[Callee].push_back(&F);
    }
  while (!Work.empty())
    for (const Function *Caller : Callers[Work.pop_back_val()])
      Mark(Caller);
}

namespace {

/// Follows the addresses of an object's parts that have a table, through calls
/// too.
class PartUses {
  const DataLayout &DL;
  ArrayRef<int64_t> Parts; ///< bytes from the start of the object
  DenseSet<std::pair<const Value *, int64_t>> Seen;
  SmallVector<std::pair<const Value *, int64_t>, 16> Work;

  /// True if the use of an address of a part makes it known to others, or may
  /// read the table's address.
  bool tells(const Use &U, int64_t At) {
    const User *Usr = U.getUser();
    if (auto *S = dyn_cast<StoreInst>(Usr))
      return U.getOperandNo() != S->getPointerOperandIndex();
    if (isa<ICmpInst>(Usr))
      return false;
    auto *CB = dyn_cast<CallBase>(Usr);
    if (!CB)
      return true;
    if (isHarmless(*CB))
      return false;
    auto *Callee = dyn_cast<Function>(calleeOf(*CB));
    if (!Callee || Callee->isDeclaration() || Callee->isInterposable() ||
        !CB->isArgOperand(&U) || CB->getArgOperandNo(&U) >= Callee->arg_size())
      return true;
    Work.push_back({Callee->getArg(CB->getArgOperandNo(&U)), At});
    return false;
  }

public:
  PartUses(const DataLayout &DL, ArrayRef<int64_t> Parts)
      : DL(DL), Parts(Parts) {}

  /// True if the parts may be known to others, or their tables read, by the
  /// uses of V, which is At bytes into the object. Counts: of V itself.
  bool passOn(
      const Value *V, int64_t At,
      function_ref<bool(const Instruction &)> Counts = [](auto &) {
        return true;
      }) {
    Work.push_back({V, At});
    const Function *Here = nullptr; // of V
    if (auto *I = dyn_cast<Instruction>(V))
      Here = I->getFunction();
    else if (auto *A = dyn_cast<Argument>(V))
      Here = A->getParent();
    while (!Work.empty()) {
      auto [X, Offset] = Work.pop_back_val();
      if (!Seen.insert({X, Offset}).second)
        continue;
      for (const Use &U : X->uses()) {
        auto *I = dyn_cast<Instruction>(U.getUser());
        if (I && I->getFunction() == Here && !Counts(*I) &&
            !isa<GetElementPtrInst>(I))
          continue;
        APInt Step(64, 0);
        if (auto *G = dyn_cast<GEPOperator>(U.getUser());
            G && U.getOperandNo() == 0) {
          // Elsewhere are members, which do not lead to the object.
          if (G->accumulateConstantOffset(DL, Step))
            Work.push_back({G, Offset + Step.getSExtValue()});
        } else if (is_contained(Parts, Offset) && tells(U, Offset)) {
          return true;
        }
      }
    }
    return false;
  }
};

} // namespace

void VirtualTables::examine(const Function &F) {
  const DataLayout &DL = F.getParent()->getDataLayout();
  Stores Found;
  Offsets Parts{0};
  for (const Instruction &I : instructions(F))
    if (auto *S = dyn_cast<StoreInst>(&I);
        S && isTableAddress(S->getValueOperand()))
      if (auto [Base, At] = split(S->getPointerOperand(), DL);
          Base == F.getArg(0)) {
        Found.push_back({S, At});
        Parts.push_back(At);
      }
  if (Found.empty())
    return;
  const Special Kind = kindOf(F);
  if (Kind == Special::Neither)
    return;
  const bool IsKept = !PartUses(DL, Parts).passOn(F.getArg(0), 0);
  if (Kind == Special::Constructor) {
    if (IsKept)
      Kept.insert(&F);
    if (IsKept || isQuiet(F))
      Constructors[&F] = std::move(Found);
  } else if (IsKept && isQuiet(F)) {
    // Others may have known the object for long.
    for (auto &[S, At] : Found)
      Dead.insert(S);
  }
}

std::optional<int64_t> VirtualTables::tableAt(const StoreInst &S) const {
  auto It = Constructors.find(S.getFunction());
  if (It != Constructors.end())
    for (auto &[Store, At] : It->second)
      if (Store == &S)
        return At;
  return std::nullopt;
}

/// True if the call Later may see the table that the call Constructed left
/// Start bytes into Object.
bool VirtualTables::maySee(const CallBase &Later, const CallBase &Constructed,
                           const Value *Object, int64_t Start) const {
  if (isa<IntrinsicInst>(Later))
    return !isHarmless(Later);
  auto *Callee = dyn_cast<Function>(calleeOf(Later));
  if (!Callee || Callee->isDeclaration() || Callee->isInterposable())
    return true;
  const DataLayout &DL = Callee->getDataLayout();
  for (const Use &A : Later.args()) {
    if (!A->getType()->isPointerTy())
      continue;
    auto [Base, At] = split(A.get(), DL);
    unsigned Number = Later.getArgOperandNo(&A);
    if (Base == Object &&
        (Number >= Callee->arg_size() ||
         PartUses(DL, {0, Start}).passOn(Callee->getArg(Number), At)))
      return true;
  }
  return !isQuiet(*Callee) &&
         !Kept.contains(cast<Function>(calleeOf(Constructed)));
}

bool VirtualTables::isReplacedAfter(const CallBase &CB) const {
  auto *F = dyn_cast<Function>(calleeOf(CB));
  auto It = F ? Constructors.find(F) : Constructors.end();
  if (It == Constructors.end() || CB.arg_size() == 0)
    return false;
  const DataLayout &DL = F->getDataLayout();
  auto [Object, Start] = split(CB.getArgOperand(0), DL);
  // The caller may have passed the object on before.
  auto IsBefore = [&](const Instruction &I) {
    return &I != &CB && isPotentiallyReachable(&I, &CB);
  };
  if (PartUses(DL, {0, Start}).passOn(Object, 0, IsBefore))
    return false;
  Offsets Left;
  for (auto &[S, At] : It->second)
    Left.push_back(Start + At);
  const Instruction *I = &CB;
  // Straight ahead, to the stores that replace these.
  for (unsigned Steps = 0; Steps != 1000; ++Steps) {
    if (auto *Invoke = dyn_cast<InvokeInst>(I))
      I = &*Invoke->getNormalDest()->begin();
    else if (auto *Branch = dyn_cast<BranchInst>(I);
             Branch && Branch->isUnconditional())
      I = &*Branch->getSuccessor(0)->begin();
    else if (I->isTerminator())
      return false;
    else
      I = I->getNextNode();
    if (auto *S = dyn_cast<StoreInst>(I)) {
      if (S->getValueOperand()->getType()->isPointerTy() &&
          split(S->getValueOperand(), DL).first == Object)
        return false;
      auto [Base, At] = split(S->getPointerOperand(), DL);
      if (Base == Object && isTableAddress(S->getValueOperand()))
        llvm::erase(Left, At);
      if (Left.empty())
        return true;
    } else if (auto *L = dyn_cast<LoadInst>(I)) {
      // Of a table's address, by any pointer if others may know the object.
      if (L->getType()->isPointerTy() &&
          (split(L->getPointerOperand(), DL).first == Object ||
           !Kept.contains(F)))
        return false;
    } else if (auto *Later = dyn_cast<CallBase>(I)) {
      if (maySee(*Later, CB, Object, Start))
        return false;
    }
  }
  return false;
}
