//===- PointsToSets.cpp - Points-to sets by block -------------------------===//
#include "llvm-pass/alias/PointsToSets.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <iterator>

using namespace llvm;
using namespace amorph;

namespace {

/// A union of more objects is described by its blocks alone.
constexpr unsigned MaxObjects = 64;
/// Total size of all unions. Beyond it, new ones are unknown.
constexpr uint64_t MaxStored = 1 << 22;
/// Slots that contents() examines.
constexpr unsigned MaxSlots = 256;

} // namespace

PointsToSets::PointsToSets(const PointsToResult &PTA)
    : PTA(PTA), VarOfSet(PTA.Solution.set_begin.size()),
      Summaries(VarOfSet.size()) {
  for (Var V = 0; V != PTA.Solution.set_of.size(); ++V)
    VarOfSet[PTA.Solution.set_of[V]] = V;
}

unsigned PointsToSets::add(Extra E, ArrayRef<unsigned> Blocks) {
  Stored += 1 + E.Objects.size() + Blocks.size();
  Extras.push_back(std::move(E));
  Summary S;
  S.Known = true;
  for (unsigned Block : Blocks)
    S.Signature |= uint64_t(1) << (Block * 0x9e3779b1u >> 26);
  S.Blocks.assign(Blocks.begin(), Blocks.end());
  Summaries.push_back(std::move(S));
  return Summaries.size() - 1;
}

unsigned PointsToSets::singleton(Var Object) {
  auto It = SingletonOf.find(Object);
  if (It != SingletonOf.end())
    return It->second;
  Extra E;
  E.Objects.push_back(Object);
  unsigned Set = add(std::move(E), PTA.Constraints.blockIndex(Object));
  SingletonOf[Object] = Set;
  return Set;
}

void PointsToSets::forEach(unsigned Set, function_ref<void(Var)> Visit) const {
  if (!isExtra(Set))
    return PTA.Solution.for_each(VarOfSet[Set], Visit);
  if (!extra(Set).Whole) {
    llvm::for_each(extra(Set).Objects, Visit);
    return;
  }
  for (unsigned Block : Summaries[Set].Blocks) {
    const MemoryBlock &B = PTA.Constraints.Blocks[Block];
    for (Var O = B.First; O != B.First + B.Count; ++O)
      Visit(O);
  }
}

PointsToSets::Summary &PointsToSets::summary(unsigned Set) {
  Summary &S = Summaries[Set];
  if (S.Known)
    return S;
  S.Known = true;
  forEach(Set, [&](Var O) {
    unsigned Block = PTA.Constraints.blockIndex(O);
    if (!S.Blocks.empty() && S.Blocks.back() == Block)
      return;
    S.Blocks.push_back(Block);
    S.Signature |= uint64_t(1) << (Block * 0x9e3779b1u >> 26);
  });
  llvm::sort(S.Blocks);
  S.Blocks.erase(std::unique(S.Blocks.begin(), S.Blocks.end()), S.Blocks.end());
  return S;
}

bool PointsToSets::shareBlock(unsigned A, unsigned B) {
  const Summary &SA = summary(A), &SB = summary(B);
  if ((SA.Signature & SB.Signature) == 0)
    return false;
  if (A == B)
    return true;
  return Shared.get(std::minmax(A, B), [&] {
    ArrayRef<unsigned> X = SA.Blocks, Y = SB.Blocks;
    while (!X.empty() && !Y.empty() && X.front() != Y.front())
      X.front() < Y.front() ? X = X.drop_front() : Y = Y.drop_front();
    return !X.empty() && !Y.empty();
  });
}

bool PointsToSets::has(unsigned Set, Var Object) {
  if (!isExtra(Set))
    return PTA.Solution.contains(VarOfSet[Set], Object);
  if (!extra(Set).Whole)
    return std::binary_search(extra(Set).Objects.begin(),
                              extra(Set).Objects.end(), Object);
  return std::binary_search(Summaries[Set].Blocks.begin(),
                            Summaries[Set].Blocks.end(),
                            PTA.Constraints.blockIndex(Object));
}

bool PointsToSets::computeIncludes(unsigned All, unsigned Part) {
  if (isExtra(Part) && extra(Part).Whole) {
    ArrayRef<unsigned> A = blocks(All), P = blocks(Part);
    return isExtra(All) && extra(All).Whole &&
           std::includes(A.begin(), A.end(), P.begin(), P.end());
  }
  bool Every = true;
  forEach(Part, [&](Var O) { Every = Every && has(All, O); });
  return Every;
}

bool PointsToSets::includes(unsigned All, unsigned Part) {
  if (All == Part)
    return true;
  if ((summary(Part).Signature & ~summary(All).Signature) != 0)
    return false;
  return Included.get({All, Part}, [&] { return computeIncludes(All, Part); });
}

unsigned PointsToSets::unite(unsigned A, unsigned B) {
  if (includes(A, B))
    return A;
  if (includes(B, A))
    return B;
  auto [It, New] = UnionOf.try_emplace(std::minmax(A, B), NoSet);
  if (!New || Stored > MaxStored)
    return It->second;
  Extra E;
  auto Collect = [&](unsigned Set) {
    forEach(Set, [&](Var O) {
      if (E.Objects.size() <= 2 * MaxObjects)
        E.Objects.push_back(O);
    });
  };
  Collect(A), Collect(B);
  E.Whole = E.Objects.size() > MaxObjects;
  if (E.Whole)
    E.Objects.clear();
  llvm::sort(E.Objects);
  E.Objects.erase(std::unique(E.Objects.begin(), E.Objects.end()),
                  E.Objects.end());
  SmallVector<unsigned, 16> Blocks;
  llvm::append_range(Blocks, blocks(A));
  llvm::append_range(Blocks, blocks(B));
  llvm::sort(Blocks);
  Blocks.erase(std::unique(Blocks.begin(), Blocks.end()), Blocks.end());
  return It->second = add(std::move(E), Blocks);
}

unsigned PointsToSets::contents(unsigned Set) {
  auto [It, New] = ContentsOf.try_emplace(Set, NoSet);
  if (!New)
    return It->second;
  SmallVector<unsigned, 16> Slots;
  for (unsigned Block : blocks(Set)) {
    const MemoryBlock &B = PTA.Constraints.Blocks[Block];
    if (Slots.size() + B.Count > MaxSlots || B.Kind == ObjectKind::Function ||
        B.Kind == ObjectKind::FunctionSlot)
      return NoSet;
    for (Var O = B.First; O != B.First + B.Count; ++O)
      if (!is_contained(Slots, of(O)))
        Slots.push_back(of(O));
  }
  unsigned All = Nowhere;
  for (unsigned Slot : Slots) {
    if (blocks(Slot).empty())
      continue; // nothing is ever stored here
    All = All == Nowhere ? Slot : unite(All, Slot);
    if (All == NoSet)
      return NoSet;
  }
  // Nothing known: the memory is not understood.
  return ContentsOf[Set] = All == Nowhere ? NoSet : All;
}
