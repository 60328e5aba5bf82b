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
  S.Blocks.assign(Blocks.begin(), Blocks.end());
  complete(S);
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
  const Extra *E = extra(Set);
  if (!E)
    return PTA.Solution.for_each(VarOfSet[Set], Visit);
  if (!E->Whole) {
    llvm::for_each(E->Objects, Visit);
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
    if (S.Blocks.empty() || S.Blocks.back() != Block)
      S.Blocks.push_back(Block);
  });
  llvm::sort(S.Blocks);
  S.Blocks.erase(std::unique(S.Blocks.begin(), S.Blocks.end()), S.Blocks.end());
  complete(S);
  return S;
}

void PointsToSets::complete(Summary &S, bool Last) const {
  Replaced.follow(S.Blocks, Last);
  for (unsigned Block : S.Blocks)
    S.Signature |= signatureOf(Block);
}

void BlockReplacements::follow(SmallVectorImpl<unsigned> &Blocks,
                               bool Last) const {
  for (const Replacement &R :
       ArrayRef(All).drop_front(Last ? All.size() - 1 : 0)) {
    if (!std::binary_search(Blocks.begin(), Blocks.end(), R.Block))
      continue;
    SmallVector<unsigned, 4> Both;
    std::set_union(Blocks.begin(), Blocks.end(), R.Into.begin(), R.Into.end(),
                   std::back_inserter(Both));
    Blocks.assign(Both.begin(), Both.end());
  }
}

void BlockReplacements::add(unsigned Block, ArrayRef<unsigned> Into) {
  All.push_back({Block, SmallVector<unsigned, 8>(Into)});
  Replacing.insert(Into.begin(), Into.end());
}

void PointsToSets::replaceBlock(unsigned Block, ArrayRef<unsigned> Into) {
  Replaced.add(Block, Into);
  for (Summary &S : Summaries)
    if (S.Known)
      complete(S, /*Last=*/true);
  ContentsOf.clear();
  Shared = Included = Answers(VarOfSet.size());
}

SmallVector<unsigned, 16>
BlockReplacements::withReplaced(ArrayRef<unsigned> Blocks) const {
  SmallVector<unsigned, 16> Found(Blocks);
  if (none_of(Blocks, [&](unsigned B) { return Replacing.contains(B); }))
    return Found;
  for (const Replacement &R : reverse(All))
    if (any_of(R.Into, [&](unsigned B) { return is_contained(Found, B); }))
      Found.push_back(R.Block);
  return Found;
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

bool PointsToSets::includes(unsigned All, unsigned Part) {
  if (All == Part)
    return true;
  if ((summary(Part).Signature & ~summary(All).Signature) != 0)
    return false;
  return Included.get({All, Part}, [&] {
    const Extra *Outer = extra(All), *Inner = extra(Part);
    if (Inner && Inner->Whole) {
      ArrayRef<unsigned> A = blocks(All), P = blocks(Part);
      return Outer && Outer->Whole &&
             std::includes(A.begin(), A.end(), P.begin(), P.end());
    }
    auto Has = [&](Var O) {
      if (!Outer)
        return PTA.Solution.contains(VarOfSet[All], O);
      return Outer->Whole
                 ? std::binary_search(blocks(All).begin(), blocks(All).end(),
                                      PTA.Constraints.blockIndex(O))
                 : std::binary_search(Outer->Objects.begin(),
                                      Outer->Objects.end(), O);
    };
    bool Every = true;
    forEach(Part, [&](Var O) { Every = Every && Has(O); });
    return Every;
  });
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
    if (escapes(Block)) { // contains memory that unknown code knows
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
    if (blocks(Slot).empty())
      continue; // nothing is ever stored here
    Contents = Contents == Nowhere ? Slot : unite(Contents, Slot);
    if (Contents == NoSet)
      return NoSet;
  }
  // Nothing known: the memory is not understood.
  return ContentsOf[Set] = Contents == Nowhere ? NoSet : Contents;
}
