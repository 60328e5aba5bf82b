//===- Extraction.cpp - From LLVM IR to points-to constraints -------------===//
//
// The phases, and what is known of globals apart from the code: initialisers,
// calls by the C runtime, and symbols that unknown code finds by name.
//
//===----------------------------------------------------------------------===//
#include "llvm-pass/extract/Extraction.h"

#include "llvm-pass/extract/Extractor.h"
#include "llvm-pass/extract/LookThrough.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalAlias.h"
#include "llvm/IR/GlobalIFunc.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

#include <algorithm>

using namespace llvm;
using namespace amorph;

/// The assembly of a naked function finds its parameters in registers.
static void naked(ExtractionParts &X, const Function &F) {
  FunctionNodes &N = X.Functions[F];
  const ConstraintBuilder::Scope Own(X.B, &F);
  if (X.B.Params.ClosedWorld)
    X.B.flow(N.Return, X.B.mix(N.Params));
  else
    X.Outside.define(N);
}

static void variable(ExtractionParts &X, const GlobalVariable &G) {
  X.B.Origin = &G;
  const Var First = X.Memory.global(G);
  const LibraryModel *Model =
      G.isDeclaration() || isHook(G.getName()) ? X.Models.find(G) : nullptr;
  if (Model) {
    ModelCall Call;
    Call.Argument = [](unsigned) { return Nothing; };
    Call.Site = &G;
    Call.Return = First;
    X.Effects.apply(*Model, Call);
  }
  // Unknown code can name it, and assigns to variables of the library, too
  // (environ = mine), but not to tables that hold no pointers of the program,
  // as those of C++ types.
  const bool Table =
      Model && Model->Statements.empty() && !G.getValueType()->isPointerTy();
  if (!G.hasLocalLinkage() && !Table)
    X.Outside.escape(X.B.addressOf(First));
  if (G.hasInitializer())
    X.Initialisers.initialise(First, 0, *G.getInitializer());
}

static void external(ExtractionParts &X, const Function &F) {
  X.B.Origin = &F;
  if (F.getName() != "main")
    X.Outside.escape(X.Functions.addressOf(F));
  // Another definition may replace this one at link time, for direct calls and
  // for calls through pointers.
  if (F.isInterposable() && !X.B.Params.ClosedWorld)
    X.Outside.define(X.Functions[F]);
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

static void startProgram(ExtractionParts &X) {
  // argv and envp, with strings that nothing else points to.
  auto Vector = [&](StringRef Array, StringRef String) {
    Node Address = X.B.addressOf(X.Memory.library(Array));
    X.B.store(Address, X.B.addressOf(X.Memory.library(String)));
    X.Outside.escape(Address); // constructors of other code get it, too
    return Address;
  };
  for (const Function *F : startFunctions(X.M)) {
    if (F->isDeclaration())
      continue;
    X.B.Origin = F;
    ArrayRef<Node> Params = X.Functions[*F].Params;
    if (Params.size() > 1)
      X.B.flow(Params[1], Vector("argv", "argv_string"));
    if (Params.size() > 2)
      X.B.flow(Params[2], Vector("environ_block", "environ_string"));
  }
}

static void escapeNamed(ExtractionParts &X) {
  if (X.B.Params.ClosedWorld)
    return;
  for (const GlobalAlias &A : X.M.aliases())
    if (!A.hasLocalLinkage())
      X.Outside.escape(X.Values(A.getAliasee()));
  for (const GlobalIFunc &I : X.M.ifuncs())
    if (!I.hasLocalLinkage())
      X.Outside.escape(X.Values(&I));
  // On ELF, the attribute `used` becomes llvm.compiler.used. Such variables are
  // found through their section (__start_SECTION), by the linker or by
  // assembly.
  for (bool Compiler : {false, true}) {
    SmallVector<GlobalValue *, 8> Used;
    collectUsedGlobalVariables(X.M, Used, Compiler);
    for (const GlobalValue *G : Used)
      X.Outside.escape(X.Values(G));
  }
  // Assembly can also name internal symbols.
  for (const GlobalValue &G : X.M.global_values())
    if (G.hasLocalLinkage() && !G.isDeclaration() && G.hasName() &&
        X.Functions.inAssembly(G))
      X.Outside.escape(X.Values(&G));
}

/// Creates the memory of all globals and the nodes of all defined functions,
/// and what is known of them apart from the code.
static void createGlobals(ExtractionParts &X) {
  auto Defined = make_filter_range(
      X.M, [](const Function &F) { return !F.isDeclaration(); });
  auto Variables = make_filter_range(
      X.M.globals(), [](const GlobalVariable &G) { return !isMetadata(G); });
  for (const GlobalVariable &G : Variables)
    X.Memory.global(G);
  for (const Function &F : Defined)
    X.Functions[F];
  for (const GlobalVariable &G : Variables)
    variable(X, G);
  for (const Function &F : Defined) {
    if (F.hasFnAttribute(Attribute::Naked))
      naked(X, F);
    if (!F.hasLocalLinkage())
      external(X, F);
  }
  X.B.Origin = nullptr;
  escapeNamed(X);
  startProgram(X);
  X.B.Origin = nullptr;
}

/// The functions whose activations may have variables of their own: all that
/// are defined, but for those that return fresh memory. These are modelled at
/// their calls, with the variables of their callers. Whether a function is one
/// may depend on those found before it, so the order is that of extraction.
static std::vector<const Function *>
functionsWithActivations(ExtractionParts &X) {
  std::vector<const Function *> Found;
  auto HasCode = [](const Function &F) { return !F.isDeclaration(); };
  for (const Function &F : make_filter_range(X.M, HasCode)) {
    X.Allocators.find(F);
    ReversePostOrderTraversal<const Function *> Order(&F);
    for (const BasicBlock *Block : Order)
      for (const Instruction &I : *Block)
        if (auto *CB = dyn_cast<CallBase>(&I))
          if (const Function *Callee = definitionOf(*CB))
            X.Allocators.find(*Callee);
  }
  for (const Function &F : make_filter_range(X.M, HasCode))
    if (auto *W = X.Allocators.find(F); !W || W->Allocations.empty())
      Found.push_back(&F);
  return Found;
}

/// The maximum number of arguments of any function or call of M.
static unsigned maxArity(const Module &M) {
  unsigned Max = 0;
  for (const Function &F : M) {
    Max = std::max<unsigned>(Max, F.arg_size());
    for (const Instruction &I : instructions(F))
      if (auto *CB = dyn_cast<CallBase>(&I); CB && !isa<IntrinsicInst>(CB))
        Max = std::max(Max, CB->arg_size());
  }
  return Max;
}

ModuleConstraints amorph::extract(Module &M, const ExtractionParameters &Params,
                                  std::shared_ptr<const LibraryModels> Models,
                                  uint64_t MemoryLimit) {
  const bool HasLayers = Params.Layers && Params.ClosedWorld;
  const unsigned MaxArity = maxArity(M);
  ModuleConstraints Out;
  Out.Source = &M;
  Out.ClosedWorld = Params.ClosedWorld;
  Out.RegistersConversions = any_of(M, [&](const Function &F) {
    const LibraryModel *Model =
        F.isDeclaration() && !F.use_empty() ? Models->find(F) : nullptr;
    return Model && Model->RegistersConversions;
  });
  const bool HasTables = Params.VirtualTables && VirtualTables::hasAny(M);
  if (HasLayers || HasTables || Params.TypedVariables ||
      Params.Calls != CallRule::Any)
    Out.Debug = std::make_shared<const DebugTypes>(M);
  CallLayers Layers;
  if (HasLayers)
    Layers =
        findLayers(M, *Out.Debug, *Models, Params.Calls, MaxArity, MemoryLimit);
  Out.LayersFailure = Layers.Failure;
  ExtractionParts X{M,      Params,   *Models, Out.Debug.get(),
                    Layers, MaxArity, Out,     HasTables};
  if (Params.Contexts)
    X.B.recordCalls(functionsWithActivations(X));
  createGlobals(X);
  Extractor Code(X);
  for (Function &F : M)
    if (!F.isDeclaration())
      Code.extract(F);
  Code.finish();
  X.Outside.close();
  X.Filters.fill(X.B, {Out.Unknown});
  X.Accesses.fill();
  X.B.finish(X.Values.all());
  Out.Models = std::move(Models);
  return Out;
}
