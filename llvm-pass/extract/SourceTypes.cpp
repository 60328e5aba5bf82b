//===- SourceTypes.cpp - The source's types of pointers -------------------===//
//
// Types are found backwards, from a value to where it was declared: its
// variable, or the member at the address that it was loaded from. An address is
// a place in memory of a declared type. Whatever is ambiguous is not known.
//
//===----------------------------------------------------------------------===//
#include "llvm-pass/extract/SourceTypes.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

using namespace llvm;
using namespace amorph;

// Values are followed through so many loads, steps and merges.
static constexpr unsigned MaxDepth = 8;

static const DISubroutineType *typeOf(const Function &F);

static bool isArray(const DIType *T) {
  return T && T->getTag() == dwarf::DW_TAG_array_type;
}

/// An array of unknown length, the last member of a struct.
static bool isOpenArray(const DIType *T) {
  return isArray(T) && T->getSizeInBits() == 0;
}

/// The member or base of a struct that contains the place. Null in a union,
/// whose members overlap.
static const DIDerivedType *memberAt(const DIType *T, uint64_t Bits) {
  const DICompositeType *S = asStruct(T);
  if (!S || S->getTag() == dwarf::DW_TAG_union_type)
    return nullptr;
  for (const DIDerivedType *M : membersOf(*S)) {
    const DIType *Of = withoutNames(M->getBaseType());
    if (!Of || M->isBitField() || M->getOffsetInBits() > Bits)
      continue;
    if (isOpenArray(Of) || Bits < M->getOffsetInBits() + Of->getSizeInBits())
      return M;
  }
  return nullptr;
}

/// The type at an offset within T: the innermost that is no struct and no
/// array; null if that is not known.
static const DIType *typeAt(const DIType *T, uint64_t Bits) {
  for (T = withoutNames(T); T; T = withoutNames(T)) {
    if (isArray(T)) {
      T = withoutNames(cast<DICompositeType>(T)->getBaseType());
      if (!T || T->getSizeInBits() == 0)
        return nullptr;
      Bits %= T->getSizeInBits();
    } else if (asStruct(T)) {
      const DIDerivedType *M = memberAt(T, Bits);
      if (!M)
        return nullptr;
      Bits -= M->getOffsetInBits();
      T = M->getBaseType();
    } else {
      return Bits == 0 ? T : nullptr;
    }
  }
  return nullptr;
}

/// The struct at an offset within T that has IR's layout, in a union the only
/// one; or the union, which IR shows as the struct of one member.
const DICompositeType *SourceTypes::structAt(const DIType *T, uint64_t Bits,
                                             uint64_t Size, unsigned Layout,
                                             bool IsUnion) const {
  for (T = withoutNames(T); T; T = withoutNames(T)) {
    if (isArray(T)) {
      T = withoutNames(cast<DICompositeType>(T)->getBaseType());
      if (!T || T->getSizeInBits() == 0)
        return nullptr;
      Bits %= T->getSizeInBits();
      continue;
    }
    const DICompositeType *S = asStruct(T);
    if (!S)
      return nullptr;
    if (S->getTag() == dwarf::DW_TAG_union_type) {
      if (IsUnion && Bits == 0 && S->getSizeInBits() == Size)
        return S;
      const DICompositeType *Only = nullptr;
      for (const DIDerivedType *M : membersOf(*S)) {
        const DICompositeType *Found =
            structAt(M->getBaseType(), Bits, Size, Layout, IsUnion);
        if (Found && Only && Found != Only)
          return nullptr;
        Only = Found ? Found : Only;
      }
      return Only;
    }
    if (!IsUnion && Bits == 0 && S->getSizeInBits() == Size &&
        Types.layoutOf(*S) == Layout)
      return S;
    const DIDerivedType *M = ::memberAt(T, Bits);
    if (!M)
      return nullptr;
    Bits -= M->getOffsetInBits();
    T = M->getBaseType();
  }
  return nullptr;
}

/// The struct whose member G steps to: as its base is declared, or as IR names
/// it.
const DIType *SourceTypes::structOf(const GEPOperator &G,
                                    unsigned Depth) const {
  auto *S = dyn_cast<StructType>(G.getSourceElementType());
  if (!S || !S->isSized())
    return nullptr;
  uint64_t Bits = 8 * DL.getTypeAllocSize(S).getKnownMinValue();
  Place Base = placeOf(*G.getPointerOperand(), Depth + 1);
  if (Base.T)
    if (const DICompositeType *T =
            structAt(Base.T, Base.Bits, Bits, Types.layoutOf(S),
                     S->hasName() && S->getName().starts_with("union.")))
      return T;
  return Types.structNamed(S);
}

const DICompositeType *SourceTypes::usedAs(const GEPOperator &G) const {
  auto *S = dyn_cast<StructType>(G.getSourceElementType());
  return S && S->isSized() ? Types.structNamed(S) : nullptr;
}

SmallVector<SourceTypes::Member, 1>
SourceTypes::membersAt(const Value &Address) const {
  SmallVector<Member, 1> Found;
  Place At = placeAt(Address);
  if (At.T)
    Found.push_back(memberOf(At.T, At.Bits));
  if (At.T && Found.back().Kind != Member::Unknown)
    return Found;
  Found.clear();
  auto *G = dyn_cast<GEPOperator>(&Address);
  // By the layout alone.
  auto *S = G ? dyn_cast<StructType>(G->getSourceElementType()) : nullptr;
  APInt Offset(DL.getIndexTypeSizeInBits(Address.getType()), 0);
  if (!S || !S->isSized() || !G->accumulateConstantOffset(DL, Offset) ||
      Offset.isNegative())
    return Found;
  const DebugTypes::Layout *L = Types.layout(Types.layoutOf(S));
  if (!L)
    return Found;
  uint64_t Size = 8 * DL.getTypeAllocSize(S).getKnownMinValue();
  for (const DICompositeType *C : L->Structs) {
    if (C->getSizeInBits() != Size || Size == 0)
      continue;
    Member M = memberOf(C, 8 * Offset.getZExtValue() % Size);
    if (M.Kind == Member::Unknown)
      return {};
    Found.push_back(M);
  }
  return Found;
}

SourceTypes::Member SourceTypes::memberOf(const DIType *T,
                                          uint64_t Bits) const {
  auto [It, New] = MemberOf.try_emplace({T, Bits});
  if (New)
    It->second = memberIn(T, Bits);
  return It->second;
}

SourceTypes::Member SourceTypes::memberIn(const DIType *T, uint64_t Bits) {
  Member Found;
  for (T = withoutNames(T); T; T = withoutNames(T)) {
    if (isArray(T)) {
      T = withoutNames(cast<DICompositeType>(T)->getBaseType());
      if (!T || T->getSizeInBits() == 0)
        return {};
      Found.Bits -= Bits - Bits % T->getSizeInBits();
      Bits %= T->getSizeInBits();
      continue;
    }
    const DICompositeType *S = asStruct(T);
    if (!S) {
      if (Found.Kind != Member::OfStruct)
        Found.Kind = Member::NoMember;
      return Found;
    }
    if (S->isForwardDecl())
      return {};
    // The members of a union overlap: they are one.
    if (S->getTag() == dwarf::DW_TAG_union_type)
      return {Member::OfStruct, S, 0};
    Found = {Member::OfStruct, S, Bits};
    const DIDerivedType *M = ::memberAt(T, Bits);
    if (!M)
      return Found; // bit fields
    Bits -= M->getOffsetInBits();
    T = M->getBaseType();
  }
  return {};
}

/// Whether steps of so many bits, any number of them, stay on the same member
/// of the elements of an array that contains the place.
static bool areElements(const DIType *T, uint64_t Bits, uint64_t Step) {
  for (T = withoutNames(T); T;) {
    if (isArray(T)) {
      T = withoutNames(cast<DICompositeType>(T)->getBaseType());
      uint64_t Size = T ? T->getSizeInBits() : 0;
      if (Size == 0)
        return false;
      if (Step % Size == 0)
        return true;
      Bits %= Size;
      continue;
    }
    if (const DICompositeType *U = asStruct(T);
        U && U->getTag() == dwarf::DW_TAG_union_type)
      return true; // wherever in the union
    const DIDerivedType *M = memberAt(T, Bits);
    if (!M)
      return false;
    Bits -= M->getOffsetInBits();
    T = withoutNames(M->getBaseType());
  }
  return false;
}

/// The struct or union of that size in bits at an offset within T.
static const DIType *wholeAt(const DIType *T, uint64_t Bits, uint64_t Size) {
  for (T = withoutNames(T); T; T = withoutNames(T)) {
    if (isArray(T)) {
      T = withoutNames(cast<DICompositeType>(T)->getBaseType());
      if (!T || T->getSizeInBits() == 0)
        return nullptr;
      Bits %= T->getSizeInBits();
      continue;
    }
    if (asStruct(T) && Bits == 0 && T->getSizeInBits() == Size)
      return T;
    const DIDerivedType *M = memberAt(T, Bits);
    if (!M)
      return nullptr;
    Bits -= M->getOffsetInBits();
    T = M->getBaseType();
  }
  return nullptr;
}

const DICompositeType *SourceTypes::wholeAt(Place At, uint64_t Size) {
  return asStruct(::wholeAt(At.T, At.Bits, Size));
}

SmallVector<const DICompositeType *, 2> SourceTypes::structsAt(Place At) {
  SmallVector<const DICompositeType *, 2> Found;
  uint64_t Bits = At.Bits;
  for (const DIType *T = withoutNames(At.T); T; T = withoutNames(T)) {
    if (isArray(T)) {
      T = withoutNames(cast<DICompositeType>(T)->getBaseType());
      if (!T || T->getSizeInBits() == 0)
        break;
      Bits %= T->getSizeInBits();
      continue;
    }
    const DICompositeType *S = asStruct(T);
    if (S && Bits == 0)
      Found.push_back(S);
    const DIDerivedType *M = ::memberAt(T, Bits);
    if (!M)
      break;
    Bits -= M->getOffsetInBits();
    T = M->getBaseType();
  }
  return Found;
}

const DIType *SourceTypes::typeAt(const Value &Address) const {
  Place At = placeAt(Address);
  return withoutNames(::typeAt(At.T, At.Bits));
}

const DIType *SourceTypes::pointerAt(const DIType *T, uint64_t Bits) {
  return withoutNames(::typeAt(T, Bits));
}

const DIType *SourceTypes::resultType(const Function &F) const {
  const DISubroutineType *T = ::typeOf(F);
  return T ? withoutNames(T->getTypeArray()[0]) : nullptr;
}

const DIType *SourceTypes::parameterType(const CallBase &CB, unsigned I) const {
  const Function *F = CB.getCalledFunction();
  if (F && !F->isDeclaration() && I < F->arg_size())
    return valueType(*F->getArg(I), 0);
  const DISubroutineType *T = F ? ::typeOf(*F) : calledType(CB);
  return T && I + 1 < T->getTypeArray().size()
             ? withoutNames(T->getTypeArray()[I + 1])
             : nullptr;
}

/// Of a temporary: what it is copied from or to as a whole.
SourceTypes::Place SourceTypes::placeOfTemporary(const AllocaInst &A,
                                                 unsigned Depth) const {
  for (const User *U : A.users()) {
    auto *Copy = dyn_cast<MemTransferInst>(U);
    auto *Size = Copy ? dyn_cast<ConstantInt>(Copy->getLength()) : nullptr;
    if (!Size)
      continue;
    const Value *Other =
        Copy->getRawSource() == &A ? Copy->getRawDest() : Copy->getRawSource();
    Place From = placeOf(*Other, Depth + 1);
    if (const DIType *T =
            ::wholeAt(From.T, From.Bits, 8 * Size->getZExtValue()))
      return {T, 0, false};
  }
  auto *S = dyn_cast<StructType>(A.getAllocatedType());
  return S && S->isSized() ? Place{Types.structNamed(S), 0, false} : Place{};
}

SourceTypes::Place SourceTypes::placeAt(const Value &Address) const {
  if (auto It = PlaceOf.find(&Address); It != PlaceOf.end())
    return It->second;
  const uint64_t Before = Abandoned;
  Place Found = placeOf(Address, 0);
  // Else the types that other searches find may add to what is found.
  if (Abandoned == Before)
    PlaceOf[&Address] = Found;
  return Found;
}

/// The memory that P points to.
SourceTypes::Place SourceTypes::placeOf(const Value &P, unsigned Depth) const {
  if (Depth == MaxDepth) {
    ++Abandoned;
    return {};
  }
  if (auto *G = dyn_cast<GlobalVariable>(&P)) {
    SmallVector<DIGlobalVariableExpression *, 1> Of;
    G->getDebugInfo(Of);
    return Of.size() == 1
               ? Place{withoutNames(Of[0]->getVariable()->getType()), 0, false}
               : Place{};
  }
  if (isa<AllocaInst>(P) || isa<Argument>(P)) {
    auto Declared = findDVRDeclares(const_cast<Value *>(&P));
    if (Declared.size() == 1 &&
        Declared[0]->getExpression()->getNumElements() == 0)
      return {withoutNames(Declared[0]->getVariable()->getType()), 0, false};
    if (auto *A = dyn_cast<AllocaInst>(&P))
      return Declared.empty() ? placeOfTemporary(*A, Depth) : Place{};
  }
  auto *G = dyn_cast<GEPOperator>(&P);
  if (!G) {
    const DIDerivedType *T = asPointer(valueType(P, Depth + 1));
    return T ? Place{withoutNames(T->getBaseType()), 0, true} : Place{};
  }
  unsigned Width = DL.getIndexTypeSizeInBits(G->getType());
  MapVector<Value *, APInt> Steps;
  APInt Constant(Width, 0);
  if (!G->getType()->isPointerTy() ||
      !G->collectOffset(DL, Width, Steps, Constant))
    return {};
  // The struct that the step names, else what the base is declared as.
  Place At;
  if (const DIType *S = structOf(*G, Depth))
    At = {S, 0, true};
  if (!At.T)
    At = placeOf(*G->getPointerOperand(), Depth + 1);
  uint64_t Size = At.T ? At.T->getSizeInBits() : 0;
  int64_t Bits = int64_t(At.Bits) + 8 * Constant.getSExtValue();
  if (Size == 0)
    return {};
  if (Bits < 0 || uint64_t(Bits) >= Size) { // another element of an array
    // A step by bytes may lead out of the memory of that type: container_of.
    if (G->getSourceElementType()->isIntegerTy(8) && Size != 8)
      return {};
    const int64_t Whole = int64_t(Size);
    const DIDerivedType *End = ::memberAt(At.T, Size);
    // Unless it is in the array at the struct's end.
    if (Bits < 0 || !End || !isOpenArray(withoutNames(End->getBaseType()))) {
      if (!At.Elements)
        return {};
      Bits = (Bits % Whole + Whole) % Whole;
    }
  }
  At.Bits = Bits;
  for (auto &[Index, Scale] : Steps) {
    uint64_t Step = 8 * Scale.getZExtValue();
    if (!(At.Elements && Step % Size == 0) && !areElements(At.T, At.Bits, Step))
      return {};
  }
  return At;
}

/// Whether a value of T is passed in IR as one of type IR.
static bool isPassedAs(const DIType *T, Type *IR) {
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

/// Whether functions of T have the type IR: then the parameters correspond.
static bool isPassedAs(const DISubroutineType &T, FunctionType *IR) {
  DITypeRefArray Types = T.getTypeArray();
  if (IR->isVarArg() || Types.size() != IR->getNumParams() + 1 ||
      !isPassedAs(Types[0], IR->getReturnType()))
    return false;
  for (unsigned I = 0; I != IR->getNumParams(); ++I)
    if (!isPassedAs(Types[I + 1], IR->getParamType(I)))
      return false;
  return true;
}

bool amorph::mayBePassedAs(const DISubroutineType &T, FunctionType *IR) {
  return isPassedAs(T, IR) || any_of(T.getTypeArray(), [](const DIType *Of) {
           auto *C = dyn_cast_or_null<DICompositeType>(withoutNames(Of));
           return C && C->getTag() != dwarf::DW_TAG_enumeration_type;
         });
}

/// The declared type of F, if it is as F is in IR.
static const DISubroutineType *typeOf(const Function &F) {
  const DISubprogram *S = F.getSubprogram();
  return S && S->getType() && isPassedAs(*S->getType(), F.getFunctionType())
             ? S->getType()
             : nullptr;
}

/// The declared type of V. What is found at some depth is kept, though from a
/// smaller one more might be found.
const DIType *SourceTypes::valueType(const Value &V, unsigned Depth) const {
  if (Depth >= MaxDepth) {
    ++Abandoned;
    return nullptr;
  }
  if (auto It = Known.find(&V); It != Known.end())
    return It->second;
  Known[&V] = nullptr; // in a cycle nothing is known
  return Known[&V] = declaredType(V, Depth);
}

const DIType *SourceTypes::declaredType(const Value &V, unsigned Depth) const {
  // The variables that hold it. Several of different types show a cast.
  SmallVector<DbgVariableIntrinsic *, 2> Intrinsics;
  SmallVector<DbgVariableRecord *, 2> Records;
  findDbgUsers(Intrinsics, const_cast<Value *>(&V), &Records);
  const DIType *Held = nullptr;
  for (DbgVariableRecord *R : Records) {
    if (R->isDbgDeclare() || R->hasArgList() ||
        R->getExpression()->getNumElements() != 0)
      continue;
    const DIType *T = withoutNames(R->getVariable()->getType());
    if (Held && Held != T)
      return nullptr;
    Held = T;
  }
  return Held ? Held : typeAsMade(V, Depth);
}

const DIType *SourceTypes::typeAsMade(const Value &V, unsigned Depth) const {
  if (auto *A = dyn_cast<Argument>(&V)) {
    const DISubroutineType *T = ::typeOf(*A->getParent());
    return T ? withoutNames(T->getTypeArray()[A->getArgNo() + 1]) : nullptr;
  }
  if (auto *L = dyn_cast<LoadInst>(&V)) {
    Place At = placeOf(*L->getPointerOperand(), Depth + 1);
    return ::typeAt(At.T, At.Bits);
  }
  if (auto *C = dyn_cast<CallBase>(&V)) {
    const Function *F = C->getCalledFunction();
    const DISubroutineType *T = F ? ::typeOf(*F) : calledType(*C, Depth + 1);
    return T ? withoutNames(T->getTypeArray()[0]) : nullptr;
  }
  const DIType *Merged = nullptr;
  auto Merge = [&](const Value &From) {
    if (isa<ConstantPointerNull>(From) || isa<UndefValue>(From))
      return true;
    const DIType *T = valueType(From, Depth + 1);
    bool Same = T && (!Merged || Merged == T);
    Merged = T;
    return Same;
  };
  if (auto *Phi = dyn_cast<PHINode>(&V))
    return all_of(Phi->incoming_values(),
                  [&](const Use &From) { return Merge(*From); })
               ? Merged
               : nullptr;
  if (auto *S = dyn_cast<SelectInst>(&V))
    return Merge(*S->getTrueValue()) && Merge(*S->getFalseValue()) ? Merged
                                                                   : nullptr;
  return nullptr;
}

const DICompositeType *SourceTypes::pointeeOf(const DIType *T) {
  const DIDerivedType *P = asPointer(T);
  return P ? asStruct(P->getBaseType()) : nullptr;
}

bool SourceTypes::isData(const Value &V) const {
  const DIType *Own = withoutNames(valueType(V, 0));
  return isData(Own) && (asPointer(Own) || V.getType()->isIntegerTy());
}

bool SourceTypes::isData(const DIType *T) {
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

const DICompositeType *SourceTypes::pointee(const Value &V) const {
  return pointeeOf(valueType(V, 0));
}

const DICompositeType *SourceTypes::pointeeAsMade(const Value &V) const {
  return pointeeOf(typeAsMade(V, 0));
}

const DISubroutineType *SourceTypes::calledType(const CallBase &CB,
                                                unsigned Depth) const {
  const DIDerivedType *Pointer =
      asPointer(valueType(*CB.getCalledOperand(), Depth));
  auto *T = Pointer ? dyn_cast_or_null<DISubroutineType>(
                          withoutNames(Pointer->getBaseType()))
                    : nullptr;
  return T && isPassedAs(*T, CB.getFunctionType()) ? T : nullptr;
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

/// Whether what is declared with one of the types can be used as the other.
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
    return (S->getTag() == dwarf::DW_TAG_union_type) ==
               (T->getTag() == dwarf::DW_TAG_union_type) &&
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
