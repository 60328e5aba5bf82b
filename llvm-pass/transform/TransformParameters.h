//===- TransformParameters.h - Parameters of the transforms -----*- C++ -*-===//
#ifndef AMORPH_LLVM_PASS_TRANSFORM_TRANSFORMPARAMETERS_H
#define AMORPH_LLVM_PASS_TRANSFORM_TRANSFORMPARAMETERS_H

#include "llvm-pass/analysis/Parameters.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <string>

namespace amorph {

/// A number among the parameters of a pass, with its range.
struct NumberParameter {
  llvm::StringRef Key;
  unsigned *Value;
  unsigned Low, High;
};

/// A word among the parameters of a pass: off or on.
struct SwitchParameter {
  llvm::StringRef Key;
  bool *Value;
};

/// Parses `KEY=VALUE;...`: the numbers and switches of a pass, each at most
/// once, and the parameters of the points-to analysis. Those are returned if
/// any are given; none of them may name a file to write.
llvm::Expected<std::optional<PointsToParameters>>
parseTransformParameters(llvm::StringRef Text,
                         llvm::ArrayRef<NumberParameter> Numbers,
                         llvm::ArrayRef<SwitchParameter> Switches);

} // namespace amorph

#endif
