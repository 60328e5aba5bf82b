//===- MemoryTypes.cpp - Which memory a struct's member can be in ---------===//
#include "llvm-pass/extract/MemoryTypes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/BinaryFormat/Dwarf.h"

#include <algorithm>
#include <numeric>
#include <tuple>

using namespace llvm;
using namespace amorph;

// The maximum size of an array whose elements are examined, in bytes.
static constexpr uint64_t MaxBytes = 1 << 17;

void MemoryTypes::Word::add(unsigned Shape) {
  if (!is_contained(Shapes, Shape))
    Shapes.push_back(Shape);
}

void MemoryTypes::Word::add(const Word &Other) {
  Anything |= Other.Anything;
  for (unsigned Shape : Other.Shapes)
    add(Shape);
}

/// Unions are not indexed: an indexed one was a struct, merged with a union.
bool MemoryTypes::isStruct(const StructType *S) {
  return !S->isLiteral() && !isUnion(S);
}

uint64_t MemoryTypes::endOf(StructType *S, unsigned Field) const {
  uint64_t At = DL.getStructLayout(S)->getElementOffset(Field).getFixedValue();
  Type *E = S->getElementType(Field);
  // Of a struct only the start is known to be accessed.
  return At + (E->isArrayTy()    ? 0
               : E->isStructTy() ? 1
                                 : DL.getTypeStoreSize(E).getKnownMinValue());
}

unsigned MemoryTypes::accessOf(StructType *S, unsigned Field, bool Within) {
  auto [It, New] =
      Numbers.try_emplace({S, 2ull * Field + Within}, Accesses.size());
  if (New)
    Accesses.push_back(
        {Shapes.of(S),
         DL.getStructLayout(S)->getElementOffset(Field).getFixedValue(),
         Within ? endOf(S, Field) : 0});
  return It->second;
}

unsigned MemoryTypes::accessUpTo(uint64_t Bytes) {
  auto [It, New] = Numbers.try_emplace({nullptr, Bytes}, Accesses.size());
  if (New)
    Accesses.push_back({AnyShape, 0, Bytes});
  return It->second;
}

static void anything(uint64_t At, uint64_t Bytes, auto &Into) {
  for (uint64_t W = At / 8; W <= (At + std::max<uint64_t>(Bytes, 1) - 1) / 8;
       ++W)
    if (W < Into.size())
      Into[W].Anything = true;
}

void MemoryTypes::collect(Type *T, uint64_t At, Words &Into) {
  if (At / 8 >= Into.size())
    return;
  uint64_t Size = DL.getTypeAllocSize(T).getKnownMinValue();
  if (saysNothing(T))
    return anything(At, Size, Into);
  if (auto *S = dyn_cast<StructType>(T)) {
    // A union's type in IR is that of one of its members. The union of the
    // source is one of the same size.
    bool Both = Shapes.isUnionAndStruct(S);
    if (isUnion(S) || Both) {
      ArrayRef<const DICompositeType *> All = unionsOf(Size);
      if (All.empty())
        return anything(At, Size, Into);
      for (const DICompositeType *C : All)
        collect(C, At, Into);
      if (!Both)
        return;
    }
    Into[At / 8].add(Shapes.of(S));
    for (unsigned I = 0; I != S->getNumElements(); ++I)
      collect(S->getElementType(I),
              At + DL.getStructLayout(S)->getElementOffset(I).getFixedValue(),
              Into);
  } else if (auto *A = dyn_cast<ArrayType>(T)) {
    Type *E = A->getElementType();
    uint64_t Each = DL.getTypeAllocSize(E).getKnownMinValue();
    if (E->isAggregateType())
      for (uint64_t I = 0; I == 0 || (I < A->getNumElements() && Each != 0 &&
                                      I * Each < MaxBytes);
           ++I)
        collect(E, At + I * Each, Into);
    else if (!E->isPointerTy())
      anything(At, Size, Into); // may be storage for something else
  }
}

ArrayRef<const DICompositeType *> MemoryTypes::unionsOf(uint64_t Bytes) const {
  if (!UnionsKnown)
    for (const DICompositeType *C : Shapes.unions())
      Unions[C->getSizeInBits() / 8].push_back(C);
  UnionsKnown = true;
  auto It = Unions.find(Bytes);
  return It == Unions.end() ? ArrayRef<const DICompositeType *>()
                            : ArrayRef<const DICompositeType *>(It->second);
}

void MemoryTypes::collect(const DIType *T, uint64_t At, Words &Into) {
  T = withoutNames(T);
  auto *C = dyn_cast_or_null<DICompositeType>(T);
  if (!T || At / 8 >= Into.size() ||
      (C && C->getTag() == dwarf::DW_TAG_enumeration_type) ||
      isa<DIBasicType>(T) || isa<DIDerivedType>(T))
    return; // a scalar
  uint64_t Bytes = T->getSizeInBits() / 8;
  if (!C || C->isForwardDecl())
    return anything(At, Bytes, Into);
  if (C->getTag() == dwarf::DW_TAG_array_type) {
    const DIType *E = withoutNames(C->getBaseType());
    uint64_t Each = E ? E->getSizeInBits() / 8 : 0;
    if (Each <= 1 || isa_and_nonnull<DIBasicType>(E))
      return anything(At, Bytes, Into); // may be storage for something else
    for (uint64_t I = 0; I < std::max<uint64_t>(Bytes, 1) && I < MaxBytes;
         I += Each)
      collect(E, At + I, Into);
    return;
  }
  if (C->getTag() != dwarf::DW_TAG_union_type)
    Into[At / 8].add(Shapes.of(*C));
  for (const DIDerivedType *Member : membersOf(*C))
    collect(Member->getBaseType(), At + Member->getOffsetInBits() / 8, Into);
}

const std::vector<MemoryTypes::Word> &MemoryTypes::wordsOf(Type *T) {
  auto It = WordsOf.find(T);
  if (It != WordsOf.end())
    return It->second;
  Words Found(divideCeil(DL.getTypeAllocSize(T).getFixedValue(), 8));
  collect(T, 0, Found);
  return WordsOf[T] = std::move(Found);
}

BitVector MemoryTypes::accessesOf(unsigned Shape) {
  if (AccessesBy.size() != Accesses.size()) {
    AccessesBy.resize(Accesses.size());
    std::iota(AccessesBy.begin(), AccessesBy.end(), 0u);
    llvm::sort(AccessesBy, [&](unsigned A, unsigned B) {
      return std::tie(Accesses[A].Shape, Accesses[A].Member, A) <
             std::tie(Accesses[B].Shape, Accesses[B].Member, B);
    });
  }
  BitVector Found(Accesses.size());
  // Memory that does not begin as a struct up to one member does not up to a
  // later one.
  for (size_t I = 0; I != AccessesBy.size();) {
    const unsigned Of = Accesses[AccessesBy[I]].Shape;
    for (bool Same = true;
         I != AccessesBy.size() && Accesses[AccessesBy[I]].Shape == Of; ++I) {
      const Access &A = Accesses[AccessesBy[I]];
      if (Same && Shape != Of && Of != AnyShape &&
          !Shapes.beginsAs(Shape, Of, A.Member))
        Same = false;
      if (Same)
        Found.set(AccessesBy[I]);
    }
  }
  return Found;
}

bool MemoryTypes::covers(Type *T, Type *U) {
  if (T == U)
    return true;
  auto *S = dyn_cast<StructType>(U);
  auto *In = dyn_cast<StructType>(T);
  if (!In || saysNothing(T) || !T->isSized())
    return false;
  if (!S) { // the first member of T
    return isUnion(In) ||
           Shapes.beginsWith(Shapes.of(In),
                             DL.getTypeSizeInBits(U).getKnownMinValue());
  }
  if (isUnion(S))
    return isUnion(In) && DL.getTypeAllocSize(T) == DL.getTypeAllocSize(U);
  const Words &All = wordsOf(T);
  const unsigned Of = Shapes.of(S);
  return All.empty() || All[0].Anything ||
         any_of(All[0].Shapes, [&](unsigned Shape) {
           return Shapes.beginsAs(Shape, Of, UINT64_MAX, true);
         });
}
