//===- Extraction.h - From LLVM IR to points-to constraints -----*- C++ -*-===//
//
// One pass over the module turns values, objects and instructions into the
// variables and constraints of andersen::problem (Andersen 1994, with byte
// offsets in place of field numbers).
//
//===----------------------------------------------------------------------===//
#ifndef AMORPH_LLVM_PASS_EXTRACT_EXTRACTION_H
#define AMORPH_LLVM_PASS_EXTRACT_EXTRACTION_H

#include "llvm-pass/extract/ExtractionParameters.h"
#include "llvm-pass/extract/ModuleConstraints.h"

namespace amorph {

/// The constraints of a module. Models: the built-in ones and those of Params.
/// MemoryLimit: of the solver of the layers of types, in bytes; 0: that of the
/// machine.
ModuleConstraints extract(llvm::Module &M, const ExtractionParameters &Params,
                          std::shared_ptr<const LibraryModels> Models,
                          uint64_t MemoryLimit);

} // namespace amorph

#endif
