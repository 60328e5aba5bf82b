//===- ExtractCalls.cpp - Direct, indirect and library calls --------------===//
//
// A direct call copies arguments to the callee's parameters. An indirect call
// stores them through the called pointer, at the offsets of the parameters
// (Pearce, Kelly and Hankin 2007). A library function does what its model says;
// any other declared function is unknown code.
//
//===----------------------------------------------------------------------===//
#include "llvm-pass/extract/Extractor.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/InlineAsm.h"

using namespace llvm;
using namespace amorph;

void Extractor::visitCall(CallBase &CB) {
  if (auto *I = dyn_cast<IntrinsicInst>(&CB))
    return intrinsicCall(*I);
  if (allocatorCall(CB))
    return;
  const Value *Callee = calleeOf(CB);
  if (isa<InlineAsm>(Callee))
    return inlineAssembly(CB);
  auto *F = dyn_cast<Function>(Callee);
  if (!F)
    return indirectCall(CB, value(CB.getCalledOperand()));
  if (!F->isDeclaration())
    return directCall(CB, *F);
  if (const LibraryModel *Model = modelOf(CB))
    return libraryCall(CB, *Model);
  unknownCall(CB);
  announcedCallbacks(CB, *F);
}

/// The calls that the declaration of F announces by !callback: the argument
/// that is called, those that it gets (-1: not known), and whether it also gets
/// the variable arguments.
void Extractor::announcedCallbacks(CallBase &CB, const Function &F) {
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
                            ? value(CB.getArgOperand(Number->getZExtValue()))
                            : unknown());
      else if (Number && Number->isOne())
        for (unsigned I = F.arg_size(); I < CB.arg_size(); ++I)
          Given.push_back(value(CB.getArgOperand(I)));
    }
    if (!Given.empty())
      callBack(Given.front(), ArrayRef(Given).drop_front());
  }
}

void Extractor::inlineAssembly(CallBase &CB) {
  unknownCall(CB);
  if (!Params.ClosedWorld || !carries(CB.getType()))
    return;
  // The outputs are computed from the inputs.
  SmallVector<Node, 4> In;
  for (const Use &A : CB.args())
    In.push_back(value(A));
  setValue(&CB, mix(In));
}

void Extractor::libraryCall(CallBase &CB, const LibraryModel &Model) {
  ModelCall Call;
  Call.Argument = [&](unsigned N) {
    return N < CB.arg_size() ? value(CB.getArgOperand(N)) : Nothing;
  };
  Call.Constant = [&](unsigned N) -> std::optional<uint64_t> {
    if (N >= CB.arg_size())
      return std::nullopt;
    return constantOf(CB.getArgOperand(N), nullptr);
  };
  Call.Factor = [&](unsigned N) {
    return N < CB.arg_size() ? factorOf(CB.getArgOperand(N)) : 1;
  };
  Call.Site = Call.Call = Call.Inner = &CB;
  if (carries(CB.getType()))
    Call.Return = newVar();
  applyModel(Model, Call);
  if (Call.Return != Nothing)
    setValue(&CB, Call.Return);
}

void Extractor::directCall(CallBase &CB, const Function &F) {
  FunctionNodes &N = nodesOf(F);
  for (unsigned I = 0; I != CB.arg_size(); ++I) {
    if (!carries(CB.getArgOperand(I)->getType()))
      continue;
    Node Argument = value(CB.getArgOperand(I));
    if (I == 0 && N.Constructed != Nothing && !Tables->isReplacedAfter(CB))
      flow(N.Constructed, Argument);
    if (I < F.arg_size()) {
      flow(N.Params[I], Argument);
      continue;
    }
    flow(N.VarArgs, Argument);
    // Passed by value as a variable argument: its words are copied there.
    if (CB.isByValArgument(I))
      flow(N.VarArgs, memoryLoad(Argument, CB.getParamByValType(I), true));
  }
  if (carries(CB.getType()))
    setValue(&CB, N.Return);
}

Node Extractor::compatible(const CallBase &CB, Node Callee) {
  const CallFilters::FunctionList *Among = layerOf(CB);
  CallFilters::FunctionList Both;
  if (auto *Virtual = Classes ? Classes->functionsOf(CB) : nullptr) {
    if (Among)
      std::set_intersection(Among->begin(), Among->end(), Virtual->begin(),
                            Virtual->end(), std::back_inserter(Both));
    Among = Among ? &Both : Virtual;
  }
  if ((Params.Calls == CallRule::Any && !Among) || Callee == Nothing)
    return Callee;
  return filtered(Callee, Filters.filterOf(CB, {}, Among));
}

Node Extractor::filtered(Node Callee, unsigned Filter) {
  auto [It, New] = Filtered.try_emplace({Callee, Filter}, Nothing);
  if (New) {
    It->second = newVar();
    add(andersen::kind::filter, It->second, Callee, Filter);
  }
  return It->second;
}

/// Lists the functions that pass each filter; unknown code passes them all.
void Extractor::fillFilters() {
  P.filters.assign(Filters.size(), {});
  if (Filters.size() == 0)
    return;
  for (unsigned I = 0; I != Filters.size(); ++I)
    P.filters[I].add(Out.Unknown, Out.Unknown + 1);
  // Blocks ascend with their objects.
  std::vector<CallFilters::FunctionObject> Functions;
  for (const MemoryBlock &B : Out.Blocks)
    if (B.Kind == ObjectKind::Function)
      Functions.push_back({cast<Function>(B.Site), B.First});
  Filters.fill(Functions, P.filters);
}

void Extractor::passArguments(const CallBase &CB, Node Callee) {
  for (unsigned I = 0; I != CB.arg_size(); ++I) {
    if (!carries(CB.getArgOperand(I)->getType()))
      continue;
    Node Argument = value(CB.getArgOperand(I));
    store(functionSlot(Callee, FirstParamSlot + I), Argument);
    if (CB.isByValArgument(I) && I >= CB.getFunctionType()->getNumParams())
      store(functionSlot(Callee, FirstParamSlot + I),
            memoryLoad(Argument, CB.getParamByValType(I), true));
  }
}

void Extractor::indirectCall(CallBase &CB, Node Callee) {
  Callee = compatible(CB, Callee);
  IndirectCalls.push_back({&CB, Callee});
  passArguments(CB, Callee);
  if (carries(CB.getType()))
    setValue(&CB, load(functionSlot(Callee, ReturnSlot)));
}

void Extractor::unknownCall(CallBase &CB) {
  for (const Use &A : CB.args())
    if (carries(A->getType()))
      escape(value(A));
  if (carries(CB.getType()))
    setValue(&CB, unknown());
}

Node Extractor::callBack(Node Callee, ArrayRef<Node> Arguments) {
  CallBacks.push_back({Origin, Callee});
  for (unsigned I = 0; I != Arguments.size(); ++I)
    store(functionSlot(Callee, FirstParamSlot + I), Arguments[I]);
  return load(functionSlot(Callee, ReturnSlot));
}

/// Models a declared function whose address is taken: the effects of calling it
/// through a pointer.
void Extractor::declaredFunction(const Function &F) {
  FunctionNodes &N = nodesOf(F);
  const LibraryModel *Model = Models.find(F);
  if (!Model || Model->Unknown) {
    for (Node Param : N.Params)
      escape(Param);
    escape(N.VarArgs);
    flow(N.Return, unknown());
    return;
  }
  ModelCall Call;
  Call.Argument = [&](unsigned I) {
    return I < N.Params.size() ? N.Params[I] : N.VarArgs;
  };
  Call.Constant = [](unsigned) { return std::nullopt; };
  Call.Site = &F;
  Call.Return = N.Return;
  applyModel(*Model, Call);
}

//===--- Library models ---------------------------------------------------===//

Node Extractor::modelPointer(const ModelPointer &P, ModelCall &Call) {
  Node N = Nothing;
  switch (P.Base) {
  case ModelPointer::Argument:
    N = Call.Argument(P.Number);
    break;
  case ModelPointer::Return:
    N = Call.Return;
    break;
  case ModelPointer::Local: {
    auto [It, New] = Call.Locals.try_emplace(P.Name, Nothing);
    if (New)
      It->second = newVar();
    N = It->second;
    break;
  }
  case ModelPointer::Static:
    if (isUnfollowedFile(P))
      return Nothing;
    N = firstOf(modelBlock(P.Name)); // its contents
    break;
  }
  switch (P.Step) {
  case ModelPointer::NoStep:
    return N;
  case ModelPointer::Offset:
    return step(N, P.Amount, 0);
  case ModelPointer::Bytes:
    return stepExact(N, 0, P.Amount);
  case ModelPointer::ByArg:
    if (auto Size = Call.Constant(P.Amount);
        Size && *Size != 0 && *Size < andersen::any_stride)
      return stepExact(N, 0, *Size);
    return anywhere(N);
  case ModelPointer::Anywhere:
    return anywhere(N);
  }
  return N;
}

Node Extractor::modelValue(const ModelValue &V, ModelCall &Call) {
  switch (V.K) {
  case ModelValue::Null:
    return Nothing;
  case ModelValue::Alloc:
    return addressOf(allocate(Call, V.Size));
  case ModelValue::Bytes:
    return addressOf(firstOf(
        newBlock(ObjectKind::Heap, Call.Site, nullptr, Layouts.single(), 0)));
  case ModelValue::Pointer:
    return modelPointer(V.P, Call);
  case ModelValue::Deref: {
    Node N = load(modelPointer(V.P, Call));
    return V.Depth == 2 ? load(N) : N;
  }
  case ModelValue::AddressOf: {
    Node N = addressOf(firstOf(modelBlock(V.P.Name)));
    return V.P.Step == ModelPointer::NoStep ? N : anywhere(N);
  }
  case ModelValue::Unknown: {
    if (!Params.ClosedWorld)
      return unknown();
    // A function that dlsym finds is outside even of a closed world: a call of
    // it must not seem to have known targets only.
    const Node Value = newVar();
    add(andersen::kind::address_of, Value, Out.Unknown);
    return Value;
  }
  case ModelValue::Exception:
    return Out.Exception;
  }
  return Nothing;
}

void Extractor::applyModel(const LibraryModel &Model, ModelCall &Call) {
  if (Model.Unknown)
    return;
  if (Model.UsesConversions && Out.RegistersConversions)
    convertArguments(Call);
  for (const ModelStatement &S : Model.Statements) {
    std::optional<uint64_t> Flags;
    if (S.UnlessArgument)
      Flags = Call.Constant(*S.UnlessArgument);
    if (!Flags || (*Flags & S.UnlessBits) != S.UnlessBits)
      applyStatement(S, Call);
  }
}

/// The handlers of conversions get the arguments of Call, and those in a
/// va_list.
void Extractor::convertArguments(ModelCall &Call) {
  SmallVector<Node, 8> Arguments;
  for (unsigned I = 0; I != MaxArity; ++I)
    Arguments.push_back(Call.Argument(I));
  Node All = join(Arguments);
  Node Listed = load(anywhere(load(anywhere(All))));
  flow(firstOf(libraryBlock("conversion_value")), join({All, Listed}));
}

void Extractor::applyStatement(const ModelStatement &S, ModelCall &Call) {
  switch (S.K) {
  case ModelStatement::Assign: {
    Node Value = modelValue(S.Source, Call);
    if (S.HasTarget && isUnfollowedFile(S.Target) && Call.Inner &&
        S.Source.K == ModelValue::Deref && S.Source.Depth == 1 &&
        Value != Nothing && S.Source.P.Base == ModelPointer::Argument)
      Out.FileWrites.push_back(
          {Call.Inner, Call.Inner->getArgOperand(S.Source.P.Number), Value});
    return assignModel(S, Call, Value);
  }
  case ModelStatement::Call: {
    SmallVector<Node, 6> Arguments;
    for (const ModelValue &A : S.Arguments) {
      Arguments.push_back(modelValue(A, Call));
      for (unsigned I = A.P.Number + 1; A.P.AndAllAfter && I < MaxArity; ++I)
        Arguments.push_back(Call.Argument(I));
    }
    return assignModel(S, Call,
                       callBack(modelPointer(S.Callee, Call), Arguments));
  }
  case ModelStatement::Copy:
    return copyModel(S, Call);
  case ModelStatement::Permute: {
    Node N = modelPointer(S.Target, Call);
    return copyElements(N, N, Call.Constant(*S.SizeArgument).value_or(1));
  }
  case ModelStatement::Throw:
    return flow(Out.Exception, modelValue(S.Source, Call));
  case ModelStatement::Escape:
    return escape(modelValue(S.Source, Call));
  }
}

void Extractor::assignModel(const ModelStatement &S, ModelCall &Call,
                            Node Value) {
  if (!S.HasTarget)
    return;
  Node Target = modelPointer(S.Target, Call);
  if (S.Store)
    store(Target, Value);
  else
    flow(Target, Value);
}

void Extractor::copyModel(const ModelStatement &S, ModelCall &Call) {
  if (Call.Inner && DoneAtSites.contains(Call.Inner))
    return;
  Node To = modelPointer(S.Target, Call);
  Node From = modelPointer(S.Source.P, Call);
  if (!S.SizeArgument)
    return copySized(To, From, std::nullopt, 1);
  if (Call.Inner == Call.Call && !S.TimesArgument &&
      S.Source.P.Base == ModelPointer::Argument &&
      S.Source.P.Step == ModelPointer::NoStep) {
    auto Operand = [&](unsigned N) -> const Value * {
      return Call.Inner && N < Call.Inner->arg_size()
                 ? Call.Inner->getArgOperand(N)
                 : nullptr;
    };
    return copyBlock(To, From, Operand(*S.SizeArgument),
                     Operand(S.Source.P.Number));
  }
  // The size is a product of two arguments, or known through a wrapper's call.
  bool Known = true;
  uint64_t Factor = 1;
  for (std::optional<unsigned> A : {S.SizeArgument, S.TimesArgument}) {
    if (!A)
      continue;
    std::optional<uint64_t> C = Call.Constant(*A);
    uint64_t F = C ? *C : Call.Factor ? Call.Factor(*A) : 1;
    bool Fits = F >> 31 == 0 && Factor >> 31 == 0;
    Factor = Fits ? Factor * F : 1;
    Known &= C && Fits;
  }
  copySized(To, From, Known ? std::optional(Factor) : std::nullopt, Factor);
}
