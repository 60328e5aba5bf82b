//===- DebugTypes.cpp - The structs that debug information defines --------===//
#include "llvm-pass/extract/DebugTypes.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace amorph;

namespace {

/// A search of the graph of debug information, depth first. It finds what
/// LLVM's DebugInfoFinder does, in the same order. That class visits the scope
/// of every instruction, which takes four times as long, and does not expect
/// null elements.
class CompositeFinder {
public:
  std::vector<const DICompositeType *> Found;

  void visit(const Module &M) {
    for (const DICompileUnit *U : M.debug_compile_units())
      unit(U);
    for (const Function &F : M) {
      if (const DISubprogram *S = F.getSubprogram())
        subprogram(S);
      for (const Instruction &I : instructions(F))
        visit(I);
    }
  }

private:
  bool isNew(const MDNode *N) { return N && Seen.insert(N).second; }

  void visit(const Instruction &I) {
    if (auto *D = dyn_cast<DbgVariableIntrinsic>(&I))
      variable(D->getVariable());
    location(I.getDebugLoc().get());
    for (const DbgRecord &R : I.getDbgRecordRange()) {
      if (auto *V = dyn_cast<DbgVariableRecord>(&R))
        variable(V->getVariable());
      location(R.getDebugLoc().get());
    }
  }

  /// Code that is not inlined is in the scope of its function.
  void location(const DILocation *L) {
    if (!L || !L->getInlinedAt() || L == LastLocation)
      return;
    LastLocation = L;
    for (; L; L = L->getInlinedAt())
      scope(L->getScope());
  }

  void variable(const DILocalVariable *V) {
    if (!isNew(V))
      return;
    scope(V->getScope());
    type(V->getType());
  }

  void unit(const DICompileUnit *U) {
    if (!isNew(U))
      return;
    for (const DIGlobalVariableExpression *G : U->getGlobalVariables()) {
      scope(G->getVariable()->getScope());
      type(G->getVariable()->getType());
    }
    for (const DICompositeType *T : U->getEnumTypes())
      type(T);
    for (const DIScope *S : U->getRetainedTypes())
      scope(S);
    for (const DIImportedEntity *I : U->getImportedEntities())
      scope(dyn_cast_or_null<DIScope>(I->getEntity()));
  }

  void scope(const DIScope *S) {
    if (auto *T = dyn_cast_or_null<DIType>(S))
      type(T);
    else if (auto *U = dyn_cast_or_null<DICompileUnit>(S))
      unit(U);
    else if (auto *P = dyn_cast_or_null<DISubprogram>(S))
      subprogram(P);
    else if (isNew(S))
      scope(S->getScope());
  }

  void subprogram(const DISubprogram *S) {
    if (!isNew(S))
      return;
    scope(S->getScope());
    unit(S->getUnit());
    type(S->getType());
    for (const DITemplateParameter *P : S->getTemplateParams())
      type(P->getType());
  }

  void type(const DIType *T) {
    if (!isNew(T))
      return;
    if (auto *C = dyn_cast<DICompositeType>(T))
      Found.push_back(C);
    scope(T->getScope());
    if (auto *F = dyn_cast<DISubroutineType>(T)) {
      for (const DIType *P : F->getTypeArray())
        type(P);
    } else if (auto *C = dyn_cast<DICompositeType>(T)) {
      type(C->getBaseType());
      for (const DINode *E : C->getElements())
        scope(dyn_cast_or_null<DIScope>(E));
    } else if (auto *D = dyn_cast<DIDerivedType>(T)) {
      type(D->getBaseType());
    }
  }

  DenseSet<const MDNode *> Seen;
  const DILocation *LastLocation = nullptr;
};

} // namespace

std::vector<const DICompositeType *> amorph::compositeTypes(const Module &M) {
  CompositeFinder Finder;
  Finder.visit(M);
  return std::move(Finder.Found);
}

/// Whether two declarations of a type agree, to the depth of pointers that is
/// compared.
static bool areSame(const DIType *A, const DIType *B, unsigned Depth = 0) {
  A = withoutNames(A), B = withoutNames(B);
  if (A == B || Depth == MaxComparedDepth)
    return true;
  if (!A || !B || A->getSizeInBits() != B->getSizeInBits())
    return false;
  if (asStruct(A) || asStruct(B))
    return asStruct(A) && asStruct(B) && A->getName() == B->getName();
  if (A->getTag() != B->getTag())
    return false;
  if (auto *X = dyn_cast<DIBasicType>(A))
    return X->getEncoding() == cast<DIBasicType>(B)->getEncoding();
  if (auto *X = dyn_cast<DIDerivedType>(A))
    return areSame(X->getBaseType(), cast<DIDerivedType>(B)->getBaseType(),
                   Depth + 1);
  if (auto *X = dyn_cast<DICompositeType>(A)) // arrays; enumerations have none
    return areSame(X->getBaseType(), cast<DICompositeType>(B)->getBaseType(),
                   Depth + 1);
  auto *F = dyn_cast<DISubroutineType>(A);
  if (!F)
    return false;
  DITypeRefArray As = F->getTypeArray(),
                 Bs = cast<DISubroutineType>(B)->getTypeArray();
  if (As.size() != Bs.size())
    return false;
  for (unsigned I = 0; I != As.size(); ++I)
    if (!areSame(As[I], Bs[I], Depth + 1))
      return false;
  return true;
}

/// The same for structs, with their members: two files of a program may each
/// have a struct of one name.
static bool haveSameMembers(const DICompositeType &A,
                            const DICompositeType &B) {
  DINodeArray As = A.getElements(), Bs = B.getElements();
  if (A.getSizeInBits() != B.getSizeInBits() || As.size() != Bs.size())
    return false;
  for (unsigned I = 0; I != As.size(); ++I) {
    auto *M = dyn_cast_or_null<DIDerivedType>(As[I]);
    auto *N = dyn_cast_or_null<DIDerivedType>(Bs[I]);
    if (!M != !N)
      return false;
    if (M && (M->getName() != N->getName() ||
              M->getOffsetInBits() != N->getOffsetInBits() ||
              !areSame(M->getBaseType(), N->getBaseType())))
      return false;
  }
  return true;
}

/// The offsets and sizes of the scalars in S, and which are pointers: equal for
/// structs that have one type in IR.
static void describeLayout(const DICompositeType &S, uint64_t At,
                           raw_ostream &OS) {
  for (const DIDerivedType *M : membersOf(S)) {
    const DIType *T = withoutNames(M->getBaseType());
    uint64_t Where = At + M->getOffsetInBits();
    const DICompositeType *Inner = asStruct(T);
    if (Inner && Inner->getTag() != dwarf::DW_TAG_union_type)
      describeLayout(*Inner, Where, OS);
    else
      OS << Where << (asPointer(T) ? "p" : "") << ':'
         << (T ? T->getSizeInBits() : 0) << ' ';
  }
}

/// The same for a type in IR.
static void describeLayout(const DataLayout &DL, StructType *S, uint64_t At,
                           raw_ostream &OS) {
  for (unsigned I = 0; I != S->getNumElements(); ++I) {
    Type *E = S->getElementType(I);
    uint64_t Where =
        At + 8 * DL.getStructLayout(S)->getElementOffset(I).getFixedValue();
    auto *Inner = dyn_cast<StructType>(E);
    if (Inner && !(Inner->hasName() && Inner->getName().starts_with("union.")))
      describeLayout(DL, Inner, Where, OS);
    else
      OS << Where << (E->isPointerTy() ? "p" : "") << ':'
         << 8 * DL.getTypeAllocSize(E).getKnownMinValue() << ' ';
  }
}

unsigned DebugTypes::numberOfLayout(StringRef Text) const {
  return NumberOfLayout.try_emplace(Text, NumberOfLayout.size()).first->second;
}

unsigned DebugTypes::layoutOf(const DICompositeType &S) const {
  auto [It, New] = LayoutOf.try_emplace(&S, 0);
  if (New) {
    SmallString<256> Text;
    raw_svector_ostream OS(Text);
    describeLayout(S, 0, OS);
    It->second = numberOfLayout(Text);
  }
  return It->second;
}

unsigned DebugTypes::layoutOf(StructType *S) const {
  auto [It, New] = LayoutInIR.try_emplace(S, 0);
  if (New) {
    SmallString<256> Text;
    raw_svector_ostream OS(Text);
    describeLayout(DL, S, 0, OS);
    It->second = numberOfLayout(Text);
  }
  return It->second;
}

namespace {
enum LoneKind : unsigned { PointerMember, NumberMember, AggregateMember };
}

static LoneKind loneKind(const DIType *T) {
  T = withoutNames(T);
  if (isa_and_nonnull<DIDerivedType>(T)) // pointers, those to members, too
    return PointerMember;
  auto *C = dyn_cast_or_null<DICompositeType>(T);
  return C && C->getTag() != dwarf::DW_TAG_enumeration_type ? AggregateMember
                                                            : NumberMember;
}

/// The kinds of the member that a union's type in IR may be made of, or of a
/// struct's only one beside bytes and empty bases.
static SmallVector<LoneKind, 4> loneMembers(const DICompositeType &S) {
  SmallVector<LoneKind, 4> Kinds;
  for (const DIDerivedType *M : membersOf(S)) {
    const DIType *T = withoutNames(M->getBaseType());
    if (!T ||
        (M->getTag() == dwarf::DW_TAG_inheritance && T->getSizeInBits() <= 8))
      continue;
    auto *A = dyn_cast<DICompositeType>(T);
    const DIType *E = A && A->getTag() == dwarf::DW_TAG_array_type
                          ? withoutNames(A->getBaseType())
                          : nullptr;
    if (Kinds.size() == 1 && E && E->getSizeInBits() == 8)
      continue;
    Kinds.push_back(loneKind(T));
  }
  if (S.getTag() != dwarf::DW_TAG_union_type && Kinds.size() > 1)
    Kinds.clear();
  return Kinds;
}

bool DebugTypes::isUnionAndStruct(const StructType *S) const {
  unsigned Count = S->getNumElements();
  auto *Rest = Count == 2 ? dyn_cast<ArrayType>(S->getElementType(1)) : nullptr;
  if (Count != 1 && !(Rest && Rest->getElementType()->isIntegerTy(8)))
    return false;
  const Type *T = S->getElementType(0);
  Lone Key(T->isAggregateType() ? AggregateMember
           : T->isPointerTy()   ? PointerMember
                                : NumberMember,
           DL.getTypeAllocSizeInBits(const_cast<StructType *>(S)));
  return InUnions.contains(Key) && InStructs.contains(Key);
}

DebugTypes::DebugTypes(const Module &M) : DL(M.getDataLayout()) {
  for (const DICompositeType *S : compositeTypes(M)) {
    if (!asStruct(S) || S->isForwardDecl())
      continue;
    const bool Union = S->getTag() == dwarf::DW_TAG_union_type;
    if (Union)
      Unions.push_back(S);
    if (S->getVTableHolder())
      DynamicClasses.push_back(S);
    for (LoneKind Kind : loneMembers(*S))
      (Union ? InUnions : InStructs).insert({Kind, S->getSizeInBits()});
    const unsigned Layout = layoutOf(*S);
    if (Layout >= Layouts.size())
      Layouts.resize(Layout + 1);
    if (!Union)
      Layouts[Layout].Structs.push_back(S);
    if (S->getName().empty())
      continue;
    auto [It, New] = Structs.try_emplace(S->getName(), S);
    if (!New && It->second && !haveSameMembers(*It->second, *S))
      It->second = nullptr;
    StringRef &Name = Layouts[Layout].Name;
    if (!Name.empty() && Name != S->getName())
      Layouts[Layout].Ambiguous = true;
    Name = S->getName();
  }
}

const DebugTypes::Layout *DebugTypes::layout(unsigned Number) const {
  return Number < Layouts.size() ? &Layouts[Number] : nullptr;
}

/// The struct by its name in IR, struct.NAME, to which the linker of modules
/// may have added a number.
const DICompositeType *DebugTypes::structNamed(StructType *S) const {
  if (!S->hasName())
    return nullptr;
  auto [It, New] = Named.try_emplace(S, nullptr);
  if (New)
    It->second =
        findNamed(S->getName(), 8 * DL.getTypeAllocSize(S).getKnownMinValue());
  return It->second;
}

const DICompositeType *DebugTypes::findNamed(StringRef Name,
                                             uint64_t Bits) const {
  if (!Name.consume_front("struct.") && !Name.consume_front("class."))
    return nullptr;
  auto It = Structs.find(Name);
  if (It == Structs.end()) {
    auto [Stem, Number] = Name.rsplit('.');
    if (Number.empty() || !all_of(Number, isDigit))
      return nullptr;
    It = Structs.find(Stem);
  }
  if (It == Structs.end() || !It->second || It->second->getSizeInBits() != Bits)
    return nullptr;
  const Layout *L = layout(layoutOf(*It->second));
  return L && !L->Name.empty() && !L->Ambiguous ? It->second : nullptr;
}
