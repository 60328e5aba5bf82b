//===- SourceTypes.cpp - The source's types of pointers -------------------===//
//
// Types are found backwards, from a value to where it was declared: its
// variable, or the member at the address that it was loaded from. An address is
// a place in memory of a declared type. Whatever is ambiguous is not known.
//
//===----------------------------------------------------------------------===//
#include "llvm-pass/extract/SourceTypes.h"

#include "llvm-pass/extract/TypeComparison.h"
#include "llvm-pass/versions/LLVMVersions.h"

#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace amorph;

// Values are followed through so many loads, steps and merges.
static constexpr unsigned MaxDepth = 8;

/// The declared type of F, if it is as F is in IR.
static const DISubroutineType *typeOfFunction(const Function &F) {
  const DISubprogram *S = F.getSubprogram();
  return S && S->getType() && isPassedAs(*S->getType(), F.getFunctionType())
             ? S->getType()
             : nullptr;
}

/// True if the debug information says that V, or memory at V, is A's parameter.
static bool isParameter(const Value &V, const Argument &A) {
  return any_of(debugRecordsOf(V), [&](const DbgVariableRecord *R) {
    return R->getVariable()->getScope() == A.getParent()->getSubprogram() &&
           R->getVariable()->getArg() == A.getArgNo() + 1;
  });
}

/// The declared type of A. Passes remove and split parameters of functions that
/// other modules do not see, and even then as many may remain as were declared:
/// that A has its place is known by its variable.
static const DIType *typeOfParameter(const Argument &A) {
  const DISubroutineType *T = typeOfFunction(*A.getParent());
  if (!T)
    return nullptr;
  const bool Kept = !A.getParent()->hasLocalLinkage() || isParameter(A, A) ||
                    any_of(A.users(), [&](const User *U) {
                      auto *S = dyn_cast<StoreInst>(U);
                      return S && S->getValueOperand() == &A &&
                             isa<AllocaInst>(S->getPointerOperand()) &&
                             isParameter(*S->getPointerOperand(), A);
                    });
  return Kept ? withoutNames(T->getTypeArray()[A.getArgNo() + 1]) : nullptr;
}

/// The struct at a place that has IR's layout, in a union the only one; or the
/// union, which IR shows as the struct of one member.
static const DICompositeType *structAt(const DebugTypes &Types, TypePlace At,
                                       uint64_t Size, unsigned Layout,
                                       bool AsUnion) {
  for (; At.T; At = innerOf(At)) {
    const DICompositeType *S = asStruct(At.T);
    if (!S)
      continue;
    const bool Whole = At.Bits == 0 && S->getSizeInBits() == Size;
    if (!isUnion(S)) {
      if (!AsUnion && Whole && Types.layoutOf(*S) == Layout)
        return S;
      continue;
    }
    if (AsUnion && Whole)
      return S;
    const DICompositeType *Only = nullptr;
    for (const DIDerivedType *M : membersOf(*S)) {
      const DICompositeType *Found =
          structAt(Types, {withoutNames(M->getBaseType()), At.Bits}, Size,
                   Layout, AsUnion);
      if (Found && Only && Found != Only)
        return nullptr;
      Only = Found ? Found : Only;
    }
    return Only;
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
  TypePlace Base = placeOf(*G.getPointerOperand(), Depth + 1);
  if (Base.T)
    if (const DICompositeType *T =
            structAt(Types, Base, Bits, Types.layoutOf(S),
                     S->hasName() && S->getName().starts_with("union.")))
      return T;
  return Types.structNamed(S);
}

const DICompositeType *SourceTypes::usedAs(const GEPOperator &G) const {
  auto *S = dyn_cast<StructType>(G.getSourceElementType());
  return S && S->isSized() ? Types.structNamed(S) : nullptr;
}

SmallVector<TypeMember, 1> SourceTypes::membersAt(const Value &Address) const {
  SmallVector<TypeMember, 1> Found;
  TypePlace At = placeAt(Address);
  if (At.T)
    Found.push_back(memberOf(At.T, At.Bits));
  if (At.T && Found.back().Kind != TypeMember::Unknown)
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
    TypeMember M = memberOf(C, 8 * Offset.getZExtValue() % Size);
    if (M.Kind == TypeMember::Unknown)
      return {};
    Found.push_back(M);
  }
  return Found;
}

TypeMember SourceTypes::memberOf(const DIType *T, uint64_t Bits) const {
  auto [It, New] = MemberOf.try_emplace({T, Bits});
  if (New)
    It->second = amorph::memberAt({withoutNames(T), Bits});
  return It->second;
}

const DIType *SourceTypes::typeAt(const Value &Address) const {
  return amorph::typeAt(placeAt(Address));
}

const DIType *SourceTypes::resultType(const Function &F) const {
  const DISubroutineType *T = typeOfFunction(F);
  return T ? withoutNames(T->getTypeArray()[0]) : nullptr;
}

const DIType *SourceTypes::parameterType(const CallBase &CB, unsigned I) const {
  const Function *F = CB.getCalledFunction();
  if (F && !F->isDeclaration() && I < F->arg_size())
    return valueType(*F->getArg(I), 0);
  const DISubroutineType *T = F ? typeOfFunction(*F) : calledType(CB);
  return T && I + 1 < T->getTypeArray().size()
             ? withoutNames(T->getTypeArray()[I + 1])
             : nullptr;
}

/// Of a temporary: the place that it is copied from or to as a whole.
TypePlace SourceTypes::placeOfTemporary(const AllocaInst &A,
                                        unsigned Depth) const {
  for (const User *U : A.users()) {
    auto *Copy = dyn_cast<MemTransferInst>(U);
    auto *Size = Copy ? dyn_cast<ConstantInt>(Copy->getLength()) : nullptr;
    if (!Size)
      continue;
    const Value *Other =
        Copy->getRawSource() == &A ? Copy->getRawDest() : Copy->getRawSource();
    TypePlace From = placeOf(*Other, Depth + 1);
    if (const DIType *T = wholeAt(From, 8 * Size->getZExtValue()))
      return {T, 0, false};
  }
  auto *S = dyn_cast<StructType>(A.getAllocatedType());
  return S && S->isSized() ? TypePlace{Types.structNamed(S), 0, false}
                           : TypePlace{};
}

TypePlace SourceTypes::placeAt(const Value &Address) const {
  if (auto It = PlaceOf.find(&Address); It != PlaceOf.end())
    return It->second;
  const uint64_t Before = Abandoned;
  TypePlace Found = placeOf(Address, 0);
  // Else the types that other searches find may add to the result.
  if (Abandoned == Before)
    PlaceOf[&Address] = Found;
  return Found;
}

/// The memory that P points to.
TypePlace SourceTypes::placeOf(const Value &P, unsigned Depth) const {
  if (Depth == MaxDepth) {
    ++Abandoned;
    return {};
  }
  if (auto *G = dyn_cast<GlobalVariable>(&P)) {
    SmallVector<DIGlobalVariableExpression *, 1> Of;
    G->getDebugInfo(Of);
    return Of.size() == 1
               ? TypePlace{withoutNames(Of[0]->getVariable()->getType()), 0,
                           false}
               : TypePlace{};
  }
  if (isa<AllocaInst>(P) || isa<Argument>(P)) {
    auto Declared = findDVRDeclares(const_cast<Value *>(&P));
    if (Declared.size() == 1 &&
        Declared[0]->getExpression()->getNumElements() == 0)
      return {withoutNames(Declared[0]->getVariable()->getType()), 0, false};
    if (auto *A = dyn_cast<AllocaInst>(&P))
      return Declared.empty() ? placeOfTemporary(*A, Depth) : TypePlace{};
  }
  auto *G = dyn_cast<GEPOperator>(&P);
  if (!G) {
    const DIDerivedType *T = asPointer(valueType(P, Depth + 1));
    return T ? TypePlace{withoutNames(T->getBaseType()), 0, true} : TypePlace{};
  }
  unsigned Width = DL.getIndexTypeSizeInBits(G->getType());
  VariableSteps Steps;
  APInt Constant(Width, 0);
  if (!G->getType()->isPointerTy() ||
      !G->collectOffset(DL, Width, Steps, Constant))
    return {};
  // The struct that the step names, else the declared type of the base.
  TypePlace At;
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
    // Unless it is in the array at the struct's end.
    if (Bits < 0 || !hasOpenEnd(At.T)) {
      if (!At.Elements)
        return {};
      Bits = (Bits % Whole + Whole) % Whole;
    }
  }
  At.Bits = Bits;
  for (auto &[Index, Scale] : Steps) {
    uint64_t Step = 8 * Scale.getZExtValue();
    if (!(At.Elements && Step % Size == 0) && !areElements(At, Step))
      return {};
  }
  return At;
}

/// The declared type of V. An answer found at some depth is kept, though a
/// smaller one might find more.
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
  const DIType *Held = nullptr;
  for (DbgVariableRecord *R : debugRecordsOf(V)) {
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
  if (auto *A = dyn_cast<Argument>(&V))
    return typeOfParameter(*A);
  if (auto *L = dyn_cast<LoadInst>(&V)) {
    return amorph::typeAt(placeOf(*L->getPointerOperand(), Depth + 1));
  }
  if (auto *C = dyn_cast<CallBase>(&V)) {
    const Function *F = C->getCalledFunction();
    const DISubroutineType *T =
        F ? typeOfFunction(*F) : calledType(*C, Depth + 1);
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

bool SourceTypes::isData(const Value &V) const {
  const DIType *Own = withoutNames(valueType(V, 0));
  return amorph::isData(Own) && (asPointer(Own) || V.getType()->isIntegerTy());
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
