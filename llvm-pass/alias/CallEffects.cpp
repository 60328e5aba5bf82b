//===- CallEffects.cpp - Memory that calls may read and write -------------===//
#include "llvm-pass/alias/CallEffects.h"
#include "llvm-pass/models/Models.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"

#include <algorithm>

using namespace llvm;
using namespace amorph;

/// True for memory that the library owns or may know by name, including
/// variables that the program only declares (stdout, environ, timezone).
static bool isLibraryMemory(const MemoryBlock &B) {
  if (B.Kind == ObjectKind::Unknown || B.Kind == ObjectKind::Library)
    return true;
  auto *G = dyn_cast_or_null<GlobalVariable>(B.Site);
  return G && G->isDeclaration() && !G->isConstant();
}

static BitVector libraryMemory(const ModuleConstraints &C) {
  BitVector Library(C.Blocks.size());
  for (unsigned B = 0; B != C.Blocks.size(); ++B)
    if (isLibraryMemory(C.Blocks[B]))
      Library.set(B);
  return Library;
}

CallEffects::CallEffects(const Module &M, const PointsToResult &PTA,
                         PointsToSets &Sets)
    : PTA(PTA), Sets(Sets), Reach(PTA, Sets),
      Library(libraryMemory(PTA.Constraints)), Code(M, PTA),
      Summaries(M, PTA, Sets, Code, Reach, Library) {
  findStored(M);
}

void CallEffects::findStored(const Module &M) {
  const ModuleConstraints &C = PTA.Constraints;
  Stored.resize(C.Blocks.size());
  BitVector Seen(PTA.Solution.set_begin.size());
  auto Add = [&](Var V) {
    unsigned Set = PTA.Solution.set_of[V];
    if (Seen.test(Set))
      return;
    Seen.set(Set);
    for (unsigned B : Sets.blocks(Set))
      Stored.set(B);
  };
  for (const MemoryBlock &B : C.Blocks) {
    // Parameters and results are not memory; variable arguments are, through
    // va_list.
    auto *F = dyn_cast_or_null<Function>(B.Site);
    if ((B.Kind == ObjectKind::Function ||
         B.Kind == ObjectKind::FunctionSlot) &&
        F && !F->isVarArg())
      continue;
    for (Var O = B.First; O != B.First + B.Count; ++O)
      Add(O);
  }
  if (C.Exception != NoVar)
    Add(C.Exception);
  // Outside code may keep its arguments.
  for (const Function &F : M)
    for (const Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallBase>(&I);
          Call && is_contained(Code.of(*Call).Nodes, CalledCode::UnknownCode))
        for (const Use &U : Call->args())
          if (Var V = C.varOf(U); V != NoVar)
            Add(V);
  for (unsigned B = 0; B != C.Blocks.size(); ++B)
    if (PTA.escapes(C.Blocks[B].First) ||
        isa_and_nonnull<GlobalValue>(C.Blocks[B].Site))
      Stored.set(B); // a global can be accessed by name
}

bool CallEffects::mayRecurse(const Function &F) const {
  auto It = Code.nodes().find(&F);
  return Code.hasCoroutines() || It == Code.nodes().end() ||
         Summaries.isCyclic(It->second);
}

void CallEffects::replaceBlock(unsigned Block, ArrayRef<unsigned> Into) {
  for (unsigned B : Into) {
    Summaries.replaceBlock(Block, B);
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
  // Attributes of the call say nothing about its allocations either.
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
        R |= Summaries.effectOn(Node, B);
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
  const Callees *Known = Code.find(Call);
  if (Call.hasOperandBundles() || !Known || Sets.provesNothing(Set))
    return ModRefInfo::ModRef;
  return effect(*Known, Operands.take_front(Call.arg_size()), Set);
}

bool CallEffects::touches(const CallBase &Call, ArrayRef<unsigned> Operands,
                          unsigned Set) {
  const Callees *Known = Code.find(Call);
  return Call.hasOperandBundles() || !Known || Sets.provesNothing(Set) ||
         isModOrRefSet(effect(*Known, Operands.take_front(Call.arg_size()), Set,
                              /*Fresh=*/true));
}

/// True if F was solved with arguments in the blocks of these. An integer that
/// may carry a pointer is replaced by F's argument.
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
  const Callees C = Code.compute(Call);
  if (C.Nodes.empty() && !C.Reaches) {
    // An intrinsic or a library function that accesses the pointees of its
    // pointers, and nothing through integers.
    std::replace(Arguments.begin(), Arguments.end(), AnyInteger, NoSet);
  } else if (!Existed) {
    return std::nullopt;
  } else if (isExact(*F)) {
    if (!areArguments(*F, Arguments))
      return std::nullopt;
  } else if (is_contained(Arguments, AnyInteger)) {
    // Arguments of unknown code have escaped.
    if (PTA.Constraints.ClosedWorld || PTA.Constraints.Models->find(Call, *F))
      return std::nullopt;
    std::replace(Arguments.begin(), Arguments.end(), AnyInteger,
                 Sets.of(PTA.Constraints.Unknown));
  }
  const ModRefInfo Info = effect(C, Arguments, Set);
  return Info != ModRefInfo::ModRef && Code.orderIsUnknown(*Call.getFunction())
             ? ModRefInfo::ModRef
             : Info;
}
