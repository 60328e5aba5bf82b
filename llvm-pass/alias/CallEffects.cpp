//===- CallEffects.cpp - What calls may read and write --------------------===//
//
// The phases of the constructor: number the functions, collect the effects of
// unknown code and of each function, find the memory whose address is stored,
// then condense the call graph and sum up (CallSummaries.cpp). Callees.cpp says
// what a call may run.
//
//===----------------------------------------------------------------------===//
#include "llvm-pass/alias/CallEffects.h"
#include "llvm-pass/models/Models.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

#include <algorithm>
#include <utility>

using namespace llvm;
using namespace amorph;

namespace {

/// True for memory that the library owns or may know by name, including
/// variables that the program only declares (stdout, environ, timezone).
bool isLibraryMemory(const MemoryBlock &B) {
  if (B.Kind == ObjectKind::Unknown || B.Kind == ObjectKind::Library)
    return true;
  auto *G = dyn_cast_or_null<GlobalVariable>(B.Site);
  return G && G->isDeclaration() && !G->isConstant();
}

void sortAndUnique(SmallVectorImpl<unsigned> &Numbers) {
  llvm::sort(Numbers);
  Numbers.erase(std::unique(Numbers.begin(), Numbers.end()), Numbers.end());
}

/// True if the memory operation may order accesses of other threads.
bool mayOrder(const Instruction &I) {
  if (auto *L = dyn_cast<LoadInst>(&I))
    return isStrongerThan(L->getOrdering(), AtomicOrdering::Unordered);
  if (auto *S = dyn_cast<StoreInst>(&I))
    return isStrongerThan(S->getOrdering(), AtomicOrdering::Unordered);
  return I.isAtomic() || isa<FenceInst>(I);
}

} // namespace

/// True if the body in the module is the one that will run. A linker may take a
/// copy of an inline function from another object instead, which was optimised
/// less and reads more.
bool CallEffects::isExact(const Function &F) { return F.hasExactDefinition(); }

/// True if the call copies what the argument points to (byval).
bool CallEffects::isCopied(const CallBase &Call, const Use &Argument) {
  return Call.isArgOperand(&Argument) &&
         Call.isPassPointeeByValueArgument(Call.getArgOperandNo(&Argument));
}

CallEffects::CallEffects(const Module &M, const PointsToResult &PTA,
                         PointsToSets &Sets)
    : M(M), PTA(PTA), Sets(Sets), Reach(PTA, Sets),
      Library(PTA.Constraints.Blocks.size()) {
  for (unsigned B = 0; B != PTA.Constraints.Blocks.size(); ++B)
    if (isLibraryMemory(PTA.Constraints.Blocks[B]))
      Library.set(B);
  numberFunctions();
  CallGraph G;
  G.Own.resize(NodeOf.size() + 1);
  G.Calls.resize(G.Own.size());
  for (Effect &E : G.Own)
    E.resize(PTA.Constraints.Blocks.size());
  G.LastMod.resize(PTA.Solution.set_begin.size());
  G.LastRef.resize(G.LastMod.size());
  addUnknownCode(G);
  for (const Function &F : M)
    if (!F.isDeclaration())
      addFunction(F, G);
  addGroups(G);
  findStored();
  condense(G.Calls);
  summarise(G);
}

void CallEffects::numberFunctions() {
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

/// Unknown code accesses what escaped, and what library functions were given
/// and keep (strtok the string, putenv the variable), with all that is reached
/// from there. It calls every function that it can name or was given.
void CallEffects::addUnknownCode(CallGraph &G) {
  const ModuleConstraints &C = PTA.Constraints;
  SmallVector<unsigned, 16> Kept;
  for (unsigned B : Library.set_bits())
    for (Var O = C.Blocks[B].First; O != C.Blocks[B].First + C.Blocks[B].Count;
         ++O)
      Kept.push_back(Sets.of(O));
  const BitVector Reached = Reach.from(Kept);
  for (unsigned B = 0; B != C.Blocks.size(); ++B)
    if (Reached[B] || Library.test(B) || PTA.escapes(C.Blocks[B].First))
      G.Own[UnknownCode].set(B, ModRefInfo::ModRef);
  for (const Function &F : M) {
    if (F.isDeclaration())
      continue;
    const MemoryBlock *B = C.blockFor(&F);
    if (F.hasAddressTaken() || F.getName() == "main" ||
        (!F.hasLocalLinkage() && !C.ClosedWorld) ||
        PTA.escapes(B ? B->First : C.Unknown))
      G.Calls[UnknownCode].push_back(NodeOf[&F]);
  }
}

void CallEffects::addFunction(const Function &F, CallGraph &G) {
  unsigned Node = NodeOf[&F];
  SmallVector<unsigned, 16> Given; // to code that accesses what they reach
  for (const Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallBase>(&I))
      addCall(*Call, Node, G, Given);
    else
      addInstruction(I, Node, G);
  sortAndUnique(G.Calls[Node]);
  sortAndUnique(Given);
  if (Given.empty())
    return;
  const BitVector Reached = Reach.from(Given);
  G.Own[Node].Mod |= Reached, G.Own[Node].Ref |= Reached;
}

void CallEffects::addCall(const CallBase &Call, unsigned Node, CallGraph &G,
                          SmallVectorImpl<unsigned> &Given) {
  const Callees &Of = callees(Call);
  if (isModOrRefSet(Of.Mask))
    G.Calls[Node].append(Of.Nodes.begin(), Of.Nodes.end());
  if (Of.Arguments)
    for (const Use &U : Call.args())
      addSet(U, Of.ArgumentsInfo, Node, G);
  if (Of.Reaches)
    for (const Use &U : Call.args())
      Given.push_back(Sets.of(PTA.Constraints.varOf(U)));
  if (Of.Copies)
    for (const Use &U : Call.args())
      if (isCopied(Call, U))
        addSet(U, ModRefInfo::Ref, Node, G);
}

void CallEffects::addGroups(CallGraph &G) const {
  for (const std::unique_ptr<Group> &Of : Groups) {
    G.Own.emplace_back();
    G.Calls.push_back(Of->Bodies);
  }
}

void CallEffects::addSet(const Value *Pointer, ModRefInfo Info, unsigned Node,
                         CallGraph &G) {
  Effect &E = G.Own[Node];
  const unsigned Set = Sets.of(PTA.Constraints.varOf(Pointer));
  if (Set != NoSet && !Sets.provesNothing(Set)) {
    // Most accesses of a function are to few sets.
    const bool Mod =
        isModSet(Info) && std::exchange(G.LastMod[Set], Node) != Node;
    const bool Ref =
        isRefSet(Info) && std::exchange(G.LastRef[Set], Node) != Node;
    if (Mod || Ref)
      for (unsigned B : Sets.blocks(Set))
        E.set(B, Info);
    return;
  }
  if (isa<ConstantPointerNull>(Pointer) || isa<UndefValue>(Pointer) ||
      !Pointer->getType()->isPointerTy())
    return;
  // The pointer is unknown.
  E.ModAll |= isModSet(Info);
  E.RefAll |= isRefSet(Info);
}

void CallEffects::addInstruction(const Instruction &I, unsigned Node,
                                 CallGraph &G) {
  if (!I.mayReadOrWriteMemory())
    return;
  const Value *Pointer = nullptr;
  ModRefInfo Info = ModRefInfo::ModRef;
  if (auto *L = dyn_cast<LoadInst>(&I))
    Pointer = L->getPointerOperand(), Info = ModRefInfo::Ref;
  else if (auto *S = dyn_cast<StoreInst>(&I))
    Pointer = S->getPointerOperand(), Info = ModRefInfo::Mod;
  else if (auto *V = dyn_cast<VAArgInst>(&I))
    Pointer = V->getPointerOperand();
  if (!Pointer || mayOrder(I)) {
    G.Own[Node].ModAll = G.Own[Node].RefAll = true;
    return;
  }
  addSet(Pointer, Info, Node, G);
}

void CallEffects::findStored() {
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
  // Outside code may keep what it is given.
  for (const Function &F : M)
    for (const Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallBase>(&I);
          Call && is_contained(callees(*Call).Nodes, UnknownCode))
        for (const Use &U : Call->args())
          if (Var V = C.varOf(U); V != NoVar)
            Add(V);
  for (unsigned B = 0; B != C.Blocks.size(); ++B)
    if (PTA.escapes(C.Blocks[B].First) ||
        isa_and_nonnull<GlobalValue>(C.Blocks[B].Site))
      Stored.set(B); // a global can be accessed by name
}
