//===- PointsTo.h - Whole-module points-to analysis -------------*- C++ -*-===//
//
// The inclusion-based (Andersen) points-to analysis of a module: constraints
// are extracted from the IR (Extractor.h), solved by amorph_andersen, and kept
// here with the maps that lead from IR to variables and back.
//
//   opt-19 -load-pass-plugin=AmorphPTA.so -passes='print<amorph-pta>' ...
//
// The model, and what is sound and what is assumed: docs/points-to.md.
//
//===----------------------------------------------------------------------===//
#ifndef AMORPH_LLVM_PASS_POINTSTO_H
#define AMORPH_LLVM_PASS_POINTSTO_H

#include "solver/andersen/andersen.hpp"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <string>
#include <vector>

namespace llvm {
class CallBase;
class Function;
class Module;
class Type;
class Value;
class raw_ostream;
} // namespace llvm

namespace amorph {

class LibraryModels;
using Var = andersen::var;
inline constexpr Var NoVar = andersen::none;

/// Which functions that return fresh memory are taken as allocation sites where
/// they are called.
enum class WrapperModel : uint8_t {
  None,         ///< none: what a function allocates is one block
  Allocators,   ///< those that do no more with it than check and fill it
  Constructors, ///< those too that store pointers into it, or keep it
};

/// The parameters of `amorph-pta<...>`; docs/points-to.md has the table.
struct PointsToParameters {
  andersen::backend Backend = andersen::backend::automatic;
  unsigned Threads = 0; // 0: all
  bool ClosedWorld = false;
  bool Fields = true;
  WrapperModel Wrappers = WrapperModel::Allocators;
  bool HeapTypes = true;
  static constexpr unsigned MaxFieldLimit = 16384;
  unsigned FieldLimit = MaxFieldLimit; // slots of a block
  unsigned ArrayLimit = 0; // elements of an array that are told apart
  unsigned CallLimit = 0;  // targets of a call before a warning; 0: any number
  /// How to solve, but for where and by how many threads: limits, strategies,
  /// who watches. The sets are the same whatever it says.
  andersen::options Solver;
  bool Solve = true;    // off: extract (and dump) only; every query says "may"
  bool Origins = false; // keep where each constraint comes from
  bool Statistics = false;            // one line of figures on stderr
  std::string Json, Dot, Constraints; // files to write
  std::string Models;                 // a user's file of library models

  /// True if both give the same points-to sets (the files do not matter).
  bool sameAnswer(const PointsToParameters &Other) const;
};

/// Parses `a=b;c=d`. The error is one line that says what was expected.
llvm::Expected<PointsToParameters>
parsePointsToParameters(llvm::StringRef Text);

/// An error if two of the files (parameter, path; empty: none) are one: the
/// second would replace the first, or run into it on the way out.
llvm::Error checkDistinctFiles(
    llvm::ArrayRef<std::pair<llvm::StringRef, llvm::StringRef>> Files);

enum class ObjectKind : uint8_t {
  Null,         ///< id 0, never pointed to
  Integer,      ///< id 1, andersen::integer_object, never pointed to
  Unknown,      ///< all memory that only unknown code knows
  Global,       ///< a global variable, defined here or declared
  Function,     ///< the first object of a function: its address
  FunctionSlot, ///< a function's return value, variable arguments, parameters
  Stack,        ///< an alloca, or the callee's copy of a byval argument
  Heap,         ///< an allocation site
  Library,      ///< memory that a modelled library function owns (argv, errno)
};

/// A block of memory: consecutive objects [First, First + Count), one for each
/// field. A function's block is its address and its slots.
struct MemoryBlock {
  ObjectKind Kind = ObjectKind::Null;
  Var First = 0;
  unsigned Count = 1;
  /// GlobalVariable, Function, AllocaInst, the allocating call, or the byval
  /// Argument; null for Unknown and Library.
  const llvm::Value *Site = nullptr;
  /// The type that gave the fields, null where they are just words.
  llvm::Type *Type = nullptr;
  /// Elements of the outermost array that have slots of their own; 1: all
  /// elements share theirs, or there is no array.
  unsigned Elements = 1;
  std::string Name; ///< of a Library block; else empty
};

/// Constraints of one module and where they come from. Valid for as long as
/// the module does not change.
struct ModuleConstraints {
  andersen::problem Problem;

  /// The variable that holds the pointers in V, NoVar if V can hold none.
  /// Many values may share a variable. Constants are found too, as far as the
  /// module uses them as operands.
  Var varOf(const llvm::Value *V) const {
    auto It = VarOf.find(V);
    return It == VarOf.end() ? NoVar : It->second;
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
  /// The objects that the address Offset bytes into the block of Site may be,
  /// ascending: a slot, or all where it is none; empty if Site has no block.
  std::vector<Var> objectsAt(const llvm::Value *Site, int64_t Offset) const;
  /// Byte position of the object within an element of its block.
  uint64_t placeOf(Var Object) const;
  /// Bytes of an element of the object's block; the block is an array of them.
  uint64_t elementSize(Var Object) const;
  /// True for the slot of all fields beyond the field limit.
  bool isRest(Var Object) const;

  Var Unknown = 2; ///< the unknown object; also the variable of its contents
  Var Exception = NoVar; ///< what is thrown

  llvm::DenseMap<const llvm::Value *, Var> VarOf;
  std::vector<MemoryBlock> Blocks;
  std::vector<unsigned> BlockOfObject;
  llvm::DenseMap<const llvm::Value *, unsigned> BlockOfSite;
  /// Indirect calls, in module order, and the variable of the called pointer.
  std::vector<std::pair<const llvm::CallBase *, Var>> IndirectCalls;
  /// Calls that library functions make, and the variable of the called pointer;
  /// the site is the call of the library, null where that is unknown.
  std::vector<std::pair<const llvm::Value *, Var>> CallBacks;
  /// With PointsToParameters::Origins: per constraint the instruction, global
  /// or function that it was made for; null: what unknown code may do.
  std::vector<const llvm::Value *> Origins;
  bool ClosedWorld = false;
  /// Layouts whose last slot is that of all fields beyond the field limit.
  llvm::DenseSet<uint32_t> Limited;
  const llvm::Module *Source = nullptr;
  /// The built-in models and the user's.
  std::shared_ptr<const LibraryModels> Models;
};

class Names;

/// The called operand without casts and aliases; an alias that may be bound to
/// something else stays.
const llvm::Value *calleeOf(const llvm::CallBase &CB);

/// The solution, with queries in terms of the IR.
class PointsToResult {
public:
  PointsToParameters Parameters;
  ModuleConstraints Constraints;
  andersen::solution Solution;
  bool Solved = false; ///< false: not solved (why: Failure); queries say "may"
  status Status = status::ok;
  std::string Failure;
  double ExtractMilliseconds = 0;
  double UserMilliseconds = 0; ///< the process's, for extracting and solving

  /// True if V's set is known: V has a variable and the system is solved.
  bool known(const llvm::Value *V) const {
    return Solved && Constraints.varOf(V) != NoVar;
  }
  /// The objects that V may point to, ascending; empty if not known(V). An
  /// empty set of a known value means: null, undefined or never executed.
  std::vector<Var> pointsTo(const llvm::Value *V) const;
  bool mayPointTo(const llvm::Value *V, Var Object) const;
  /// True if V may point to memory of unknown code.
  bool mayPointToUnknown(const llvm::Value *V) const {
    return mayPointTo(V, Constraints.Unknown);
  }
  /// True if both may point into the same block: the alias question for
  /// accesses of any size. Fields are told apart by mayShareField.
  bool mayShareBlock(const llvm::Value *A, const llvm::Value *B) const;
  /// True if both may point to the same object (field). For accesses that stay
  /// within the 8-byte word that the pointer is in.
  bool mayShareField(const llvm::Value *A, const llvm::Value *B) const;
  /// True if unknown code may read or write the block (its address escaped).
  bool escapes(Var Object) const;
  /// The functions that an indirect call may reach, in module order; Unknown
  /// is set if unknown code may be called too.
  std::vector<const llvm::Function *> targets(const llvm::CallBase &Call,
                                              bool &Unknown) const;

  void print(llvm::raw_ostream &OS, const llvm::Module &M) const;
  /// A readable name of an object: source name where debug information has
  /// one, field names by offset.
  std::string describe(Var Object) const;

private:
  mutable std::shared_ptr<Names> Named; // made when first asked for
};

/// Extracts the constraints of M. Models errors are reported in Error.
llvm::Error extractConstraints(llvm::Module &M, const PointsToParameters &P,
                               ModuleConstraints &Out);

/// What solves a system: andersen::solve, or who has kept its solution. It must
/// not throw.
using SolveFunction = llvm::function_ref<status(
    const andersen::problem &, const andersen::options &, andersen::solution &,
    std::string &)>;

/// Extracts and solves: what the analysis of a module is, for any caller.
PointsToResult analyseModule(llvm::Module &M, const PointsToParameters &P,
                             SolveFunction Solve = andersen::solve);

/// The module analysis. `Parameters` is shared with the passes of the same
/// pipeline: `amorph-pta<...>` sets it and drops an answer got with others.
class PointsToAnalysis : public llvm::AnalysisInfoMixin<PointsToAnalysis> {
  friend llvm::AnalysisInfoMixin<PointsToAnalysis>;
  static llvm::AnalysisKey Key;
  std::shared_ptr<PointsToParameters> Parameters;

public:
  using Result = PointsToResult;
  explicit PointsToAnalysis(std::shared_ptr<PointsToParameters> P =
                                std::make_shared<PointsToParameters>())
      : Parameters(std::move(P)) {}
  Result run(llvm::Module &M, llvm::ModuleAnalysisManager &MAM);
};

/// `amorph-pta<...>`: runs the analysis and writes the files asked for.
/// `print<amorph-pta>`: prints it too.
class PointsToPass : public llvm::PassInfoMixin<PointsToPass> {
  std::shared_ptr<PointsToParameters> Shared;
  PointsToParameters Own;
  bool HasOwn;
  llvm::raw_ostream *OS;

public:
  PointsToPass(std::shared_ptr<PointsToParameters> Shared,
               PointsToParameters Own, bool HasOwn, llvm::raw_ostream *OS)
      : Shared(std::move(Shared)), Own(std::move(Own)), HasOwn(HasOwn), OS(OS) {
  }
  llvm::PreservedAnalyses run(llvm::Module &M,
                              llvm::ModuleAnalysisManager &MAM);
  static bool isRequired() { return true; }
};

/// Writes what Write prints to a file: a regular one appears whole or not at
/// all; "-" is the standard output. The error is one line with the path.
llvm::Error writeFile(llvm::StringRef Path,
                      llvm::function_ref<void(llvm::raw_ostream &)> Write);

/// Writes what Parameters ask for (json, dot, constraints), as writeFile does.
llvm::Error writeOutputs(const PointsToResult &R, const llvm::Module &M);

} // namespace amorph

#endif
