//===- PointsToSets.cpp - Points-to sets by block -------------------------===//
#include "llvm-pass/alias/PointsToSets.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace llvm;
using namespace amorph;

PointsToSets::PointsToSets(const PointsToResult &PTA)
    : PTA(PTA), VarOfSet(PTA.Solution.set_begin.size()),
      Blocks(VarOfSet.size()) {
  for (Var V = 0; V != PTA.Solution.set_of.size(); ++V)
    VarOfSet[PTA.Solution.set_of[V]] = V;
}

unsigned PointsToSets::singleton(Var Object) {
  auto [It, New] = SingletonOf.try_emplace(Object, Blocks.size());
  if (New) {
    Singletons.push_back(Object);
    Blocks.emplace_back();
  }
  return It->second;
}

void PointsToSets::forEach(unsigned Set, function_ref<void(Var)> Visit) const {
  if (Set < VarOfSet.size())
    PTA.Solution.for_each(VarOfSet[Set], Visit);
  else
    Visit(Singletons[Set - VarOfSet.size()]);
}

ArrayRef<unsigned> PointsToSets::blocks(unsigned Set) {
  std::unique_ptr<BlockList> &List = Blocks[Set];
  if (!List) {
    List = std::make_unique<BlockList>();
    forEach(Set, [&](Var O) {
      unsigned Block = PTA.Constraints.blockIndex(O);
      if (List->empty() || List->back() != Block)
        List->push_back(Block);
    });
    llvm::sort(*List);
    List->erase(std::unique(List->begin(), List->end()), List->end());
  }
  return *List;
}

bool PointsToSets::shareBlock(unsigned A, unsigned B) {
  if (Shared.size() >= MaxAnswers)
    Shared.clear();
  auto [It, New] = Shared.try_emplace(std::minmax(A, B), false);
  if (!New)
    return It->second;
  ArrayRef<unsigned> X = blocks(A), Y = blocks(B);
  while (!X.empty() && !Y.empty() && X.front() != Y.front())
    X.front() < Y.front() ? X = X.drop_front() : Y = Y.drop_front();
  return It->second = !X.empty() && !Y.empty();
}
