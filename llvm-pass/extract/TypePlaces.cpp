//===- TypePlaces.cpp - Places within the types of the source -------------===//
#include "llvm-pass/extract/TypePlaces.h"

using namespace llvm;
using namespace amorph;

/// The member or base of a struct that contains the place. Null in a union,
/// whose members overlap.
static const DIDerivedType *memberOf(const DIType *T, uint64_t Bits) {
  const DICompositeType *S = asStruct(T);
  if (!S || isUnion(S))
    return nullptr;
  for (const DIDerivedType *M : membersOf(*S)) {
    const DIType *Of = withoutNames(M->getBaseType());
    if (!Of || M->isBitField() || M->getOffsetInBits() > Bits)
      continue;
    const bool IsOpen = isArray(Of) && Of->getSizeInBits() == 0;
    if (IsOpen || Bits < M->getOffsetInBits() + Of->getSizeInBits())
      return M;
  }
  return nullptr;
}

TypePlace amorph::innerOf(const TypePlace &At) {
  if (isArray(At.T)) {
    const DIType *T = withoutNames(cast<DICompositeType>(At.T)->getBaseType());
    return T && T->getSizeInBits() != 0
               ? TypePlace{T, At.Bits % T->getSizeInBits()}
               : TypePlace();
  }
  const DIDerivedType *M = memberOf(At.T, At.Bits);
  return M ? TypePlace{withoutNames(M->getBaseType()),
                       At.Bits - M->getOffsetInBits()}
           : TypePlace();
}

bool amorph::hasOpenEnd(const DIType *T) {
  const DIDerivedType *End = memberOf(T, T->getSizeInBits());
  const DIType *Of = End ? withoutNames(End->getBaseType()) : nullptr;
  return isArray(Of) && Of->getSizeInBits() == 0;
}

const DIType *amorph::typeAt(const TypePlace &Outermost) {
  for (TypePlace At = Outermost; At.T; At = innerOf(At))
    if (!isArray(At.T) && !asStruct(At.T))
      return At.Bits == 0 ? At.T : nullptr;
  return nullptr;
}

const DICompositeType *amorph::wholeAt(TypePlace At, uint64_t Size) {
  for (; At.T; At = innerOf(At))
    if (const DICompositeType *S = asStruct(At.T);
        S && At.Bits == 0 && S->getSizeInBits() == Size)
      return S;
  return nullptr;
}

SmallVector<const DICompositeType *, 2> amorph::structsAt(TypePlace At) {
  SmallVector<const DICompositeType *, 2> Found;
  for (; At.T; At = innerOf(At))
    if (const DICompositeType *S = asStruct(At.T); S && At.Bits == 0)
      Found.push_back(S);
  return Found;
}

TypeMember amorph::memberAt(TypePlace At) {
  TypeMember Found;
  while (At.T) {
    const TypePlace Inner = innerOf(At);
    const DICompositeType *S = asStruct(At.T);
    if (isArray(At.T)) {
      Found.Bits -= At.Bits - Inner.Bits;
    } else if (!S) {
      if (Found.Kind != TypeMember::OfStruct)
        Found.Kind = TypeMember::NoMember;
      return Found;
    } else if (S->isForwardDecl()) {
      return {};
    } else if (isUnion(S)) { // its members overlap: they are one
      return {TypeMember::OfStruct, S, 0};
    } else {
      Found = {TypeMember::OfStruct, S, At.Bits};
      if (!Inner.T)
        return Found; // bit fields
    }
    At = Inner;
  }
  return {};
}

bool amorph::areElements(TypePlace At, uint64_t Step) {
  for (; At.T; At = innerOf(At)) {
    if (isUnion(At.T))
      return true; // wherever in the union
    if (isArray(At.T))
      if (const DIType *E = innerOf(At).T; E && Step % E->getSizeInBits() == 0)
        return true;
  }
  return false;
}

const DICompositeType *amorph::pointeeOf(const DIType *T) {
  const DIDerivedType *P = asPointer(T);
  return P ? asStruct(P->getBaseType()) : nullptr;
}

bool amorph::isData(const DIType *T) {
  T = withoutNames(T);
  if (!T)
    return false;
  if (isa<DIBasicType>(T) || T->getTag() == dwarf::DW_TAG_enumeration_type)
    return true;
  const DIDerivedType *P = asPointer(T);
  const DIType *Of = P ? withoutNames(P->getBaseType()) : nullptr;
  return Of && !isa<DISubroutineType>(Of) &&
         Of->getTag() != dwarf::DW_TAG_unspecified_type;
}
