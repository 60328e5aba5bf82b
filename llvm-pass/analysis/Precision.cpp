//===- Precision.cpp - Precision metrics ----------------------------------===//
#include "llvm-pass/analysis/Precision.h"

#include "llvm-pass/analysis/Names.h"
#include "llvm-pass/extract/MemberOverlap.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace amorph;

/// The pointer that I accesses memory through; null if it names a variable.
static const Value *dereferenced(const Instruction &I) {
  const Value *Pointer = getLoadStorePointerOperand(&I);
  if (!Pointer)
    return nullptr;
  const Value *Base = Pointer->stripInBoundsOffsets();
  return isa<AllocaInst>(Base) || isa<Constant>(Base) ? nullptr : Pointer;
}

PrecisionFigures amorph::precisionOf(const PointsToResult &R, const Module &M) {
  PrecisionFigures P;
  const andersen::solution &S = R.Solution;
  DenseMap<uint32_t, uint64_t> Sizes;
  DenseMap<std::pair<uint32_t, uint32_t>, bool> Meet;
  MemberOverlap *Types = R.types();
  struct Access {
    Var Pointer;
    MemberOverlap::Member Member;
  };
  for (const Function &F : M) {
    SmallPtrSet<const Value *, 32> Seen;
    SmallVector<Access, 64> Pointers; // of the function
    for (const Instruction &I : instructions(F)) {
      const Value *Pointer = dereferenced(I);
      if (!Pointer || !R.known(Pointer))
        continue;
      Var V = R.Constraints.varOf(Pointer);
      auto [It, New] = Sizes.try_emplace(S.set_of[V], 0);
      if (New)
        It->second = S.size(V);
      if (It->second == 0)
        continue;
      ++P.Dereferences;
      P.Objects += It->second;
      if (Pointers.size() != PrecisionFigures::MaxPointers &&
          Seen.insert(Pointer).second)
        Pointers.push_back(
            {V, Types ? Types->memberAt(Pointer) : MemberOverlap::Member()});
    }
    for (size_t A = 0; A != Pointers.size(); ++A)
      for (size_t B = 0; B != A; ++B) {
        const auto &[VarA, First] = Pointers[A];
        const auto &[VarB, Second] = Pointers[B];
        auto Sets = std::minmax(S.set_of[VarA], S.set_of[VarB]);
        auto [It, New] = Meet.try_emplace(Sets, true);
        if (New && Sets.first != Sets.second)
          It->second = S.intersects(VarA, VarB);
        ++P.Pairs;
        P.Apart += !It->second ||
                   (Types && !Types->mayOverlap(First, Second)) ||
                   (R.InContexts && !R.InContexts->may_meet(VarA, VarB));
      }
  }
  for (const MemoryBlock &B : R.Constraints.Blocks)
    P.HeapSites += B.Kind == ObjectKind::Heap;
  for (auto &[Call, Pointer] : R.Constraints.IndirectCalls) {
    if (S.empty(Pointer))
      continue;
    bool Unknown = false;
    ++P.Calls;
    P.Targets += R.targets(*Call, Unknown).size();
  }
  return P;
}
