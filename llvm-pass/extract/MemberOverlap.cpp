//===- MemberOverlap.cpp - Members that can be the same memory ------------===//
#include "llvm-pass/extract/MemberOverlap.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

#include <tuple>

using namespace llvm;
using namespace amorph;

// The maximum number of structs in another that are looked at.
static constexpr size_t MaxNested = 4096;

MemberOverlap::Member MemberOverlap::memberAt(const Value *Address) const {
  auto *G = dyn_cast<GEPOperator>(Address);
  if (!G)
    return {};
  Member Found;
  for (auto GTI = gep_type_begin(*G), E = gep_type_end(*G); GTI != E; ++GTI) {
    StructType *S = GTI.getStructTypeOrNull();
    auto *Index = dyn_cast<ConstantInt>(GTI.getOperand());
    if (!S || !Index || isUnion(S) || saysNothing(S)) {
      Found = {};
      continue;
    }
    uint64_t Begin = DL.getStructLayout(S)
                         ->getElementOffset(Index->getZExtValue())
                         .getFixedValue();
    Found = {S, Begin, Begin};
  }
  Type *T = G->getResultElementType();
  if (!Found.S || !T->isSingleValueType() || T->isVectorTy())
    return {};
  uint64_t Bytes = DL.getTypeStoreSize(T).getFixedValue();
  // Structures in registers are stored in larger pieces.
  for (const User *U : Address->users())
    if (getLoadStorePointerOperand(U) == Address &&
        DL.getTypeStoreSize(getLoadStoreType(const_cast<User *>(U)))
                .getKnownMinValue() > Bytes)
      return {};
  Found.End = Found.Begin + Bytes;
  return Found;
}

/// The source's name of a struct in IR, where linking may add a number, and
/// clang `.base` for a base class without its padding.
static StringRef sourceName(const StructType &S) {
  StringRef Name = S.hasName() ? S.getName().split('.').second : "";
  auto [Before, Last] = Name.rsplit('.');
  if (!Last.empty() && all_of(Last, isDigit))
    Name = Before;
  Name.consume_back(".base");
  return Name;
}

void MemberOverlap::nested(Type *T, uint64_t At, std::vector<Nested> &Into) {
  if (auto *A = dyn_cast<ArrayType>(T)) {
    uint64_t Each = DL.getTypeAllocSize(A->getElementType()).getKnownMinValue();
    if (A->getElementType()->isAggregateType())
      for (uint64_t I = 0; I != A->getNumElements() && Into.size() < MaxNested;
           ++I)
        nested(A->getElementType(), At + I * Each, Into);
    return;
  }
  auto *S = dyn_cast<StructType>(T);
  if (!S)
    return;
  Into.push_back({Shapes.of(S), At, sourceName(*S)});
  for (unsigned I = 0; I != S->getNumElements(); ++I)
    nested(S->getElementType(I),
           At + DL.getStructLayout(S)->getElementOffset(I).getFixedValue(),
           Into);
}

void MemberOverlap::nested(const DIType *T, uint64_t At,
                           std::vector<Nested> &Into) {
  auto *C = dyn_cast_or_null<DICompositeType>(withoutNames(T));
  if (!C || C->getTag() == dwarf::DW_TAG_enumeration_type)
    return;
  if (C->getTag() == dwarf::DW_TAG_array_type) {
    const DIType *E = withoutNames(C->getBaseType());
    uint64_t Each = E ? E->getSizeInBits() / 8 : 0;
    if (!isa_and_nonnull<DICompositeType>(E) || Each == 0)
      return;
    for (uint64_t I = 0; I < C->getSizeInBits() / 8 && Into.size() < MaxNested;
         I += Each)
      nested(E, At + I, Into);
    return;
  }
  if (C->getTag() != dwarf::DW_TAG_union_type)
    Into.push_back({Shapes.of(*C), At, C->getName()});
  for (const DIDerivedType *M : membersOf(*C))
    nested(M->getBaseType(), At + M->getOffsetInBits() / 8, Into);
}

bool MemberOverlap::holds(const Nested &N, const Sought &M) const {
  return N.Shape == M.Shape || (!N.Name.empty() && N.Name == M.Name) ||
         Shapes.beginsAs(N.Shape, M.Shape, M.Begin);
}

MemberOverlap::Sought MemberOverlap::soughtOf(const Member &M) {
  return {Shapes.of(M.S), sourceName(*M.S), M.Begin};
}

static bool intersect(uint64_t A, uint64_t EndA, uint64_t B, uint64_t EndB) {
  return A < EndB && B < EndA;
}

bool MemberOverlap::contains(const Member &A, const Member &B) {
  auto [It, New] = NestedIn.try_emplace(A.S);
  if (New) {
    std::vector<Nested> Found;
    nested(A.S, 0, Found);
    It = NestedIn.find(A.S);
    It->second = std::move(Found);
  }
  const Sought Of = soughtOf(B);
  return any_of(It->second, [&](const Nested &N) {
    return intersect(A.Begin, A.End, N.At + B.Begin, N.At + B.End) &&
           holds(N, Of);
  });
}

void MemberOverlap::findUnions() {
  if (InUnionsKnown)
    return;
  InUnionsKnown = true;
  DenseMap<unsigned, unsigned> Numbers; // by shape
  unsigned Union = 0;
  for (const DICompositeType *C : Shapes.unions()) {
    unsigned Member = 0;
    for (const DIDerivedType *Each : membersOf(*C)) {
      std::vector<Nested> Found;
      nested(Each->getBaseType(), 0, Found);
      for (const Nested &Inner : Found) {
        auto [It, New] =
            Numbers.try_emplace(Inner.Shape, ShapesInUnions.size());
        if (New)
          ShapesInUnions.push_back({Inner, {}});
        ShapesInUnions[It->second].At.push_back({Union, Member, Inner.At});
      }
      ++Member;
    }
    ++Union;
  }
}

const std::vector<MemberOverlap::Place> &
MemberOverlap::placesOf(const Member &Of) {
  findUnions();
  auto [It, New] = PlacesOf.try_emplace({Of.S, Of.Begin});
  if (New) {
    std::vector<Place> Found;
    const Sought Member = soughtOf(Of);
    for (const InUnions &In : ShapesInUnions)
      if (holds(In.Shape, Member))
        for (const Place &P : In.At)
          Found.push_back({P.Union, P.Member, P.Begin + Of.Begin});
    llvm::sort(Found, [](const Place &P, const Place &Q) {
      return std::tie(P.Union, P.Member, P.Begin) <
             std::tie(Q.Union, Q.Member, Q.Begin);
    });
    It->second = std::move(Found);
  }
  return It->second;
}

bool MemberOverlap::shareUnion(const Member &A, const Member &B) {
  placesOf(A);
  placesOf(B);
  const std::vector<Place> &InA = placesOf(A), &InB = placesOf(B);
  // Both ascend by the union's number.
  size_t First = 0;
  for (const Place &P : InA) {
    while (First < InB.size() && InB[First].Union < P.Union)
      ++First;
    for (size_t I = First; I < InB.size() && InB[I].Union == P.Union; ++I)
      if (InB[I].Member != P.Member &&
          intersect(P.Begin, P.Begin + A.End - A.Begin, InB[I].Begin,
                    InB[I].Begin + B.End - B.Begin))
        return true;
  }
  return false;
}

bool MemberOverlap::mayOverlap(const Member &A, const Member &B) {
  if (!A.S || !B.S || A == B)
    return true;
  auto [It, New] = Overlap.try_emplace({{A.S, A.Begin}, {B.S, B.Begin}}, false);
  if (New) {
    bool May = contains(A, B) || contains(B, A) || shareUnion(A, B);
    Overlap[{{A.S, A.Begin}, {B.S, B.Begin}}] = May;
    return May;
  }
  return It->second;
}
