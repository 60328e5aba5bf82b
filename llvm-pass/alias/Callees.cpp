//===- Callees.cpp - Functions that a call may run ------------------------===//
#include "llvm-pass/alias/Callees.h"
#include "llvm-pass/models/Models.h"

#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace amorph;

/// False if no argument of the call can be copied, by a quick look at all of
/// its attributes.
static bool mayCopy(const CallBase &Call) {
  auto Has = [](const AttributeList &A) {
    return A.hasAttrSomewhere(Attribute::ByVal) ||
           A.hasAttrSomewhere(Attribute::InAlloca) ||
           A.hasAttrSomewhere(Attribute::Preallocated);
  };
  const Function *F = Call.getCalledFunction();
  return Has(Call.getAttributes()) || (F && Has(F->getAttributes()));
}

bool amorph::isCopied(const CallBase &Call, const Use &Argument) {
  return Call.isArgOperand(&Argument) &&
         Call.isPassPointeeByValueArgument(Call.getArgOperandNo(&Argument));
}

CalledCode::CalledCode(const Module &M, const PointsToResult &PTA) : PTA(PTA) {
  OwnStdio = PTA.Constraints.ClosedWorld;
  OwnConversions = OwnStdio && !PTA.Constraints.RegistersConversions;
  for (const Function &F : M) {
    const LibraryModel *Model = PTA.Constraints.Models->find(F);
    OwnStdio &= Model ? !Model->OpensStream
                      : !F.isDeclaration() || F.isIntrinsic() || F.use_empty();
    if (F.isDeclaration())
      continue;
    NodeOf[&F] = NodeOf.size() + 1;
    Coroutines |= F.isPresplitCoroutine();
    if (F.callsFunctionThatReturnsTwice())
      ReturnsTwice.insert(&F);
  }
}

bool CalledCode::orderIsUnknown(const Function &F) {
  if (Coroutines || ReturnsTwice.empty())
    return Coroutines;
  // A pass may have moved the body of F to a new function.
  auto [It, New] = ReturnsTwiceNow.try_emplace(&F, false);
  if (New)
    It->second = F.callsFunctionThatReturnsTwice();
  return It->second;
}

const CalleeGroup &CalledCode::groupOf(const CallTargets &Targets) {
  const CalleeGroup *&Known = GroupOf[&Targets];
  if (Known)
    return *Known;
  Groups.push_back(std::make_unique<CalleeGroup>());
  CalleeGroup &New = *Groups.back();
  Known = &New;
  New.Node = NodeOf.size() + Groups.size();
  for (const Function *F : Targets.Functions)
    if (isExact(*F))
      New.Bodies.push_back(NodeOf.lookup(F));
    else
      New.Others.push_back(F);
  return New;
}

void CalledCode::add(const CallBase &Call, const Function &F,
                     Callees &C) const {
  if (!F.isDeclaration())
    C.Nodes.push_back(NodeOf.lookup(&F));
  if (isExact(F))
    return;
  const LibraryModel *Model =
      F.isDeclaration() ? PTA.Constraints.Models->find(Call, F) : nullptr;
  if (Model && !Model->Unknown && Model->Effect != LibraryEffect::Unknown &&
      (!Model->UsesStream || OwnStdio) &&
      (!Model->UsesConversions || OwnConversions)) {
    if (Model->Effect == LibraryEffect::None)
      return;
    C.Arguments = true;
    C.ArgumentsInfo |= Model->Effect == LibraryEffect::Reads
                           ? ModRefInfo::Ref
                           : ModRefInfo::ModRef;
    return;
  }
  // The arguments of a modelled function need not have escaped, but it may
  // access everything reachable from them.
  C.Reaches = true;
  C.Nodes.push_back(UnknownCode);
}

Callees CalledCode::compute(const CallBase &Call) {
  Callees C;
  C.Anything = Coroutines || ReturnsTwice.contains(Call.getFunction());
  C.Copies = mayCopy(Call) && any_of(Call.args(), [&](const Use &U) {
               return isCopied(Call, U);
             });
  if (isa<DbgInfoIntrinsic>(Call)) {
    C.Mask = ModRefInfo::NoModRef;
    C.Anything = false;
    return C;
  }
  // Markers of lifetimes are not the order that is unknown. They write the
  // object: its old contents are undefined afterwards.
  if (Call.isLifetimeStartOrEnd())
    C.Anything = false;
  if (auto *Intrinsic = dyn_cast<IntrinsicInst>(&Call))
    switch (Intrinsic->getIntrinsicID()) {
    case Intrinsic::stacksave:
      C.Mask = ModRefInfo::NoModRef;
      return C;
    case Intrinsic::stackrestore: // ends the life of any variable-length array
      C.Anything = true;
      return C;
    case Intrinsic::vastart:
    case Intrinsic::vacopy:
    case Intrinsic::vaend:
      C.Arguments = true;
      C.ArgumentsInfo = ModRefInfo::ModRef;
      return C;
    default:
      break;
    }
  MemoryEffects ME = Call.getMemoryEffects();
  C.Mask = ME.getModRef();
  const Function *F = Call.getCalledFunction();
  bool Outside = !F || F->isDeclaration();
  if (Outside && ME.onlyAccessesInaccessibleOrArgMem() &&
      !Call.hasOperandBundles()) {
    C.Arguments = true;
    C.ArgumentsInfo = ME.getModRef(IRMemLocation::ArgMem);
    return C;
  }
  if (F) {
    add(Call, *F, C);
  } else if (Call.isInlineAsm()) {
    C.Nodes.push_back(UnknownCode);
  } else {
    const CallTargets &Targets = PTA.targets(Call);
    const CalleeGroup &All = groupOf(Targets);
    if (!All.Bodies.empty())
      C.Nodes.push_back(All.Node);
    for (const Function *Target : All.Others)
      add(Call, *Target, C);
    // No target: the pointer was not understood.
    if (Targets.Unknown || Targets.Functions.empty())
      C.Nodes.push_back(UnknownCode);
  }
  return C;
}

const Callees &CalledCode::of(const CallBase &Call) {
  auto It = CalleesOf.find(&Call);
  if (It == CalleesOf.end())
    It = CalleesOf.try_emplace(&Call, compute(Call)).first;
  return It->second;
}
