//===- ExtractIntrinsics.cpp - Calls of LLVM's intrinsics -----------------===//
//
// The intrinsics in groups: memory, variable arguments, moved values, vectors
// and masked accesses, trampolines. Intrinsics that are not listed are modelled
// by their attributes: arithmetic yields a value computed from its operands,
// anything else is unknown code.
//
//===----------------------------------------------------------------------===//
#include "llvm-pass/extract/Extractor.h"

#include "llvm/IR/Constants.h"

using namespace llvm;
using namespace amorph;

/// True for intrinsics that neither move pointers nor return one.
static bool ignoresPointers(const IntrinsicInst &I) {
  switch (I.getIntrinsicID()) {
  case Intrinsic::vaend:
  case Intrinsic::objectsize:
  case Intrinsic::eh_typeid_for:
  case Intrinsic::returnaddress:
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
    return true;
  default:
    return false;
  }
}

/// True for intrinsics that return their first operand.
static bool returnsOperand(const IntrinsicInst &I) {
  switch (I.getIntrinsicID()) {
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
    return true;
  default:
    return false;
  }
}

void Extractor::intrinsicCall(IntrinsicInst &I) {
  if (ignoresPointers(I) || memoryIntrinsic(I) || variableArguments(I) ||
      valueIntrinsic(I) || vectorIntrinsic(I) || trampoline(I))
    return;
  otherIntrinsic(I);
}

void Extractor::setResult(IntrinsicInst &I, Node N) {
  if (carries(I.getType()))
    setValue(&I, N);
}

/// The function of the program that the intrinsic may become a call of, if it
/// has one.
void Extractor::ownMemoryFunction(MemIntrinsic &I) {
  const GlobalValue *Named = M.getNamedValue(isa<MemCpyInst>(I)    ? "memcpy"
                                             : isa<MemMoveInst>(I) ? "memmove"
                                                                   : "memset");
  const auto *Own =
      Named ? dyn_cast<Function>(Named->stripPointerCastsAndAliases())
            : nullptr;
  if (!Own || Own->isDeclaration() || Own->arg_size() < 2)
    return;
  for (unsigned N : {0, 1})
    if (carries(Own->getArg(N)->getType()))
      flow(nodesOf(*Own).Params[N], value(I.getArgOperand(N)));
}

bool Extractor::memoryIntrinsic(IntrinsicInst &I) {
  if (auto *Memory = dyn_cast<MemIntrinsic>(&I))
    ownMemoryFunction(*Memory);
  auto Arg = [&](unsigned N) { return value(I.getArgOperand(N)); };
  switch (I.getIntrinsicID()) {
  case Intrinsic::memcpy:
  case Intrinsic::memcpy_inline:
  case Intrinsic::memmove:
  case Intrinsic::memcpy_element_unordered_atomic:
  case Intrinsic::memmove_element_unordered_atomic:
    wrapperOf(*I.getFunction()); // fills DoneAtSites
    if (!DoneAtSites.contains(&I))
      copyBlock(Arg(0), Arg(1), I.getArgOperand(2), I.getArgOperand(1));
    return true;
  case Intrinsic::memset:
  case Intrinsic::memset_inline:
  case Intrinsic::memset_element_unordered_atomic:
    // A repeated byte: almost always a number.
    store(anywhere(Arg(0)), mixed(Arg(1)));
    return true;
  case Intrinsic::eh_dwarf_cfa:
  case Intrinsic::frameaddress:
  case Intrinsic::addressofreturnaddress:
  case Intrinsic::sponentry:
    setResult(I, stack());
    return true;
  case Intrinsic::load_relative:
    // The table holds X - table; the initialiser put X there.
    setResult(I, load(step(Arg(0), 0, 4)));
    return true;
  case Intrinsic::type_checked_load: // {the loaded pointer, whether it matched}
    setResult(I, load(anywhere(Arg(0))));
    return true;
  default:
    return false;
  }
}

bool Extractor::variableArguments(IntrinsicInst &I) {
  constexpr uint64_t VaListBytes = 32; // the maximum over the targets
  switch (I.getIntrinsicID()) {
  case Intrinsic::vastart:
    // Every word of the list points to the variable arguments: the areas of
    // x86-64, the plain pointer of other targets.
    if (Current->VarArgs != Nothing)
      store(anywhere(value(I.getArgOperand(0))), addressOf(Current->VarArgs));
    return true;
  case Intrinsic::vacopy:
    copyBytes(value(I.getArgOperand(0)), value(I.getArgOperand(1)),
              VaListBytes);
    return true;
  default:
    return false;
  }
}

bool Extractor::valueIntrinsic(IntrinsicInst &I) {
  auto Arg = [&](unsigned N) { return value(I.getArgOperand(N)); };
  auto Result = [&](Node N) {
    setResult(I, N);
    return true;
  };
  auto Arithmetic = [&](unsigned Opcode) {
    return Result(binary(Opcode, I.getArgOperand(0), I.getArgOperand(1)));
  };
  if (returnsOperand(I))
    return Result(Arg(0));
  switch (I.getIntrinsicID()) {
  case Intrinsic::preserve_struct_access_index:
    return Result(anywhere(Arg(0)));
  case Intrinsic::ptrmask: {
    auto *C = dyn_cast<ConstantInt>(I.getArgOperand(1));
    bool Tag = C && C->getValue().getSignificantBits() <= 4;
    return Result(Tag ? Arg(0) : mixed(Arg(0)));
  }
  case Intrinsic::smax:
  case Intrinsic::smin:
  case Intrinsic::umax:
  case Intrinsic::umin:
    return Result(join({Arg(0), Arg(1)}));
  case Intrinsic::uadd_with_overflow: // {the sum, whether it wrapped}
  case Intrinsic::sadd_with_overflow:
  case Intrinsic::uadd_sat:
  case Intrinsic::sadd_sat:
    return Arithmetic(Instruction::Add);
  case Intrinsic::usub_with_overflow:
  case Intrinsic::ssub_with_overflow:
  case Intrinsic::usub_sat:
  case Intrinsic::ssub_sat:
    return Arithmetic(Instruction::Sub);
  default:
    return false;
  }
}

bool Extractor::vectorIntrinsic(IntrinsicInst &I) {
  auto Arg = [&](unsigned N) { return value(I.getArgOperand(N)); };
  auto Result = [&](Node N) {
    setResult(I, N);
    return true;
  };
  switch (I.getIntrinsicID()) {
  case Intrinsic::vector_insert:
  case Intrinsic::vector_extract:
  case Intrinsic::vector_reverse:
  case Intrinsic::vector_splice:
  case Intrinsic::vector_interleave2:
  case Intrinsic::vector_deinterleave2: {
    // A vector is one variable, whatever its element type.
    SmallVector<Node, 2> In;
    for (const Use &A : I.args())
      In.push_back(value(A));
    return Result(join(In));
  }
  case Intrinsic::masked_load:
    return Result(join({memoryLoad(Arg(0), I.getType(), false), Arg(3)}));
  case Intrinsic::masked_expandload:
    return Result(join({memoryLoad(Arg(0), I.getType(), false), Arg(2)}));
  case Intrinsic::masked_gather:
    return Result(join({load(Arg(0)), Arg(3)}));
  case Intrinsic::masked_store:
  case Intrinsic::masked_compressstore:
    memoryStore(Arg(1), I.getArgOperand(0)->getType(), Arg(0), false);
    return true;
  case Intrinsic::masked_scatter:
    store(Arg(1), Arg(0));
    return true;
  default:
    return false;
  }
}

bool Extractor::trampoline(IntrinsicInst &I) {
  auto Arg = [&](unsigned N) { return value(I.getArgOperand(N)); };
  switch (I.getIntrinsicID()) {
  case Intrinsic::init_trampoline:
    // adjust_trampoline returns the function; its nest parameter is Arg(2).
    store(anywhere(Arg(0)), Arg(1));
    if (auto *F = dyn_cast<Function>(I.getArgOperand(1)->stripPointerCasts()))
      for (const Argument &A : F->args())
        if (A.hasNestAttr() && !F->isDeclaration())
          flow(nodesOf(*F).Params[A.getArgNo()], Arg(2));
    return true;
  case Intrinsic::adjust_trampoline:
    setResult(I, load(anywhere(Arg(0))));
    return true;
  default:
    return false;
  }
}

void Extractor::otherIntrinsic(IntrinsicInst &I) {
  if (I.isAssumeLikeIntrinsic() || isa<DbgInfoIntrinsic>(I))
    return;
  SmallVector<Node, 4> In;
  for (const Use &A : I.args())
    if (carries(A->getType()))
      In.push_back(value(A));
  // Arithmetic (rotations, products, bit counts, a target's shuffles): the
  // result is computed from the operands.
  Node All = mix(In);
  if (I.doesNotAccessMemory() || I.onlyAccessesInaccessibleMemory())
    return setResult(I, All);
  // Unknown (such as a target's masked accesses and gathers): any operand may
  // be stored through any operand, and the result may be loaded through any.
  if (!I.onlyReadsMemory())
    store(All, All);
  unknownCall(I);
  if (carries(I.getType()))
    setValue(&I, join({All, load(All), value(&I)}));
}
