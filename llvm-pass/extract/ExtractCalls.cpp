//===- ExtractCalls.cpp - Direct, indirect, library calls, intrinsics -----===//
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
  if (auto *F = dyn_cast<Function>(Callee)) {
    if (!F->isDeclaration()) {
      directCall(CB, *F);
      return;
    }
    if (const LibraryModel *Model = modelOf(CB)) {
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
      applyModel(*Model, Call);
      if (Call.Return != Nothing)
        setValue(&CB, Call.Return);
      return;
    }
    return unknownCall(CB);
  }
  if (isa<InlineAsm>(Callee)) {
    unknownCall(CB);
    if (Params.ClosedWorld && carries(CB.getType())) {
      // What comes out is made of what goes in.
      SmallVector<Node, 4> In;
      for (const Use &A : CB.args())
        In.push_back(value(A));
      setValue(&CB, mix(In));
    }
    return;
  }
  indirectCall(CB, value(CB.getCalledOperand()));
}

void Extractor::directCall(CallBase &CB, const Function &F) {
  FunctionNodes &N = nodesOf(F);
  for (unsigned I = 0; I != CB.arg_size(); ++I) {
    if (!carries(CB.getArgOperand(I)->getType()))
      continue;
    Node Argument = value(CB.getArgOperand(I));
    if (I < F.arg_size()) {
      flow(N.Params[I], Argument);
      continue;
    }
    flow(N.VarArgs, Argument);
    // Passed by value among the variable arguments: its words are there.
    if (CB.isByValArgument(I))
      flow(N.VarArgs, memoryLoad(Argument, CB.getParamByValType(I), true));
  }
  if (carries(CB.getType()))
    setValue(&CB, N.Return);
}

void Extractor::indirectCall(CallBase &CB, Node Callee) {
  IndirectCalls.push_back({&CB, Callee});
  for (unsigned I = 0; I != CB.arg_size(); ++I) {
    if (!carries(CB.getArgOperand(I)->getType()))
      continue;
    Node Argument = value(CB.getArgOperand(I));
    store(functionSlot(Callee, 3 + I), Argument);
    if (CB.isByValArgument(I) && I >= CB.getFunctionType()->getNumParams())
      store(functionSlot(Callee, 3 + I),
            memoryLoad(Argument, CB.getParamByValType(I), true));
  }
  if (carries(CB.getType()))
    setValue(&CB, load(functionSlot(Callee, 1)));
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
  for (unsigned I = 0; I != Arguments.size(); ++I) {
    // A function that has no slots for a pointer's callers is called here.
    store(functionSlot(Callee, 3 + I), Arguments[I]);
  }
  return load(functionSlot(Callee, 1));
}

/// A declared function whose address is taken: an indirect call finds this
/// instead of a body.
void Extractor::declaredFunction(const Function &F) {
  FunctionNodes &N = nodesOf(F);
  const LibraryModel *Model = Models.find(F.getName());
  if (!Model || Model->Unknown) {
    for (Node Param : N.Params)
      escape(Param);
    escape(N.VarArgs);
    flow(N.Return, unknown());
    return;
  }
  ModelCall Call;
  Call.Argument = [&](unsigned I) {
    return I < N.Params.size() ? N.Params[I] : Nothing;
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
    N = firstOf(modelBlock(P.Name)); // its content
    break;
  }
  switch (P.Step) {
  case ModelPointer::NoStep:
    return N;
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
  case ModelValue::Unknown:
    return unknown();
  case ModelValue::Exception:
    return Out.Exception;
  }
  return Nothing;
}

void Extractor::applyModel(const LibraryModel &Model, ModelCall &Call) {
  if (Model.Unknown)
    return;
  auto ArgumentOf = [&](int A) -> const Value * {
    return A >= 0 && Call.Inner && unsigned(A) < Call.Inner->arg_size()
               ? Call.Inner->getArgOperand(A)
               : nullptr;
  };
  for (const ModelStatement &S : Model.Statements) {
    if (S.UnlessArgument >= 0)
      if (auto C = Call.Constant(S.UnlessArgument);
          C && (*C & S.UnlessBits) == S.UnlessBits)
        continue;
    Node Value = Nothing;
    switch (S.K) {
    case ModelStatement::Assign:
      Value = modelValue(S.Source, Call);
      break;
    case ModelStatement::Call: {
      SmallVector<Node, 6> Arguments;
      for (const ModelValue &A : S.Arguments)
        Arguments.push_back(modelValue(A, Call));
      Value = callBack(modelPointer(S.Callee, Call), Arguments);
      break;
    }
    case ModelStatement::Copy: {
      if (Call.Inner && DoneAtSites.contains(Call.Inner))
        continue;
      Node To = modelPointer(S.Target, Call);
      Node From = modelPointer(S.Source.P, Call);
      if (S.SizeArgument < 0) {
        copySized(To, From, std::nullopt, 1);
      } else if (Call.Inner == Call.Call && S.TimesArgument < 0 &&
                 S.Source.P.Base == ModelPointer::Argument &&
                 S.Source.P.Step == ModelPointer::NoStep) {
        copyBlock(To, From, ArgumentOf(S.SizeArgument),
                  ArgumentOf(S.Source.P.Number));
      } else {
        bool Known = true;
        uint64_t Factor = 1;
        for (int A : {S.SizeArgument, S.TimesArgument}) {
          if (A < 0)
            continue;
          auto C = Call.Constant(A);
          uint64_t F = C ? *C : Call.Factor ? Call.Factor(A) : 1;
          bool Fits = F >> 31 == 0 && Factor >> 31 == 0;
          Factor = Fits ? Factor * F : 1;
          Known &= C && Fits;
        }
        std::optional<uint64_t> Bytes;
        if (Known)
          Bytes = Factor;
        copySized(To, From, Bytes, Factor);
      }
      continue;
    }
    case ModelStatement::Permute: {
      Node N = modelPointer(S.Target, Call);
      auto Size = Call.Constant(S.SizeArgument);
      copyElements(N, N, Size ? *Size : 1);
      continue;
    }
    case ModelStatement::Throw:
      flow(Out.Exception, modelValue(S.Source, Call));
      continue;
    case ModelStatement::Escape:
      escape(modelValue(S.Source, Call));
      continue;
    }
    if (!S.HasTarget)
      continue;
    Node Target = modelPointer(S.Target, Call);
    if (S.Store)
      store(Target, Value);
    else
      flow(Target, Value);
  }
}

//===--- Intrinsics -------------------------------------------------------===//

void Extractor::intrinsicCall(IntrinsicInst &I) {
  auto Arg = [&](unsigned N) { return value(I.getArgOperand(N)); };
  auto Is = [&](Node N) {
    if (carries(I.getType()))
      setValue(&I, N);
  };
  switch (I.getIntrinsicID()) {
  case Intrinsic::memcpy:
  case Intrinsic::memcpy_inline:
  case Intrinsic::memmove:
  case Intrinsic::memcpy_element_unordered_atomic:
  case Intrinsic::memmove_element_unordered_atomic:
    if (isWrapped(I), DoneAtSites.contains(&I))
      return;
    copyBlock(Arg(0), Arg(1), I.getArgOperand(2), I.getArgOperand(1));
    return;
  case Intrinsic::memset:
  case Intrinsic::memset_inline:
  case Intrinsic::memset_element_unordered_atomic:
    // A byte, over and over: almost always a number.
    store(anywhere(Arg(0)), mixed(Arg(1)));
    return;
  case Intrinsic::vastart:
    // Every word of the list points at the variable arguments: the areas of
    // x86-64, the plain pointer of other targets.
    if (Current->VarArgs != Nothing)
      store(anywhere(Arg(0)), addressOf(Current->VarArgs));
    return;
  case Intrinsic::vacopy:
    copyBytes(Arg(0), Arg(1), 32);
    return;
  case Intrinsic::vaend:
    return;
  case Intrinsic::threadlocal_address: // one object for all threads
  case Intrinsic::launder_invariant_group:
  case Intrinsic::strip_invariant_group:
  case Intrinsic::expect:
  case Intrinsic::expect_with_probability:
  case Intrinsic::ssa_copy:
  case Intrinsic::ptr_annotation:
  case Intrinsic::annotation:
  case Intrinsic::preserve_array_access_index:
  case Intrinsic::preserve_union_access_index:
  case Intrinsic::arithmetic_fence:
    return Is(Arg(0));
  case Intrinsic::preserve_struct_access_index:
    return Is(anywhere(Arg(0)));
  case Intrinsic::ptrmask: {
    auto *C = dyn_cast<ConstantInt>(I.getArgOperand(1));
    bool Tag = C && C->getValue().getSignificantBits() <= 4;
    return Is(Tag ? Arg(0) : mixed(Arg(0)));
  }
  case Intrinsic::smax:
  case Intrinsic::smin:
  case Intrinsic::umax:
  case Intrinsic::umin:
    return Is(join({Arg(0), Arg(1)}));
  case Intrinsic::uadd_with_overflow: // {the sum, did it wrap}
  case Intrinsic::sadd_with_overflow:
  case Intrinsic::uadd_sat:
  case Intrinsic::sadd_sat:
    return Is(binary(Instruction::Add, I.getArgOperand(0), I.getArgOperand(1)));
  case Intrinsic::usub_with_overflow:
  case Intrinsic::ssub_with_overflow:
  case Intrinsic::usub_sat:
  case Intrinsic::ssub_sat:
    return Is(binary(Instruction::Sub, I.getArgOperand(0), I.getArgOperand(1)));
  case Intrinsic::objectsize:
    return;
  case Intrinsic::vector_insert:
  case Intrinsic::vector_extract:
  case Intrinsic::vector_reverse:
  case Intrinsic::vector_splice:
  case Intrinsic::vector_interleave2:
  case Intrinsic::vector_deinterleave2: {
    // A vector is one variable, whatever its elements are taken to be.
    SmallVector<Node, 2> In;
    for (const Use &A : I.args())
      In.push_back(value(A));
    return Is(join(In));
  }
  case Intrinsic::load_relative:
    // The table holds X - table; the initialiser put X there.
    return Is(load(step(Arg(0), 0, 4)));
  case Intrinsic::masked_load:
    return Is(join({memoryLoad(Arg(0), I.getType(), false), Arg(3)}));
  case Intrinsic::masked_expandload:
    return Is(join({memoryLoad(Arg(0), I.getType(), false), Arg(2)}));
  case Intrinsic::masked_gather:
    return Is(join({load(Arg(0)), Arg(3)}));
  case Intrinsic::masked_store:
  case Intrinsic::masked_compressstore:
    memoryStore(Arg(1), I.getArgOperand(0)->getType(), Arg(0), false);
    return;
  case Intrinsic::masked_scatter:
    store(Arg(1), Arg(0));
    return;
  case Intrinsic::init_trampoline:
    // adjust_trampoline gives the function; its nest parameter is Arg(2).
    store(anywhere(Arg(0)), Arg(1));
    if (auto *F = dyn_cast<Function>(I.getArgOperand(1)->stripPointerCasts()))
      for (const Argument &A : F->args())
        if (A.hasNestAttr() && !F->isDeclaration())
          flow(nodesOf(*F).Params[A.getArgNo()], Arg(2));
    return;
  case Intrinsic::adjust_trampoline:
    return Is(load(anywhere(Arg(0))));
  case Intrinsic::eh_typeid_for:
  case Intrinsic::eh_dwarf_cfa:
  case Intrinsic::frameaddress:
  case Intrinsic::returnaddress:
  case Intrinsic::addressofreturnaddress:
  case Intrinsic::sponentry:
  case Intrinsic::stacksave:
  case Intrinsic::stackrestore:
  case Intrinsic::thread_pointer:
  case Intrinsic::localescape:
  case Intrinsic::prefetch:
  case Intrinsic::clear_cache:
  case Intrinsic::trap:
  case Intrinsic::debugtrap:
  case Intrinsic::ubsantrap:
  case Intrinsic::var_annotation:
  case Intrinsic::codeview_annotation:
  case Intrinsic::type_test:
  case Intrinsic::public_type_test:
  case Intrinsic::instrprof_increment:
  case Intrinsic::instrprof_value_profile:
  case Intrinsic::experimental_noalias_scope_decl:
    return;
  case Intrinsic::type_checked_load: // {the loaded pointer, did it match}
    return Is(load(anywhere(Arg(0))));
  default:
    break;
  }
  if (I.isAssumeLikeIntrinsic() || isa<DbgInfoIntrinsic>(I))
    return;
  SmallVector<Node, 4> In;
  for (const Use &A : I.args())
    if (carries(A->getType()))
      In.push_back(value(A));
  // Arithmetic (rotations, products, counted bits, a target's shuffles): what
  // comes out is made of what goes in.
  Node All = mix(In);
  if (I.doesNotAccessMemory() || I.onlyAccessesInaccessibleMemory())
    return Is(All);
  // Not known (a target's masked and gathering accesses, say): anything that
  // goes in may be stored through anything that goes in, and what is there may
  // come out.
  if (!I.onlyReadsMemory())
    store(All, All);
  unknownCall(I);
  if (carries(I.getType()))
    setValue(&I, join({All, load(All), value(&I)}));
}
