//===- AnnotateArguments.cpp - Attributes of arguments --------------------===//
#include "llvm-pass/transform/AnnotateArguments.h"

#include "llvm-pass/alias/AliasSnapshot.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/MemoryLocation.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

#include <vector>

using namespace llvm;
using namespace amorph;

namespace {

/// Queries about one argument: a larger function gets no `noalias` by its
/// accesses.
constexpr size_t MaxAccesses = 4000;

/// Fills Calls with all calls of F; false if it may be called otherwise.
bool findCalls(const Function &F, SmallVectorImpl<const CallBase *> &Calls) {
  if (!F.hasLocalLinkage() || F.isVarArg() || F.hasOptNone() ||
      F.hasFnAttribute(Attribute::Naked) || F.isPresplitCoroutine())
    return false;
  for (const Use &U : F.uses()) {
    auto *Call = dyn_cast<CallBase>(U.getUser());
    if (!Call || !Call->isCallee(&U) ||
        Call->getFunctionType() != F.getFunctionType() ||
        Call->hasOperandBundles())
      return false;
    Calls.push_back(Call);
  }
  return !Calls.empty();
}

bool isAddress(const Argument &A) {
  return A.getType()->isPointerTy() &&
         A.getType()->getPointerAddressSpace() == 0 &&
         !A.hasPassPointeeByValueCopyAttr() && !A.hasStructRetAttr() &&
         !A.hasAttribute(Attribute::ByRef) && !A.hasSwiftErrorAttr() &&
         !A.hasAttribute(Attribute::Writable) &&
         !A.hasAttribute(Attribute::Initializes);
}

/// The effect of a call of the function on the memory that A points to.
ModRefInfo effectOf(ArrayRef<const CallBase *> Calls, const Argument &A,
                    AliasSnapshot &Answers) {
  ModRefInfo Effect = ModRefInfo::NoModRef;
  for (const CallBase *Call : Calls) {
    const Value *Given = Call->getArgOperand(A.getArgNo());
    if (isa<ConstantPointerNull>(Given) && !NullPointerIsDefined(A.getParent()))
      continue;
    Effect |= Answers.modRef(*Call, MemoryLocation::getBeforeOrAfter(Given));
    if (isModAndRefSet(Effect))
      break;
  }
  return Effect;
}

/// The accesses of a function.
struct Accesses {
  std::vector<const Value *> Pointers; ///< of loads, stores and copies
  std::vector<const CallBase *> Calls; ///< all others that access memory
  bool Orders = false; ///< may wait for another thread, or return twice
};

Accesses accessesOf(const Function &F) {
  Accesses All;
  for (const Instruction &I : instructions(F)) {
    if (!I.mayReadOrWriteMemory())
      continue;
    if (I.isAtomic() || I.isVolatile())
      All.Orders = true;
    if (const Value *P = getLoadStorePointerOperand(&I)) {
      All.Pointers.push_back(P);
    } else if (auto *Copy = dyn_cast<AnyMemIntrinsic>(&I)) {
      All.Pointers.push_back(Copy->getRawDest());
      if (auto *Transfer = dyn_cast<AnyMemTransferInst>(Copy))
        All.Pointers.push_back(Transfer->getRawSource());
    } else if (auto *Call = dyn_cast<CallBase>(&I)) {
      All.Orders |= Call->hasFnAttr(Attribute::ReturnsTwice);
      if (!I.isLifetimeStartOrEnd() && !isa<AssumeInst>(I) &&
          !Call->onlyAccessesInaccessibleMemory())
        All.Calls.push_back(Call);
    } else {
      All.Orders = true; // fence, va_arg, ...
    }
  }
  return All;
}

/// True if A's pointees are accessed through A only.
bool isOnlyAccessedThrough(const Argument &A, const Accesses &All,
                           AliasSnapshot &Answers) {
  const MemoryLocation At = MemoryLocation::getBeforeOrAfter(&A);
  auto Through = [&](const Value *P) {
    SmallVector<const Value *, 4> Objects;
    getUnderlyingObjects(P, Objects);
    return all_of(Objects, [&](const Value *O) { return O == &A; });
  };
  return all_of(All.Pointers,
                [&](const Value *P) {
                  return Through(P) ||
                         Answers.disjoint(MemoryLocation::getBeforeOrAfter(P),
                                          At) == AliasSnapshot::Reason::Blocks;
                }) &&
         all_of(All.Calls, [&](const CallBase *Call) {
           return isNoModRef(Answers.modRef(*Call, At));
         });
}

struct Findings {
  Argument *A;
  ModRefInfo Effect;
  bool NoAlias;
};

void examine(Function &F, AliasSnapshot &Answers,
             std::vector<Findings> &Found) {
  SmallVector<const CallBase *, 8> Calls;
  if (F.isDeclaration() || !any_of(F.args(), isAddress) || !findCalls(F, Calls))
    return;
  const Accesses All = accessesOf(F);
  const bool Few = All.Pointers.size() + All.Calls.size() <= MaxAccesses;
  for (Argument &A : F.args()) {
    if (!isAddress(A))
      continue;
    const ModRefInfo Effect = effectOf(Calls, A, Answers);
    const bool NoAlias =
        !A.hasNoAliasAttr() && !All.Orders &&
        (!isModSet(Effect) || (Few && isOnlyAccessedThrough(A, All, Answers)));
    if (NoAlias || !isModAndRefSet(Effect))
      Found.push_back({&A, Effect, NoAlias});
  }
}

/// Adds the attributes that an argument does not have yet.
void write(const Findings &F, ArgumentCounts &Count) {
  Argument &A = *F.A;
  if (F.NoAlias) {
    A.addAttr(Attribute::NoAlias);
    ++Count.NoAlias;
  }
  if (A.hasAttribute(Attribute::ReadNone) || isModAndRefSet(F.Effect))
    return;
  const bool Reads =
      isRefSet(F.Effect) && !A.hasAttribute(Attribute::WriteOnly);
  const bool Writes =
      isModSet(F.Effect) && !A.hasAttribute(Attribute::ReadOnly);
  const Attribute::AttrKind Kind = Reads    ? Attribute::ReadOnly
                                   : Writes ? Attribute::WriteOnly
                                            : Attribute::ReadNone;
  if (A.hasAttribute(Kind))
    return;
  A.removeAttr(Attribute::ReadOnly);
  A.removeAttr(Attribute::WriteOnly);
  A.addAttr(Kind);
  ++(Reads ? Count.ReadOnly : Writes ? Count.WriteOnly : Count.ReadNone);
}

} // namespace

ArgumentCounts amorph::annotateArguments(Module &M, AliasSnapshot &Answers) {
  std::vector<Findings> Found; // all answers come before the first change
  for (Function &F : M)
    examine(F, Answers, Found);
  ArgumentCounts Count;
  for (const Findings &F : Found)
    write(F, Count);
  return Count;
}
