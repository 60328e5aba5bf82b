//===- Wrappers.h - Allocators that wrap others -----------------*- C++ -*-===//
//
// Programs allocate through functions of their own: xmalloc, xstrdup, alloc. If
// the malloc inside were the only allocation site, all memory of the program
// would be one object. Each call of such a wrapper is therefore an allocation
// site; inside the wrapper, the fresh pointer may be any of their objects.
// Wrappers of wrappers are looked through. This is heap cloning (Nystrom, Kim
// and Hwu 2004) restricted to allocators; SVF knows wrappers by name instead.
//
// A wrapper is a function that returns fresh allocations, null or its own
// parameters, and only checks, fills (without pointers) and returns the fresh
// memory. Constructors, which store pointers into the memory, are not wrappers.
// A function that only returns a parameter (nonnull) returns each caller's own
// argument.
//
// With WrapperModel::Constructors, other uses of the fresh pointer do not
// matter: every call yields separate memory, even if other code keeps a pointer
// to it. Parameters that the function stores there are taken from the arguments
// of each call. Functions around constructors are not wrappers: they would be
// cloned for every path of calls through them.
//
//===----------------------------------------------------------------------===//
#ifndef AMORPH_LLVM_PASS_EXTRACT_WRAPPERS_H
#define AMORPH_LLVM_PASS_EXTRACT_WRAPPERS_H

#include "llvm-pass/extract/FunctionLayers.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

#include <memory>

namespace amorph {

struct Wrapper {
  llvm::SmallVector<const llvm::CallBase *, 2> Allocations;
  llvm::SmallVector<unsigned, 1> Returned; ///< parameters
  struct Copy {
    const llvm::CallBase *Call, *Fresh; ///< Fresh allocates the destination
    unsigned Source, Size;              ///< arguments
  };
  llvm::SmallVector<Copy, 1> Copies;
  /// A store of a parameter, Offset bytes into the memory that Fresh
  /// allocates.
  struct Fill {
    const llvm::StoreInst *Store;
    const llvm::CallBase *Fresh;
    int64_t Offset;
  };
  llvm::SmallVector<Fill, 2> Fills;
  bool Constructs = false; ///< stores pointers into the memory, or keeps it
};

class Wrappers {
public:
  /// Layers: the targets of calls through pointers. Finds the allocators whose
  /// addresses are taken.
  Wrappers(const llvm::Module &M, const ExtractionParameters &Params,
           const LibraryModels &Models, const CallLayers &Layers)
      : M(M), Params(Params), Models(Models), Layers(Layers) {
    findPointerAllocators();
  }

  /// Null: F is none.
  const Wrapper *find(const llvm::Function &F);
  /// The model of the library function that is called, or that F is; null if
  /// there is none.
  const LibraryModel *modelOf(const llvm::CallBase &CB) const;
  const LibraryModel *modelOf(const llvm::Function &F) const;
  /// Allocators that the call, through a pointer, may reach: the solver is
  /// asked whether it does. Other functions are left to the solver.
  llvm::SmallVector<const llvm::Function *, 2>
  allocatorsOf(const llvm::CallBase &CB) const;
  /// True for an allocator whose address is taken.
  bool isPointerAllocator(const llvm::Function &F) const {
    return IsPointerAllocator.contains(&F);
  }
  /// True if CB is the call in a wrapper whose result the wrapper returns.
  bool isWrapped(const llvm::CallBase &CB);
  /// True for a copy or a store in a wrapper that is modelled at the wrapper's
  /// calls. The wrapper must have been looked for.
  bool isDoneAtCalls(const llvm::Instruction &I) const {
    return DoneAtCalls.contains(&I);
  }

private:
  void findPointerAllocators();
  bool hasWrapperType(const llvm::Function &F) const;
  bool findAllocations(const llvm::Function &F, Wrapper &W);
  const llvm::CallBase *freshOf(const llvm::Value *V, const Wrapper &W);
  void findCopies(const llvm::Function &F, Wrapper &W);
  void findFills(const llvm::Function &F, Wrapper &W);
  bool keepsToItself(const Wrapper &W);
  using ValueVisitor = llvm::function_ref<void(const llvm::Value *)>;
  // The same for one use of a pointer to the memory, and for one argument.
  // Push: takes values that are such pointers too.
  bool useIsPrivate(const llvm::Use &U, const Wrapper &W, ValueVisitor Push);
  bool argumentIsPrivate(const llvm::Use &U, const Wrapper &W,
                         ValueVisitor Push);

  const llvm::Module &M;
  const ExtractionParameters &Params;
  const LibraryModels &Models;
  const CallLayers &Layers;
  llvm::DenseMap<const llvm::Function *, std::unique_ptr<Wrapper>> Found;
  /// Functions that allocate and whose address is taken, by type.
  llvm::DenseMap<const llvm::FunctionType *,
                 llvm::SmallVector<const llvm::Function *, 2>>
      PointerAllocators;
  llvm::DenseSet<const llvm::Function *> IsPointerAllocator; ///< the same
  llvm::DenseSet<const llvm::Instruction *> DoneAtCalls;
};

} // namespace amorph

#endif
