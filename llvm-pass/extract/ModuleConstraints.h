//===- ModuleConstraints.h - A module's constraints -------------*- C++ -*-===//
//
// The result of extraction: the constraint system of a module, its memory
// blocks, and the maps from IR to variables and objects and back. Plain data;
// Extraction.h makes it, PointsToResult.h adds the solution.
//
//===----------------------------------------------------------------------===//
#ifndef AMORPH_LLVM_PASS_EXTRACT_MODULECONSTRAINTS_H
#define AMORPH_LLVM_PASS_EXTRACT_MODULECONSTRAINTS_H

#include "solver/andersen/andersen.hpp"
#include "solver/andersen/contexts/calls.hpp"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

#include <memory>
#include <string>
#include <vector>

namespace llvm {
class CallBase;
class Function;
class Module;
class Type;
class Value;
} // namespace llvm

namespace amorph {

class DebugTypes;
class LibraryModels;
using Var = andersen::var;
inline constexpr Var NoVar = andersen::none;

enum class ObjectKind : uint8_t {
  Null,         ///< id 0, and memory that no pointer of the module points to
  Integer,      ///< id 1, andersen::integer_object, never pointed to
  Unknown,      ///< all memory known only to unknown code
  Global,       ///< a global variable, defined or declared
  Function,     ///< the first object of a function: its address
  FunctionSlot, ///< a function's return value, variable arguments, parameters
  Stack,        ///< an alloca, or the callee's copy of a byval argument
  Heap,         ///< an allocation site
  Library,      ///< memory owned by a modelled library function (argv, errno)
};

/// The objects of a function's block, relative to its address. Parameter I is
/// at FirstParamSlot + I.
enum FunctionSlot : unsigned {
  AddressSlot = 0,
  ReturnSlot = 1,
  VarArgsSlot = 2,
  FirstParamSlot = 3,
};

/// A block of memory: consecutive objects [First, First + Count), one per
/// field. The block of a function consists of its address and its slots.
struct MemoryBlock {
  ObjectKind Kind = ObjectKind::Null;
  Var First = 0;
  unsigned Count = 1;
  /// GlobalVariable, Function, AllocaInst, the allocating call, or the byval
  /// Argument; null for Unknown and Library.
  const llvm::Value *Site = nullptr;
  /// The type that determines the fields; null: the fields are words.
  llvm::Type *Type = nullptr;
  /// Elements of the outermost array that have separate slots; 1: all elements
  /// share their slots, or there is no array.
  unsigned Elements = 1;
  /// The type is declared, or the size of the allocation is that of the type.
  bool TypeIsCertain = true;
  uint64_t Bytes = 0; ///< 0: not known
  std::string Name;   ///< of a Library block; otherwise empty

  /// Of the Library block of all string literals.
  static constexpr const char *LiteralName = "literal";

  /// A variable in read-only memory, or a string literal.
  bool isConstant() const;
};

/// The constraints of a module and their origins. Valid until the module
/// changes.
struct ModuleConstraints {
  andersen::problem Problem;

  /// The variable of the pointers in V; NoVar if V cannot hold any. Many values
  /// may share a variable. Constants that the module uses as operands have
  /// variables too.
  Var varOf(const llvm::Value *V) const {
    auto It = VarOf.find(V);
    return It == VarOf.end() ? NoVar : It->second;
  }
  /// The variable of the functions that an indirect call may reach; NoVar if
  /// there is none (unreachable code).
  Var calledBy(const llvm::CallBase &CB) const {
    auto It = CalledBy.find(&CB);
    return It == CalledBy.end() ? NoVar : It->second;
  }
  /// Index into Blocks.
  unsigned blockIndex(Var Object) const { return BlockOfObject[Object]; }
  const MemoryBlock &blockOf(Var Object) const {
    return Blocks[BlockOfObject[Object]];
  }
  /// The block of a global, function, alloca, allocating call or byval
  /// argument; null if it has none (its address is not used).
  const MemoryBlock *blockFor(const llvm::Value *Site) const {
    auto It = BlockOfSite.find(Site);
    return It == BlockOfSite.end() ? nullptr : &Blocks[It->second];
  }
  /// The objects at the address Offset bytes into the block of Site, ascending:
  /// one slot, or all slots if the offset determines none; empty if Site has no
  /// block.
  std::vector<Var> objectsAt(const llvm::Value *Site, int64_t Offset) const;
  /// Byte offset of the object within an element of its block.
  uint64_t byteOffset(Var Object) const;
  /// Size in bytes of an element of the object's block, which is an array.
  uint64_t elementSize(Var Object) const;
  /// True for the slot that all fields beyond the field limit share.
  bool isRest(Var Object) const;

  Var Unknown = 2; ///< the unknown object, and the variable of its contents
  Var Exception = NoVar; ///< the variable of thrown exceptions

  /// The block of all absolute addresses, if there are some
  /// (ExtractionParameters::AbsoluteAddresses).
  unsigned AbsoluteAddresses = ~0u;

  llvm::DenseMap<const llvm::Value *, Var> VarOf;
  std::vector<MemoryBlock> Blocks;
  std::vector<unsigned> BlockOfObject;
  llvm::DenseMap<const llvm::Value *, unsigned> BlockOfSite;
  /// Indirect calls in module order, with the variable of the called pointer.
  std::vector<std::pair<const llvm::CallBase *, Var>> IndirectCalls;
  llvm::DenseMap<const llvm::CallBase *, Var> CalledBy; ///< the same by call
  /// Callbacks made by library functions, with the variable of the called
  /// pointer. The site is the call of the library function, or that function if
  /// it is called through pointers; null: unknown.
  std::vector<std::pair<const llvm::Value *, Var>> CallBacks;
  /// A call that writes the memory at the address Source to a file. Held: the
  /// variable of that memory's contents.
  struct FileWrite {
    const llvm::CallBase *Call;
    const llvm::Value *Source;
    Var Held;
  };
  /// Without ExtractionParameters::FilesFollowed.
  std::vector<FileWrite> FileWrites;
  /// With ExtractionParameters::Origins: for each constraint the instruction,
  /// global or function that it was made for; null: an effect of unknown code.
  std::vector<const llvm::Value *> Origins;
  /// With ExtractionParameters::Contexts: which functions' activations have
  /// their own instance of a variable, and the calls that bind them.
  andersen::call_structure Calls;
  /// The functions in `Calls`, and the instructions of its calls.
  std::vector<const llvm::Function *> FunctionsOfCalls;
  std::vector<const llvm::CallBase *> SitesOfCalls;
  bool ClosedWorld = false;
  /// The module registers conversions for printf (LibraryModel).
  bool RegistersConversions = false;
  /// Layouts whose last slot is shared by all fields beyond the field limit.
  llvm::DenseSet<uint32_t> Limited;
  const llvm::Module *Source = nullptr;
  /// The built-in models and the user's.
  std::shared_ptr<const LibraryModels> Models;
  std::string LayersFailure; ///< why the layers of types are not used; or empty
  /// The source's structs; null if they were not needed.
  std::shared_ptr<const DebugTypes> Debug;
};

/// The called operand without casts and aliases. An alias that may be bound to
/// another definition is kept.
const llvm::Value *calleeOf(const llvm::CallBase &CB);

} // namespace amorph

#endif
