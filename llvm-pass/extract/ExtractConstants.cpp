//===- ExtractConstants.cpp - Initialisers, addresses and other constants -===//
//
// The constraints of initialisers, and the nodes of constants: addresses of
// globals and functions, arithmetic on them, and numbers that may be addresses.
//
//===----------------------------------------------------------------------===//
#include "llvm-pass/extract/Extractor.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalAlias.h"
#include "llvm/IR/GlobalIFunc.h"

using namespace llvm;
using namespace amorph;

/// The section of which the linker defines G as the start or the end; an empty
/// name: of all data; none: G is another variable.
static std::optional<StringRef> boundedSection(const GlobalVariable &G) {
  StringRef Name = G.getName();
  if (!G.isDeclaration())
    return std::nullopt;
  if (is_contained({"__data_start", "data_start", "edata", "_edata",
                    "__bss_start", "end", "_end"},
                   Name))
    return "";
  if (Name.consume_front("__start_") || Name.consume_front("__stop_"))
    return Name;
  return std::nullopt;
}

/// The addresses of what the module has in the section, or in any.
Node Extractor::contentsOfSection(StringRef Section) {
  SmallVector<Node, 8> Parts;
  for (const GlobalObject &O : M.global_objects())
    if (!O.isDeclaration() &&
        (Section.empty() ? isa<GlobalVariable>(O) : O.getSection() == Section))
      Parts.push_back(constant(&O));
  return mixed(join(Parts));
}

Node Extractor::absoluteAddress() {
  if (!Params.AbsoluteAddresses)
    return Nothing;
  const unsigned Block = libraryBlock("absolute addresses");
  const Node Address = addressOf(firstOf(Block));
  if (std::exchange(Out.AbsoluteAddresses, Block) != Block)
    escape(Address);
  return Address;
}

/// True if the number is computed from a pointer, whatever is added to it. What
/// memory and callers hold may be any number.
static bool isComputedFromPointer(const Value &Number,
                                  SmallPtrSetImpl<const Value *> &Seen) {
  constexpr unsigned MaxSeen = 32;
  if (!Seen.insert(&Number).second)
    return false; // seen before, without an answer that counts here
  auto *O = dyn_cast<Operator>(&Number);
  if (!O || Seen.size() > MaxSeen)
    return isa<ConstantInt>(Number) && cast<ConstantInt>(Number).isZero();
  auto Of = [&](unsigned N) {
    return isComputedFromPointer(*O->getOperand(N), Seen);
  };
  switch (O->getOpcode()) {
  case Instruction::PtrToInt:
    return true;
  case Instruction::Select:
    return Of(1) && Of(2);
  case Instruction::PHI:
    return all_of(O->operands(), [&](const Use &U) {
      return isComputedFromPointer(*U, Seen);
    });
  case Instruction::Freeze:
  case Instruction::ZExt:
  case Instruction::SExt:
  case Instruction::Trunc:
    return Of(0);
  default:
    return Instruction::isBinaryOp(O->getOpcode()) &&
           any_of(O->operands(), [&](const Use &U) {
             return !isa<ConstantInt>(*U) && isComputedFromPointer(*U, Seen);
           });
  }
}

Node Extractor::fromNumber(const Value &Number) {
  SmallPtrSet<const Value *, 8> Seen;
  return isComputedFromPointer(Number, Seen) ? Nothing : absoluteAddress();
}

/// Stores the pointers of initialiser C, At bytes into the block.
void Extractor::initialise(unsigned Block, uint64_t At, const Constant *C) {
  if (isa<ConstantData>(C) || !C->getType()->isSized())
    return; // numbers, zeros, undef
  if (isa<ConstantAggregate>(C)) {
    auto *S = dyn_cast<StructType>(C->getType());
    uint64_t Each = 0;
    if (auto *A = dyn_cast<ArrayType>(C->getType()))
      Each = DL.getTypeAllocSize(A->getElementType());
    else if (auto *V = dyn_cast<VectorType>(C->getType()))
      Each = DL.getTypeAllocSize(V->getElementType());
    for (unsigned I = 0, E = C->getNumOperands(); I != E; ++I)
      initialise(
          Block,
          At + (S ? DL.getStructLayout(S)->getElementOffset(I).getFixedValue()
                  : I * Each),
          cast<Constant>(C->getOperand(I)));
    return;
  }
  const andersen::block B = P.blocks[P.block_of[firstOf(Block)]];
  uint32_t Slot = Layouts.slotAt(B.layout, At);
  flow(B.first + Slot, constant(C));
}

Node Extractor::constant(const Constant *C) {
  auto It = ValueNodes.find(C);
  if (It != ValueNodes.end())
    return It->second;
  Node N = constantUncached(C);
  ValueNodes[C] = N;
  return N;
}

/// The slot at a constant offset into a variable. A step in bytes from the
/// start would not distinguish an array's first element from the others.
Node Extractor::slotOfVariable(const Value &Address) {
  if (!Address.getType()->isPointerTy())
    return Nothing;
  APInt Offset(DL.getIndexTypeSizeInBits(Address.getType()), 0);
  const Value *Variable = Address.stripAndAccumulateConstantOffsets(
      DL, Offset, /*AllowNonInbounds=*/true);
  if (Offset.isNegative() || Offset.getLoBits(3) != 0)
    return Nothing;
  Var First;
  if (auto *G = dyn_cast<GlobalVariable>(Variable);
      G && !isMetadata(*G) && !boundedSection(*G)) {
    First = firstOf(blockOfGlobal(*G));
  } else {
    auto It = Out.BlockOfSite.find(Variable);
    if (!isa<AllocaInst>(Variable) || It == Out.BlockOfSite.end())
      return Nothing;
    First = firstOf(It->second);
  }
  const andersen::problem &P = Out.Problem;
  const andersen::block B = P.blocks[P.block_of[First]];
  if (Offset.uge(P.layouts[B.layout].size))
    return Nothing;
  return addressOf(First + Layouts.slotAt(B.layout, Offset.getSExtValue()));
}

Node Extractor::constantUncached(const Constant *C) {
  if (auto *G = dyn_cast<GlobalVariable>(C)) {
    if (isMetadata(*G))
      return Nothing;
    Node Bound = addressOf(firstOf(blockOfGlobal(*G)));
    // In the open world, other modules have parts of the section.
    if (std::optional<StringRef> Section = boundedSection(*G))
      return join({Bound, contentsOfSection(*Section)});
    return Bound;
  }
  if (auto *F = dyn_cast<Function>(C))
    return F->isIntrinsic() ? Nothing : addressOfFunction(*F);
  if (auto *A = dyn_cast<GlobalAlias>(C)) {
    Node N = constant(A->getAliasee());
    // It may be bound to another definition.
    return A->isInterposable() ? join({N, unknown()}) : N;
  }
  if (auto *I = dyn_cast<GlobalIFunc>(C)) {
    // The dynamic linker calls the resolver and binds the name to its result.
    const Function *Resolver = I->getResolverFunction();
    return Resolver ? nodesOf(*Resolver).Return : unknown();
  }
  if (auto *D = dyn_cast<DSOLocalEquivalent>(C))
    return constant(D->getGlobalValue());
  if (auto *D = dyn_cast<NoCFIValue>(C))
    return constant(D->getGlobalValue());
  if (isa<ConstantAggregate>(C)) {
    SmallVector<Node, 8> Parts;
    for (const Use &U : C->operands())
      Parts.push_back(constant(cast<Constant>(U)));
    return join(Parts);
  }
  if (auto *E = dyn_cast<ConstantExpr>(C)) {
    if (auto *G = dyn_cast<GEPOperator>(E)) {
      Node Slot = slotOfVariable(*G);
      return Slot != Nothing
                 ? Slot
                 : gep(*G, constant(cast<Constant>(G->getPointerOperand())));
    }
    if (E->getOpcode() == Instruction::IntToPtr)
      return join({constant(E->getOperand(0)), fromNumber(*E->getOperand(0))});
    if (E->isCast()) // also ptrtoint, and the trunc of a difference
      return constant(E->getOperand(0));
    if (Instruction::isBinaryOp(E->getOpcode()))
      return binary(E->getOpcode(), E->getOperand(0), E->getOperand(1));
    SmallVector<Node, 4> Parts;
    for (const Use &U : E->operands())
      Parts.push_back(constant(cast<Constant>(U)));
    return join(Parts);
  }
  return Nothing; // null, numbers, undef, labels
}
