//===- LayerEscapes.cpp - Addresses of members that are kept --------------===//
#include "llvm-pass/extract/LayerEscapes.h"

#include "llvm-pass/versions/LLVMVersions.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

using namespace llvm;
using namespace amorph;

/// The declared pointee of a pointer.
enum class Target : uint8_t {
  Any,     ///< any or unknown memory
  Data,    ///< a number, or a pointer that is to no function
  Pointer, ///< a pointer that is no member
  Struct,
};

/// The type that a pointer of type T points to, an element if that is an array;
/// null: not known.
static const DIType *targetOf(const DIType *T) {
  const DIDerivedType *P = asPointer(T);
  const DIType *Of = P ? withoutNames(P->getBaseType()) : nullptr;
  while (Of && Of->getTag() == dwarf::DW_TAG_array_type)
    Of = withoutNames(cast<DICompositeType>(Of)->getBaseType());
  return Of;
}

static Target kindOf(const DIType *Of) {
  if (!Of || Of->getTag() == dwarf::DW_TAG_unspecified_type)
    return Target::Any;
  if (asStruct(Of))
    return Target::Struct;
  if (auto *Basic = dyn_cast<DIBasicType>(Of);
      Basic && (Basic->getEncoding() == dwarf::DW_ATE_signed_char ||
                Basic->getEncoding() == dwarf::DW_ATE_unsigned_char))
    return Target::Any;
  return isData(Of) ? Target::Data : Target::Pointer;
}

void LayerEscapes::join(TypeMember Of) {
  if (Of.Kind == TypeMember::OfStruct)
    Memory.equate(Memory.field(*Of.In, Of.Bits), Memory.Scalars);
}

void LayerEscapes::join(const Value &Address) {
  if (isData(Source.typeAt(Address)))
    return;
  for (const TypeMember &Of : Source.membersAt(Address))
    join(Of);
}

/// An address of a pointer at a place where there is none is the end of an
/// array of pointers before it.
void LayerEscapes::joinBefore(TypePlace At) {
  const unsigned Word = B.DL.getPointerSizeInBits();
  if (!At.T || At.Bits < Word ||
      asPointer(typeAt({withoutNames(At.T), At.Bits})))
    return;
  join(memberAt({withoutNames(At.T), At.Bits - Word}));
}

void LayerEscapes::keeps(const Value &V, const DIType *As) {
  SmallVector<const Value *, 4> Work{&V};
  SmallPtrSet<const Value *, 8> Seen;
  while (!Work.empty()) {
    const Value *Part = Work.pop_back_val();
    if (!Part->getType()->isPointerTy() || !Seen.insert(Part).second)
      continue;
    if (isa<PHINode>(Part) || isa<SelectInst>(Part)) {
      for (const Use &U : cast<Instruction>(Part)->operands())
        Work.push_back(U);
    } else if (isa<GEPOperator>(Part) || isa<GlobalVariable>(Part) ||
               isa<AllocaInst>(Part)) {
      keepsAddress(*Part, As);
    } else if (isa<Argument>(Part) || isa<LoadInst>(Part) ||
               isa<CallBase>(Part)) {
      if (mayReachFunctions(As))
        for (const DICompositeType *S :
             {Source.pointee(*Part), Source.pointeeAsMade(*Part)})
          joinFirst(S);
    }
  }
}

static bool isOptimised(const Value &Address) {
  auto *G = dyn_cast<GetElementPtrInst>(&Address);
  const DISubprogram *S = G ? G->getFunction()->getSubprogram() : nullptr;
  return S && S->isOptimized() && G->getSourceElementType()->isIntegerTy(8);
}

void LayerEscapes::keepsAddress(const Value &Address, const DIType *As) {
  const DIType *To = targetOf(As);
  const Target Kind = kindOf(To);
  if (Kind == Target::Data)
    return;
  TypePlace At = Source.placeAt(Address);
  if (Kind == Target::Any)
    return join(Address);
  if (Kind == Target::Struct) {
    const DICompositeType *S = asStruct(To);
    for (const DICompositeType *T : structsAt(At))
      Memory.unite(T, S);
    // A struct at a place that is none.
    if (At.T && structsAt(At).empty())
      join(Address);
    return;
  }
  join(Address);
  joinBefore(At);
  // Optimised code names members by their bytes. One that is not known is of
  // any struct. In other code bytes are counted where the source does so.
  LooseScalars |= isOptimised(Address) && Source.membersAt(Address).empty();
}

bool amorph::mayReachFunctions(const DIType *T) {
  const Target Kind = kindOf(targetOf(T));
  return Kind == Target::Any || Kind == Target::Pointer;
}

void LayerEscapes::joinFirst(const DICompositeType *S) {
  if (!S || isData(typeAt({withoutNames(S), 0})))
    return;
  join(memberAt({withoutNames(S), 0}));
}

void LayerEscapes::keepsOperands(const Instruction &I) {
  if (auto *S = dyn_cast<StoreInst>(&I))
    return keeps(*S->getValueOperand(), Source.typeAt(*S->getPointerOperand()));
  if (isa<ReturnInst>(I) && I.getNumOperands() != 0)
    return keeps(*I.getOperand(0), Source.resultType(*I.getFunction()));
  if (isPointerToInteger(I.getOpcode()) || isa<InsertValueInst>(I))
    for (const Use &U : I.operands())
      keeps(*U, nullptr);
}

/// Whether a copy of that length copies one of the structs, or more; null: not
/// known how long it is.
static bool isWhole(ArrayRef<const DICompositeType *> Structs,
                    const ConstantInt *Length) {
  return Length && any_of(Structs, [&](const DICompositeType *S) {
           return Length->getZExtValue() >= S->getSizeInBits() / 8;
         });
}

void LayerEscapes::copies(const Value &To, const Value &From,
                          const Value *Length) {
  TypePlace ToPlace = Source.placeAt(To), FromPlace = Source.placeAt(From);
  auto Structs = structsAt(ToPlace), Others = structsAt(FromPlace);
  for (const DICompositeType *S : Structs)
    for (const DICompositeType *T : Others)
      Memory.unite(S, T);
  auto *Bytes = dyn_cast_or_null<ConstantInt>(Length);
  // Between structs, or memory of no known type; or all of a struct to or from
  // such memory.
  const bool Whole = (!Structs.empty() && !Others.empty()) ||
                     (!ToPlace.T && !FromPlace.T) ||
                     (!FromPlace.T && isWhole(Structs, Bytes)) ||
                     (!ToPlace.T && isWhole(Others, Bytes));
  if (Whole || isData(Source.typeAt(To)) || isData(Source.typeAt(From)))
    return;
  const Node Value = B.newVar();
  Memory.load(Value, From);
  if (ToPlace.T)
    Memory.store(To, Value);
  else
    B.flow(Memory.Scalars, Value);
}

void LayerEscapes::finish() {
  if (LooseScalars) {
    B.flow(Memory.NoType, Memory.Scalars);
    B.flow(Memory.Scalars, Memory.All);
  }
}
