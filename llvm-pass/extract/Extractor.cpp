//===- Extractor.cpp - The phases of extraction ---------------------------===//
//
// See Extractor.h.
//
//===----------------------------------------------------------------------===//
#include "llvm-pass/extract/Extractor.h"

#include "llvm/IR/InstIterator.h"

#include <algorithm>

using namespace llvm;
using namespace amorph;

Extractor::Extractor(Module &M, const ExtractionParameters &Params,
                     const LibraryModels &Models, unsigned MaxArity,
                     const DebugTypes *Debug,
                     const FunctionLayers::CallTargets *Layers,
                     ModuleConstraints &Out)
    : ConstraintBuilder(M.getDataLayout(), Params, Out), M(M), Models(Models),
      Assembly(M), Filters(M, Debug, Params.Calls), Layers(Layers),
      Types(DL, Debug), MaxArity(MaxArity) {
  if (Params.VirtualTables && VirtualTables::hasAny(M)) {
    Tables.emplace(M, Models);
    Classes.emplace(M, *Debug);
  }
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

ConstraintExtraction::ConstraintExtraction(
    Module &M, const ExtractionParameters &P,
    std::shared_ptr<const LibraryModels> Models, uint64_t MemoryLimit)
    : M(M), P(P), Models(std::move(Models)), MemoryLimit(MemoryLimit),
      MaxArity(maxArity(M)) {}

ModuleConstraints ConstraintExtraction::extract() {
  const bool HasLayers = P.Layers && P.ClosedWorld;
  std::shared_ptr<const DebugTypes> Types;
  std::optional<FunctionLayers::CallTargets> Layers;
  if (HasLayers || P.TypedVariables || P.Calls != CallRule::Any ||
      (P.VirtualTables && VirtualTables::hasAny(M)))
    Types = std::make_shared<const DebugTypes>(M);
  if (HasLayers)
    Layers = FunctionLayers::targets(M, *Types, *Models, P.Calls, MaxArity,
                                     MemoryLimit);
  ModuleConstraints Out;
  if (Layers)
    Out.LayersFailure = Layers->Failure;
  Extractor(M, P, *Models, MaxArity, Types.get(), Layers ? &*Layers : nullptr,
            Out)
      .run();
  Out.Models = Models;
  Out.Debug = std::move(Types);
  return Out;
}

unsigned Extractor::newVariable(ObjectKind Kind, const Value *Site, Type *T) {
  uint64_t Elements = elementsApart(Site, T);
  std::optional<uint32_t> Apart;
  if (Elements > 1)
    Apart = Layouts.ofElements(LayoutTable::element(T), Elements);
  unsigned B = newBlock(Kind, Site, T, Apart ? *Apart : Layouts.of(T), 0);
  if (Apart)
    Out.Blocks[B].Elements = Elements;
  return B;
}

void Extractor::run() {
  Out.ClosedWorld = Params.ClosedWorld;
  Out.RegistersConversions = any_of(M, [&](const Function &F) {
    const LibraryModel *Model =
        F.isDeclaration() && !F.use_empty() ? Models.find(F) : nullptr;
    return Model && Model->RegistersConversions;
  });
  Out.Source = &M;
  // Objects 0 and 1 are never pointed to.
  newBlock(ObjectKind::Null, nullptr, nullptr, std::nullopt, 1);
  newBlock(ObjectKind::Integer, nullptr, nullptr, std::nullopt, 1);
  createUnknown();
  Out.Exception = newVar();
  Empty = newVar();
  findPointerAllocators();
  createGlobals();
  for (Function &F : M)
    if (!F.isDeclaration())
      visitFunction(F);
  finishAllocatorCalls();
  Origin = nullptr;
  // Library functions whose addresses are taken, for indirect calls.
  while (!DeclaredQueue.empty())
    declaredFunction(*DeclaredQueue.pop_back_val());
  fillStack();
  closeUnknown();
  fillFilters();
  fillTypeFilters();
  fillTableFilter();
  finish();
}
