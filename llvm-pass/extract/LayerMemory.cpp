//===- LayerMemory.cpp - The members of structs as memory -----------------===//
#include "llvm-pass/extract/LayerMemory.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/IntrinsicInst.h"

#include <algorithm>

using namespace llvm;
using namespace amorph;

LayerMemory::LayerMemory(ConstraintBuilder &B, const DebugTypes &Types)
    : Source(B.DL, Types), Scalars(B.newVar()), NoType(B.newVar()),
      Variadic(B.newVar()), All(B.newVar()), B(B) {
  for (Node N : {Scalars, NoType, Variadic})
    B.flow(All, N);
  B.flow(Scalars, NoType);
}

/// Memory that is reached through pointers to unknown types, too.
Node LayerMemory::newMemory() {
  const Node N = B.newVar();
  B.flow(N, NoType);
  B.flow(All, N);
  return N;
}

/// The same number for each unit's declaration of a struct.
unsigned LayerMemory::layerOf(const DICompositeType &T) {
  auto [Known, First] = LayerOf.try_emplace(&T, 0);
  if (!First)
    return Known->second;
  std::string Name = T.getName().str();
  if (Name.empty()) // compatible with those of equal members (C11 6.2.7)
    for (const DIDerivedType *M : membersOf(T))
      Name += ("/" + M->getName() + ":" + Twine(M->getOffsetInBits())).str();
  Name += '/';
  Name += std::to_string(T.getSizeInBits());
  auto [It, New] = Layers.try_emplace(Name, Fields.size());
  if (New)
    Fields.emplace_back();
  if (T.getTag() == dwarf::DW_TAG_union_type)
    UnionLayers.insert(It->second);
  return Known->second = It->second;
}

Node LayerMemory::field(const DICompositeType &T, uint64_t Bits) {
  auto [It, New] = Fields[layerOf(T)].try_emplace(Bits, Nothing);
  if (New)
    It->second = newMemory();
  return It->second;
}

/// True for an array of characters, which may be storage for anything.
static bool isStorage(const Value &V) {
  auto *G = dyn_cast<GlobalVariable>(&V);
  return LayoutTable::element(G ? G->getValueType()
                                : cast<AllocaInst>(V).getAllocatedType())
      ->isIntegerTy(8);
}

Node LayerMemory::variable(const Value &V) {
  auto [It, New] = Variables.try_emplace(&V, Nothing);
  if (!New)
    return It->second;
  const Node N = It->second = newMemory();
  SmallVector<const Value *, 4> Work{&V};
  bool Escapes = false, Storage = isStorage(V);
  while (!Work.empty()) {
    const Value *A = Work.pop_back_val();
    for (const Use &U : A->uses()) {
      const User *Usr = U.getUser();
      if (isa<LoadInst>(Usr) || isa<DbgInfoIntrinsic>(Usr))
        continue;
      if (auto *S = dyn_cast<StoreInst>(Usr);
          S && U.getOperandNo() == S->getPointerOperandIndex())
        continue;
      if (auto *I = dyn_cast<IntrinsicInst>(Usr);
          I && I->isAssumeLikeIntrinsic())
        continue;
      if (auto *G = dyn_cast<GEPOperator>(Usr); G && U.getOperandNo() == 0) {
        Storage |= G->getSourceElementType()->isStructTy();
        Work.push_back(G);
      } else {
        Escapes = true;
      }
    }
  }
  // Memory of a known type that is no struct may only be reached as such.
  bool Scalar = Source.memberAt(V).Kind == TypeMember::NoMember;
  if (Escapes && Scalar && !Storage)
    equate(N, Scalars);
  return Storage || (Escapes && !Scalar) ? Variables[&V] = NoType : N;
}

Node LayerMemory::variadic(const Function &F) {
  auto [It, New] = VariadicOf.try_emplace(&F, Nothing);
  if (New) {
    It->second = B.newVar();
    B.flow(Variadic, It->second);
  }
  return It->second;
}

// The members of clang's va_list (System V ABI for x86-64, 3.5.7): numbers of
// 32 bits at bytes 0 and 4, then the addresses of the areas.
static constexpr uint64_t OverflowArea = 8, RegisterArea = 16;

/// The va_list from whose areas clang's va_arg computes Address; null: it does
/// not.
static const Value *listOf(const Value &Address, const SourceTypes &Source) {
  if (auto *Phi = dyn_cast<PHINode>(&Address)) {
    const Value *List = nullptr;
    for (const Use &From : Phi->incoming_values()) {
      const Value *Of = isa<PHINode>(From) ? nullptr : listOf(*From, Source);
      if (!Of || (List && List != Of))
        return nullptr;
      List = Of;
    }
    return List;
  }
  auto *Area = dyn_cast<LoadInst>(getUnderlyingObject(&Address));
  if (!Area)
    return nullptr;
  // By the declaration: IR's name may be that of another struct of this layout.
  const TypeMember Of = Source.memberAt(*Area->getPointerOperand());
  return Of.Kind == TypeMember::OfStruct &&
                 Of.In->getName() == "__va_list_tag" &&
                 (Of.Bits == 8 * OverflowArea || Of.Bits == 8 * RegisterArea)
             ? getUnderlyingObject(Area->getPointerOperand())
             : nullptr;
}

/// The bytes from List to Address; none if they are not constant.
static std::optional<uint64_t> offsetIn(const AllocaInst &List,
                                        const Value &Address) {
  const DataLayout &DL = List.getDataLayout();
  APInt Offset(DL.getIndexTypeSizeInBits(Address.getType()), 0);
  return Address.stripAndAccumulateConstantOffsets(
             DL, Offset, /*AllowNonInbounds=*/true) == &List
             ? std::optional(Offset.getZExtValue())
             : std::nullopt;
}

/// True if only va_start and va_arg change the va_list that the local variable
/// List is; Part: an address in it. Any other list may be copied into it, by
/// words, too.
static bool isOwnList(const AllocaInst &List, const Value &Part) {
  return all_of(Part.uses(), [&](const Use &U) {
    const User *Usr = U.getUser();
    if (auto *S = dyn_cast<StoreInst>(Usr)) {
      if (U.getOperandNo() != S->getPointerOperandIndex())
        return false;
      const Value *Stored = S->getValueOperand();
      const auto At = offsetIn(List, Part);
      if (Stored->getType()->isIntegerTy(32))
        return At == 0 || At == 4;
      auto *Next = dyn_cast<LoadInst>(getUnderlyingObject(Stored));
      return At == OverflowArea && Next && Next->getType()->isPointerTy() &&
             offsetIn(List, *Next->getPointerOperand()) == At;
    }
    if (auto *I = dyn_cast<IntrinsicInst>(Usr))
      return I->isLifetimeStartOrEnd() || isa<VAStartInst>(I) ||
             isa<VAEndInst>(I);
    return isa<LoadInst>(Usr) ||
           (isa<GetElementPtrInst>(Usr) && isOwnList(List, *Usr));
  });
}

SmallVector<Node, 1> LayerMemory::at(const Value &Address) {
  SmallVector<Node, 1> Found;
  bool Scalar = false;
  for (const TypeMember &Of : Source.membersAt(Address)) {
    if (Of.Kind == TypeMember::OfStruct)
      Found.push_back(field(*Of.In, Of.Bits));
    else
      Scalar = true;
  }
  if (!Found.empty())
    return Found;
  if (const Value *List = listOf(Address, Source)) {
    auto *Own = dyn_cast<AllocaInst>(List);
    return {Own && isOwnList(*Own, *Own) ? variadic(*Own->getFunction())
                                         : Variadic};
  }
  const Value *Base = getUnderlyingObject(&Address);
  if ((isa<AllocaInst>(Base) || isa<GlobalVariable>(Base)) &&
      Source.memberAt(*Base).Kind != TypeMember::OfStruct)
    return {variable(*Base)};
  return {Scalar ? Scalars : NoType};
}

void LayerMemory::load(Node Value, const llvm::Value &Address) {
  for (Node N : at(Address))
    B.flow(Value, N == NoType ? All : N);
}

bool LayerMemory::isNumber(const llvm::Value &Address) const {
  if (auto *A = dyn_cast<AllocaInst>(&Address);
      A && A->getAllocatedType()->isPointerTy())
    return false;
  auto Of = Source.membersAt(Address);
  return Of.empty() || any_of(Of, [](const TypeMember &M) {
           return M.Kind != TypeMember::OfStruct ||
                  M.In->getTag() != dwarf::DW_TAG_union_type;
         });
}

void LayerMemory::store(const llvm::Value &Address, Node Value) {
  if (Value != Nothing)
    for (Node N : at(Address))
      B.flow(N, Value);
}

/// Whether one of the structs begins with the other: then its members are found
/// through both.
static bool beginsWith(const DIType *T, const DICompositeType &With) {
  for (unsigned Depth = 0; Depth != 16; ++Depth) {
    auto *C = dyn_cast_or_null<DICompositeType>(withoutNames(T));
    if (!C)
      return false;
    if (C == &With || (!C->getName().empty() && C->getName() == With.getName()))
      return true;
    if (C->getTag() == dwarf::DW_TAG_array_type) {
      T = C->getBaseType();
      continue;
    }
    if (C->getTag() == dwarf::DW_TAG_union_type)
      return false; // one member, whatever is reached through it
    const DIType *FirstMember = nullptr;
    for (const DIDerivedType *M : membersOf(*C))
      if (M->getOffsetInBits() == 0) {
        FirstMember = M->getBaseType();
        break;
      }
    T = FirstMember;
  }
  return false;
}

void LayerMemory::unite(const DICompositeType *One,
                        const DICompositeType *Other) {
  if (!One || !Other || One == Other || One->isForwardDecl() ||
      Other->isForwardDecl())
    return;
  unsigned X = layerOf(*One), Y = layerOf(*Other);
  if (X == Y || beginsWith(One, *Other) || beginsWith(Other, *One) ||
      !UnitedOnce.insert({X, Y}).second)
    return;
  United.push_back({X, Y});
  // Their members' pointees are used as each other, too: tables of classes
  // in C.
  for (const DIDerivedType *M : membersOf(*One))
    unite(pointeeOf(M->getBaseType()),
          pointeeOf(typeAt({withoutNames(Other), M->getOffsetInBits()})));
}

void LayerMemory::fill(const DICompositeType *T, Node From) {
  if (!T || T->isForwardDecl() || !Filled.insert({layerOf(*T), From}))
    return;
  for (const DIDerivedType *M : membersOf(*T)) {
    const DIType *Of = withoutNames(M->getBaseType());
    auto *Within = dyn_cast_or_null<DICompositeType>(Of);
    while (Within && Within->getTag() == dwarf::DW_TAG_array_type)
      Within = dyn_cast_or_null<DICompositeType>(
          withoutNames(Within->getBaseType()));
    fill(Within, From);
  }
}

bool LayerMemory::isFilled(const DICompositeType &T) const {
  auto It = LayerOf.find(&T);
  return It != LayerOf.end() && any_of(Filled, [&](const auto &Layer) {
           return Layer.first == It->second;
         });
}

void LayerMemory::writeTo(const Value &Address, Node From) {
  if (!Address.getType()->isPointerTy())
    return;
  if (const DICompositeType *T = Source.pointee(Address))
    return fill(T, From);
  const Value *Base = getUnderlyingObject(&Address);
  auto *Local = dyn_cast<AllocaInst>(Base);
  auto *Global = dyn_cast<GlobalVariable>(Base);
  if ((Local && Local->getAllocatedType()->isPointerTy()) ||
      (Global && Global->getValueType()->isPointerTy()))
    store(Address, From);
}

/// True for a part of an initialiser that the compiler keeps as a constant, to
/// copy it to a local variable.
static bool isCopiedToLocal(const Value &Part) {
  return any_of(Part.users(), [](const User *Whole) {
    auto *G = dyn_cast<GlobalVariable>(Whole);
    return G ? G->hasPrivateLinkage()
             : isa<ConstantAggregate>(Whole) && isCopiedToLocal(*Whole);
  });
}

bool LayerMemory::isGiven(const Function &F) const {
  if (F.hasAddressTaken() && isCopiedToLocal(F))
    return true;
  return any_of(F.uses(), [&](const Use &U) {
    if (auto *CB = dyn_cast<CallBase>(U.getUser()))
      if (auto *Callee = dyn_cast<Function>(calleeOf(*CB)))
        return CB->isArgOperand(&U) && Callee->isDeclaration();
    auto *S = dyn_cast<StoreInst>(U.getUser());
    if (!S || U.getOperandNo() == S->getPointerOperandIndex())
      return false;
    const TypeMember At = Source.memberAt(*S->getPointerOperand());
    return At.Kind == TypeMember::OfStruct && isFilled(*At.In);
  });
}

void LayerMemory::finish() {
  llvm::sort(United);
  United.erase(llvm::unique(United), United.end());
  // To a fixed point: an offset of one is one of the other.
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (auto [X, Y] : United)
      for (auto [From, To] : {std::pair(X, Y), std::pair(Y, X)}) {
        SmallVector<uint64_t> Offsets;
        for (auto &[Bits, N] : Fields[From])
          if (!Fields[To].contains(Bits))
            Offsets.push_back(Bits);
        llvm::sort(Offsets);
        for (uint64_t Bits : Offsets) {
          Fields[To][Bits] = newMemory();
          Changed = true;
        }
      }
  }
  for (auto [X, Y] : United)
    for (auto &[Bits, N] : Fields[X])
      equate(N, Fields[Y][Bits]);
  // A member of a union is every type that the union is used as.
  for (auto [X, Y] : United)
    for (unsigned Layer : {X, Y})
      if (UnionLayers.contains(X) || UnionLayers.contains(Y))
        for (auto &[Bits, N] : Fields[Layer])
          equate(N, Fields[Layer].begin()->second);
  for (auto [Layer, From] : Filled)
    for (auto &[Bits, N] : Fields[Layer])
      B.flow(N, From);
}
