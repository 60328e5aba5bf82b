//===- TransformPass.h - Common code of the transforms ----------*- C++ -*-===//
//
// A transform analyses the module as it finds it, under the preset `compiler`,
// and changes the module. Its parameters are its own, the ones here, and those
// of the points-to analysis. The solution is its own and forgotten, or, in
// front of all passes that ask the alias analysis, the one that these will use.
//
//===----------------------------------------------------------------------===//
#ifndef AMORPH_LLVM_PASS_TRANSFORM_TRANSFORMPASS_H
#define AMORPH_LLVM_PASS_TRANSFORM_TRANSFORMPASS_H

#include "llvm-pass/analysis/Parameters.h"
#include "llvm-pass/analysis/PointsToResult.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <optional>
#include <utility>

namespace amorph {

class AliasSession;

struct TransformParameters {
  bool Statistics = false; ///< print counts to standard error
  /// How the module is analysed; absent: as amorph-pta<...> says.
  std::optional<PointsToParameters> PointsTo;
};

/// A number among the parameters of a transform, with its range.
struct NumberParameter {
  llvm::StringRef Key;
  unsigned *Value;
  unsigned Low, High;
};

/// A word among the parameters of a transform: off or on.
struct SwitchParameter {
  llvm::StringRef Key;
  bool *Value;
};

/// Parses `KEY=VALUE;...` into P and the numbers and switches of the transform.
/// None of the parameters may name a file to write.
llvm::Error parseTransformParameters(llvm::StringRef Text,
                                     TransformParameters &P,
                                     llvm::ArrayRef<NumberParameter> Numbers,
                                     llvm::ArrayRef<SwitchParameter> Switches);

/// Solves M. If that fails, it prints `Pass: why; Consequence`.
PointsToResult solveForTransform(llvm::Module &M,
                                 llvm::ModuleAnalysisManager &MAM,
                                 const PointsToParameters &Parameters,
                                 llvm::StringRef Pass,
                                 llvm::StringRef Consequence);

/// The state that the transforms of a pipeline share.
struct TransformContext {
  std::shared_ptr<PointsToParameters> Parameters; ///< of amorph-pta<...>
  std::shared_ptr<AliasSession> Session;
};

/// The first solution of the alias analysis, if it is on and has none yet;
/// otherwise null.
const PointsToResult *firstSolution(AliasSession &Session, llvm::Module &M);

/// Base of the transform Pass, which has a Name, and a static parse(Text) that
/// returns its ParametersT.
template <class Pass, class ParametersT>
class TransformPass : public llvm::PassInfoMixin<Pass> {
  TransformContext Context;

protected:
  ParametersT Parameters;

  PointsToResult solve(llvm::Module &M, llvm::ModuleAnalysisManager &MAM,
                       llvm::StringRef Consequence) const {
    return solveForTransform(M, MAM,
                             Parameters.PointsTo ? *Parameters.PointsTo
                                                 : *Context.Parameters,
                             Pass::Name, Consequence);
  }
  const PointsToResult *shared(llvm::Module &M) const {
    return Parameters.PointsTo ? nullptr : firstSolution(*Context.Session, M);
  }

public:
  TransformPass(TransformContext Context, ParametersT Parameters)
      : Context(std::move(Context)), Parameters(std::move(Parameters)) {}
};

} // namespace amorph

#endif
