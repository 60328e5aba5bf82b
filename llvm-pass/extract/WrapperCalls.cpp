//===- WrapperCalls.cpp - Calls of allocators and of their wrappers -------===//
#include "llvm-pass/extract/WrapperCalls.h"

#include "llvm-pass/extract/BlockCopies.h"
#include "llvm-pass/extract/LookThrough.h"
#include "llvm-pass/extract/MemoryAccess.h"

#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace amorph;

bool WrapperCalls::visit(const CallBase &CB) {
  bool Wrapped = Allocators.isWrapped(CB);
  const Function *F = definitionOf(CB);
  bool ByName = F && Allocators.find(*F);
  bool ByPointer = !CB.use_empty() && !Allocators.allocatorsOf(CB).empty();
  if (!Wrapped && !ByName && !ByPointer)
    return false;
  Values.set(&CB, B.newVar());
  if (ByPointer)
    throughPointer(CB);
  if (ByName)
    Others.pass(CB, *F);
  // A wrapper's own call is a site only for calls of the wrapper by pointer.
  if (!Wrapped || Functions[*CB.getFunction()].Object != NoVar)
    Visited.push_back(&CB);
  return true;
}

void WrapperCalls::throughPointer(const CallBase &CB) {
  Node Callee = Values(CB.getCalledOperand());
  Others.reach(CB, Callee);
  PointerOfCall[&CB] = Callee;
  if (Callee == Nothing)
    return;
  Node Rest =
      Others.among(CB, Callee, Allocators.allocatorsOf(CB), Others.layerOf(CB));
  OtherResults[&CB] =
      B.load(B.functionSlot(Others.entered(CB, Rest), ReturnSlot));
}

void WrapperCalls::finish() {
  for (const CallBase *CB : Visited) {
    B.Origin = CB;
    const ConstraintBuilder::Scope Own(B, CB->getFunction());
    Node N = allocationAt(*CB, nullptr, *CB);
    B.flow(Values(CB), N);
    if (!Allocators.isWrapped(*CB))
      continue;
    fillAt(*CB, N, nullptr);
    // The result of calling the wrapper through a pointer.
    FunctionNodes &F = Functions[*CB->getFunction()];
    B.flow(F.Return, N);
    for (unsigned I : Allocators.find(*CB->getFunction())->Returned)
      B.flow(F.Return, F.Params[I]);
  }
  for (auto &[F, Results] : FromAllocator) {
    const Var First = B.newSlots(ObjectKind::Null, nullptr, Results.size());
    B.flow(Functions[*F].Object + Functions.allocatorSlot(),
           B.addressOf(First));
    for (unsigned I = 0; I != Results.size(); ++I)
      B.flow(First + I, Results[I]);
  }
}

/// Result, if the call reaches the allocator F through its pointer. F's object
/// leads to a list of results, through a slot beyond those of any argument: the
/// call's own result is loaded from there if the pointer points to F.
Node WrapperCalls::ifReached(const CallBase &CB, const Function &F,
                             Node Result) {
  auto It = PointerOfCall.find(&CB); // absent: unreachable code
  if (It == PointerOfCall.end() || It->second == Nothing || Result == Nothing ||
      Functions[F].Object == NoVar)
    return Nothing;
  CallFilters::FunctionList &Alone = AloneInList[&F];
  Alone = {&F};
  Node Reached = Others.among(CB, It->second, {}, &Alone);
  std::vector<Node> &Results = FromAllocator[&F];
  Results.push_back(Result);
  return B.load(
      B.functionSlot(B.load(B.functionSlot(Reached, Functions.allocatorSlot())),
                     Results.size() - 1));
}

/// Result, if F is reached from CB, and CB through all frames.
Node WrapperCalls::ifReached(const CallBase &CB, const Function &F,
                             const Frame *Outer, Node Result) {
  if (!isa<Function>(calleeOf(CB)))
    Result = ifReached(CB, F, Result);
  return Outer ? ifReached(*Outer->Call, *Outer->Callee, Outer->Outer, Result)
               : Result;
}

/// The result of a call that Site reaches through the frames in Outer.
Node WrapperCalls::allocationAt(const CallBase &CB, const Frame *Outer,
                                const CallBase &Site) {
  if (auto *F = dyn_cast<Function>(calleeOf(CB)))
    return allocationIn(*F, CB, Outer, Site);
  SmallVector<Node, 4> Results;
  for (const Function *F : Allocators.allocatorsOf(CB))
    Results.push_back(allocationIn(*F, CB, Outer, Site));
  auto Rest = OtherResults.find(&CB); // absent: unreachable code
  if (Rest != OtherResults.end())
    Results.push_back(Rest->second);
  return B.join(Results);
}

/// The part of the result that comes from the allocator F.
Node WrapperCalls::allocationIn(const Function &F, const CallBase &CB,
                                const Frame *Outer, const CallBase &Site) {
  if (!F.isDeclaration()) {
    const Wrapper &W = *Allocators.find(F);
    Frame Here{&CB, &F, Outer};
    SmallVector<Node, 4> Results;
    for (const CallBase *Inner : W.Allocations) {
      if (W.Constructs) // the outermost frame alone
        Constructed = Inner;
      Node N = allocationAt(*Inner, &Here, Site);
      if (W.Constructs)
        Constructed = nullptr;
      const Node Own = Values(Inner);
      if (Own == Nothing) // unreachable code
        continue;
      B.flow(Own, N);
      fillAt(*Inner, N, &Here);
      Results.push_back(N);
    }
    for (unsigned N : W.Returned)
      if (N < CB.arg_size())
        Results.push_back(
            ifReached(CB, F, Outer, valueIn(CB.getArgOperand(N), Outer)));
    return B.join(Results);
  }
  ModelCall Call;
  Call.Argument = [&](unsigned N) {
    return N < CB.arg_size() ? valueIn(CB.getArgOperand(N), Outer) : Nothing;
  };
  Call.Site = Call.Call = &Site;
  Call.Constructed = Constructed;
  Call.Inner = &CB;
  Call.Outer = Outer;
  Call.Return = B.newVar();
  Effects.apply(*Allocators.modelOf(F), Call);
  return ifReached(CB, F, Outer, Call.Return);
}

void WrapperCalls::fillAt(const CallBase &Fresh, Node N, const Frame *Here) {
  const Wrapper *W = Allocators.find(*Fresh.getFunction());
  for (const Wrapper::Fill &S : W->Fills) {
    const Value *Stored = S.Store->getValueOperand();
    if (S.Fresh == &Fresh)
      storeMemory(B, B.step(N, S.Offset, 0, true), Stored->getType(),
                  valueIn(Stored, Here), S.Offset % 8 == 0,
                  S.Store->getAlign());
  }
  for (const Wrapper::Copy &C : W->Copies) {
    if (C.Fresh != &Fresh)
      continue;
    const Value *From = C.Call->getArgOperand(C.Source);
    const Frame *F = Here;
    const Value *Actual = resolve(From, F);
    copyBlock(B, N, Values(Actual), C.Call->getArgOperand(C.Size), Actual,
              Here);
  }
}
