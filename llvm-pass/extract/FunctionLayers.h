//===- FunctionLayers.h - Layers of types of function pointers --*- C++ -*-===//
//
// Multi-layer type analysis (Lu and Hu, CCS 2019): a function pointer that was
// stored to member f of struct T is not loaded from member g of an unrelated U.
// The members of the source's structs are the only memory here, with one
// variable each (LayerMemory); where values flow, and which functions calls
// reach, is solved as a small system of its own, so that a call that gets its
// pointer from a parameter is covered, too. The result restricts the calls of
// the main system.
//
//===----------------------------------------------------------------------===//
#ifndef AMORPH_LLVM_PASS_EXTRACT_FUNCTIONLAYERS_H
#define AMORPH_LLVM_PASS_EXTRACT_FUNCTIONLAYERS_H

#include "llvm-pass/extract/CallCompatibility.h"
#include "llvm-pass/models/Models.h"

#include "llvm/ADT/DenseMap.h"

#include <set>
#include <string>

namespace amorph {

/// The functions that calls through pointers may reach; of other calls nothing
/// is known. Calls of the same functions share a list.
struct CallLayers {
  std::set<CallFilters::FunctionList> Lists;
  llvm::DenseMap<const llvm::CallBase *, const CallFilters::FunctionList *> Of;
  std::string Failure; ///< why nothing is known of any call; or empty
};

/// Those of M, in a closed world: nothing but M stores function pointers.
/// MaxArity: the maximum number of arguments of any function or call.
/// MemoryLimit: of the solver, in bytes; 0: that of the machine.
CallLayers findLayers(const llvm::Module &M, const DebugTypes &Types,
                      const LibraryModels &Models, CallRule Rule,
                      unsigned MaxArity, uint64_t MemoryLimit);

} // namespace amorph

#endif
