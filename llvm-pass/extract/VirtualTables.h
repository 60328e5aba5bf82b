//===- VirtualTables.h - Which stores of virtual tables are seen -*- C++ -*-==//
//
// The constructor of a base class stores the address of the base's table in the
// object, the constructor of the derived class then that of its own. If nothing
// can call through the object in between, the first store is never seen, and
// the objects of the derived class do not have the base's functions. The same
// holds for a destructor after whose store nothing is called.
//
// Only a virtual call may see the store, and only through a pointer that
// comes from the constructor's `this`: ISO C++ [class.cdtor]. So it is enough
// that `this` is not passed on, or that nothing that runs calls through
// pointers. Pointers to members do not count as `this`.
//
//===----------------------------------------------------------------------===//
#ifndef AMORPH_LLVM_PASS_EXTRACT_VIRTUALTABLES_H
#define AMORPH_LLVM_PASS_EXTRACT_VIRTUALTABLES_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <optional>

namespace llvm {
class CallBase;
class Constant;
class Function;
class GlobalVariable;
class Module;
class StoreInst;
class Value;
} // namespace llvm

namespace amorph {

class LibraryModels;

/// Recognised by the names of the Itanium C++ ABI. The type check rules out
/// other globals of such names.
bool isVirtualTable(const llvm::GlobalVariable &G);

class VirtualTables {
public:
  VirtualTables(const llvm::Module &M, const LibraryModels &Models);
  static bool hasAny(const llvm::Module &M);

  /// A constructor whose stores of tables may be replaced by its caller.
  bool isConstructor(const llvm::Function &F) const {
    return Constructors.contains(&F);
  }
  /// The call is of such a constructor, and all its tables are replaced before
  /// anything sees them.
  bool isReplacedAfter(const llvm::CallBase &CB) const;
  /// The bytes from `this` at which S stores a table in a constructor; none: S
  /// is another store.
  std::optional<int64_t> tableAt(const llvm::StoreInst &S) const;
  /// A destructor's store that nothing sees.
  bool isDead(const llvm::StoreInst &S) const { return Dead.contains(&S); }

private:
  using Stores =
      llvm::SmallVector<std::pair<const llvm::StoreInst *, int64_t>, 2>;
  using Offsets = llvm::SmallVector<int64_t, 4>;

  void findLoud(const llvm::Module &M, const LibraryModels &Models);
  void examine(const llvm::Function &F);
  /// Nothing is called through a pointer in F and its callees.
  bool isQuiet(const llvm::Function &F) const { return !Loud.contains(&F); }
  bool maySee(const llvm::CallBase &Later, const llvm::CallBase &Constructed,
              const llvm::Value *Object, int64_t Start) const;

  llvm::DenseSet<const llvm::Function *> Loud;
  llvm::DenseMap<const llvm::Function *, Stores> Constructors;
  /// Constructors that keep `this` to themselves.
  llvm::DenseSet<const llvm::Function *> Kept;
  llvm::DenseSet<const llvm::StoreInst *> Dead;
};

} // namespace amorph

#endif
