//===- WrapperCalls.cpp - Calls of allocators and wrappers ----------------===//
//
// Each call of an allocator or of a wrapper is an allocation site; see
// Wrappers.cpp. Values in a wrapper are those of the calls through which it was
// entered.
//
//===----------------------------------------------------------------------===//
#include "llvm-pass/extract/Extractor.h"
#include "llvm-pass/extract/LookThrough.h"

#include "llvm/IR/Constants.h"

using namespace llvm;
using namespace amorph;

/// True if the call is (part of) an allocation site. finishAllocatorCalls
/// models it when all functions have been visited.
bool Extractor::allocatorCall(CallBase &CB) {
  bool Wrapped = isWrapped(CB);
  const Function *F = definitionOf(CB);
  bool Calls = F && wrapperOf(*F);
  bool ByPointer = !CB.use_empty() && !allocatorsOf(CB).empty();
  if (!Wrapped && !Calls && !ByPointer)
    return false;
  setValue(&CB, newVar());
  if (ByPointer)
    allocatorPointerCall(CB);
  if (Calls) {
    FunctionNodes &N = nodesOf(*F);
    for (unsigned I = 0; I < CB.arg_size() && I < F->arg_size(); ++I)
      if (carries(CB.getArgOperand(I)->getType()))
        flow(N.Params[I], value(CB.getArgOperand(I)));
  }
  // A wrapper's own call is a site only for calls of the wrapper by pointer.
  if (!Wrapped || nodesOf(*CB.getFunction()).Object != NoVar)
    AllocatorCalls.push_back(&CB);
  return true;
}

void Extractor::allocatorPointerCall(const CallBase &CB) {
  Node Callee = value(CB.getCalledOperand());
  Node Called = compatible(CB, Callee);
  IndirectCalls.push_back({&CB, Called});
  passArguments(CB, Called);
  PointerOfCall[&CB] = Callee;
  if (Callee == Nothing)
    return;
  Node Others =
      filtered(Callee, Filters.filterOf(CB, allocatorsOf(CB), layerOf(CB)));
  OtherResults[&CB] = load(functionSlot(Others, ReturnSlot));
}

void Extractor::finishAllocatorCalls() {
  for (const CallBase *CB : AllocatorCalls) {
    Origin = CB;
    Node N = allocationAt(*CB, nullptr, *CB);
    flow(ValueNodes[CB], N);
    if (!isWrapped(*CB))
      continue;
    fillAtSite(*CB, N, nullptr);
    // The result of calling the wrapper through a pointer.
    FunctionNodes &F = nodesOf(*CB->getFunction());
    flow(F.Return, N);
    for (unsigned I : wrapperOf(*CB->getFunction())->Returned)
      flow(F.Return, F.Params[I]);
  }
  for (auto &[F, Results] : FromAllocator) {
    unsigned B = newBlock(ObjectKind::Null, nullptr, nullptr, std::nullopt,
                          Results.size());
    P.extent[firstOf(B)] = Results.size();
    flow(nodesOf(*F).Object + fromAllocatorSlot(), addressOf(firstOf(B)));
    for (unsigned I = 0; I != Results.size(); ++I)
      flow(firstOf(B) + I, Results[I]);
  }
}

/// Result, if the call reaches the allocator F through its pointer. F's object
/// leads to a list of results, through a slot beyond those of any argument: the
/// call's own result is loaded from there if the pointer points to F.
Node Extractor::ifReached(const CallBase &CB, const Function &F, Node Result) {
  auto It = PointerOfCall.find(&CB); // absent: unreachable code
  if (It == PointerOfCall.end() || It->second == Nothing || Result == Nothing ||
      nodesOf(F).Object == NoVar)
    return Nothing;
  CallFilters::FunctionList &Alone = AloneInList[&F];
  Alone = {&F};
  Node Reached = filtered(It->second, Filters.filterOf(CB, {}, &Alone));
  std::vector<Node> &Results = FromAllocator[&F];
  Results.push_back(Result);
  return load(functionSlot(load(functionSlot(Reached, fromAllocatorSlot())),
                           Results.size() - 1));
}

/// Result, if F is reached from CB, and CB through all frames.
Node Extractor::ifReached(const CallBase &CB, const Function &F,
                          const Frame *Outer, Node Result) {
  if (!isa<Function>(calleeOf(CB)))
    Result = ifReached(CB, F, Result);
  return Outer ? ifReached(*Outer->Call, *Outer->Callee, Outer->Outer, Result)
               : Result;
}

/// The result of a call that Site reaches through the frames in Outer.
Node Extractor::allocationAt(const CallBase &CB, const Frame *Outer,
                             const CallBase &Site) {
  if (auto *F = dyn_cast<Function>(calleeOf(CB)))
    return allocationIn(*F, CB, Outer, Site);
  SmallVector<Node, 4> Results;
  for (const Function *F : allocatorsOf(CB))
    Results.push_back(allocationIn(*F, CB, Outer, Site));
  auto Others = OtherResults.find(&CB); // absent: unreachable code
  if (Others != OtherResults.end())
    Results.push_back(Others->second);
  return join(Results);
}

/// The part of the result that comes from the allocator F.
Node Extractor::allocationIn(const Function &F, const CallBase &CB,
                             const Frame *Outer, const CallBase &Site) {
  if (!F.isDeclaration()) {
    const Wrapper &W = *wrapperOf(F);
    Frame Here{&CB, &F, Outer};
    SmallVector<Node, 4> Results;
    for (const CallBase *Inner : W.Allocations) {
      if (W.Constructs) // the outermost frame alone
        Constructed = Inner;
      Node N = allocationAt(*Inner, &Here, Site);
      if (W.Constructs)
        Constructed = nullptr;
      auto It = ValueNodes.find(Inner); // absent: unreachable code
      if (It == ValueNodes.end())
        continue;
      flow(It->second, N);
      fillAtSite(*Inner, N, &Here);
      Results.push_back(N);
    }
    for (unsigned N : W.Returned)
      if (N < CB.arg_size())
        Results.push_back(
            ifReached(CB, F, Outer, valueIn(CB.getArgOperand(N), Outer)));
    return join(Results);
  }
  ModelCall Call;
  Call.Argument = [&](unsigned N) {
    return N < CB.arg_size() ? valueIn(CB.getArgOperand(N), Outer) : Nothing;
  };
  Call.Constant = [&](unsigned N) -> std::optional<uint64_t> {
    if (N >= CB.arg_size())
      return std::nullopt;
    return constantOf(CB.getArgOperand(N), Outer);
  };
  Call.Factor = [&](unsigned N) {
    return N < CB.arg_size() ? factorOf(CB.getArgOperand(N), Outer) : 1;
  };
  Call.Site = Call.Call = &Site;
  Call.Inner = &CB;
  Call.Return = newVar();
  applyModel(*modelOf(F), Call);
  return ifReached(CB, F, Outer, Call.Return);
}

/// Replaces the parameters of wrappers by the arguments of their calls.
const Value *Extractor::resolve(const Value *V, const Frame *&F) {
  for (;;) {
    V = throughLocal(V);
    auto *A = dyn_cast<Argument>(V);
    if (!A || !F || A->getArgNo() >= F->Call->arg_size() ||
        A->getParent() != F->Callee)
      return V;
    V = F->Call->getArgOperand(A->getArgNo());
    F = F->Outer;
  }
}

Node Extractor::valueIn(const Value *V, const Frame *F) {
  return value(resolve(V, F));
}

std::optional<uint64_t> Extractor::constantOf(const Value *V, const Frame *F,
                                              unsigned Depth) {
  V = resolve(V, F);
  if (auto *C = dyn_cast<ConstantInt>(V))
    return C->getValue().getLimitedValue();
  auto *O = dyn_cast<Operator>(V);
  if (!O || Depth == 6)
    return std::nullopt;
  auto Of = [&](unsigned I) {
    return constantOf(O->getOperand(I), F, Depth + 1);
  };
  switch (O->getOpcode()) {
  case Instruction::ZExt:
  case Instruction::SExt:
  case Instruction::Trunc:
    return Of(0);
  case Instruction::Add:
  case Instruction::Mul: {
    auto A = Of(0), B = Of(1);
    if (!A || !B || *A >> 31 || *B >> 31)
      return std::nullopt;
    return O->getOpcode() == Instruction::Add ? *A + *B : *A * *B;
  }
  default:
    return std::nullopt;
  }
}
