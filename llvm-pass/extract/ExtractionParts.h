//===- ExtractionParts.h - The parts of extraction --------------*- C++ -*-===//
#ifndef AMORPH_LLVM_PASS_EXTRACT_EXTRACTIONPARTS_H
#define AMORPH_LLVM_PASS_EXTRACT_EXTRACTIONPARTS_H

#include "llvm-pass/extract/ClassHierarchy.h"
#include "llvm-pass/extract/Constants.h"
#include "llvm-pass/extract/VirtualTables.h"
#include "llvm-pass/extract/WrapperCalls.h"

namespace amorph {

/// The parts of extraction from one module, each of which knows only those
/// before it, but for Values, which asks Initialisers. The Extractor,
/// Intrinsics and Extraction.cpp translate the module with them.
struct ExtractionParts {
  const llvm::Module &M;
  const ExtractionParameters &Params;
  const LibraryModels &Models;
  const DebugTypes *Debug;  ///< null if no parameter asks for it
  const CallLayers &Layers; ///< targets of calls through pointers
  const unsigned MaxArity;  ///< maximum over all calls and functions
  ModuleConstraints &Out;
  const bool HasTables; ///< virtual tables whose slots are followed

  ConstraintBuilder B{M.getDataLayout(), Params, Out};
  UnknownCode Outside{B, MaxArity};
  std::optional<VirtualTables> Tables =
      HasTables ? std::make_optional<VirtualTables>(M, Models) : std::nullopt;
  std::optional<ClassHierarchy> Classes =
      HasTables ? std::make_optional<ClassHierarchy>(M, *Debug) : std::nullopt;
  CallFilters Filters{M, Debug, Params.Calls};
  Wrappers Allocators{M, Params, Models, Layers};
  MemoryTypes Types{M.getDataLayout(), Debug};
  TypeFilters Accesses{B, Types, HasTables};
  FunctionTable Functions{B, M, Allocators, Tables, MaxArity};
  Variables Memory{B, M, Models};
  ValueNodes Values{[this](const llvm::Constant &C) {
    const ConstraintBuilder::Scope Shared(B, nullptr);
    return Initialisers.evaluate(C);
  }};
  PointerArithmetic Arithmetic{B, Values, Memory, Accesses, Outside, Models};
  Constants Initialisers{B, M, Values, Memory, Functions, Arithmetic, Outside};
  AllocationSites Sites{B, M, Types, Allocators};
  ModelEffects Effects{B, Memory, Sites, Allocators, Outside, MaxArity};
  Calls CallSites{B,       Values, Functions, Effects, Outside,
                  Filters, Layers, Tables,    Classes};
  WrapperCalls AllocatorCalls{B,          Values,    Functions,
                              Allocators, CallSites, Effects};
};

} // namespace amorph

#endif
