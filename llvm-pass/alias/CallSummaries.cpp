//===- CallSummaries.cpp - Effects of functions with their callees --------===//
//
// The call graph is condensed into its strongly connected components (Tarjan
// 1972), which come callees first, and effects are summed up in that order.
//
//===----------------------------------------------------------------------===//
#include "llvm-pass/alias/CallEffects.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

#include <algorithm>
#include <utility>

using namespace llvm;
using namespace amorph;

void CallEffects::summarise(CallGraph &G) {
  Effects.resize(Cyclic.size());
  std::vector<SmallVector<unsigned, 4>> Members(Cyclic.size());
  for (unsigned Node = 0; Node != ComponentOf.size(); ++Node)
    Members[ComponentOf[Node]].push_back(Node);
  std::vector<const Function *> FunctionOf(G.Own.size());
  for (auto &[F, Node] : NodeOf)
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
        dropLocals(*F, E);
  }
}

void CallEffects::dropLocals(const Function &F, Effect &E) const {
  const ModuleConstraints &C = PTA.Constraints;
  for (const Instruction &I : instructions(F))
    if (isa<AllocaInst>(I))
      if (const MemoryBlock *B = C.blockFor(&I))
        E.reset(C.blockIndex(B->First));
}

void CallEffects::condense(const std::vector<SmallVector<unsigned, 4>> &Calls) {
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
