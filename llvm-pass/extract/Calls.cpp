//===- Calls.cpp - Direct, indirect and unknown calls ---------------------===//
#include "llvm-pass/extract/Calls.h"

#include "llvm-pass/extract/MemoryAccess.h"

#include "llvm/IR/Constants.h"

#include <algorithm>

using namespace llvm;
using namespace amorph;

void Calls::announced(const CallBase &CB, const Function &F) {
  auto *All = F.getMetadata(LLVMContext::MD_callback);
  if (!All)
    return;
  for (const MDOperand &Op : All->operands()) {
    SmallVector<Node, 6> Given;
    auto *One = dyn_cast_or_null<MDNode>(Op);
    for (const MDOperand &Each :
         One ? One->operands() : ArrayRef<MDOperand>()) {
      auto *Number = mdconst::dyn_extract_or_null<ConstantInt>(Each);
      if (&Each != &One->operands().back())
        Given.push_back(Number && Number->getValue().ult(CB.arg_size())
                            ? Values(CB.getArgOperand(Number->getZExtValue()))
                            : Outside.known());
      else if (Number && Number->isOne())
        for (unsigned I = F.arg_size(); I < CB.arg_size(); ++I)
          Given.push_back(Values(CB.getArgOperand(I)));
    }
    if (!Given.empty())
      Effects.callBack(Given.front(), ArrayRef(Given).drop_front());
  }
}

void Calls::assembly(const CallBase &CB) {
  unknown(CB);
  if (!B.Params.ClosedWorld || !carries(CB.getType()))
    return;
  // The outputs are computed from the inputs.
  SmallVector<Node, 4> In;
  for (const Use &A : CB.args())
    In.push_back(Values(A));
  Values.set(&CB, B.mix(In));
}

Node Calls::forwarded(const CallBase &CB) {
  return CB.isMustTailCall() && CB.getFunctionType()->isVarArg()
             ? Functions[*CB.getFunction()].VarArgs
             : Nothing;
}

void Calls::library(const CallBase &CB, const LibraryModel &Model) {
  ModelCall Call;
  Call.Argument = [&](unsigned N) {
    return N < CB.arg_size() ? Values(CB.getArgOperand(N)) : forwarded(CB);
  };
  Call.Site = Call.Call = Call.Inner = &CB;
  if (carries(CB.getType()))
    Call.Return = B.newVar();
  Effects.apply(Model, Call);
  if (Call.Return != Nothing)
    Values.set(&CB, Call.Return);
}

uint32_t Calls::pass(const CallBase &CB, const Function &F) {
  FunctionNodes &N = Functions[F];
  const bool Bound = B.numberOf(&F) != ConstraintBuilder::NoFunction;
  const uint32_t Number = Bound ? B.newCall(CB, &F) : NoCall;
  auto Pass = [&](Node To, Node Argument) {
    if (Bound)
      B.bind(ConstraintBuilder::Role::argument, Number, To, Argument);
    else
      B.flow(To, Argument);
  };
  for (unsigned I = 0; I != CB.arg_size(); ++I) {
    if (!carries(CB.getArgOperand(I)->getType()))
      continue;
    Node Argument = Values(CB.getArgOperand(I));
    if (I == 0 && N.Constructed != Nothing && !Tables->isReplacedAfter(CB))
      Pass(N.Constructed, Argument);
    if (I < F.arg_size()) {
      Pass(N.Params[I], Argument);
      continue;
    }
    Pass(N.VarArgs, Argument);
    // Passed by value as a variable argument: its words are copied there.
    if (CB.isByValArgument(I))
      Pass(N.VarArgs, loadMemory(B, Argument, CB.getParamByValType(I), true));
  }
  Pass(N.VarArgs, forwarded(CB));
  return Number;
}

void Calls::direct(const CallBase &CB, const Function &F) {
  FunctionNodes &N = Functions[F];
  const uint32_t Number = pass(CB, F);
  if (!carries(CB.getType()))
    return;
  Node Result = N.Return;
  if (Number != NoCall) {
    Result = B.newVar();
    B.bind(ConstraintBuilder::Role::result, Number, Result, N.Return);
  }
  Values.set(&CB, Result);
}

Node Calls::compatible(const CallBase &CB, Node Callee) {
  const FunctionList *Among = layerOf(CB);
  FunctionList Both;
  if (auto *Virtual = Classes ? Classes->functionsOf(CB) : nullptr) {
    if (Among)
      std::set_intersection(Among->begin(), Among->end(), Virtual->begin(),
                            Virtual->end(), std::back_inserter(Both));
    Among = Among ? &Both : Virtual;
  }
  if ((B.Params.Calls == CallRule::Any && !Among) || Callee == Nothing)
    return Callee;
  return among(CB, Callee, {}, Among);
}

Node Calls::entered(const CallBase &CB, Node Reached) {
  if (!B.recordsCalls() || Reached == Nothing)
    return Reached;
  auto [It, New] = NumberOfCall.try_emplace(&CB, 0);
  if (New)
    It->second = B.newCall(CB, nullptr);
  const Node Entered = B.newVar();
  B.bind(ConstraintBuilder::Role::enter, It->second, Entered, Reached);
  return Entered;
}

Node Calls::reach(const CallBase &CB, Node Callee) {
  const Node Pointed = compatible(CB, Callee);
  B.Out.IndirectCalls.push_back({&CB, Pointed});
  const Node Reached = entered(CB, Pointed);
  for (unsigned I = 0; I != CB.arg_size(); ++I) {
    if (!carries(CB.getArgOperand(I)->getType()))
      continue;
    Node Argument = Values(CB.getArgOperand(I));
    B.store(B.functionSlot(Reached, FirstParamSlot + I), Argument);
    if (CB.isByValArgument(I) && I >= CB.getFunctionType()->getNumParams())
      B.store(B.functionSlot(Reached, FirstParamSlot + I),
              loadMemory(B, Argument, CB.getParamByValType(I), true));
  }
  B.store(B.functionSlot(Reached, VarArgsSlot), forwarded(CB));
  return Reached;
}

void Calls::indirect(const CallBase &CB) {
  const Node Reached = reach(CB, Values(CB.getCalledOperand()));
  if (carries(CB.getType()))
    Values.set(&CB, B.load(B.functionSlot(Reached, ReturnSlot)));
}

void Calls::unknown(const CallBase &CB) {
  for (const Use &A : CB.args())
    if (carries(A->getType()))
      Outside.escape(Values(A));
  Outside.escape(forwarded(CB));
  if (carries(CB.getType()))
    Values.set(&CB, Outside.known());
}

void Calls::declared(const Function &F, const LibraryModel *Model) {
  const FunctionNodes &N = Functions[F];
  if (!Model || Model->Unknown)
    return Outside.define(N);
  ModelCall Call;
  Call.Argument = [&](unsigned I) {
    return I < N.Params.size() ? N.Params[I] : N.VarArgs;
  };
  Call.Site = &F;
  Call.Return = N.Return;
  B.Origin = &F;
  Effects.apply(*Model, Call);
  B.Origin = nullptr;
}
