//===- TypeComparison.cpp - Whether types of functions agree --------------===//
#include "llvm-pass/extract/TypeComparison.h"

#include "llvm-pass/extract/TypePlaces.h"

#include <algorithm>
#include <tuple>

using namespace llvm;
using namespace amorph;

/// Whether a value of T is passed in IR as one of type IR.
static bool isValuePassedAs(const DIType *T, Type *IR) {
  T = withoutNames(T);
  if (!T)
    return IR->isVoidTy();
  if (asPointer(T))
    return IR->isPointerTy();
  if (auto *B = dyn_cast<DIBasicType>(T)) {
    if (B->getEncoding() == dwarf::DW_ATE_float)
      return IR->isFloatingPointTy();
    return IR->isIntegerTy() &&
           (B->getEncoding() == dwarf::DW_ATE_boolean ||
            IR->getIntegerBitWidth() == B->getSizeInBits());
  }
  if (T->getTag() == dwarf::DW_TAG_enumeration_type)
    return IR->isIntegerTy() && IR->getIntegerBitWidth() == T->getSizeInBits();
  return false; // aggregates are passed in several ways
}

bool amorph::isPassedAs(const DISubroutineType &T, FunctionType *IR) {
  DITypeRefArray Types = T.getTypeArray();
  if (IR->isVarArg() || Types.size() != IR->getNumParams() + 1 ||
      !isValuePassedAs(Types[0], IR->getReturnType()))
    return false;
  for (unsigned I = 0; I != IR->getNumParams(); ++I)
    if (!isValuePassedAs(Types[I + 1], IR->getParamType(I)))
      return false;
  return true;
}

bool amorph::mayBePassedAs(const DISubroutineType &T, FunctionType *IR) {
  return isPassedAs(T, IR) || any_of(T.getTypeArray(), [](const DIType *Of) {
           auto *C = dyn_cast_or_null<DICompositeType>(withoutNames(Of));
           return C && C->getTag() != dwarf::DW_TAG_enumeration_type;
         });
}

static bool mayBeSame(const DIType *A, const DIType *B, unsigned Depth);

namespace {
/// The scalars of a struct in their order.
class Scalars {
  static constexpr unsigned Most = 64;

  void add(const DIType *T, uint64_t Bits) {
    T = withoutNames(T);
    auto *C = dyn_cast_or_null<DICompositeType>(T);
    if (!T || Found.size() == Most)
      return;
    if (!C || C->getTag() != dwarf::DW_TAG_structure_type)
      return Found.push_back({Bits, T->getSizeInBits(), !!asPointer(T)});
    for (const DIDerivedType *M : membersOf(*C))
      if (M->getTag() == dwarf::DW_TAG_member)
        add(M->getBaseType(), Bits + M->getOffsetInBits());
  }

public:
  SmallVector<std::tuple<uint64_t, uint64_t, bool>, 16> Found;
  explicit Scalars(const DICompositeType &S) { add(&S, 0); }
};
} // namespace

/// Whether one of the structs begins as the other, as a derived class in C.
static bool beginAlike(const DICompositeType &A, const DICompositeType &B) {
  if (A.isForwardDecl() || B.isForwardDecl())
    return false;
  auto S = Scalars(A).Found, T = Scalars(B).Found;
  size_t N = std::min(S.size(), T.size());
  return N != 0 && std::equal(S.begin(), S.begin() + N, T.begin());
}

static bool mayBeSame(const DISubroutineType &A, const DISubroutineType &B,
                      unsigned Depth) {
  DITypeRefArray As = A.getTypeArray(), Bs = B.getTypeArray();
  if (As.size() != Bs.size())
    // Without a prototype, or variadic: nothing is known.
    return (As.size() > 1 && !As[As.size() - 1]) ||
           (Bs.size() > 1 && !Bs[Bs.size() - 1]) || As.size() < 2 ||
           Bs.size() < 2;
  for (unsigned I = 0; I != As.size(); ++I)
    if (!mayBeSame(As[I], Bs[I], Depth))
      return false;
  return true;
}

/// Whether an object declared with one of the types can be used as the other.
static bool mayBeSame(const DIType *A, const DIType *B, unsigned Depth) {
  A = withoutNames(A), B = withoutNames(B);
  if (A == B || Depth == MaxComparedDepth)
    return true;
  const DIDerivedType *P = asPointer(A), *Q = asPointer(B);
  if (!P || !Q)
    return true;
  A = withoutNames(P->getBaseType()), B = withoutNames(Q->getBaseType());
  auto AnyMemory = [](const DIType *T) {
    auto *Basic = dyn_cast_or_null<DIBasicType>(T);
    return !T || T->getTag() == dwarf::DW_TAG_unspecified_type ||
           (Basic && (Basic->getEncoding() == dwarf::DW_ATE_signed_char ||
                      Basic->getEncoding() == dwarf::DW_ATE_unsigned_char));
  };
  // Arrays of unknown size are compatible with those of any (C11 6.7.6.2).
  while (isArray(A) && isArray(B)) {
    A = withoutNames(cast<DICompositeType>(A)->getBaseType());
    B = withoutNames(cast<DICompositeType>(B)->getBaseType());
  }
  if (A == B || AnyMemory(A) || AnyMemory(B))
    return true;
  if (asPointer(A) || asPointer(B))
    return asPointer(A) && asPointer(B) && mayBeSame(A, B, Depth + 1);
  const DICompositeType *S = asStruct(A), *T = asStruct(B);
  if (S && T) {
    // C++ has scopes, and declares one type as a struct and as a class.
    if (!S->getIdentifier().empty() && !T->getIdentifier().empty())
      return S->getIdentifier() == T->getIdentifier();
    return isUnion(S) == isUnion(T) &&
           ((S->getName() == T->getName() &&
             (!S->getName().empty() ||
              S->getSizeInBits() == T->getSizeInBits())) ||
            beginAlike(*S, *T));
  }
  if (S || T)
    return false;
  auto *F = dyn_cast<DISubroutineType>(A), *G = dyn_cast<DISubroutineType>(B);
  if (F && G)
    return mayBeSame(*F, *G, Depth + 1);
  if (F || G)
    return false;
  return A->getSizeInBits() == B->getSizeInBits();
}

bool amorph::mayBeSame(const DISubroutineType &Call,
                       const DISubroutineType &F) {
  return ::mayBeSame(Call, F, 0);
}
