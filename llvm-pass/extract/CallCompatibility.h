//===- CallCompatibility.h - Which functions a call can work with -*- C++ -*-=//
//
// A call through a pointer reaches a function only if the two agree. What must
// agree is an assumption of the user's (CallRule); each distinct shape of a
// call becomes a filter of the solver, so that the rule acts while the fixed
// point grows: arguments never flow to functions that the call cannot reach.
//
// The register classes are those of the System V ABI (AMD64), chapter 3.2.3.
//
//===----------------------------------------------------------------------===//
#ifndef AMORPH_LLVM_PASS_EXTRACT_CALLCOMPATIBILITY_H
#define AMORPH_LLVM_PASS_EXTRACT_CALLCOMPATIBILITY_H

#include "llvm-pass/extract/ExtractionParameters.h"
#include "llvm-pass/extract/SourceTypes.h"
#include "solver/andersen/andersen.hpp"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/TargetParser/Triple.h"

#include <array>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace amorph {

class ConstraintBuilder;

class CallFilters {
public:
  /// Types: null if the rule needs none, or there are none.
  CallFilters(const llvm::Module &M, const DebugTypes *Types, CallRule Rule)
      : DL(M.getDataLayout()), Rule(Rule) {
    llvm::Triple Target(M.getTargetTriple());
    KnownAbi =
        Target.getArch() == llvm::Triple::x86_64 && !Target.isOSWindows();
    if (Types && Rule != CallRule::Any)
      Source.emplace(DL, *Types);
  }

  using FunctionList = std::vector<const llvm::Function *>; ///< ascending
  /// The filter of calls of CB's shape; without the functions Except, and only
  /// with those of Among, if that is not null.
  unsigned filterOf(const llvm::CallBase &CB,
                    llvm::ArrayRef<const llvm::Function *> Except = {},
                    const FunctionList *Among = nullptr);

  /// Adds the filters to To, before all others: the objects of functions that
  /// pass, after those of First, which pass them all. O(functions) for each
  /// filter of no list, O(its list) for the others.
  void fill(ConstraintBuilder &To, const andersen::object_runs &First) const;

private:
  static constexpr char NoResult = 'v';

  /// How many values of a list are in each class; aggregates: unknown.
  struct Registers {
    std::array<unsigned, 5> Count{};
    bool Known = true;
  };
  static Registers registersOf(llvm::StringRef Classes);

  /// The arguments and the result type of a call.
  struct Shape {
    llvm::FunctionType *Type = nullptr;
    std::string Arguments;  ///< a register class each
    Registers Given;        ///< the same, counted
    char Result = NoResult; ///< NoResult if the call does not use it
    const llvm::DISubroutineType *Source = nullptr; ///< null: not known
    llvm::SmallVector<const llvm::Function *, 2> Except;
    const FunctionList *Among = nullptr;
  };
  char classOf(llvm::Type *T) const;
  char classOf(llvm::Type *T, bool ByValue) const {
    return ByValue ? 'm' : classOf(T);
  }
  /// F's parameters and result, for comparison with shapes.
  struct Callee;
  /// True if the source keeps F as the type by which the call is made.
  bool isConverted(const Shape &S, const Callee &F) const;
  bool accepts(const Shape &S, const Callee &F) const;

  const llvm::DataLayout &DL;
  CallRule Rule;
  std::optional<SourceTypes> Source;
  bool KnownAbi; ///< else any arguments may be where any function expects them
  std::vector<Shape> Shapes; ///< by filter
  llvm::StringMap<unsigned> FilterOf;
  std::set<FunctionList> Lists; ///< of the shapes, each once
};

} // namespace amorph

#endif
