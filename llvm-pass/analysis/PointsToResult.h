//===- PointsToResult.h - A module's points-to sets -------------*- C++ -*-===//
//
// The constraints of a module with their solution, and queries in terms of the
// IR. PointsTo.h computes it.
//
//===----------------------------------------------------------------------===//
#ifndef AMORPH_LLVM_PASS_ANALYSIS_POINTSTORESULT_H
#define AMORPH_LLVM_PASS_ANALYSIS_POINTSTORESULT_H

#include "llvm-pass/analysis/Parameters.h"
#include "llvm-pass/extract/ModuleConstraints.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace llvm {
class Function;
} // namespace llvm

namespace amorph {

class Names;
class MemberOverlap;

/// The functions that an indirect call may reach.
struct CallTargets {
  std::vector<const llvm::Function *> Functions; ///< in module order
  bool Unknown = false;  ///< unknown code may be called, too
  bool Declared = false; ///< some of the functions have no body
};

/// The solution of a module, with queries in terms of the IR.
class PointsToResult {
public:
  PointsToParameters Parameters;
  ModuleConstraints Constraints;
  andersen::solution Solution; ///< with contexts, the union over all of them
  /// With PointsToParameters::Contexts, the sets in each context.
  std::shared_ptr<const andersen::answer_in_contexts> InContexts;
  bool Solved = false; ///< false: see Failure; queries answer "may"
  status Status = status::ok;
  std::string Failure;
  double ExtractMilliseconds = 0;
  double UserMilliseconds = 0; ///< user time to extract and solve

  /// Sets Parameters, without those that failed in extraction.
  void setParameters(PointsToParameters InForce);
  /// True if V has a variable and the system is solved.
  bool known(const llvm::Value *V) const {
    return Solved && Constraints.varOf(V) != NoVar;
  }
  /// The objects that V may point to, ascending; empty if not known(V). An
  /// empty set of a known value means null, undefined or never executed.
  std::vector<Var> pointsTo(const llvm::Value *V) const;
  bool mayPointTo(const llvm::Value *V, Var Object) const;
  /// True if both may point to the same object (field), and by the types of
  /// memory to the same bytes: the alias query for accesses within one 8-byte
  /// word.
  bool mayShareField(const llvm::Value *A, const llvm::Value *B) const;
  /// True if the object's address escaped to unknown code.
  bool escapes(Var Object) const;
  /// The functions that an indirect call may reach. Calls whose pointers have
  /// the same set share one answer, which lives as long as this result.
  const CallTargets &targets(const llvm::CallBase &Call) const;
  const std::vector<const llvm::Function *> &targets(const llvm::CallBase &Call,
                                                     bool &Unknown) const {
    const CallTargets &T = targets(Call);
    Unknown = T.Unknown;
    return T.Functions;
  }

  /// The name of an object, as Names::object prints it.
  std::string describe(Var Object) const;

  /// True if accesses through A and through B may be of the same memory as
  /// far as the types of memory say.
  bool typesMayOverlap(const llvm::Value *A, const llvm::Value *B) const;
  /// The types of the module's memory; null if nothing is taken for granted.
  MemberOverlap *types() const;

private:
  // Created on first use.
  mutable std::shared_ptr<Names> Named;
  mutable std::shared_ptr<MemberOverlap> Types;
  mutable std::map<uint32_t, CallTargets> TargetsOfSet; ///< by set of pointers
};

} // namespace amorph

#endif
