//===- CallSummaries.cpp - Effects of functions with their callees --------===//
#include "llvm-pass/alias/CallSummaries.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

#include <algorithm>
#include <utility>

using namespace llvm;
using namespace amorph;

namespace {

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

CallSummaries::CallSummaries(const Module &M, const PointsToResult &PTA,
                             PointsToSets &Sets, CalledCode &Code,
                             Reachability &Reach, const BitVector &Library)
    : PTA(PTA), Sets(Sets), Code(Code) {
  CallGraph G;
  G.Own.resize(Code.nodes().size() + 1);
  G.Calls.resize(G.Own.size());
  for (Effect &E : G.Own)
    E.resize(PTA.Constraints.Blocks.size());
  G.LastMod.resize(PTA.Solution.set_begin.size());
  G.LastRef.resize(G.LastMod.size());
  addUnknownCode(M, Reach, Library, G);
  for (const Function &F : M)
    if (!F.isDeclaration())
      addFunction(F, Reach, G);
  for (const std::unique_ptr<CalleeGroup> &Of : Code.groups()) {
    G.Own.emplace_back();
    G.Calls.push_back(Of->Bodies);
  }
  condense(G.Calls);
  summarise(G);
}

/// Unknown code accesses escaped memory, arguments that library functions keep
/// (strtok the string, putenv the variable), and all that is reached from
/// there. It calls every function that it can name or was given.
void CallSummaries::addUnknownCode(const Module &M, Reachability &Reach,
                                   const BitVector &Library,
                                   CallGraph &G) const {
  const ModuleConstraints &C = PTA.Constraints;
  SmallVector<unsigned, 16> Kept;
  for (unsigned B : Library.set_bits())
    for (Var O = C.Blocks[B].First; O != C.Blocks[B].First + C.Blocks[B].Count;
         ++O)
      Kept.push_back(Sets.of(O));
  const BitVector Reached = Reach.from(Kept);
  for (unsigned B = 0; B != C.Blocks.size(); ++B)
    if (Reached[B] || Library.test(B) || PTA.escapes(C.Blocks[B].First))
      G.Own[CalledCode::UnknownCode].set(B, ModRefInfo::ModRef);
  for (const Function &F : M) {
    if (F.isDeclaration())
      continue;
    const MemoryBlock *B = C.blockFor(&F);
    if (F.hasAddressTaken() || F.getName() == "main" ||
        (!F.hasLocalLinkage() && !C.ClosedWorld) ||
        PTA.escapes(B ? B->First : C.Unknown))
      G.Calls[CalledCode::UnknownCode].push_back(Code.nodes().lookup(&F));
  }
}

void CallSummaries::addFunction(const Function &F, Reachability &Reach,
                                CallGraph &G) {
  unsigned Node = Code.nodes().lookup(&F);
  SmallVector<unsigned, 16> Given; // to code that accesses memory within reach
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

void CallSummaries::addCall(const CallBase &Call, unsigned Node, CallGraph &G,
                            SmallVectorImpl<unsigned> &Given) {
  const Callees &Of = Code.of(Call);
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

void CallSummaries::addSet(const Value *Pointer, ModRefInfo Info, unsigned Node,
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

void CallSummaries::addInstruction(const Instruction &I, unsigned Node,
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

/// Removes from E the locals of F.
static void dropLocals(const ModuleConstraints &C, const Function &F, auto &E) {
  for (const Instruction &I : instructions(F))
    if (isa<AllocaInst>(I))
      if (const MemoryBlock *B = C.blockFor(&I))
        E.reset(C.blockIndex(B->First));
}

void CallSummaries::summarise(CallGraph &G) {
  Effects.resize(Cyclic.size());
  std::vector<SmallVector<unsigned, 4>> Members(Cyclic.size());
  for (unsigned Node = 0; Node != ComponentOf.size(); ++Node)
    Members[ComponentOf[Node]].push_back(Node);
  std::vector<const Function *> FunctionOf(G.Own.size());
  for (auto &[F, Node] : Code.nodes())
    FunctionOf[Node] = F;
  // Callees come first.
  for (unsigned Component = 0; Component != Members.size(); ++Component) {
    Effect &E = Effects[Component];
    E.resize(PTA.Constraints.Blocks.size());
    for (unsigned Node : Members[Component]) {
      E.add(G.Own[Node]);
      G.Own[Node] = {}; // memory: this may be large
      for (unsigned Callee : G.Calls[Node])
        if (ComponentOf[Callee] != Component)
          E.add(Effects[ComponentOf[Callee]]);
    }
    if (Cyclic[Component])
      continue;
    for (unsigned Node : Members[Component])
      if (const Function *F = FunctionOf[Node])
        dropLocals(PTA.Constraints, *F, E);
  }
}

void CallSummaries::condense(
    const std::vector<SmallVector<unsigned, 4>> &Calls) {
  // Tarjan's algorithm without recursion. Components are emitted callees first.
  const unsigned Nodes = Calls.size();
  constexpr unsigned None = ~0u;
  std::vector<unsigned> Index(Nodes, None), Low(Nodes, 0), Stack;
  std::vector<char> OnStack(Nodes, 0);
  std::vector<std::pair<unsigned, unsigned>> Frames; // node, next callee
  ComponentOf.assign(Nodes, None);
  unsigned Next = 0;
  auto Enter = [&](unsigned Node) {
    Index[Node] = Low[Node] = Next++;
    Stack.push_back(Node);
    OnStack[Node] = 1;
    Frames.push_back({Node, 0});
  };
  for (unsigned Root = 0; Root != Nodes; ++Root) {
    if (Index[Root] != None)
      continue;
    Enter(Root);
    while (!Frames.empty()) {
      auto &[Node, At] = Frames.back();
      if (At != Calls[Node].size()) {
        unsigned Callee = Calls[Node][At++];
        if (Index[Callee] == None)
          Enter(Callee);
        else if (OnStack[Callee])
          Low[Node] = std::min(Low[Node], Index[Callee]);
        continue;
      }
      unsigned Done = Node;
      Frames.pop_back();
      if (!Frames.empty())
        Low[Frames.back().first] =
            std::min(Low[Frames.back().first], Low[Done]);
      if (Low[Done] != Index[Done])
        continue;
      bool Cycle = is_contained(Calls[Done], Done) || Stack.back() != Done;
      for (unsigned Member = None; Member != Done;) {
        Member = Stack.back();
        Stack.pop_back();
        OnStack[Member] = 0;
        ComponentOf[Member] = Cyclic.size();
      }
      Cyclic.push_back(Cycle);
    }
  }
}

ModRefInfo CallSummaries::effectOn(unsigned Node, unsigned Block) const {
  const Effect &E = Effects[ComponentOf[Node]];
  ModRefInfo R = ModRefInfo::NoModRef;
  if (E.ModAll || E.Mod.test(Block))
    R |= ModRefInfo::Mod;
  if (E.RefAll || E.Ref.test(Block))
    R |= ModRefInfo::Ref;
  return R;
}

void CallSummaries::replaceBlock(unsigned Block, unsigned Into) {
  for (Effect &E : Effects) {
    if (E.Mod.test(Block))
      E.Mod.set(Into);
    if (E.Ref.test(Block))
      E.Ref.set(Into);
  }
}
