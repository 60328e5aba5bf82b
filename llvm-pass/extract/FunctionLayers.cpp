//===- FunctionLayers.cpp - Layers of types of function pointers ----------===//
#include "llvm-pass/extract/FunctionLayers.h"

#include "llvm-pass/extract/Layout.h"
#include "llvm-pass/extract/ModuleConstraints.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/Path.h"

#include <algorithm>
#include <string>

using namespace llvm;
using namespace amorph;
using andersen::kind;

FunctionLayers::FunctionLayers(const Module &M, const DebugTypes &Types,
                               const LibraryModels &Models, CallRule Rule,
                               unsigned MaxArity)
    : M(M), Models(Models), Filters(M, &Types, Rule), DL(M.getDataLayout()),
      Source(DL, Types), MaxArity(MaxArity) {
  createFunctions();
  Scalars = newNode();
  NoType = newNode();
  Memory = newNode();
  Library = newNode();
  flow(Memory, NoType);
  flow(Memory, Scalars);
  flow(Scalars, NoType);
  for (const GlobalVariable &G : M.globals())
    if (G.hasInitializer() && !G.getName().starts_with("llvm."))
      initialise(G);
  for (const Function &F : M)
    if (!F.isDeclaration())
      visit(F);
  finishEscapes();
  finishUnions();
}

void FunctionLayers::flow(Node To, Node From) {
  if (To == Nothing || From == Nothing || To == From)
    return;
  andersen::constraint C;
  C.dst = To;
  C.src = From;
  C.type = kind::copy;
  P.constraints.push_back(C);
}

/// Of addresses, and of integers as large as them.
bool FunctionLayers::carries(const Type *T) {
  return T->isPointerTy() || T->isIntegerTy(64);
}

/// Functions are the only objects. Their parameters follow them, as in the
/// main system.
void FunctionLayers::createFunctions() {
  P.objects = 2;
  for (const Function &F : M) {
    if (F.isIntrinsic())
      continue;
    Numbers[&F] = FunctionsByNumber.size();
    FunctionsByNumber.emplace_back();
    if (F.hasAddressTaken() || F.isVarArg()) {
      FunctionsByNumber.back().Object = P.objects;
      P.objects += FirstParamSlot + (F.isVarArg() ? MaxArity : F.arg_size());
    }
  }
  P.extent.assign(P.objects, 1);
  P.block_of.assign(P.objects, andersen::none);
  FunctionOf.assign(P.objects, nullptr);
  Next = P.objects;
  for (const Function &F : M) {
    if (F.isIntrinsic())
      continue;
    FunctionNodes &N = FunctionsByNumber[Numbers[&F]];
    unsigned Arity = F.isVarArg() ? MaxArity : F.arg_size();
    if (N.Object != Nothing) {
      P.extent[N.Object] = FirstParamSlot + Arity;
      FunctionOf[N.Object] = &F;
    }
    N.Return = N.Object == Nothing ? newNode() : N.Object + ReturnSlot;
    for (unsigned I = 0; I != Arity; ++I)
      N.Params.push_back(N.Object == Nothing ? newNode()
                                             : N.Object + FirstParamSlot + I);
  }
}

FunctionLayers::Node FunctionLayers::constant(const Constant &C) {
  if (auto *F = dyn_cast<Function>(&C)) {
    auto It = Numbers.find(F);
    uint32_t Object =
        It == Numbers.end() ? Nothing : FunctionsByNumber[It->second].Object;
    if (Object == Nothing)
      return Nothing;
    Node N = newNode();
    andersen::constraint A;
    A.dst = N;
    A.src = Object;
    A.type = kind::address_of;
    P.constraints.push_back(A);
    return N;
  }
  if (auto *A = dyn_cast<GlobalAlias>(&C))
    return value(A->getAliasee());
  if (isa<GlobalIFunc>(C)) {
    auto *R = cast<GlobalIFunc>(C).getResolverFunction();
    return R ? FunctionsByNumber[Numbers[R]].Return : Nothing;
  }
  if (isa<GlobalValue>(C) || isa<ConstantData>(C))
    return Nothing;
  Node N = newNode();
  for (const Use &U : C.operands())
    if (auto *Part = dyn_cast<Constant>(U))
      flow(N, value(Part));
  return N;
}

FunctionLayers::Node FunctionLayers::value(const Value *V) {
  auto It = Values.find(V);
  if (It != Values.end())
    return It->second;
  Node N = Nothing;
  if (auto *C = dyn_cast<Constant>(V))
    N = constant(*C);
  else if (carries(V->getType()) || V->getType()->isAggregateType() ||
           V->getType()->isVectorTy())
    N = !V->getType()->isIntegerTy() && Source.isData(*V) ? Nothing : newNode();
  return Values[V] = N;
}

FunctionLayers::Node FunctionLayers::slot(Node Pointer, unsigned Index) {
  auto [It, New] = Slots.try_emplace({Pointer, Index}, Nothing);
  if (New) {
    It->second = newNode();
    andersen::constraint C;
    C.dst = It->second;
    C.src = Pointer;
    C.type = kind::offset;
    C.offset = Index;
    P.constraints.push_back(C);
  }
  return It->second;
}

//===--- Memory -----------------------------------------------------------===//

/// The same number for each unit's declaration of a struct.
unsigned FunctionLayers::layerOf(const DICompositeType &T) {
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

FunctionLayers::Node FunctionLayers::field(const DICompositeType &T,
                                           uint64_t Bits) {
  auto [It, New] = Fields[layerOf(T)].try_emplace(Bits, Nothing);
  if (New) {
    It->second = newNode();
    flow(It->second, NoType);
    flow(Memory, It->second);
  }
  return It->second;
}

/// True for an array of characters, which may be storage for anything.
static bool isStorage(const Value &V) {
  auto *G = dyn_cast<GlobalVariable>(&V);
  return LayoutTable::element(G ? G->getValueType()
                                : cast<AllocaInst>(V).getAllocatedType())
      ->isIntegerTy(8);
}

/// A variable that is no struct: only direct accesses, or all scalars. Storage
/// for structs is memory of no type.
FunctionLayers::Node FunctionLayers::variable(const Value &V) {
  auto [It, New] = Variables.try_emplace(&V, Nothing);
  if (!New)
    return It->second;
  Node N = It->second = newNode();
  flow(Memory, N);
  flow(N, NoType);
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
  bool Scalar = Source.memberAt(V).Kind == SourceTypes::Member::NoMember;
  if (Escapes && Scalar && !Storage)
    equate(N, Scalars);
  return Storage || (Escapes && !Scalar) ? Variables[&V] = NoType : N;
}

SmallVector<FunctionLayers::Node, 1>
FunctionLayers::memory(const Value &Address) {
  SmallVector<Node, 1> Found;
  bool Scalar = false;
  for (const SourceTypes::Member &Of : Source.membersAt(Address)) {
    if (Of.Kind == SourceTypes::Member::OfStruct)
      Found.push_back(field(*Of.In, Of.Bits));
    else
      Scalar = true;
  }
  if (!Found.empty())
    return Found;
  const Value *Base = getUnderlyingObject(&Address);
  if ((isa<AllocaInst>(Base) || isa<GlobalVariable>(Base)) &&
      Source.memberAt(*Base).Kind != SourceTypes::Member::OfStruct)
    return {variable(*Base)};
  return {Scalar ? Scalars : NoType};
}

void FunctionLayers::load(Node Value, const llvm::Value &Address) {
  for (Node N : memory(Address))
    flow(Value, N == NoType ? Memory : N);
}

/// A number that is not declared as one may be a piece of memory that is
/// copied; then it stays in its member. Atomic operations move pointers as
/// numbers, through variables.
bool FunctionLayers::isNumber(const llvm::Value &Address) const {
  if (auto *A = dyn_cast<AllocaInst>(&Address);
      A && A->getAllocatedType()->isPointerTy())
    return false;
  auto Of = Source.membersAt(Address);
  return Of.empty() || any_of(Of, [](const SourceTypes::Member &M) {
           return M.Kind != SourceTypes::Member::OfStruct ||
                  M.In->getTag() != dwarf::DW_TAG_union_type;
         });
}

void FunctionLayers::store(const llvm::Value &Address, Node Value) {
  if (Value != Nothing)
    for (Node N : memory(Address))
      flow(N, Value);
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

/// A pointer to an A becomes a pointer to a B.
void FunctionLayers::unite(const DICompositeType *A, const DICompositeType *B) {
  if (!A || !B || A == B || A->isForwardDecl() || B->isForwardDecl())
    return;
  unsigned X = layerOf(*A), Y = layerOf(*B);
  if (X == Y || beginsWith(A, *B) || beginsWith(B, *A) ||
      !UnitedOnce.insert({X, Y}).second)
    return;
  United.push_back({X, Y});
  // What their members point to is used as each other, too: tables of classes
  // in C.
  for (const DIDerivedType *M : membersOf(*A))
    unite(SourceTypes::pointeeOf(M->getBaseType()),
          SourceTypes::pointeeOf(
              SourceTypes::pointerAt(B, M->getOffsetInBits())));
}

void FunctionLayers::finishUnions() {
  llvm::sort(United);
  United.erase(llvm::unique(United), United.end());
  // To a fixed point: an offset of one is one of the other.
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (auto [A, B] : United)
      for (auto [From, To] : {std::pair(A, B), std::pair(B, A)}) {
        SmallVector<uint64_t> Offsets;
        for (auto &[Bits, N] : Fields[From])
          if (!Fields[To].contains(Bits))
            Offsets.push_back(Bits);
        llvm::sort(Offsets);
        for (uint64_t Bits : Offsets) {
          Node N = newNode();
          Fields[To][Bits] = N;
          flow(N, NoType);
          flow(Memory, N);
          Changed = true;
        }
      }
  }
  for (auto [A, B] : United)
    for (auto &[Bits, N] : Fields[A])
      equate(N, Fields[B][Bits]);
  // What is one member of a union is all of what the union is used as.
  for (auto [A, B] : United)
    for (unsigned Layer : {A, B})
      if (UnionLayers.contains(A) || UnionLayers.contains(B))
        for (auto &[Bits, N] : Fields[Layer])
          equate(N, Fields[Layer].begin()->second);
}

void FunctionLayers::initialise(const GlobalVariable &G) {
  SmallVector<DIGlobalVariableExpression *, 1> Of;
  G.getDebugInfo(Of);
  const DIType *T =
      Of.size() == 1 ? withoutNames(Of[0]->getVariable()->getType()) : nullptr;
  initialise(G, T, 0, *G.getInitializer());
}

void FunctionLayers::initialise(const GlobalVariable &G, const DIType *T,
                                uint64_t At, const Constant &C) {
  if (isa<ConstantData>(C))
    return;
  if (isa<ConstantAggregate>(C)) {
    auto *S = dyn_cast<StructType>(C.getType());
    uint64_t Each = 0;
    if (auto *A = dyn_cast<ArrayType>(C.getType()))
      Each = DL.getTypeAllocSize(A->getElementType());
    for (unsigned I = 0; I != C.getNumOperands(); ++I)
      initialise(
          G, T,
          At + (S ? DL.getStructLayout(S)->getElementOffset(I).getFixedValue()
                  : I * Each),
          *cast<Constant>(C.getOperand(I)));
    return;
  }
  keeps(C, T ? SourceTypes::pointerAt(T, 8 * At) : nullptr);
  Node Value = value(&C);
  if (Value == Nothing)
    return;
  SourceTypes::Member Of =
      T ? SourceTypes::memberIn(T, 8 * At) : SourceTypes::Member();
  if (Of.Kind == SourceTypes::Member::OfStruct)
    flow(field(*Of.In, Of.Bits), Value);
  else if (Of.Kind == SourceTypes::Member::NoMember)
    flow(variable(G), Value);
  else
    flow(NoType, Value);
}

//===--- Code -------------------------------------------------------------===//

/// One pointer that is held by variables of several types: casts.
void FunctionLayers::uniteVariables(const Function &F) {
  DenseMap<const Value *, const DICompositeType *> Held;
  DenseSet<const Value *> Escaping; // held as pointers to other memory, too
  for (const BasicBlock &B : F)
    for (const Instruction &I : B)
      for (DbgVariableRecord &R :
           filterDbgVars(const_cast<Instruction &>(I).getDbgRecordRange())) {
        if (R.isDbgDeclare() || R.hasArgList() ||
            R.getExpression()->getNumElements() != 0)
          continue;
        const DICompositeType *T =
            SourceTypes::pointeeOf(R.getVariable()->getType());
        const Value *V = R.getVariableLocationOp(0);
        if (V && V->getType()->isPointerTy()) {
          keeps(*V, R.getVariable()->getType());
          if (mayReachFunctions(R.getVariable()->getType()))
            Escaping.insert(V);
        }
        if (!T || !V)
          continue;
        auto [It, New] = Held.try_emplace(V, T);
        if (!New)
          unite(It->second, T);
      }
  for (auto &[V, T] : Held) {
    unite(Source.pointeeAsMade(*V), T);
    if (Escaping.contains(V))
      joinFirst(T);
  }
}

void FunctionLayers::visit(const Function &F) {
  uniteVariables(F);
  const FunctionNodes &N = FunctionsByNumber[Numbers[&F]];
  for (const Argument &A : F.args())
    if (carries(A.getType()))
      flow(value(&A), N.Params[A.getArgNo()]);
    else
      value(&A);
  for (const Instruction &I : instructions(F))
    visit(I);
}

/// True for values that hold several addresses: not followed in memory.
static bool isMixture(const Type *T) {
  return T->isAggregateType() ||
         (T->isVectorTy() && (T->getScalarType()->isPointerTy() ||
                              T->getScalarSizeInBits() == 64));
}

void FunctionLayers::visit(const Instruction &I) {
  keepsOperands(I);
  if (auto *S = dyn_cast<StoreInst>(&I))
    if (carries(S->getValueOperand()->getType()))
      if (const DICompositeType *T = Source.pointee(*S->getValueOperand()))
        unite(T,
              SourceTypes::pointeeOf(Source.typeAt(*S->getPointerOperand())));
  switch (I.getOpcode()) {
  case Instruction::Load:
    if (isMixture(I.getType()))
      flow(value(&I), Memory);
    else if (carries(I.getType()) && value(&I) != Nothing &&
             !(I.getType()->isIntegerTy() && !I.isAtomic() &&
               isNumber(*I.getOperand(0))))
      load(value(&I), *I.getOperand(0));
    return;
  case Instruction::Store:
    if (carries(I.getOperand(0)->getType()))
      store(*I.getOperand(1), value(I.getOperand(0)));
    else if (isMixture(I.getOperand(0)->getType()))
      flow(NoType, value(I.getOperand(0)));
    return;
  case Instruction::GetElementPtr: {
    auto &G = cast<GEPOperator>(I);
    if (const DICompositeType *As = Source.usedAs(G))
      unite(Source.pointee(*G.getPointerOperand()), As);
    if (G.hasAllZeroIndices())
      flow(value(&I), value(I.getOperand(0)));
    return;
  }
  case Instruction::Ret:
    if (I.getNumOperands() != 0 && I.getFunction()->getSubprogram())
      unite(Source.pointee(*I.getOperand(0)),
            SourceTypes::pointeeOf(Source.resultType(*I.getFunction())));
    if (I.getNumOperands() != 0)
      flow(FunctionsByNumber[Numbers[I.getFunction()]].Return,
           value(I.getOperand(0)));
    return;
  case Instruction::AtomicCmpXchg:
    store(*I.getOperand(0), value(I.getOperand(2)));
    load(value(&I), *I.getOperand(0));
    return;
  case Instruction::AtomicRMW:
    store(*I.getOperand(0), value(I.getOperand(1)));
    load(value(&I), *I.getOperand(0));
    return;
  case Instruction::VAArg:
  case Instruction::LandingPad:
    flow(value(&I), Memory);
    return;
  case Instruction::Call:
  case Instruction::Invoke:
  case Instruction::CallBr:
    return call(cast<CallBase>(I));
  case Instruction::ICmp:
  case Instruction::FCmp:
  case Instruction::Alloca:
    return;
  default:
    // Casts, merges, parts of aggregates. Nothing is made by arithmetic.
    if (!I.getType()->isVoidTy() && !isa<BinaryOperator>(I))
      for (const Use &U : I.operands())
        if (!isa<BasicBlock>(U))
          flow(value(&I), value(U));
  }
}

void FunctionLayers::call(const CallBase &CB) {
  if (auto *I = dyn_cast<IntrinsicInst>(&CB)) {
    if (auto *Copy = dyn_cast<MemTransferInst>(I))
      return copies(*Copy->getRawDest(), *Copy->getRawSource(),
                    Copy->getLength());
    if (I->isAssumeLikeIntrinsic() || isa<MemIntrinsic>(I))
      return;
    for (const Use &A : CB.args())
      flow(value(&CB), value(A));
    return;
  }
  for (const Use &A : CB.args())
    keeps(*A, Source.parameterType(CB, CB.getArgOperandNo(&A)));
  const Value *Callee = calleeOf(CB);
  if (auto *F = dyn_cast<Function>(Callee))
    return F->isDeclaration() ? library(CB, *F) : direct(CB, *F);
  if (CB.isInlineAsm()) {
    for (const Use &A : CB.args()) {
      flow(value(&CB), value(A));
      flow(NoType, value(A));
    }
    return;
  }
  indirect(CB);
}

void FunctionLayers::direct(const CallBase &CB, const Function &F) {
  const FunctionNodes &N = FunctionsByNumber[Numbers[&F]];
  for (unsigned I = 0; I != CB.arg_size(); ++I) {
    const Value *A = CB.getArgOperand(I);
    if (I < N.Params.size())
      flow(N.Params[I], value(A));
    // Read from memory that is not declared.
    if (I >= F.arg_size())
      flow(Memory, value(A));
    else if (A->getType()->isPointerTy())
      unite(Source.pointee(*A), Source.pointee(*F.getArg(I)));
  }
  flow(value(&CB), N.Return);
}

void FunctionLayers::indirect(const CallBase &CB) {
  Node Called = newNode();
  andersen::constraint C;
  C.dst = Called;
  C.src = value(CB.getCalledOperand());
  if (C.src == Nothing)
    return;
  C.type = kind::filter;
  C.offset = Filters.filterOf(CB);
  P.constraints.push_back(C);
  Calls.push_back({&CB, Called});
  for (unsigned I = 0; I != CB.arg_size(); ++I) {
    Node A = value(CB.getArgOperand(I));
    if (A == Nothing)
      continue;
    andersen::constraint S;
    S.dst = slot(Called, FirstParamSlot + I);
    S.src = A;
    S.type = kind::store;
    P.constraints.push_back(S);
    if (I >= CB.getFunctionType()->getNumParams())
      flow(Memory, A);
  }
  andersen::constraint L;
  L.dst = value(&CB);
  if (L.dst == Nothing)
    return;
  L.src = slot(Called, ReturnSlot);
  L.type = kind::load;
  P.constraints.push_back(L);
}

/// A library function may call what it is given, with what it is given, and
/// return it. One that only allocates or copies memory does not.
void FunctionLayers::library(const CallBase &CB, const Function &F) {
  const LibraryModel *Model = Models.find(CB, F);
  bool Keeps = !Model || Model->Unknown;
  if (Model)
    for (const ModelStatement &S : Model->Statements) {
      if (S.K == ModelStatement::Copy &&
          S.Target.Base == ModelPointer::Argument &&
          S.Source.P.Base == ModelPointer::Argument &&
          std::max(S.Target.Number, S.Source.P.Number) < CB.arg_size())
        copies(*CB.getArgOperand(S.Target.Number),
               *CB.getArgOperand(S.Source.P.Number), nullptr);
      Keeps |=
          S.K == ModelStatement::Call || (S.K == ModelStatement::Assign &&
                                          (S.Source.K == ModelValue::Pointer ||
                                           S.Source.K == ModelValue::Deref));
    }
  if (!Keeps)
    return;
  for (const Use &A : CB.args())
    flow(Library, value(A));
  flow(value(&CB), Library);
}

//===--- Solution ---------------------------------------------------------===//

void FunctionLayers::solve(uint64_t MemoryLimit) {
  // What the library calls gets what it knows.
  for (unsigned I = 0; I != MaxArity; ++I) {
    andersen::constraint S;
    S.dst = slot(Library, FirstParamSlot + I);
    S.src = Library;
    S.type = kind::store;
    P.constraints.push_back(S);
  }
  std::vector<CallFilters::FunctionObject> Functions;
  for (uint32_t O = 0; O != P.objects; ++O)
    if (FunctionOf[O])
      Functions.push_back({FunctionOf[O], O});
  P.filters.assign(Filters.size(), {});
  Filters.fill(Functions, P.filters);
  P.variables = Next;
  andersen::options Options;
  Options.run.backend = backend::cpu;
  Options.run.threads = 1;
  Options.run.memory_limit = MemoryLimit;
  andersen::solution Solution;
  if (andersen::solve(P, Options, Solution, Targets.Failure) != status::ok)
    return;
  DenseMap<uint32_t, const CallFilters::FunctionList *> ListOfSet;
  for (auto &[CB, Called] : Calls) {
    auto [It, New] = ListOfSet.try_emplace(Solution.set_of[Called], nullptr);
    if (New) {
      CallFilters::FunctionList Found;
      Solution.for_each(Called, [&](uint32_t O) {
        if (O < FunctionOf.size() && FunctionOf[O])
          Found.push_back(FunctionOf[O]);
      });
      llvm::sort(Found);
      if (!Found.empty())
        It->second = &*Targets.Lists.insert(std::move(Found)).first;
    }
    if (It->second)
      Targets.Of[CB] = It->second;
  }
}
