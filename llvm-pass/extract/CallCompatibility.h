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

#include "llvm/ADT/StringMap.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/TargetParser/Triple.h"

#include <optional>
#include <string>
#include <vector>

namespace amorph {

class CallFilters {
public:
  CallFilters(const llvm::Module &M, CallRule Rule)
      : DL(M.getDataLayout()), Rule(Rule) {
    llvm::Triple Target(M.getTargetTriple());
    KnownAbi =
        Target.getArch() == llvm::Triple::x86_64 && !Target.isOSWindows();
    if (Rule == CallRule::Source)
      Source.emplace(M);
  }

  /// The filter of calls of CB's shape.
  unsigned filterOf(const llvm::CallBase &CB);

  /// The filters that F passes, ascending; valid until filterOf is called.
  /// O(filters) for the first function of its kind, then O(parameters).
  llvm::ArrayRef<unsigned> passedBy(const llvm::Function &F);
  size_t size() const { return Shapes.size(); }

private:
  /// What a call passes and expects.
  struct Shape {
    llvm::FunctionType *Type;
    std::string Arguments; ///< a register class each
    char Result;           ///< NoResult if the call does not use it
    const llvm::DISubroutineType *Source = nullptr; ///< null: not known
  };
  /// What a function expects and returns.
  struct Callee {
    llvm::FunctionType *Type;
    std::string Arguments; ///< a register class each
    char Result;
    bool AnyType = false; ///< what is called is a trampoline of another type
    const llvm::DISubroutineType *Source = nullptr; ///< null: not known
  };
  static constexpr char NoResult = 'v';

  char classOf(llvm::Type *T) const;
  char classOf(llvm::Type *T, bool ByValue) const {
    return ByValue ? 'm' : classOf(T);
  }
  Callee calleeOf(const llvm::Function &F) const;
  bool accepts(const Shape &S, const Callee &C) const;

  const llvm::DataLayout &DL;
  CallRule Rule;
  bool KnownAbi; ///< else any arguments may be where any function expects them
  std::optional<SourceTypes> Source;
  std::vector<Shape> Shapes; ///< by filter
  llvm::StringMap<unsigned> FilterOf;
  /// By what a function takes and returns, so that functions of one kind are
  /// compared with the shapes once.
  llvm::StringMap<std::vector<unsigned>> Passed;
};

} // namespace amorph

#endif
