//===- PointsToSets.cpp - Points-to sets by block -------------------------===//
#include "llvm-pass/alias/PointsToSets.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Function.h"

#include <algorithm>
#include <iterator>

using namespace llvm;
using namespace amorph;

namespace {

/// A union of more objects is described by its blocks alone.
constexpr unsigned MaxObjects = 64;
/// Total size of all unions. Beyond it, new ones are unknown.
constexpr uint64_t MaxStored = 1 << 22;
/// A bit per block, hashed.
uint64_t signatureOf(unsigned Block) {
  return uint64_t(1) << (Block * 0x9e3779b1u >> 26);
}

/// Slots that contents() examines.
constexpr unsigned MaxSlots = 1 << 14;

} // namespace

PointsToSets::PointsToSets(const PointsToResult &PTA)
    : PTA(PTA), Escaped(PTA.Constraints.Blocks.size()),
      VarOfSet(PTA.Solution.set_begin.size()), Summaries(VarOfSet.size()),
      Shared(VarOfSet.size()), Included(VarOfSet.size()) {
  for (Var V = 0; V != PTA.Solution.set_of.size(); ++V)
    VarOfSet[PTA.Solution.set_of[V]] = V;
  const ModuleConstraints &C = PTA.Constraints;
  PTA.Solution.for_each(C.Unknown, [&](Var O) {
    if (const unsigned B = C.blockIndex(O); C.Blocks[B].First == O)
      Escaped.set(B);
  });
}

unsigned PointsToSets::add(Extra E, ArrayRef<unsigned> Blocks) {
  Stored += 1 + E.Objects.size() + Blocks.size();
  Extras.push_back(std::move(E));
  Summary S;
  S.Known = true;
  for (unsigned Block : Blocks)
    S.Signature |= signatureOf(Block);
  S.Blocks.assign(Blocks.begin(), Blocks.end());
  for (const Replacement &R : Replacements)
    follow(R, S);
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

const PointsToSets::Summary &PointsToSets::summarise(unsigned Set) {
  Summary &S = Summaries[Set];
  S.Known = true;
  forEach(Set, [&](Var O) {
    unsigned Block = PTA.Constraints.blockIndex(O);
    if (!S.Blocks.empty() && S.Blocks.back() == Block)
      return;
    S.Blocks.push_back(Block);
    S.Signature |= signatureOf(Block);
  });
  llvm::sort(S.Blocks);
  S.Blocks.erase(std::unique(S.Blocks.begin(), S.Blocks.end()), S.Blocks.end());
  for (const Replacement &R : Replacements)
    follow(R, S);
  return S;
}

void PointsToSets::follow(const Replacement &R, Summary &S) {
  if (!std::binary_search(S.Blocks.begin(), S.Blocks.end(), R.Block))
    return;
  SmallVector<unsigned, 4> Both;
  std::set_union(S.Blocks.begin(), S.Blocks.end(), R.Into.begin(), R.Into.end(),
                 std::back_inserter(Both));
  S.Blocks = std::move(Both);
  for (unsigned B : R.Into)
    S.Signature |= signatureOf(B);
}

void PointsToSets::replaceBlock(unsigned Block, ArrayRef<unsigned> Into) {
  Replacements.push_back({Block, SmallVector<unsigned, 8>(Into)});
  Replacing.insert(Into.begin(), Into.end());
  for (Summary &S : Summaries)
    if (S.Known)
      follow(Replacements.back(), S);
  ContentsOf.clear();
  Shared = Included = Answers(VarOfSet.size());
}

SmallVector<unsigned, 16>
PointsToSets::withReplaced(ArrayRef<unsigned> Blocks) const {
  SmallVector<unsigned, 16> All(Blocks);
  if (none_of(Blocks, [&](unsigned B) { return Replacing.contains(B); }))
    return All;
  for (const Replacement &R : reverse(Replacements))
    if (any_of(R.Into, [&](unsigned B) { return is_contained(All, B); }))
      All.push_back(R.Block);
  return All;
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
  SmallSetVector<unsigned, 16> Within;
  unsigned Slots = 0;
  for (unsigned Block : withReplaced(blocks(Set))) {
    const MemoryBlock &B = PTA.Constraints.Blocks[Block];
    if (B.Kind == ObjectKind::Function) {
      auto *F = dyn_cast_or_null<Function>(B.Site);
      if (!F || F->hasPrefixData() || F->hasPrologueData())
        return NoSet;
      continue; // no address is loaded from code
    }
    if (escapes(Block)) { // contains what unknown code knows
      Within.insert(of(PTA.Constraints.Unknown));
      continue;
    }
    if ((Slots += B.Count) > MaxSlots)
      return NoSet;
    for (Var O = B.First; O != B.First + B.Count; ++O)
      Within.insert(of(O));
  }
  unsigned Contents = Nowhere;
  for (unsigned Slot : Within) {
    if (isEmpty(Slot))
      continue; // nothing is ever stored here
    Contents = Contents == Nowhere ? Slot : unite(Contents, Slot);
    if (Contents == NoSet)
      return NoSet;
  }
  // Nothing known: the memory is not understood.
  return ContentsOf[Set] = Contents == Nowhere ? NoSet : Contents;
}
