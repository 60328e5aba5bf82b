//===- CallQueries.cpp - Queries of what calls may read and write ---------===//
#include "llvm-pass/alias/CallEffects.h"
#include "llvm-pass/models/Models.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"

#include <algorithm>

using namespace llvm;
using namespace amorph;

bool CallEffects::mayRecurse(const Function &F) const {
  auto It = NodeOf.find(&F);
  return Coroutines || It == NodeOf.end() || Cyclic[ComponentOf[It->second]];
}

bool CallEffects::orderIsUnknown(const Function &F) {
  if (Coroutines || ReturnsTwice.empty())
    return Coroutines;
  // A pass may have moved the body of F to a new function.
  auto [It, New] = ReturnsTwiceNow.try_emplace(&F, false);
  if (New)
    It->second = F.callsFunctionThatReturnsTwice();
  return It->second;
}

ModRefInfo CallEffects::effectOn(unsigned Node, unsigned Block) const {
  const Effect &E = Effects[ComponentOf[Node]];
  ModRefInfo R = ModRefInfo::NoModRef;
  if (E.ModAll || E.Mod.test(Block))
    R |= ModRefInfo::Mod;
  if (E.RefAll || E.Ref.test(Block))
    R |= ModRefInfo::Ref;
  return R;
}

void CallEffects::replaceBlock(unsigned Block, ArrayRef<unsigned> Into) {
  for (unsigned B : Into) {
    for (Effect &E : Effects) {
      if (E.Mod.test(Block))
        E.Mod.set(B);
      if (E.Ref.test(Block))
        E.Ref.set(B);
    }
    if (Stored.test(Block))
      Stored.set(B);
  }
  Reach.clear();
  LastReached.clear();
  Included.clear();
}

bool CallEffects::mayPass(ArrayRef<unsigned> Arguments, unsigned Block) {
  for (unsigned Set : Arguments) {
    if (Set >= Nowhere)
      continue;
    ArrayRef<unsigned> Blocks = Sets.blocks(Set);
    if (std::binary_search(Blocks.begin(), Blocks.end(), Block))
      return true;
  }
  return false;
}

void CallEffects::reach(ArrayRef<unsigned> Arguments) {
  if (!LastReached.empty() && ArrayRef<unsigned>(LastArguments) == Arguments)
    return;
  LastReached = Reach.from(Arguments);
  LastArguments.assign(Arguments.begin(), Arguments.end());
}

ModRefInfo CallEffects::effect(const Callees &C, ArrayRef<unsigned> Arguments,
                               unsigned Set, bool Fresh) {
  // Attributes of the call say nothing about what it allocates either.
  const ModRefInfo Mask = Fresh ? ModRefInfo::ModRef : C.Mask;
  if (C.Anything)
    return ModRefInfo::ModRef;
  if (C.Reaches)
    reach(Arguments);
  ModRefInfo R = ModRefInfo::NoModRef;
  for (unsigned B : Sets.blocks(Set)) {
    bool Passed = mayPass(Arguments, B);
    if (C.Reaches && LastReached[B])
      R |= ModRefInfo::ModRef;
    if (Passed && C.Copies)
      R |= ModRefInfo::Ref;
    if (C.Arguments && Passed)
      R |= C.ArgumentsInfo;
    if (Fresh || Passed || Stored.test(B))
      for (unsigned Node : C.Nodes)
        R |= effectOn(Node, B);
    // Any call of the library may change the library's own memory.
    if (Library.test(B))
      R |= ModRefInfo::ModRef;
    if ((R & Mask) == Mask)
      return Mask;
  }
  return R & Mask;
}

ModRefInfo CallEffects::of(const CallBase &Call, ArrayRef<unsigned> Operands,
                           unsigned Set) {
  auto Known = CalleesOf.find(&Call);
  if (Call.hasOperandBundles() || Known == CalleesOf.end() ||
      Sets.provesNothing(Set))
    return ModRefInfo::ModRef;
  return effect(Known->second, Operands.take_front(Call.arg_size()), Set);
}

bool CallEffects::touches(const CallBase &Call, ArrayRef<unsigned> Operands,
                          unsigned Set) {
  auto Known = CalleesOf.find(&Call);
  return Call.hasOperandBundles() || Known == CalleesOf.end() ||
         Sets.provesNothing(Set) ||
         isModOrRefSet(effect(Known->second,
                              Operands.take_front(Call.arg_size()), Set,
                              /*Fresh=*/true));
}

/// True if F was solved with arguments in the blocks of these. An integer that
/// may carry a pointer is replaced by what F was given.
bool CallEffects::areArguments(const Function &F,
                               MutableArrayRef<unsigned> Arguments) {
  if (Arguments.size() > F.arg_size())
    return false; // variable arguments
  for (unsigned N = 0; N != Arguments.size(); ++N) {
    const unsigned Given = Sets.of(PTA.Constraints.varOf(F.getArg(N)));
    unsigned &Now = Arguments[N];
    if (Now == AnyInteger)
      Now = Given;
    else if (Now < Nowhere && (Given == NoSet || !includesBlocks(Given, Now)))
      return false;
  }
  return true;
}

bool CallEffects::includesBlocks(unsigned All, unsigned Part) {
  if (All == Part)
    return true;
  auto [It, New] = Included.try_emplace({All, Part}, false);
  if (New) {
    ArrayRef<unsigned> P = Sets.blocks(Part), A = Sets.blocks(All);
    It->second = std::includes(A.begin(), A.end(), P.begin(), P.end());
  }
  return It->second;
}

std::optional<ModRefInfo>
CallEffects::ofNew(const CallBase &Call, bool Existed,
                   MutableArrayRef<unsigned> Arguments, unsigned Set) {
  const Function *F = Call.getCalledFunction();
  if (!F || Call.hasOperandBundles() || Sets.provesNothing(Set))
    return std::nullopt;
  const Callees C = calleesOf(Call);
  if (C.Nodes.empty() && !C.Reaches) {
    // An intrinsic or a library function that accesses what its pointers point
    // to, and nothing through integers.
    std::replace(Arguments.begin(), Arguments.end(), AnyInteger, NoSet);
  } else if (!Existed) {
    return std::nullopt;
  } else if (isExact(*F)) {
    if (!areArguments(*F, Arguments))
      return std::nullopt;
  } else if (is_contained(Arguments, AnyInteger)) {
    // What unknown code was given has escaped.
    if (PTA.Constraints.ClosedWorld || PTA.Constraints.Models->find(Call, *F))
      return std::nullopt;
    std::replace(Arguments.begin(), Arguments.end(), AnyInteger,
                 Sets.of(PTA.Constraints.Unknown));
  }
  const ModRefInfo Info = effect(C, Arguments, Set);
  return Info != ModRefInfo::ModRef && orderIsUnknown(*Call.getFunction())
             ? ModRefInfo::ModRef
             : Info;
}
