//===- Wrappers.cpp - Allocators that wrap others -------------------------===//
#include "llvm-pass/extract/Wrappers.h"

#include "llvm-pass/extract/LookThrough.h"
#include "llvm-pass/extract/MemoryAccess.h"
#include "llvm-pass/extract/ModuleConstraints.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace amorph;

namespace {
enum class ModelUse { Opaque, Harmless, Returns, Allocates };

/// How a library function uses the pointer in argument N.
ModelUse useOf(const LibraryModel &M, unsigned N) {
  // scanf may store a pointer to new memory through any argument.
  ModelUse Result = M.Scans ? ModelUse::Opaque : ModelUse::Harmless;
  for (const ModelStatement &S : M.Statements) {
    if (S.K == ModelStatement::Copy)
      continue; // copies memory, not the pointer
    if (S.K != ModelStatement::Assign || S.Store ||
        S.Target.Base != ModelPointer::Return ||
        S.Source.K != ModelValue::Pointer ||
        S.Source.P.Base != ModelPointer::Argument)
      return ModelUse::Opaque;
    if (S.Source.P.Number == N) {
      if (S.Source.P.Step != ModelPointer::NoStep)
        return ModelUse::Opaque;
      Result = ModelUse::Returns;
    }
  }
  return Result;
}

bool allocates(const LibraryModel &M) {
  for (const ModelStatement &S : M.Statements)
    if (S.K == ModelStatement::Assign && !S.Store &&
        (S.Source.K == ModelValue::Alloc || S.Source.K == ModelValue::Bytes) &&
        (S.Target.Base == ModelPointer::Return ||
         S.Target.Base == ModelPointer::Local))
      return true;
  return false;
}
} // namespace

const LibraryModel *Wrappers::modelOf(const Function &F) const {
  if (!F.isDeclaration() || F.isIntrinsic())
    return nullptr;
  const LibraryModel *M = Models.find(F);
  return M && !M->Unknown ? M : nullptr;
}

const LibraryModel *Wrappers::modelOf(const CallBase &CB) const {
  auto *F = dyn_cast<Function>(calleeOf(CB));
  if (!F || !F->isDeclaration() || F->isIntrinsic())
    return nullptr;
  const LibraryModel *M = Models.find(CB, *F);
  return M && !M->Unknown ? M : nullptr;
}

/// As in definitionOf: callers do not see into an interposable function.
bool Wrappers::hasWrapperType(const Function &F) const {
  return Params.Wrappers != WrapperModel::None &&
         F.getReturnType()->isPointerTy() && !F.isVarArg() &&
         !isInterposable(F);
}

/// Finds the allocators whose addresses are taken. A function that calls one of
/// them through a pointer may be another, hence the rounds.
void Wrappers::findPointerAllocators() {
  if (!Params.AllocatorPointers || Params.Wrappers == WrapperModel::None)
    return;
  SmallVector<const Function *> Candidates;
  for (const Function &F : M)
    if (F.getReturnType()->isPointerTy() && !F.isIntrinsic() &&
        F.hasAddressTaken())
      Candidates.push_back(&F);
  for (bool Changed = true; Changed;) {
    SmallVector<const Function *> New;
    for (const Function *&F : Candidates) {
      const Wrapper *W = F && !F->isDeclaration() ? find(*F) : nullptr;
      const LibraryModel *Model = F ? modelOf(*F) : nullptr;
      if ((W && !W->Allocations.empty() && !W->Constructs) ||
          (Model && allocates(*Model))) {
        New.push_back(F);
        F = nullptr;
      }
    }
    // Others of a type that is known already may call through such a pointer
    // themselves; that would not end.
    erase_if(New, [&](const Function *F) {
      return PointerAllocators.contains(F->getFunctionType());
    });
    for (const Function *F : New)
      PointerAllocators[F->getFunctionType()].push_back(F);
    IsPointerAllocator.insert(New.begin(), New.end());
    Changed = !New.empty();
    SmallVector<const Function *> Others;
    for (auto &[F, W] : Found)
      if (!W)
        Others.push_back(F);
    for (const Function *F : Others)
      Found.erase(F);
  }
}

SmallVector<const Function *, 2>
Wrappers::allocatorsOf(const CallBase &CB) const {
  constexpr size_t MaxAllocators = 4;
  SmallVector<const Function *, 2> Among;
  if (isa<Function>(calleeOf(CB)) || CB.isInlineAsm())
    return Among;
  auto It = PointerAllocators.find(CB.getFunctionType());
  if (It == PointerAllocators.end() || It->second.size() > MaxAllocators)
    return Among;
  const CallFilters::FunctionList *Layer = Layers.Of.lookup(&CB);
  copy_if(It->second, std::back_inserter(Among), [&](const Function *F) {
    return !Layer || std::binary_search(Layer->begin(), Layer->end(), F);
  });
  return Among;
}

const Wrapper *Wrappers::find(const Function &F) {
  auto [It, New] = Found.try_emplace(&F, nullptr);
  if (!New)
    return It->second.get(); // null during the search: recursion ends here
  if (!hasWrapperType(F))
    return nullptr;
  Wrapper W;
  if (!findAllocations(F, W))
    return nullptr;
  if (!keepsToItself(W)) {
    if (Params.Wrappers != WrapperModel::Constructors)
      return nullptr;
    W.Constructs = true;
    findFills(F, W);
  }
  findCopies(F, W);
  return (Found[&F] = std::make_unique<Wrapper>(std::move(W))).get();
}

/// Traces F's results. False: something other than fresh memory.
bool Wrappers::findAllocations(const Function &F, Wrapper &W) {
  SmallVector<const Value *, 16> Work;
  SmallPtrSet<const Value *, 16> Seen;
  auto Push = [&](const Value *V) {
    if (Seen.insert(V).second)
      Work.push_back(V);
  };
  for (const BasicBlock &B : F)
    if (auto *R = dyn_cast<ReturnInst>(B.getTerminator()))
      Push(R->getReturnValue());
  while (!Work.empty()) {
    const Value *V = Work.pop_back_val();
    if (Seen.size() > 64)
      return false;
    if (isa<ConstantPointerNull>(V) || isa<UndefValue>(V))
      continue;
    if (auto *A = dyn_cast<Argument>(V)) {
      W.Returned.push_back(A->getArgNo());
    } else if (isa<PHINode>(V) || isa<FreezeInst>(V)) {
      for (const Use &U : cast<User>(V)->operands())
        Push(U);
    } else if (auto *S = dyn_cast<SelectInst>(V)) {
      Push(S->getTrueValue());
      Push(S->getFalseValue());
    } else if (auto *L = dyn_cast<LoadInst>(V)) {
      if (!isPlainLocal(L->getPointerOperand()))
        return false;
      for (const User *U : L->getPointerOperand()->users())
        if (auto *S = dyn_cast<StoreInst>(U))
          Push(S->getValueOperand());
    } else if (auto *CB = dyn_cast<CallBase>(V)) {
      if (auto *D = definitionOf(*CB)) {
        const Wrapper *Inner = find(*D);
        if (!Inner || Inner->Constructs)
          return false;
        if (!Inner->Allocations.empty())
          W.Allocations.push_back(CB);
        else // returns its argument
          for (unsigned N : Inner->Returned)
            if (N < CB->arg_size())
              Push(CB->getArgOperand(N));
      } else if (!allocatorsOf(*CB).empty()) {
        W.Allocations.push_back(CB);
      } else if (auto *M = modelOf(*CB)) {
        if (allocates(*M)) {
          W.Allocations.push_back(CB);
          continue;
        }
        bool Returned = false;
        for (unsigned N = 0; N != CB->arg_size(); ++N)
          if (useOf(*M, N) == ModelUse::Returns) {
            Push(CB->getArgOperand(N));
            Returned = true;
          }
        if (!Returned)
          return false;
      } else {
        return false;
      }
    } else {
      return false;
    }
  }
  return W.Allocations.size() <= 4 &&
         !(W.Allocations.empty() && W.Returned.empty());
}

/// The call whose result V is, or null; one in Allocations if V is fresh
/// memory.
const CallBase *Wrappers::freshOf(const Value *V, const Wrapper &W) {
  for (unsigned Depth = 0; Depth != 8; ++Depth) {
    V = throughLocal(V->stripPointerCasts());
    auto *CB = dyn_cast<CallBase>(V);
    if (!CB || is_contained(W.Allocations, CB))
      return CB;
    const Function *D = definitionOf(*CB);
    const Wrapper *Inner = D ? find(*D) : nullptr;
    if (!Inner || !Inner->Allocations.empty() || Inner->Returned.size() != 1 ||
        Inner->Returned[0] >= CB->arg_size())
      return nullptr;
    V = CB->getArgOperand(Inner->Returned[0]);
  }
  return nullptr;
}

/// Block copies from a parameter into the fresh memory (xmemdup): each site
/// copies from its own argument.
void Wrappers::findCopies(const Function &F, Wrapper &W) {
  for (const BasicBlock &B : F)
    for (const Instruction &I : B) {
      auto *CB = dyn_cast<CallBase>(&I);
      if (!CB)
        continue;
      Wrapper::Copy C{CB, nullptr, 1, 2};
      if (!isa<MemTransferInst>(CB)) {
        const LibraryModel *M = modelOf(*CB);
        if (!M || M->Statements.empty() ||
            M->Statements[0].K != ModelStatement::Copy)
          continue;
        const ModelStatement &S = M->Statements[0];
        if (S.Target.Base != ModelPointer::Argument || S.Target.Number != 0 ||
            S.Source.P.Base != ModelPointer::Argument || !S.SizeArgument ||
            S.TimesArgument || S.Target.Step || S.Source.P.Step)
          continue;
        C.Source = S.Source.P.Number;
        C.Size = *S.SizeArgument;
      }
      if (C.Source >= CB->arg_size() || C.Size >= CB->arg_size())
        continue;
      const Value *From = throughLocal(CB->getArgOperand(C.Source));
      C.Fresh = freshOf(CB->getArgOperand(0), W);
      if (C.Fresh && isa<Argument>(From)) {
        W.Copies.push_back(C);
        DoneAtCalls.insert(CB);
      }
    }
}

/// Stores of a parameter into the fresh memory (n->next = next): each site
/// stores its own argument.
void Wrappers::findFills(const Function &F, Wrapper &W) {
  for (const BasicBlock &B : F)
    for (const Instruction &I : B) {
      auto *S = dyn_cast<StoreInst>(&I);
      if (!S)
        continue;
      // A by-value argument has another address inside the function.
      auto *A = dyn_cast<Argument>(throughLocal(S->getValueOperand()));
      if (!A || A->hasByValAttr())
        continue;
      APInt Offset(64, 0);
      const Value *Start =
          S->getPointerOperand()->stripAndAccumulateConstantOffsets(
              M.getDataLayout(), Offset, /*AllowNonInbounds=*/true);
      const CallBase *Fresh = freshOf(Start, W);
      if (!Fresh || !is_contained(W.Allocations, Fresh))
        continue;
      W.Fills.push_back({S, Fresh, Offset.getSExtValue()});
      DoneAtCalls.insert(S);
    }
}

/// True if nothing in the wrapper can load a pointer from the fresh memory, or
/// keep a pointer to it.
bool Wrappers::keepsToItself(const Wrapper &W) {
  SmallVector<const Value *, 16> Work;
  SmallPtrSet<const Value *, 16> Seen;
  auto Push = [&](const Value *V) {
    if (Seen.insert(V).second)
      Work.push_back(V);
  };
  for (const CallBase *CB : W.Allocations)
    Push(CB);
  while (!Work.empty()) {
    if (Seen.size() > 256)
      return false;
    const Value *V = Work.pop_back_val();
    for (const Use &U : V->uses())
      if (!useIsPrivate(U, W, Push))
        return false;
  }
  return true;
}

bool Wrappers::useIsPrivate(const Use &U, const Wrapper &W, ValueVisitor Push) {
  const User *Usr = U.getUser();
  if (isa<ICmpInst>(Usr) || isa<ReturnInst>(Usr))
    return true;
  if (isa<PHINode>(Usr) || isa<SelectInst>(Usr) || isa<FreezeInst>(Usr) ||
      isa<BitCastInst>(Usr)) {
    Push(Usr);
    return true;
  }
  if (auto *G = dyn_cast<GetElementPtrInst>(Usr)) {
    if (&U != &G->getOperandUse(0))
      return false;
    Push(G);
    return true;
  }
  if (auto *L = dyn_cast<LoadInst>(Usr))
    return !carries(L->getType());
  if (auto *S = dyn_cast<StoreInst>(Usr)) {
    if (&U == &S->getOperandUse(1))
      return !carries(S->getValueOperand()->getType());
    if (!isPlainLocal(S->getPointerOperand()))
      return false;
    for (const User *Reader : S->getPointerOperand()->users())
      if (isa<LoadInst>(Reader))
        Push(Reader);
    return true;
  }
  return isa<CallBase>(Usr) && argumentIsPrivate(U, W, Push);
}

bool Wrappers::argumentIsPrivate(const Use &U, const Wrapper &W,
                                 ValueVisitor Push) {
  const auto *CB = cast<CallBase>(U.getUser());
  if (!CB->isArgOperand(&U))
    return false;
  auto *Intrinsic = dyn_cast<IntrinsicInst>(CB);
  if (isa<MemIntrinsic>(CB) ||
      (Intrinsic && Intrinsic->isAssumeLikeIntrinsic()))
    return true;
  if (is_contained(W.Allocations, CB)) {
    // Passed to realloc, or to a wrapper of it.
    Push(CB);
    return true;
  }
  const unsigned Number = CB->getArgOperandNo(&U);
  if (auto *D = definitionOf(*CB)) {
    // Its uses of the pointer count as uses in this function.
    if (Number >= D->arg_size())
      return false;
    Push(D->getArg(Number));
    Push(CB);
    return true;
  }
  const LibraryModel *M = modelOf(*CB);
  if (!M)
    return false;
  const ModelUse Use = useOf(*M, Number);
  if (Use == ModelUse::Returns)
    Push(CB);
  return Use == ModelUse::Returns || Use == ModelUse::Harmless;
}

bool Wrappers::isWrapped(const CallBase &CB) {
  const Wrapper *W = find(*CB.getFunction());
  return W && is_contained(W->Allocations, &CB);
}
