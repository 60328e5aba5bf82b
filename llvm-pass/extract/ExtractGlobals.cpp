//===- ExtractGlobals.cpp - Globals, constants, and unknown code ----------===//
//
// Objects of globals and functions, the constraints of initialisers and other
// constants, and what code outside the module may do with what it can reach.
// Functions are laid out as in Pearce, Kelly and Hankin 2007: the parameters
// follow the function's address, so that indirect calls reach them by offset
// constraints.
//
//===----------------------------------------------------------------------===//
#include "llvm-pass/extract/Extractor.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalAlias.h"
#include "llvm/IR/GlobalIFunc.h"

using namespace llvm;
using namespace amorph;
using andersen::kind;

/// Creates the unknown object. It is laid out like a function with as many
/// parameters as the widest call of the module, and all its slots have the same
/// content. A call through a pointer from unknown code thereby passes its
/// arguments to unknown code and returns anything that unknown code knows.
void Extractor::createUnknown() {
  const unsigned Slots = FirstParamSlot + MaxArity;
  unsigned B =
      newBlock(ObjectKind::Unknown, nullptr, nullptr, std::nullopt, Slots);
  Out.Unknown = firstOf(B);
  P.extent[Out.Unknown] = Slots;
  // A step from the unknown object stays in it.
  uint32_t Memory = P.blocks.size();
  P.blocks.push_back({Out.Unknown, Layouts.single()});
  P.block_of[Out.Unknown] = Memory;
}

Node Extractor::stack() {
  if (Stack == Nothing)
    Stack = newVar();
  return anywhere(Stack);
}

/// A frame holds local variables, and any other value in a register that was
/// saved: a collector of garbage scans them from one frame to another.
void Extractor::fillStack() {
  if (Stack == Nothing)
    return;
  const unsigned Saved = libraryBlock("saved registers");
  flow(Stack, addressOf(firstOf(Saved)));
  for (const MemoryBlock &B : Out.Blocks)
    if (B.Kind == ObjectKind::Stack)
      flow(Stack, addressOf(B.First));
  for (auto &[V, N] : ValueNodes)
    flow(firstOf(Saved), N);
}

/// Adds the effects of unknown code: it reads, writes and calls everything that
/// it can reach.
void Extractor::closeUnknown() {
  const Node U = Out.Unknown;
  if (Params.ClosedWorld)
    return;
  add(kind::address_of, U, U);
  add(kind::store, U, U);
  add(kind::load, U, U);
  add(kind::field, U, U, 0, andersen::any_stride);
  flow(U, Out.Exception);
  flow(Out.Exception, U);
  flow(U + ReturnSlot, U);
  flow(U, load(functionSlot(U, ReturnSlot)));
  for (unsigned I = VarArgsSlot; I != FirstParamSlot + MaxArity; ++I) {
    flow(U, U + I);
    store(functionSlot(U, I), U);
  }
}

/// A string or a table of numbers whose address is insignificant. All of these
/// are one object: queries do not tell strings apart, and programs have
/// thousands.
static bool isLiteral(const GlobalVariable &G) {
  return G.hasPrivateLinkage() && G.isConstant() && G.hasGlobalUnnamedAddr() &&
         G.hasInitializer() && isa<ConstantData>(G.getInitializer());
}

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

Node Extractor::asNumber(Node N) {
  if (!Tables || N == Nothing)
    return N;
  if (auto Object = addressIn(N)) {
    auto *G = dyn_cast_or_null<GlobalVariable>(Out.blockOf(*Object).Site);
    return G && isVirtualTable(*G) ? Nothing : N;
  }
  return filtered(N, NoTablesFilter);
}

/// Lists all objects but those of virtual tables.
void Extractor::fillTableFilter() {
  const unsigned Number = P.filters.size();
  bool Used = false;
  for (andersen::constraint &C : P.constraints)
    if (C.type == kind::filter && C.offset == NoTablesFilter) {
      C.offset = Number;
      Used = true;
    }
  if (!Used)
    return;
  andersen::object_runs &Passing = P.filters.emplace_back();
  for (const MemoryBlock &B : Out.Blocks)
    if (auto *G = dyn_cast_or_null<GlobalVariable>(B.Site);
        !G || !isVirtualTable(*G))
      Passing.add(B.First, B.First + B.Count);
}

unsigned Extractor::blockOfGlobal(const GlobalVariable &G) {
  auto It = Out.BlockOfSite.find(&G);
  if (It != Out.BlockOfSite.end())
    return It->second;
  if (const LibraryModel *Model = G.isDeclaration() ? Models.find(G) : nullptr;
      Model && !Model->Is.empty() && Model->Is != G.getName())
    return Out.BlockOfSite[&G] = modelBlock(Model->Is);
  if (isLiteral(G))
    return Out.BlockOfSite[&G] = libraryBlock(MemoryBlock::LiteralName);
  // A virtual table is an array by type only: calls use constant indices.
  if (isVirtualTable(G))
    return newBlock(ObjectKind::Global, &G, nullptr,
                    Layouts.ofWords(DL.getTypeAllocSize(G.getValueType())), 0);
  unsigned Block = newVariable(ObjectKind::Global, &G, G.getValueType());
  // Another definition may be larger.
  if (G.hasInitializer() && (Params.ClosedWorld || !G.isInterposable()))
    Out.Blocks[Block].Bytes = DL.getTypeAllocSize(G.getValueType());
  return Block;
}

FunctionNodes &Extractor::nodesOf(const Function &F) {
  std::unique_ptr<FunctionNodes> &Known = Functions[&F];
  if (Known)
    return *Known;
  Known = std::make_unique<FunctionNodes>();
  FunctionNodes &N = *Known;
  unsigned Arity = F.isVarArg() ? MaxArity : F.arg_size();
  bool Reachable =
      F.isVarArg() ||
      (!Params.ClosedWorld && (!F.hasLocalLinkage() || Assembly.names(F)));
  for (const Use &U : F.uses()) {
    auto *CB = dyn_cast<CallBase>(U.getUser());
    Reachable |= !CB || !CB->isCallee(&U);
  }
  if (Reachable) {
    const unsigned Slots = IsPointerAllocator.contains(&F)
                               ? fromAllocatorSlot() + 1
                               : FirstParamSlot + Arity;
    unsigned B =
        newBlock(ObjectKind::Function, &F, nullptr, std::nullopt, Slots);
    N.Object = firstOf(B);
    P.extent[N.Object] = Slots;
    N.Return = N.Object + ReturnSlot;
    N.VarArgs = N.Object + VarArgsSlot;
    // va_start points here: a block of one slot, so that steps stay in it.
    uint32_t Memory = P.blocks.size();
    P.blocks.push_back({N.VarArgs, Layouts.single()});
    P.block_of[N.VarArgs] = Memory;
    for (unsigned I = 0; I != Arity; ++I) {
      Node Slot = N.Object + FirstParamSlot + I;
      if (I < F.arg_size())
        N.Params.push_back(Slot);
      else
        flow(N.VarArgs, Slot);
    }
  } else {
    N.Return = newVar();
    for (unsigned I = 0; I != Arity; ++I)
      N.Params.push_back(newVar());
  }
  if (Tables && Tables->isConstructor(F)) {
    N.Constructed = newVar();
    if (Reachable) // also from calls that are not seen
      flow(N.Constructed, N.Params[0]);
  }
  return N;
}

Node Extractor::addressOfFunction(const Function &F) {
  FunctionNodes &N = nodesOf(F);
  if (N.Object == NoVar)
    return Nothing;
  if (F.isDeclaration() && DeclaredDone.insert(&F).second)
    DeclaredQueue.push_back(&F);
  return addressOf(N.Object);
}

/// Variables of the library that a program may define, to be called back.
static bool isHook(StringRef Name) {
  return is_contained({"argp_program_version_hook", "error_print_progname",
                       "obstack_alloc_failed_handler"},
                      Name);
}

unsigned Extractor::modelBlock(StringRef Name) {
  // Names that createGlobals uses do not refer to the program's variables.
  bool Internal = is_contained({"argv", "argv_string", "environ_block",
                                "environ_string", MemoryBlock::LiteralName},
                               Name);
  if (const GlobalVariable *G = M.getGlobalVariable(Name);
      G && (G->isDeclaration() || isHook(Name)) && !Internal)
    return blockOfGlobal(*G);
  return libraryBlock(Name);
}

unsigned Extractor::libraryBlock(StringRef Name) {
  auto [It, New] = LibraryBlocks.try_emplace(Name, 0);
  if (New)
    It->second = newBlock(ObjectKind::Library, nullptr, nullptr,
                          Layouts.single(), 0, Name);
  return It->second;
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

static bool isMetadata(const GlobalVariable &G) {
  return G.getName().starts_with("llvm.") || G.getSection() == "llvm.metadata";
}

/// The assembly of a naked function finds its parameters in registers.
void Extractor::nakedFunction(const Function &F) {
  FunctionNodes &N = nodesOf(F);
  if (Params.ClosedWorld)
    return flow(N.Return, mix(N.Params));
  for (Node Param : N.Params)
    escape(Param);
  escape(N.VarArgs);
  flow(N.Return, unknown());
}

void Extractor::createGlobals() {
  for (const GlobalVariable &G : M.globals())
    if (!isMetadata(G))
      blockOfGlobal(G);
  for (const Function &F : M)
    if (!F.isDeclaration())
      nodesOf(F);
  for (const GlobalVariable &G : M.globals())
    if (!isMetadata(G))
      globalVariable(G);
  for (const Function &F : M) {
    if (!F.isDeclaration() && F.hasFnAttribute(Attribute::Naked))
      nakedFunction(F);
    if (!F.isDeclaration() && !F.hasLocalLinkage())
      externalFunction(F);
  }
  Origin = nullptr;
  escapeNamed();
  startProgram();
}

void Extractor::globalVariable(const GlobalVariable &G) {
  Origin = &G;
  unsigned Block = blockOfGlobal(G);
  const LibraryModel *Model =
      G.isDeclaration() || isHook(G.getName()) ? Models.find(G) : nullptr;
  if (Model) {
    ModelCall Call;
    Call.Argument = [](unsigned) { return Nothing; };
    Call.Constant = [](unsigned) { return std::nullopt; };
    Call.Site = &G;
    Call.Return = firstOf(Block);
    applyModel(*Model, Call);
  }
  // Unknown code can name it.
  if (!G.hasLocalLinkage() && !Model)
    escape(addressOf(firstOf(Block)));
  if (G.hasInitializer())
    initialise(Block, 0, G.getInitializer());
}

void Extractor::externalFunction(const Function &F) {
  Origin = &F;
  if (F.getName() != "main")
    escape(addressOfFunction(F));
  // Another definition may replace this one at link time, for direct calls and
  // for calls through pointers.
  if (F.isInterposable() && !Params.ClosedWorld) {
    FunctionNodes &N = nodesOf(F);
    for (Node Param : N.Params)
      escape(Param);
    escape(N.VarArgs);
    flow(N.Return, unknown());
  }
}

/// The functions whose addresses are in C.
static void functionsIn(const Constant &C,
                        SmallVectorImpl<const Function *> &Found) {
  const Value *V = C.stripPointerCastsAndAliases();
  if (auto *F = dyn_cast<Function>(V))
    Found.push_back(F);
  else if (auto *U = dyn_cast<Constant>(V); U && !isa<GlobalValue>(U))
    for (const Use &Part : U->operands())
      functionsIn(*cast<Constant>(Part), Found);
}

/// The functions that the C runtime calls with the arguments of main: glibc
/// passes these to constructors too. Linkers put .ctors into .init_array.
static SmallVector<const Function *, 8> startFunctions(const Module &M) {
  SmallVector<const Function *, 8> Found;
  if (const Function *Main = M.getFunction("main");
      Main && !Main->hasLocalLinkage())
    Found.push_back(Main);
  for (const GlobalVariable &G : M.globals()) {
    StringRef Section = G.getSection();
    if (G.hasInitializer() && (G.getName() == "llvm.global_ctors" ||
                               Section.starts_with(".init_array") ||
                               Section.starts_with(".preinit_array") ||
                               Section.starts_with(".ctors")))
      functionsIn(*G.getInitializer(), Found);
  }
  return Found;
}

void Extractor::startProgram() {
  // argv and envp, with strings that nothing else points to.
  auto Vector = [&](StringRef Array, StringRef String) {
    Node Address = addressOf(firstOf(libraryBlock(Array)));
    store(Address, addressOf(firstOf(libraryBlock(String))));
    escape(Address); // constructors of other code get it, too
    return Address;
  };
  for (const Function *F : startFunctions(M)) {
    if (F->isDeclaration())
      continue;
    Origin = F;
    ArrayRef<Node> Params = nodesOf(*F).Params;
    if (Params.size() > 1)
      flow(Params[1], Vector("argv", "argv_string"));
    if (Params.size() > 2)
      flow(Params[2], Vector("environ_block", "environ_string"));
  }
  Origin = nullptr;
}

void Extractor::escapeNamed() {
  if (Params.ClosedWorld)
    return;
  for (const GlobalAlias &A : M.aliases())
    if (!A.hasLocalLinkage())
      escape(constant(A.getAliasee()));
  for (const GlobalIFunc &I : M.ifuncs())
    if (!I.hasLocalLinkage())
      escape(constant(&I));
  // On ELF, the attribute `used` becomes llvm.compiler.used. Such variables are
  // found through their section (__start_SECTION), by the linker or by
  // assembly.
  for (bool Compiler : {false, true}) {
    SmallVector<GlobalValue *, 8> Used;
    collectUsedGlobalVariables(M, Used, Compiler);
    for (const GlobalValue *G : Used)
      escape(constant(G));
  }
  // Assembly can also name internal symbols.
  for (const GlobalValue &G : M.global_values())
    if (G.hasLocalLinkage() && !G.isDeclaration() && G.hasName() &&
        Assembly.names(G))
      escape(constant(&G));
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
