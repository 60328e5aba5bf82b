//===- Intrinsics.cpp - Calls of LLVM's intrinsics ------------------------===//
#include "llvm-pass/extract/Intrinsics.h"

#include "llvm-pass/extract/BlockCopies.h"
#include "llvm-pass/extract/MemoryAccess.h"
#include "llvm-pass/versions/LLVMVersions.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"

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

static Node arg(ExtractionParts &X, const IntrinsicInst &I, unsigned N) {
  return X.Values(I.getArgOperand(N));
}

/// Sets the result of I, if it can carry a pointer. True.
static bool result(ExtractionParts &X, const IntrinsicInst &I, Node N) {
  if (carries(I.getType()))
    X.Values.set(&I, N);
  return true;
}

/// The function of the program that the intrinsic may become a call of, if it
/// has one.
static void ownMemoryFunction(ExtractionParts &X, const MemIntrinsic &I) {
  const GlobalValue *Named =
      X.M.getNamedValue(isa<MemCpyInst>(I)    ? "memcpy"
                        : isa<MemMoveInst>(I) ? "memmove"
                                              : "memset");
  const auto *Own =
      Named ? dyn_cast<Function>(Named->stripPointerCastsAndAliases())
            : nullptr;
  if (!Own || Own->isDeclaration() || Own->arg_size() < 2)
    return;
  for (unsigned N : {0, 1})
    if (carries(Own->getArg(N)->getType()))
      X.B.bind(ConstraintBuilder::Role::elsewhere, andersen::none,
               X.Functions[*Own].Params[N], X.Values(I.getArgOperand(N)));
}

// One group of intrinsics each; false: I is not in the group.

static bool memoryIntrinsic(ExtractionParts &X, const IntrinsicInst &I) {
  if (auto *Memory = dyn_cast<MemIntrinsic>(&I))
    ownMemoryFunction(X, *Memory);
  switch (I.getIntrinsicID()) {
  case Intrinsic::memcpy:
  case Intrinsic::memcpy_inline:
  case Intrinsic::memmove:
  case Intrinsic::memcpy_element_unordered_atomic:
  case Intrinsic::memmove_element_unordered_atomic:
    X.Allocators.find(*I.getFunction()); // whether it is done at calls
    if (!X.Allocators.isDoneAtCalls(I))
      copyBlock(X.B, arg(X, I, 0), arg(X, I, 1), I.getArgOperand(2),
                I.getArgOperand(1));
    return true;
  case Intrinsic::memset:
  case Intrinsic::memset_inline:
  case Intrinsic::memset_element_unordered_atomic:
    // A repeated byte: almost always a number.
    X.B.store(X.B.anywhere(arg(X, I, 0)), X.B.mixed(arg(X, I, 1)));
    return true;
  case Intrinsic::eh_dwarf_cfa:
  case Intrinsic::frameaddress:
  case Intrinsic::addressofreturnaddress:
  case Intrinsic::sponentry:
  case Intrinsic::read_register: // code generators allow the stack pointer
  case Intrinsic::read_volatile_register:
    return result(X, I, X.B.anywhere(X.Memory.library(Variables::Frames)));
  case Intrinsic::load_relative:
    // The table holds X - table; the initialiser put X there.
    return result(X, I, X.B.load(X.B.step(arg(X, I, 0), 0, 4)));
  case Intrinsic::type_checked_load: // {the loaded pointer, whether it matched}
    return result(X, I, X.B.load(X.B.anywhere(arg(X, I, 0))));
  default:
    return false;
  }
}

static bool variableArguments(ExtractionParts &X, const IntrinsicInst &I,
                              const FunctionNodes &In) {
  constexpr uint64_t VaListBytes = 32; // the maximum over the targets
  switch (I.getIntrinsicID()) {
  case Intrinsic::vastart:
    // Every word of the list points to the variable arguments: the areas of
    // x86-64, the plain pointer of other targets.
    if (In.VarArgs != Nothing)
      X.B.store(X.B.anywhere(arg(X, I, 0)), X.B.addressOf(In.VarArgs));
    return true;
  case Intrinsic::vacopy:
    copyBytes(X.B, arg(X, I, 0), arg(X, I, 1), VaListBytes);
    return true;
  default:
    return false;
  }
}

static bool valueIntrinsic(ExtractionParts &X, const IntrinsicInst &I) {
  auto Arithmetic = [&](unsigned Opcode) {
    return result(
        X, I,
        X.Arithmetic.binary(Opcode, I.getArgOperand(0), I.getArgOperand(1)));
  };
  if (returnsOperand(I))
    return result(X, I, arg(X, I, 0));
  switch (I.getIntrinsicID()) {
  case Intrinsic::preserve_struct_access_index:
    return result(X, I, X.B.anywhere(arg(X, I, 0)));
  case Intrinsic::ptrmask: {
    auto *C = dyn_cast<ConstantInt>(I.getArgOperand(1));
    bool Tag = C && C->getValue().getSignificantBits() <= 4;
    return result(X, I, Tag ? arg(X, I, 0) : X.B.mixed(arg(X, I, 0)));
  }
  case Intrinsic::smax:
  case Intrinsic::smin:
  case Intrinsic::umax:
  case Intrinsic::umin:
    return result(X, I, X.B.join({arg(X, I, 0), arg(X, I, 1)}));
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

/// A vector is one variable, whatever its element type.
static bool joinVectors(ExtractionParts &X, const IntrinsicInst &I) {
  SmallVector<Node, 2> In;
  for (const Use &A : I.args())
    In.push_back(X.Values(A));
  return result(X, I, X.B.join(In));
}

static bool vectorIntrinsic(ExtractionParts &X, const IntrinsicInst &I) {
  if (isVectorSplice(I.getIntrinsicID()))
    return joinVectors(X, I);
  // Of a masked load, what stands for the other lanes is the last argument.
  switch (I.getIntrinsicID()) {
  case Intrinsic::vector_insert:
  case Intrinsic::vector_extract:
  case Intrinsic::vector_reverse:
  case Intrinsic::vector_interleave2:
  case Intrinsic::vector_deinterleave2:
    return joinVectors(X, I);
  case Intrinsic::masked_load:
    return result(X, I,
                  X.B.join({loadMemory(X.B, arg(X, I, 0), I.getType(), false),
                            arg(X, I, I.arg_size() - 1)}));
  case Intrinsic::masked_expandload:
    return result(X, I,
                  X.B.join({loadMemory(X.B, arg(X, I, 0), I.getType(), false),
                            arg(X, I, I.arg_size() - 1)}));
  case Intrinsic::masked_gather:
    return result(
        X, I, X.B.join({X.B.load(arg(X, I, 0)), arg(X, I, I.arg_size() - 1)}));
  case Intrinsic::masked_store:
  case Intrinsic::masked_compressstore:
    storeMemory(X.B, arg(X, I, 1), I.getArgOperand(0)->getType(), arg(X, I, 0),
                false);
    return true;
  case Intrinsic::masked_scatter:
    X.B.store(arg(X, I, 1), arg(X, I, 0));
    return true;
  default:
    return false;
  }
}

static bool trampoline(ExtractionParts &X, const IntrinsicInst &I) {
  switch (I.getIntrinsicID()) {
  case Intrinsic::init_trampoline:
    // adjust_trampoline returns the function; its nest parameter is arg(X, I,
    // 2).
    X.B.store(X.B.anywhere(arg(X, I, 0)), arg(X, I, 1));
    if (auto *F = dyn_cast<Function>(I.getArgOperand(1)->stripPointerCasts()))
      for (const Argument &A : F->args())
        if (A.hasNestAttr() && !F->isDeclaration())
          X.B.bind(ConstraintBuilder::Role::elsewhere, andersen::none,
                   X.Functions[*F].Params[A.getArgNo()], arg(X, I, 2));
    return true;
  case Intrinsic::adjust_trampoline:
    return result(X, I, X.B.load(X.B.anywhere(arg(X, I, 0))));
  default:
    return false;
  }
}

static void otherIntrinsic(ExtractionParts &X, const IntrinsicInst &I) {
  if (I.isAssumeLikeIntrinsic() || isa<DbgInfoIntrinsic>(I))
    return;
  SmallVector<Node, 4> In;
  for (const Use &A : I.args())
    if (carries(A->getType()))
      In.push_back(X.Values(A));
  // Arithmetic (rotations, products, bit counts, a target's shuffles): the
  // result is computed from the operands.
  Node All = X.B.mix(In);
  if (I.doesNotAccessMemory() || I.onlyAccessesInaccessibleMemory())
    return void(result(X, I, All));
  // Unknown (such as a target's masked accesses and gathers): any operand may
  // be stored through any operand, and the result may be loaded through any.
  if (!I.onlyReadsMemory())
    X.B.store(All, All);
  X.CallSites.unknown(I);
  if (carries(I.getType()))
    X.Values.set(&I, X.B.join({All, X.B.load(All), X.Values(&I)}));
}

void amorph::visitIntrinsic(ExtractionParts &X, const IntrinsicInst &I,
                            const FunctionNodes &In) {
  if (ignoresPointers(I) || memoryIntrinsic(X, I) ||
      variableArguments(X, I, In) || valueIntrinsic(X, I) ||
      vectorIntrinsic(X, I) || trampoline(X, I))
    return;
  otherIntrinsic(X, I);
}

/// A frame holds local variables, and any other value in a register that was
/// saved: a collector of garbage scans them from one frame to another.
void amorph::fillStack(ExtractionParts &X) {
  if (!X.Memory.hasLibrary(Variables::Frames))
    return;
  const Var Stack = X.Memory.library(Variables::Frames);
  const Var Saved = X.Memory.library(Variables::Registers);
  X.B.flow(Stack, X.B.addressOf(Saved));
  for (const MemoryBlock &Block : X.B.Out.Blocks)
    if (Block.Kind == ObjectKind::Stack)
      X.B.flow(Stack, X.B.addressOf(Block.First));
  for (auto &[V, N] : X.Values.all())
    X.B.flow(Saved, N);
}
