//===- SourceTypes.cpp - The source's types of pointers -------------------===//
#include "llvm-pass/extract/SourceTypes.h"

#include "llvm/ADT/StringExtras.h"
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

// How deep pointers to pointers, or to functions, are compared.
static constexpr unsigned MaxCompared = 4;

/// T without its names and qualifiers.
static const DIType *bare(const DIType *T) {
  while (auto *D = dyn_cast_or_null<DIDerivedType>(T)) {
    switch (D->getTag()) {
    case dwarf::DW_TAG_typedef:
    case dwarf::DW_TAG_const_type:
    case dwarf::DW_TAG_volatile_type:
    case dwarf::DW_TAG_restrict_type:
    case dwarf::DW_TAG_atomic_type:
    case dwarf::DW_TAG_member:
      T = D->getBaseType();
      break;
    default:
      return T;
    }
  }
  return T;
}

static const DIDerivedType *asPointer(const DIType *T) {
  auto *D = dyn_cast_or_null<DIDerivedType>(bare(T));
  return D && (D->getTag() == dwarf::DW_TAG_pointer_type ||
               D->getTag() == dwarf::DW_TAG_reference_type ||
               D->getTag() == dwarf::DW_TAG_rvalue_reference_type)
             ? D
             : nullptr;
}

static bool isArray(const DIType *T) {
  return T && T->getTag() == dwarf::DW_TAG_array_type;
}

static const DICompositeType *asStruct(const DIType *T) {
  auto *C = dyn_cast_or_null<DICompositeType>(bare(T));
  return C && (C->getTag() == dwarf::DW_TAG_structure_type ||
               C->getTag() == dwarf::DW_TAG_class_type ||
               C->getTag() == dwarf::DW_TAG_union_type)
             ? C
             : nullptr;
}

/// The type at an offset within T: the innermost that is no struct and no
/// array. Null in a union, whose members overlap.
static const DIType *typeAt(const DIType *T, uint64_t Bits) {
  for (;;) {
    T = bare(T);
    if (isArray(T)) {
      T = bare(cast<DICompositeType>(T)->getBaseType());
      if (!T || T->getSizeInBits() == 0)
        return nullptr;
      Bits %= T->getSizeInBits();
      continue;
    }
    const DICompositeType *S = asStruct(T);
    if (!S)
      return Bits == 0 ? T : nullptr;
    if (S->getTag() == dwarf::DW_TAG_union_type)
      return nullptr;
    const DIType *Found = nullptr;
    for (const DINode *E : S->getElements()) {
      auto *M = dyn_cast<DIDerivedType>(E);
      if (!M || M->isStaticMember() || M->isBitField() ||
          (M->getTag() != dwarf::DW_TAG_member &&
           M->getTag() != dwarf::DW_TAG_inheritance))
        continue;
      uint64_t Begin = M->getOffsetInBits();
      if (Begin <= Bits && Bits < Begin + M->getSizeInBits()) {
        Found = M->getBaseType();
        Bits -= Begin;
        break;
      }
    }
    if (!Found)
      return nullptr;
    T = Found;
  }
}

SourceTypes::SourceTypes(const Module &M) : DL(M.getDataLayout()) {
  DebugInfoFinder Finder;
  Finder.processModule(M);
  for (const DIType *T : Finder.types()) {
    const DICompositeType *S = asStruct(T);
    if (S != T || S->isForwardDecl() || S->getName().empty())
      continue;
    auto [It, New] = Structs.try_emplace(S->getName(), S);
    if (!New && It->second && It->second != S &&
        (It->second->getSizeInBits() != S->getSizeInBits() ||
         It->second->getElements().size() != S->getElements().size()))
      It->second = nullptr;
  }
}

/// The struct by its name in IR, struct.NAME, to which the linker of modules
/// may have added a number.
const DIType *SourceTypes::structNamed(StringRef Name, uint64_t Bits) const {
  if (!Name.consume_front("struct.") && !Name.consume_front("class."))
    return nullptr;
  auto It = Structs.find(Name);
  if (It == Structs.end()) {
    auto [Stem, Number] = Name.rsplit('.');
    if (Number.empty() || !all_of(Number, isDigit))
      return nullptr;
    It = Structs.find(Stem);
  }
  return It != Structs.end() && It->second &&
                 It->second->getSizeInBits() == Bits
             ? It->second
             : nullptr;
}

/// The type of the memory that P points to.
const DIType *SourceTypes::pointedType(const Value &P, unsigned Depth) const {
  if (Depth == MaxDepth)
    return nullptr;
  if (auto *G = dyn_cast<GlobalVariable>(&P)) {
    SmallVector<DIGlobalVariableExpression *, 1> Of;
    G->getDebugInfo(Of);
    return Of.size() == 1 ? bare(Of[0]->getVariable()->getType()) : nullptr;
  }
  if (auto *A = dyn_cast<AllocaInst>(&P)) {
    auto Declared = findDVRDeclares(const_cast<AllocaInst *>(A));
    return Declared.size() == 1 && Declared[0]->getExpression() &&
                   Declared[0]->getExpression()->getNumElements() == 0
               ? bare(Declared[0]->getVariable()->getType())
               : nullptr;
  }
  if (auto *G = dyn_cast<GEPOperator>(&P)) {
    APInt Offset(DL.getIndexTypeSizeInBits(G->getType()), 0);
    auto *S = dyn_cast<StructType>(G->getSourceElementType());
    // An index into the pointer itself steps from one struct to another.
    if (S && S->hasName() && G->getNumIndices() > 1) {
      SmallVector<Value *, 4> Indices(G->indices());
      for (unsigned I = 1; I != Indices.size(); ++I)
        if (!isa<ConstantInt>(Indices[I]))
          return nullptr;
      Indices[0] = ConstantInt::get(Indices[0]->getType(), 0);
      int64_t Bytes = DL.getIndexedOffsetInType(S, Indices);
      const DIType *T =
          structNamed(S->getName(), 8 * DL.getTypeAllocSize(S).getFixedValue());
      return T && Bytes >= 0 ? typeAt(T, 8 * Bytes) : nullptr;
    }
    const DIType *Base = pointedType(*G->getPointerOperand(), Depth + 1);
    if (S || !Base)
      return nullptr;
    // Steps within an array, of pointers if what is wanted is one.
    while (isArray(Base))
      Base = bare(cast<DICompositeType>(Base)->getBaseType());
    return Base;
  }
  const DIDerivedType *T = asPointer(valueType(P, Depth + 1));
  return T ? bare(T->getBaseType()) : nullptr;
}

/// Whether a value of T is passed in IR as one of type IR.
static bool isPassedAs(const DIType *T, Type *IR) {
  T = bare(T);
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

/// The declared type of F, if it is as F is in IR.
static const DISubroutineType *typeOf(const Function &F) {
  const DISubprogram *S = F.getSubprogram();
  return S && S->getType() && isPassedAs(*S->getType(), F.getFunctionType())
             ? S->getType()
             : nullptr;
}

/// The declared type of V.
const DIType *SourceTypes::valueType(const Value &V, unsigned Depth) const {
  if (Depth == MaxDepth)
    return nullptr;
  // The variables that hold it. Several of different types show a cast.
  SmallVector<DbgVariableIntrinsic *, 2> Intrinsics;
  SmallVector<DbgVariableRecord *, 2> Records;
  findDbgUsers(Intrinsics, const_cast<Value *>(&V), &Records);
  const DIType *Held = nullptr;
  for (DbgVariableRecord *R : Records) {
    if (R->isDbgDeclare() || R->hasArgList() ||
        R->getExpression()->getNumElements() != 0)
      continue;
    const DIType *T = bare(R->getVariable()->getType());
    if (Held && Held != T)
      return nullptr;
    Held = T;
  }
  if (Held)
    return Held;
  if (auto *A = dyn_cast<Argument>(&V)) {
    const DISubroutineType *T = typeOf(*A->getParent());
    return T ? bare(T->getTypeArray()[A->getArgNo() + 1]) : nullptr;
  }
  if (auto *L = dyn_cast<LoadInst>(&V)) {
    const DIType *T = pointedType(*L->getPointerOperand(), Depth + 1);
    return typeAt(T, 0);
  }
  if (auto *C = dyn_cast<CallBase>(&V)) {
    const Function *F = C->getCalledFunction();
    const DISubroutineType *T = F ? typeOf(*F) : calledType(*C, Depth + 1);
    return T ? bare(T->getTypeArray()[0]) : nullptr;
  }
  const DIType *Merged = nullptr;
  auto Merge = [&](const Value &From) {
    if (isa<ConstantPointerNull>(From) || isa<UndefValue>(From))
      return true;
    const DIType *T = valueType(From, Depth + 2);
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

const DISubroutineType *SourceTypes::calledType(const CallBase &CB,
                                                unsigned Depth) const {
  const DIDerivedType *Pointer =
      asPointer(valueType(*CB.getCalledOperand(), Depth));
  auto *T =
      Pointer ? dyn_cast_or_null<DISubroutineType>(bare(Pointer->getBaseType()))
              : nullptr;
  return T && isPassedAs(*T, CB.getFunctionType()) ? T : nullptr;
}

static bool mayBeSame(const DIType *A, const DIType *B, unsigned Depth);

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
  A = bare(A), B = bare(B);
  if (A == B || Depth == MaxCompared)
    return true;
  const DIDerivedType *P = asPointer(A), *Q = asPointer(B);
  if (!P || !Q)
    return true;
  A = bare(P->getBaseType()), B = bare(Q->getBaseType());
  auto AnyMemory = [](const DIType *T) {
    auto *Basic = dyn_cast_or_null<DIBasicType>(T);
    return !T || T->getTag() == dwarf::DW_TAG_unspecified_type ||
           (Basic && (Basic->getEncoding() == dwarf::DW_ATE_signed_char ||
                      Basic->getEncoding() == dwarf::DW_ATE_unsigned_char));
  };
  if (A == B || AnyMemory(A) || AnyMemory(B))
    return true;
  if (asPointer(A) || asPointer(B))
    return asPointer(A) && asPointer(B) && mayBeSame(A, B, Depth + 1);
  const DICompositeType *S = asStruct(A), *T = asStruct(B);
  if (S && T)
    return S->getTag() == T->getTag() && S->getName() == T->getName() &&
           (!S->getName().empty() || S->getSizeInBits() == T->getSizeInBits());
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
