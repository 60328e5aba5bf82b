//===- Outputs.h - The files that parameters name ---------------*- C++ -*-===//
#ifndef AMORPH_LLVM_PASS_OUTPUT_OUTPUTS_H
#define AMORPH_LLVM_PASS_OUTPUT_OUTPUTS_H

#include "llvm-pass/analysis/PointsToResult.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <string>
#include <vector>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace amorph {

class output_file;

/// Output files of a pass over a module: all of them are written completely, or
/// none. "-" is standard output. Errors are one line with the path.
class OutputFiles {
  std::string Input;
  std::vector<std::unique_ptr<output_file>> Files;

public:
  /// No output may replace the file that the module was read from.
  explicit OutputFiles(const llvm::Module &M);
  ~OutputFiles();

  /// Write fills the file; an empty path stands for none.
  llvm::Error write(llvm::StringRef Path,
                    llvm::function_ref<llvm::Error(output_file &)> Write);
  llvm::Error print(llvm::StringRef Path,
                    llvm::function_ref<void(llvm::raw_ostream &)> Print);
  llvm::Error commit();
};

/// Temporary files are removed by LLVM's signal handlers. For the plugin.
void removeTemporariesOnSignal();

/// The constraints that R solves, as a constraint file; an empty path stands
/// for none.
llvm::Error writeConstraints(OutputFiles &Files, const std::string &Path,
                             const PointsToResult &R, const llvm::Module &M);

/// Writes the files that Parameters name (json, dot, constraints).
llvm::Error writeOutputs(const PointsToResult &R, const llvm::Module &M);

} // namespace amorph

#endif
