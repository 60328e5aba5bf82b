//===- TypeShapes.cpp - Memory layout of structs --------------------------===//
#include "llvm-pass/extract/TypeShapes.h"

#include "llvm/BinaryFormat/Dwarf.h"

using namespace llvm;
using namespace amorph;

namespace {

enum PartKind : uint64_t {
  PointerPart = 1,
  IntegerPart,
  FloatPart,
  OtherPart,
  LoosePart,  ///< laid out in IR in another way, with what follows
  UnitedPart, ///< a union, or a struct of one scalar
};
uint64_t partOf(PartKind Kind, uint64_t Bits) { return Bits << 3 | Kind; }

} // namespace

bool amorph::isUnion(const StructType *S) {
  return S->hasName() && S->getName().starts_with("union.");
}

bool amorph::saysNothing(const Type *T) {
  if (auto *S = dyn_cast<StructType>(T))
    return S->isLiteral() || S->isOpaque();
  auto *A = dyn_cast<ArrayType>(T);
  return A && A->getElementType()->isIntegerTy(8);
}

void TypeShapes::flatten(const StructType &S, uint64_t At, Shape &Parts) const {
  for (unsigned I = 0; I != S.getNumElements(); ++I) {
    Type *E = S.getElementType(I);
    uint64_t Where = At + DL.getStructLayout(const_cast<StructType *>(&S))
                              ->getElementOffset(I)
                              .getFixedValue();
    uint64_t Bits = DL.getTypeSizeInBits(E).getKnownMinValue();
    auto *Inner = dyn_cast<StructType>(E);
    if (Inner && isUnionAndStruct(Inner))
      Parts.push_back({Where, Inner->getElementType(0)->isAggregateType()
                                  ? uint64_t(LoosePart)
                                  : partOf(UnitedPart, Bits)});
    else if (Inner && !isUnion(Inner))
      flatten(*Inner, Where, Parts);
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

void TypeShapes::flatten(const DICompositeType &S, uint64_t At,
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

bool TypeShapes::beginsAs(unsigned InNumber, unsigned OfNumber, uint64_t Last,
                          bool Surely) const {
  const Shape &In = Shapes[InNumber], &Of = Shapes[OfNumber];
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

bool TypeShapes::beginsWith(unsigned Shape, uint64_t Bits) const {
  return !Shapes[Shape].empty() && Shapes[Shape][0].Kind >> 3 == Bits;
}
