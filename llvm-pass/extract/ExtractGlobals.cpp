//===- ExtractGlobals.cpp - Globals and unknown code ----------------------===//
//
// Objects of globals and functions, and what code outside the module may do
// with what it can reach. Functions are laid out as in Pearce, Kelly and Hankin
// 2007: the parameters follow the function's address, so that indirect calls
// reach them by offset constraints.
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

bool amorph::isMetadata(const GlobalVariable &G) {
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
