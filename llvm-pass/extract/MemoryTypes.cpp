//===- MemoryTypes.cpp - Which memory a struct's member can be in ---------===//
#include "llvm-pass/extract/MemoryTypes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

#include <algorithm>
#include <numeric>
#include <tuple>

using namespace llvm;
using namespace amorph;

namespace {

// The maximum size of an array whose elements are examined, in bytes.
constexpr uint64_t MaxBytes = 1 << 17;

enum PartKind : uint64_t {
  PointerPart = 1,
  IntegerPart,
  FloatPart,
  OtherPart,
  LoosePart,  ///< laid out in IR in another way, with what follows
  UnitedPart, ///< a union, or a struct of one scalar
};
uint64_t partOf(PartKind Kind, uint64_t Bits) { return Bits << 3 | Kind; }

bool isUnion(const StructType *S) {
  return S->hasName() && S->getName().starts_with("union.");
}

bool isBytes(const Type *T) { return T->isIntegerTy(8); }

/// True for memory whose type says nothing: C++ provides storage in arrays of
/// bytes; initialised unions have types without names.
bool saysNothing(Type *T) {
  if (auto *S = dyn_cast<StructType>(T))
    return S->isLiteral() || S->isOpaque();
  auto *A = dyn_cast<ArrayType>(T);
  return A && isBytes(A->getElementType());
}

} // namespace

void MemoryTypes::Word::add(unsigned Shape) {
  if (!is_contained(Shapes, Shape))
    Shapes.push_back(Shape);
}

void MemoryTypes::Word::add(const Word &Other) {
  Anything |= Other.Anything;
  for (unsigned Shape : Other.Shapes)
    add(Shape);
}

void MemoryTypes::flatten(StructType *S, uint64_t At, Shape &Parts) const {
  for (unsigned I = 0; I != S->getNumElements(); ++I) {
    Type *E = S->getElementType(I);
    uint64_t Where =
        At + DL.getStructLayout(S)->getElementOffset(I).getFixedValue();
    uint64_t Bits = DL.getTypeSizeInBits(E).getKnownMinValue();
    auto *Inner = dyn_cast<StructType>(E);
    if (Inner && isUnionAndStruct(Inner))
      Parts.push_back({Where, Inner->getElementType(0)->isAggregateType()
                                  ? uint64_t(LoosePart)
                                  : partOf(UnitedPart, Bits)});
    else if (Inner && !isUnion(Inner))
      flatten(Inner, Where, Parts);
    else if (E->isPointerTy())
      Parts.push_back({Where, partOf(PointerPart, Bits)});
    else if (E->isIntegerTy())
      Parts.push_back({Where, partOf(IntegerPart, Bits)});
    else if (E->isFloatingPointTy())
      Parts.push_back({Where, partOf(FloatPart, Bits)});
    else
      Parts.push_back({Where, partOf(OtherPart, Bits)});
  }
}

void MemoryTypes::flatten(const DICompositeType &S, uint64_t At,
                          Shape &Parts) const {
  for (const DIDerivedType *Member : membersOf(S)) {
    uint64_t Where = At + Member->getOffsetInBits() / 8;
    const DIType *T = withoutNames(Member->getBaseType());
    uint64_t Bits = T ? T->getSizeInBits() : 0;
    PartKind Kind = OtherPart;
    if (Member->isBitField() || Bits > 64) {
      auto *C = dyn_cast_or_null<DICompositeType>(T);
      if (!C || Member->isBitField()) {
        Parts.push_back({Where, LoosePart});
        continue;
      }
    }
    if (auto *C = dyn_cast_or_null<DICompositeType>(T);
        C && (C->getTag() == dwarf::DW_TAG_structure_type ||
              C->getTag() == dwarf::DW_TAG_class_type)) {
      flatten(*C, Where, Parts);
      continue;
    } else if (C && C->getTag() == dwarf::DW_TAG_enumeration_type) {
      Kind = IntegerPart;
    } else if (auto *B = dyn_cast_or_null<DIBasicType>(T)) {
      Kind = B->getEncoding() == dwarf::DW_ATE_float ? FloatPart : IntegerPart;
    } else if (isa_and_nonnull<DIDerivedType>(T)) {
      Kind = PointerPart;
    }
    Parts.push_back({Where, partOf(Kind, Bits)});
  }
}

bool MemoryTypes::isUnionAndStruct(const StructType *S) const {
  return Debug && Debug->isUnionAndStruct(S);
}

unsigned MemoryTypes::shapeOf(StructType *S) {
  auto [It, New] = ShapeOf.try_emplace(S, Shapes.size());
  if (New) {
    Shapes.emplace_back();
    flatten(S, 0, Shapes.back());
  }
  return It->second;
}

unsigned MemoryTypes::shapeOf(const DICompositeType &S) {
  auto [It, New] = ShapeOf.try_emplace(&S, Shapes.size());
  if (New) {
    Shapes.emplace_back();
    flatten(S, 0, Shapes.back());
  }
  return It->second;
}

/// Unions are not indexed: what is was a struct, which was merged with one.
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
        {shapeOf(S),
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
    bool Both = isUnionAndStruct(S);
    if (isUnion(S) || Both) {
      ArrayRef<const DICompositeType *> All = unionsOf(Size);
      if (All.empty())
        return anything(At, Size, Into);
      for (const DICompositeType *C : All)
        collect(C, At, Into);
      if (!Both)
        return;
    }
    Into[At / 8].add(shapeOf(S));
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
  if (!UnionsKnown && Debug)
    for (const DICompositeType *C : Debug->unions())
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
    Into[At / 8].add(shapeOf(*C));
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

/// Whether In begins as Of, up to and including the part at Last; with Surely,
/// not if that is not known.
bool MemoryTypes::beginsAs(const Shape &In, const Shape &Of, uint64_t Last,
                           bool Surely) {
  for (size_t I = 0; I != Of.size() && Of[I].Offset <= Last; ++I) {
    if (!Surely &&
        (Of[I].Kind == LoosePart || (I < In.size() && In[I].Kind == LoosePart)))
      return true;
    if (I >= In.size() || In[I].Offset != Of[I].Offset)
      return false;
    if (In[I].Kind == Of[I].Kind)
      continue;
    bool Final = I + 1 == Of.size() || Of[I + 1].Offset > Last;
    uint64_t KindIn = In[I].Kind & 7, KindOf = Of[I].Kind & 7;
    bool United = !Surely && (KindIn == UnitedPart || KindOf == UnitedPart) &&
                  In[I].Kind >> 3 == Of[I].Kind >> 3;
    // An array at the end may have another length.
    if (!United && !(Final && KindIn == OtherPart && KindOf == OtherPart))
      return false;
  }
  return true;
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
  // What does not begin as a struct up to one member does not up to a later
  // one.
  for (size_t I = 0; I != AccessesBy.size();) {
    const unsigned Of = Accesses[AccessesBy[I]].Shape;
    for (bool Same = true;
         I != AccessesBy.size() && Accesses[AccessesBy[I]].Shape == Of; ++I) {
      const Access &A = Accesses[AccessesBy[I]];
      if (Same && Shape != Of && Of != AnyShape &&
          !beginsAs(Shapes[Shape], Shapes[Of], A.Member))
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
    const Shape &Parts = Shapes[shapeOf(In)];
    return isUnion(In) ||
           (!Parts.empty() &&
            Parts[0].Kind >> 3 == DL.getTypeSizeInBits(U).getKnownMinValue());
  }
  if (isUnion(S))
    return isUnion(In) && DL.getTypeAllocSize(T) == DL.getTypeAllocSize(U);
  const Words &All = wordsOf(T);
  const Shape Of = Shapes[shapeOf(S)];
  return All.empty() || All[0].Anything ||
         any_of(All[0].Shapes, [&](unsigned Shape) {
           return beginsAs(Shapes[Shape], Of, UINT64_MAX, true);
         });
}

//===--- Members apart ----------------------------------------------------===//

MemoryTypes::Member MemoryTypes::memberAt(const Value *Address) const {
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

void MemoryTypes::nested(Type *T, uint64_t At, std::vector<Nested> &Into) {
  constexpr size_t MaxNested = 4096;
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
  Into.push_back({shapeOf(S), At, sourceName(*S)});
  for (unsigned I = 0; I != S->getNumElements(); ++I)
    nested(S->getElementType(I),
           At + DL.getStructLayout(S)->getElementOffset(I).getFixedValue(),
           Into);
}

void MemoryTypes::nested(const DIType *T, uint64_t At,
                         std::vector<Nested> &Into) {
  constexpr size_t MaxNested = 4096;
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
    Into.push_back({shapeOf(*C), At, C->getName()});
  for (const DIDerivedType *M : membersOf(*C))
    nested(M->getBaseType(), At + M->getOffsetInBits() / 8, Into);
}

bool MemoryTypes::holds(const Nested &N, const Sought &M) const {
  return N.Shape == M.Shape || (!N.Name.empty() && N.Name == M.Name) ||
         beginsAs(Shapes[N.Shape], Shapes[M.Shape], M.Begin);
}

MemoryTypes::Sought MemoryTypes::soughtOf(const Member &M) {
  return {shapeOf(M.S), sourceName(*M.S), M.Begin};
}

static bool intersect(uint64_t A, uint64_t EndA, uint64_t B, uint64_t EndB) {
  return A < EndB && B < EndA;
}

bool MemoryTypes::contains(const Member &A, const Member &B) {
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

void MemoryTypes::findUnions() {
  if (!Debug || InUnionsKnown)
    return;
  InUnionsKnown = true;
  DenseMap<unsigned, unsigned> Numbers; // by shape
  unsigned Union = 0;
  for (const DICompositeType *C : Debug->unions()) {
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

const std::vector<MemoryTypes::Place> &MemoryTypes::placesOf(const Member &Of) {
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

bool MemoryTypes::shareUnion(const Member &A, const Member &B) {
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

bool MemoryTypes::mayOverlap(const Member &A, const Member &B) {
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
