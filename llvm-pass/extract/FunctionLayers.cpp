//===- FunctionLayers.cpp - Layers of types of function pointers ----------===//
#include "llvm-pass/extract/FunctionLayers.h"

#include "llvm-pass/extract/LayerEscapes.h"
#include "llvm-pass/extract/Variables.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalAlias.h"
#include "llvm/IR/GlobalIFunc.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

using namespace llvm;
using namespace amorph;

namespace {

/// The system of a module.
class FunctionFlow {
public:
  FunctionFlow(const Module &M, const DebugTypes &Types,
               const LibraryModels &Models, CallRule Rule, unsigned MaxArity)
      : M(M), Models(Models), Filters(M, &Types, Rule),
        B(M.getDataLayout(), Params, Out), Memory(B, Types),
        MaxArity(MaxArity) {
    createFunctions();
    for (const GlobalVariable &G : M.globals()) {
      if (G.hasInitializer() && !G.getName().starts_with("llvm."))
        initialise(G);
      if (std::optional<StringRef> Section = boundedSection(G))
        if (const Constant *List = listedForSection(M, *Section))
          B.flow(Memory.NoType, value(List));
    }
    for (const Function &F : M)
      if (!F.isDeclaration())
        visit(F);
    for (const Function &F : M)
      if (Memory.isGiven(F))
        for (const Argument &A : F.args())
          Memory.fill(Source.pointee(A), Library);
    B.flow(Memory.All, Library);
    Escapes.finish();
    Memory.finish();
  }

  CallLayers solve(uint64_t MemoryLimit);

private:
  struct Nodes {
    Node Return = Nothing;
    std::vector<Node> Params;
    Var Object = NoVar;
  };

  void createFunctions();
  Node value(const Value *V);
  Node constant(const Constant &C);
  void initialise(const GlobalVariable &G);
  void initialise(const GlobalVariable &G, const DIType *T, uint64_t At,
                  const Constant &C);
  void uniteVariables(const Function &F);
  void visit(const Function &F);
  void visit(const Instruction &I);
  void call(const CallBase &CB);
  ArrayRef<Node> forwarded(const CallBase &CB);
  void direct(const CallBase &CB, const Function &F);
  void indirect(const CallBase &CB);
  void library(const CallBase &CB, const Function &F);

  const Module &M;
  const LibraryModels &Models;
  CallFilters Filters;
  const ExtractionParameters Params;
  ModuleConstraints Out;
  ConstraintBuilder B;
  LayerMemory Memory;
  LayerEscapes Escapes{B, Memory};
  const SourceTypes &Source = Memory.Source;
  const Node Library = B.newVar(); ///< pointers that the library keeps
  const unsigned MaxArity;
  DenseMap<const Function *, Nodes> Functions;
  DenseMap<const Value *, Node> Values;
};

} // namespace

/// Functions are the only objects. Their parameters follow them, as in the
/// main system.
void FunctionFlow::createFunctions() {
  for (const Function &F : M) {
    if (F.isIntrinsic())
      continue;
    Nodes &N = Functions[&F];
    const unsigned Arity = F.isVarArg() ? MaxArity : F.arg_size();
    const bool IsObject = F.hasAddressTaken() || F.isVarArg();
    if (IsObject)
      N.Object = B.newSlots(ObjectKind::Function, &F, FirstParamSlot + Arity);
    N.Return = IsObject ? N.Object + ReturnSlot : B.newVar();
    for (unsigned I = 0; I != Arity; ++I)
      N.Params.push_back(IsObject ? N.Object + FirstParamSlot + I : B.newVar());
  }
}

Node FunctionFlow::constant(const Constant &C) {
  if (auto *F = dyn_cast<Function>(&C)) {
    auto It = Functions.find(F);
    return It == Functions.end() || It->second.Object == NoVar
               ? Nothing
               : B.addressOf(It->second.Object);
  }
  if (auto *A = dyn_cast<GlobalAlias>(&C))
    return value(A->getAliasee());
  if (isa<GlobalIFunc>(C)) {
    auto *R = cast<GlobalIFunc>(C).getResolverFunction();
    return R ? Functions[R].Return : Nothing;
  }
  if (isa<GlobalValue>(C) || isa<ConstantData>(C))
    return Nothing;
  const Node N = B.newVar();
  for (const Use &U : C.operands())
    if (auto *Part = dyn_cast<Constant>(U))
      B.flow(N, value(Part));
  return N;
}

Node FunctionFlow::value(const Value *V) {
  auto It = Values.find(V);
  if (It != Values.end())
    return It->second;
  Node N = Nothing;
  if (auto *C = dyn_cast<Constant>(V))
    N = constant(*C);
  else if (LayerMemory::carries(V->getType()) ||
           V->getType()->isAggregateType() || V->getType()->isVectorTy())
    N = !V->getType()->isIntegerTy() && Source.isData(*V) ? Nothing
                                                          : B.newVar();
  return Values[V] = N;
}

void FunctionFlow::initialise(const GlobalVariable &G) {
  SmallVector<DIGlobalVariableExpression *, 1> Of;
  G.getDebugInfo(Of);
  const DIType *T =
      Of.size() == 1 ? withoutNames(Of[0]->getVariable()->getType()) : nullptr;
  initialise(G, T, 0, *G.getInitializer());
}

void FunctionFlow::initialise(const GlobalVariable &G, const DIType *T,
                              uint64_t At, const Constant &C) {
  if (isa<ConstantData>(C))
    return;
  if (isa<ConstantAggregate>(C)) {
    auto *S = dyn_cast<StructType>(C.getType());
    uint64_t Each = 0;
    if (auto *A = dyn_cast<ArrayType>(C.getType()))
      Each = B.DL.getTypeAllocSize(A->getElementType());
    for (unsigned I = 0; I != C.getNumOperands(); ++I)
      initialise(
          G, T,
          At + (S ? B.DL.getStructLayout(S)->getElementOffset(I).getFixedValue()
                  : I * Each),
          *cast<Constant>(C.getOperand(I)));
    return;
  }
  Escapes.keeps(C, T ? typeAt({withoutNames(T), 8 * At}) : nullptr);
  Node Value = value(&C);
  if (Value == Nothing)
    return;
  TypeMember Of = T ? memberAt({withoutNames(T), 8 * At}) : TypeMember();
  if (Of.Kind == TypeMember::OfStruct)
    B.flow(Memory.field(*Of.In, Of.Bits), Value);
  else if (Of.Kind == TypeMember::NoMember)
    B.flow(Memory.variable(G), Value);
  else
    B.flow(Memory.NoType, Value);
}

/// One pointer that is held by variables of several types: casts.
void FunctionFlow::uniteVariables(const Function &F) {
  DenseMap<const Value *, const DICompositeType *> Held;
  DenseSet<const Value *> Escaping; // held as pointers to other memory, too
  for (const BasicBlock &Block : F)
    for (const Instruction &I : Block)
      for (DbgVariableRecord &R :
           filterDbgVars(const_cast<Instruction &>(I).getDbgRecordRange())) {
        if (R.isDbgDeclare() || R.hasArgList() ||
            R.getExpression()->getNumElements() != 0)
          continue;
        const DICompositeType *T = pointeeOf(R.getVariable()->getType());
        const Value *V = R.getVariableLocationOp(0);
        if (V && V->getType()->isPointerTy()) {
          Escapes.keeps(*V, R.getVariable()->getType());
          if (mayReachFunctions(R.getVariable()->getType()))
            Escaping.insert(V);
        }
        if (!T || !V)
          continue;
        auto [It, New] = Held.try_emplace(V, T);
        if (!New)
          Memory.unite(It->second, T);
      }
  for (auto &[V, T] : Held) {
    Memory.unite(Source.pointeeAsMade(*V), T);
    if (Escaping.contains(V))
      Escapes.joinFirst(T);
  }
}

void FunctionFlow::visit(const Function &F) {
  uniteVariables(F);
  const Nodes &N = Functions[&F];
  for (Node Further : ArrayRef(N.Params).drop_front(F.arg_size()))
    B.flow(Memory.variadic(F), Further);
  for (const Argument &A : F.args())
    if (LayerMemory::carries(A.getType()))
      B.flow(value(&A), N.Params[A.getArgNo()]);
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

void FunctionFlow::visit(const Instruction &I) {
  Escapes.keepsOperands(I);
  if (auto *S = dyn_cast<StoreInst>(&I))
    if (LayerMemory::carries(S->getValueOperand()->getType()))
      if (const DICompositeType *T = Source.pointee(*S->getValueOperand()))
        Memory.unite(T, pointeeOf(Source.typeAt(*S->getPointerOperand())));
  switch (I.getOpcode()) {
  case Instruction::Load:
    if (isMixture(I.getType()))
      B.flow(value(&I), Memory.All);
    else if (LayerMemory::carries(I.getType()) && value(&I) != Nothing &&
             !(I.getType()->isIntegerTy() && !I.isAtomic() &&
               Memory.isNumber(*I.getOperand(0))))
      Memory.load(value(&I), *I.getOperand(0));
    return;
  case Instruction::Store:
    if (LayerMemory::carries(I.getOperand(0)->getType()))
      Memory.store(*I.getOperand(1), value(I.getOperand(0)));
    else if (isMixture(I.getOperand(0)->getType()))
      B.flow(Memory.NoType, value(I.getOperand(0)));
    return;
  case Instruction::GetElementPtr: {
    auto &G = cast<GEPOperator>(I);
    if (const DICompositeType *As = Source.usedAs(G))
      Memory.unite(Source.pointee(*G.getPointerOperand()), As);
    if (G.hasAllZeroIndices())
      B.flow(value(&I), value(I.getOperand(0)));
    return;
  }
  case Instruction::Ret:
    if (I.getNumOperands() != 0 && I.getFunction()->getSubprogram())
      Memory.unite(Source.pointee(*I.getOperand(0)),
                   pointeeOf(Source.resultType(*I.getFunction())));
    if (I.getNumOperands() != 0)
      B.flow(Functions[I.getFunction()].Return, value(I.getOperand(0)));
    return;
  case Instruction::AtomicCmpXchg:
    Memory.store(*I.getOperand(0), value(I.getOperand(2)));
    Memory.load(value(&I), *I.getOperand(0));
    return;
  case Instruction::AtomicRMW:
    Memory.store(*I.getOperand(0), value(I.getOperand(1)));
    Memory.load(value(&I), *I.getOperand(0));
    return;
  case Instruction::VAArg:
    return B.flow(value(&I), Memory.Variadic);
  case Instruction::LandingPad:
    return B.flow(value(&I), Memory.All);
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
          B.flow(value(&I), value(U));
  }
}

void FunctionFlow::call(const CallBase &CB) {
  if (auto *I = dyn_cast<IntrinsicInst>(&CB)) {
    if (auto *Copy = dyn_cast<MemTransferInst>(I))
      return Escapes.copies(*Copy->getRawDest(), *Copy->getRawSource(),
                            Copy->getLength());
    if (I->isAssumeLikeIntrinsic() || isa<MemIntrinsic>(I))
      return;
    for (const Use &A : CB.args())
      B.flow(value(&CB), value(A));
    return;
  }
  for (const Use &A : CB.args())
    Escapes.keeps(*A, Source.parameterType(CB, CB.getArgOperandNo(&A)));
  const Value *Callee = calleeOf(CB);
  if (auto *F = dyn_cast<Function>(Callee))
    return F->isDeclaration() ? library(CB, *F) : direct(CB, *F);
  if (CB.isInlineAsm()) {
    for (const Use &A : CB.args()) {
      B.flow(value(&CB), value(A));
      B.flow(Memory.NoType, value(A));
    }
    return;
  }
  indirect(CB);
}

/// The parameters of the caller, if the call passes on the variable ones
/// without naming them.
ArrayRef<Node> FunctionFlow::forwarded(const CallBase &CB) {
  if (CB.isMustTailCall() && CB.getFunctionType()->isVarArg())
    return Functions[CB.getFunction()].Params;
  return {};
}

void FunctionFlow::direct(const CallBase &CB, const Function &F) {
  const Nodes &N = Functions[&F];
  for (unsigned I = 0; I != CB.arg_size(); ++I) {
    const Value *A = CB.getArgOperand(I);
    if (I < N.Params.size())
      B.flow(N.Params[I], value(A));
    if (I < F.arg_size() && A->getType()->isPointerTy())
      Memory.unite(Source.pointee(*A), Source.pointee(*F.getArg(I)));
  }
  ArrayRef<Node> Further = forwarded(CB);
  for (unsigned I = CB.arg_size();
       I < std::min(Further.size(), N.Params.size()); ++I)
    B.flow(N.Params[I], Further[I]);
  B.flow(value(&CB), N.Return);
}

void FunctionFlow::indirect(const CallBase &CB) {
  const Node Callee = value(CB.getCalledOperand());
  if (Callee == Nothing)
    return;
  const Node Called = B.filtered(Callee, Filters.filterOf(CB));
  Out.IndirectCalls.push_back({&CB, Called});
  for (unsigned I = 0; I != CB.arg_size(); ++I)
    B.store(B.functionSlot(Called, FirstParamSlot + I),
            value(CB.getArgOperand(I)));
  ArrayRef<Node> Further = forwarded(CB);
  for (unsigned I = CB.arg_size(); I < Further.size(); ++I)
    B.store(B.functionSlot(Called, FirstParamSlot + I), Further[I]);
  B.flow(value(&CB), B.load(B.functionSlot(Called, ReturnSlot)));
}

/// A library function may call what it is given, with what it is given, and
/// return it. One that only allocates or copies memory does not.
void FunctionFlow::library(const CallBase &CB, const Function &F) {
  const LibraryModel *Model = Models.find(CB, F);
  bool Keeps = !Model || Model->Unknown;
  if (Model)
    for (const ModelStatement &S : Model->Statements) {
      if (S.K == ModelStatement::Copy &&
          S.Target.Base == ModelPointer::Argument &&
          S.Source.P.Base == ModelPointer::Argument &&
          std::max(S.Target.Number, S.Source.P.Number) < CB.arg_size())
        Escapes.copies(*CB.getArgOperand(S.Target.Number),
                       *CB.getArgOperand(S.Source.P.Number), nullptr);
      Keeps |=
          S.K == ModelStatement::Call || (S.K == ModelStatement::Assign &&
                                          (S.Source.K == ModelValue::Pointer ||
                                           S.Source.K == ModelValue::Deref));
    }
  if (!Keeps)
    return;
  for (const Use &A : CB.args()) {
    B.flow(Library, value(A));
    Memory.writeTo(*A, Library);
  }
  B.flow(value(&CB), Library);
  Memory.writeTo(CB, Library);
}

/// Those that the calls reach.
CallLayers FunctionFlow::solve(uint64_t MemoryLimit) {
  // Callees of the library get the pointers that it knows.
  for (unsigned I = 0; I != MaxArity; ++I)
    B.store(B.functionSlot(Library, FirstParamSlot + I), Library);
  Filters.fill(B, {});
  B.finish(DenseMap<const Value *, Node>());
  andersen::options Options;
  Options.run.backend = backend::cpu;
  Options.run.threads = 1;
  Options.run.memory_limit = MemoryLimit;
  andersen::solution Solution;
  CallLayers Layers;
  if (andersen::solve(Out.Problem, Options, Solution, Layers.Failure) !=
      status::ok)
    return Layers;
  DenseMap<uint32_t, const CallFilters::FunctionList *> ListOfSet;
  for (auto &[CB, Called] : Out.IndirectCalls) {
    auto [It, New] = ListOfSet.try_emplace(Solution.set_of[Called], nullptr);
    if (New) {
      CallFilters::FunctionList Found;
      Solution.for_each(Called, [&](Var O) {
        if (const MemoryBlock &To = Out.blockOf(O);
            To.Kind == ObjectKind::Function && To.First == O)
          Found.push_back(cast<Function>(To.Site));
      });
      llvm::sort(Found);
      if (!Found.empty())
        It->second = &*Layers.Lists.insert(std::move(Found)).first;
    }
    if (It->second)
      Layers.Of[CB] = It->second;
  }
  return Layers;
}

CallLayers amorph::findLayers(const Module &M, const DebugTypes &Types,
                              const LibraryModels &Models, CallRule Rule,
                              unsigned MaxArity, uint64_t MemoryLimit) {
  return FunctionFlow(M, Types, Models, Rule, MaxArity).solve(MemoryLimit);
}
