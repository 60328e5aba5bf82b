//===- AllocationSites.h - Objects of allocation sites, and their types ---===//
#ifndef AMORPH_LLVM_PASS_EXTRACT_ALLOCATIONSITES_H
#define AMORPH_LLVM_PASS_EXTRACT_ALLOCATIONSITES_H

#include "llvm-pass/extract/CallFrames.h"
#include "llvm-pass/extract/ConstraintBuilder.h"
#include "llvm-pass/extract/MemoryTypes.h"
#include "llvm-pass/extract/Wrappers.h"

namespace amorph {

/// A call of an allocator.
struct Allocation {
  const llvm::Value *Site = nullptr;           ///< names the object
  const llvm::CallBase *Call = nullptr;        ///< whose result is used
  const llvm::CallBase *Constructed = nullptr; ///< in a constructor, the call
                                               ///< that allocates; else null
  const llvm::CallBase *Inner = nullptr; ///< the call of the library function
  const Frame *Outer = nullptr;          ///< through which that is reached

  /// Argument N of Inner: its value, if that is a constant, and a number that
  /// divides it.
  std::optional<uint64_t> constant(unsigned N) const {
    return Inner && N < Inner->arg_size()
               ? constantOf(Inner->getArgOperand(N), Outer)
               : std::nullopt;
  }
  uint64_t factor(unsigned N) const {
    return Inner && N < Inner->arg_size()
               ? factorOf(Inner->getArgOperand(N), Outer)
               : 1;
  }
};

/// Optimised IR has untyped pointers, so the type of a heap block is inferred
/// from its uses.
class AllocationSites {
public:
  AllocationSites(ConstraintBuilder &B, const llvm::Module &M,
                  MemoryTypes &Types, Wrappers &Allocators)
      : B(B), M(M), Types(Types), Allocators(Allocators) {}

  /// A new object. Size: the arguments whose product is its size.
  Var allocate(const Allocation &Site, llvm::ArrayRef<unsigned> Size);

private:
  llvm::Type *inferElement(const Allocation &Site, bool &Fields);
  llvm::Type *inferDeclared(const Allocation &Site,
                            std::optional<uint64_t> Size, bool &Fields);
  llvm::ArrayRef<const llvm::LoadInst *> loadsOf(llvm::StructType *S,
                                                 uint64_t At);

  ConstraintBuilder &B;
  const llvm::Module &M;
  MemoryTypes &Types;
  Wrappers &Allocators;
  llvm::DenseMap<std::pair<llvm::StructType *, uint64_t>,
                 llvm::SmallVector<const llvm::LoadInst *, 2>>
      MemberLoads;
  bool MemberLoadsKnown = false;
};

} // namespace amorph

#endif
