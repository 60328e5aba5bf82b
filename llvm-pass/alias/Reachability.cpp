//===- Reachability.cpp - Memory reachable from pointers ------------------===//
#include "llvm-pass/alias/Reachability.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace amorph;

void Reachability::clear() {
  Blocks = PTA.Constraints.Blocks.size();
  const size_t Nodes = Blocks + PTA.Solution.set_begin.size();
  Index.assign(Nodes, None);
  Low.assign(Nodes, 0);
  ComponentOf.assign(Nodes, None);
  Reached.clear();
  ReachedBySet.clear();
  Bytes = 0;
  Entered = 0;
}

BitVector Reachability::from(ArrayRef<unsigned> Pointers) {
  BitVector All(Blocks);
  for (unsigned Set : Pointers)
    if (Set < Nowhere)
      fromSet(Set, All);
  return All;
}

void Reachability::fromSet(unsigned Set, BitVector &To) {
  const ArrayRef<unsigned> From = Sets.blocks(Set);
  if (From.size() < ManyBlocks)
    return fromBlocks(From, To);
  if (auto It = ReachedBySet.find(Set); It != ReachedBySet.end()) {
    To |= It->second;
    return;
  }
  BitVector All(Blocks);
  fromBlocks(From, All);
  To |= All;
  if (Bytes + bytesOfOne() <= Limit) {
    Bytes += bytesOfOne();
    ReachedBySet[Set] = std::move(All);
  }
}

void Reachability::fromBlocks(ArrayRef<unsigned> From, BitVector &To) {
  for (unsigned Block : From)
    if (!To.test(Block)) {
      if (Index[Block] == None)
        visit(Block);
      search(Block, To);
    }
}

void Reachability::search(unsigned Block, BitVector &To) {
  SmallVector<unsigned, 16> Work;
  // A block of To has been or will be followed.
  auto Follow = [&](unsigned B) {
    if (To.test(B))
      return;
    if (ComponentOf[B] >= Leaf) {
      To.set(B);
      if (ComponentOf[B] == Lone)
        Work.push_back(B);
    } else {
      To |= Reached[ComponentOf[B]];
    }
  };
  DenseSet<unsigned> Seen;
  Follow(Block);
  while (!Work.empty())
    for (unsigned Set : setsOf(Work.pop_back_val()))
      if (Seen.insert(Set).second)
        for (unsigned B : Sets.blocks(Set - Blocks))
          Follow(B);
}

void Reachability::add(unsigned Node, BitVector &To) {
  if (ComponentOf[Node] < Leaf) {
    To |= Reached[ComponentOf[Node]];
  } else if (!isSet(Node)) {
    To.set(Node);
  } else {
    for (unsigned Block : Sets.blocks(Node - Blocks))
      if (!To.test(Block))
        add(Block, To);
  }
}

SmallVector<unsigned, 4> Reachability::setsOf(unsigned Block) {
  SmallVector<unsigned, 4> Nodes;
  for (unsigned Part : Sets.withReplaced(Block)) {
    const MemoryBlock &B = PTA.Constraints.Blocks[Part];
    if (Sets.escapes(Part))
      continue;
    for (Var O = B.First; O != B.First + B.Count; ++O)
      if (unsigned Node = Blocks + Sets.of(O);
          (Nodes.empty() || Nodes.back() != Node) &&
          !Sets.blocks(Node - Blocks).empty())
        Nodes.push_back(Node);
  }
  llvm::sort(Nodes);
  Nodes.erase(std::unique(Nodes.begin(), Nodes.end()), Nodes.end());
  return Nodes;
}

ArrayRef<unsigned> Reachability::successors(const Frame &F) {
  return isSet(F.Node) ? Sets.blocks(F.Node - Blocks)
                       : ArrayRef<unsigned>(F.Sets);
}

void Reachability::enter(unsigned Node) {
  Index[Node] = Low[Node] = Entered++;
  Open.push_back(Node);
  Frame &F = Frames.emplace_back();
  F.Node = Node;
  if (!isSet(Node))
    F.Sets = setsOf(Node);
}

void Reachability::visit(unsigned Root) {
  // Tarjan's algorithm without recursion.
  enter(Root);
  while (!Frames.empty()) {
    Frame &F = Frames.back();
    const unsigned Node = F.Node;
    if (ArrayRef<unsigned> To = successors(F); F.Next != To.size()) {
      const unsigned Target = To[F.Next++];
      if (Index[Target] == None)
        enter(Target);
      else if (ComponentOf[Target] == None)
        Low[Node] = std::min(Low[Node], Index[Target]);
      continue;
    }
    if (Low[Node] == Index[Node])
      close(Node);
    Frames.pop_back();
    if (!Frames.empty()) {
      unsigned &Parent = Low[Frames.back().Node];
      Parent = std::min(Parent, Low[Node]);
    }
  }
}

void Reachability::close(unsigned Root) {
  auto Begin = Open.end();
  do {
    --Begin;
  } while (*Begin != Root);
  const SmallVector<unsigned, 16> Members(Begin, Open.end());
  Open.erase(Begin, Open.end());
  if (Members.size() == 1 && (isSet(Root) || setsOf(Root).empty())) {
    ComponentOf[Root] = isSet(Root) ? Lone : Leaf;
    return;
  }
  if (Bytes + bytesOfOne() > Limit) {
    Bytes = Limit; // also for those that lead here
    for (unsigned Node : Members)
      ComponentOf[Node] = Lone;
    return;
  }
  Bytes += bytesOfOne();
  const unsigned Component = Reached.size();
  for (unsigned Node : Members)
    ComponentOf[Node] = Component;
  BitVector All(Blocks);
  for (unsigned Node : Members)
    if (!isSet(Node))
      All.set(Node);
  DenseSet<unsigned> Added;
  for (unsigned Node : Members)
    if (isSet(Node)) {
      for (unsigned Block : Sets.blocks(Node - Blocks))
        if (!All.test(Block))
          add(Block, All);
    } else {
      for (unsigned Set : setsOf(Node))
        if (ComponentOf[Set] != Component && Added.insert(Set).second)
          add(Set, All);
    }
  Reached.push_back(std::move(All));
}
