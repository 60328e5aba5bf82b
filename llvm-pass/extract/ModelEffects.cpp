//===- ModelEffects.cpp - Effects of library functions --------------------===//
#include "llvm-pass/extract/ModelEffects.h"

#include "llvm-pass/extract/BlockCopies.h"

#include "llvm/Analysis/ValueTracking.h"

using namespace llvm;
using namespace amorph;

Node ModelEffects::callBack(Node Callee, ArrayRef<Node> Arguments) {
  B.Out.CallBacks.push_back({B.Origin, Callee});
  for (unsigned I = 0; I != Arguments.size(); ++I)
    B.store(B.functionSlot(Callee, FirstParamSlot + I), Arguments[I]);
  return B.load(B.functionSlot(Callee, ReturnSlot));
}

Node ModelEffects::pointer(const ModelPointer &P, ModelCall &Call) {
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
      It->second = B.newVar();
    N = It->second;
    break;
  }
  case ModelPointer::Static:
    if (isUnfollowedFile(P))
      return Nothing;
    N = Memory.model(P.Name); // its contents
    break;
  }
  switch (P.Step) {
  case ModelPointer::NoStep:
    return N;
  case ModelPointer::Offset:
    return B.step(N, P.Amount, 0);
  case ModelPointer::Bytes:
    return B.stepExact(N, 0, P.Amount);
  case ModelPointer::ByArg:
    if (auto Size = Call.constant(P.Amount);
        Size && *Size != 0 && *Size < andersen::any_stride)
      return B.stepExact(N, 0, *Size);
    return B.anywhere(N);
  case ModelPointer::Anywhere:
    return B.anywhere(N);
  }
  return N;
}

Node ModelEffects::value(const ModelValue &V, ModelCall &Call) {
  switch (V.K) {
  case ModelValue::Null:
    return Nothing;
  case ModelValue::Alloc:
    return B.addressOf(Sites.allocate(Call, V.Size));
  case ModelValue::Bytes:
    return B.addressOf(
        B.newBlock(ObjectKind::Heap, Call.Site, nullptr, B.Layouts.single()));
  case ModelValue::Pointer:
    return pointer(V.P, Call);
  case ModelValue::Deref: {
    Node N = B.load(pointer(V.P, Call));
    return V.Depth == 2 ? B.load(N) : N;
  }
  case ModelValue::AddressOf: {
    Node N = B.addressOf(Memory.model(V.P.Name));
    return V.P.Step == ModelPointer::NoStep ? N : B.anywhere(N);
  }
  case ModelValue::Unknown: {
    if (!B.Params.ClosedWorld)
      return Outside.known();
    // A function that dlsym finds is outside even of a closed world: a call of
    // it must not seem to have known targets only. Variables of the library may
    // be those that the module uses by name.
    const Node Value = B.newVar();
    B.add(andersen::kind::address_of, Value, B.Out.Unknown);
    for (const Var V : Memory.declaredOfLibrary())
      B.add(andersen::kind::address_of, Value, V);
    return Value;
  }
  case ModelValue::Exception:
    return B.Out.Exception;
  }
  return Nothing;
}

void ModelEffects::apply(const LibraryModel &Model, ModelCall &Call) {
  if (Model.Unknown)
    return;
  if (Model.UsesConversions && B.Out.RegistersConversions)
    convertArguments(Call);
  if (Model.Scans)
    scan(*Model.Scans, Call);
  for (const ModelStatement &S : Model.Statements) {
    std::optional<uint64_t> Flags;
    if (S.UnlessArgument)
      Flags = Call.constant(*S.UnlessArgument);
    if (!Flags || (*Flags & S.UnlessBits) != S.UnlessBits)
      apply(S, Call);
  }
}

/// The handlers of conversions get the arguments of Call, and those in a
/// va_list.
void ModelEffects::convertArguments(ModelCall &Call) {
  SmallVector<Node, 8> Arguments;
  for (unsigned I = 0; I != MaxArity; ++I)
    Arguments.push_back(Call.Argument(I));
  Node All = B.join(Arguments);
  Node Listed = B.load(B.anywhere(B.load(B.anywhere(All))));
  B.flow(Memory.library("conversion_value"), B.join({All, Listed}));
}

/// True unless it is a constant format of scanf without conversions that store
/// new memory: %ms, and %as of old.
static bool mayAllocate(const Value *Format) {
  StringRef Text;
  if (!Format || !getConstantStringInfo(Format, Text))
    return true;
  for (;;) {
    Text = Text.drop_until([](char C) { return C == '%'; });
    if (Text.empty())
      return false;
    Text = Text.drop_front().ltrim("*'I$0123456789");
    if (Text.starts_with("m") || Text.starts_with("a"))
      return true;
    Text = Text.drop_front(Text.empty() ? 0 : 1);
  }
}

void ModelEffects::scan(unsigned Format, ModelCall &Call) {
  if (Call.Inner && Format < Call.Inner->arg_size() &&
      !mayAllocate(Call.Inner->getArgOperand(Format)))
    return;
  SmallVector<Node, 8> Places;
  for (unsigned I = Format + 1; I != MaxArity; ++I)
    Places.push_back(Call.Argument(I));
  Node All = B.join(Places);
  Node Listed = B.load(B.anywhere(B.load(B.anywhere(All))));
  ModelValue Text;
  Text.K = ModelValue::Bytes;
  B.store(B.join({All, Listed}), value(Text, Call));
}

void ModelEffects::apply(const ModelStatement &S, ModelCall &Call) {
  switch (S.K) {
  case ModelStatement::Assign: {
    Node Value = value(S.Source, Call);
    if (S.HasTarget && isUnfollowedFile(S.Target) && Call.Inner &&
        S.Source.K == ModelValue::Deref && S.Source.Depth == 1 &&
        Value != Nothing && S.Source.P.Base == ModelPointer::Argument)
      B.Out.FileWrites.push_back(
          {Call.Inner, Call.Inner->getArgOperand(S.Source.P.Number), Value});
    return assign(S, Call, Value);
  }
  case ModelStatement::Call: {
    SmallVector<Node, 6> Arguments;
    for (const ModelValue &A : S.Arguments) {
      Arguments.push_back(value(A, Call));
      for (unsigned I = A.P.Number + 1; A.P.AndAllAfter && I < MaxArity; ++I)
        Arguments.push_back(Call.Argument(I));
    }
    return assign(S, Call, callBack(pointer(S.Callee, Call), Arguments));
  }
  case ModelStatement::Copy:
    return copy(S, Call);
  case ModelStatement::Permute: {
    Node N = pointer(S.Target, Call);
    return copyElements(B, N, N, Call.constant(*S.SizeArgument).value_or(1));
  }
  case ModelStatement::Throw:
    return B.flow(B.Out.Exception, value(S.Source, Call));
  case ModelStatement::Escape:
    return Outside.escape(value(S.Source, Call));
  }
}

void ModelEffects::assign(const ModelStatement &S, ModelCall &Call,
                          Node Value) {
  if (!S.HasTarget)
    return;
  Node Target = pointer(S.Target, Call);
  if (S.Store)
    B.store(Target, Value);
  else
    B.flow(Target, Value);
}

void ModelEffects::copy(const ModelStatement &S, ModelCall &Call) {
  if (Call.Inner && Allocators.isDoneAtCalls(*Call.Inner))
    return;
  Node To = pointer(S.Target, Call);
  Node From = pointer(S.Source.P, Call);
  if (!S.SizeArgument)
    return copySized(B, To, From, std::nullopt, 1);
  if (Call.Inner == Call.Call && !S.TimesArgument &&
      S.Source.P.Base == ModelPointer::Argument &&
      S.Source.P.Step == ModelPointer::NoStep) {
    auto Operand = [&](unsigned N) -> const Value * {
      return Call.Inner && N < Call.Inner->arg_size()
                 ? Call.Inner->getArgOperand(N)
                 : nullptr;
    };
    return copyBlock(B, To, From, Operand(*S.SizeArgument),
                     Operand(S.Source.P.Number));
  }
  // The size is a product of two arguments, or known through a wrapper's call.
  bool Known = true;
  uint64_t Factor = 1;
  for (std::optional<unsigned> A : {S.SizeArgument, S.TimesArgument}) {
    if (!A)
      continue;
    std::optional<uint64_t> C = Call.constant(*A);
    uint64_t F = C ? *C : Call.factor(*A);
    bool Fits = F >> 31 == 0 && Factor >> 31 == 0;
    Factor = Fits ? Factor * F : 1;
    Known &= C && Fits;
  }
  copySized(B, To, From, Known ? std::optional(Factor) : std::nullopt, Factor);
}
