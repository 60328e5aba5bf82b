//===- MustAlias.cpp - Proves that two pointers are equal -----------------===//
//
// Where LLVM's BasicAA decomposes addresses within one function, this also goes
// through the arguments of internal functions.
//
//===----------------------------------------------------------------------===//
#include "llvm-pass/alias/MustAlias.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

#include <optional>

using namespace llvm;
using namespace amorph;

namespace {

struct Address {
  const Value *Variable;
  int64_t Offset;
  bool operator==(const Address &) const = default;
};

/// Finds the variable and constant offset of a pointer.
class AddressFinder {
  const DataLayout &DL;
  SmallPtrSet<const Value *, 16> Open; ///< phis on the current path
  unsigned Steps = 0;

public:
  explicit AddressFinder(const DataLayout &DL) : DL(DL) {}
  bool ThroughArgument = false; ///< the search entered a caller

  std::optional<Address> find(const Value *V) {
    if (++Steps > 64 || !V->getType()->isPointerTy())
      return std::nullopt;
    APInt Offset(DL.getIndexTypeSizeInBits(V->getType()), 0);
    const Value *Base = V->stripAndAccumulateConstantOffsets(
        DL, Offset, /*AllowNonInbounds=*/true);
    std::optional<Address> A = base(Base);
    if (A)
      A->Offset += Offset.getSExtValue();
    return A;
  }

private:
  std::optional<Address> base(const Value *V) {
    if (auto *G = dyn_cast<GlobalVariable>(V)) {
      // A thread-local variable differs by thread; a weak declaration may be
      // null.
      if (G->isThreadLocal() || G->hasExternalWeakLinkage())
        return std::nullopt;
      return Address{G, 0};
    }
    if (auto *Alloca = dyn_cast<AllocaInst>(V)) {
      if (!Alloca->isStaticAlloca())
        return std::nullopt;
      return Address{Alloca, 0};
    }
    if (auto *S = dyn_cast<SelectInst>(V))
      return agree({S->getTrueValue(), S->getFalseValue()}, V);
    if (auto *P = dyn_cast<PHINode>(V)) {
      SmallVector<const Value *, 8> Incoming(P->incoming_values());
      return agree(Incoming, V);
    }
    if (auto *A = dyn_cast<Argument>(V))
      return argument(*A);
    return std::nullopt;
  }

  std::optional<Address> agree(ArrayRef<const Value *> Choices,
                               const Value *At) {
    // A cycle is harmless only if it adds no offset; all cycles are rejected.
    if (!Open.insert(At).second)
      return std::nullopt;
    std::optional<Address> All;
    for (const Value *Choice : Choices) {
      std::optional<Address> A = find(Choice);
      if (!A || (All && *All != *A)) {
        All.reset();
        break;
      }
      All = A;
    }
    Open.erase(At);
    return All;
  }

  std::optional<Address> argument(const Argument &A) {
    const Function &F = *A.getParent();
    if (!F.hasLocalLinkage() || F.use_empty() || F.isVarArg() ||
        A.hasPassPointeeByValueCopyAttr())
      return std::nullopt;
    SmallVector<const Value *, 8> Actual;
    for (const Use &U : F.uses()) {
      auto *Call = dyn_cast<CallBase>(U.getUser());
      if (!Call || !Call->isCallee(&U) || Call->arg_size() <= A.getArgNo() ||
          Call->getFunctionType() != F.getFunctionType())
        return std::nullopt;
      Actual.push_back(Call->getArgOperand(A.getArgNo()));
    }
    ThroughArgument = true;
    return agree(Actual, &A);
  }
};

} // namespace

bool amorph::mustAlias(const Value *A, const Value *B, const DataLayout &DL,
                       bool CrossIteration,
                       function_ref<bool(const Function &)> MayRecurse) {
  if (A == B)
    return !CrossIteration || !isa<Instruction>(A);
  AddressFinder Finder(DL);
  std::optional<Address> First = Finder.find(A);
  if (!First || First != Finder.find(B))
    return false;
  // A local exists once per activation. Its function and a function that was
  // given its address may see different activations.
  auto *Local = dyn_cast<AllocaInst>(First->Variable);
  return !Local || !Finder.ThroughArgument ||
         !MayRecurse(*Local->getFunction());
}
