//===- ModelEffects.h - Effects of library functions ------------*- C++ -*-===//
#ifndef AMORPH_LLVM_PASS_EXTRACT_MODELEFFECTS_H
#define AMORPH_LLVM_PASS_EXTRACT_MODELEFFECTS_H

#include "llvm-pass/extract/AllocationSites.h"
#include "llvm-pass/extract/FunctionTable.h"
#include "llvm-pass/extract/Variables.h"
#include "llvm-pass/models/Models.h"

#include <functional>

namespace amorph {

/// A call as a model sees it: from a call site or, for a library function whose
/// address is taken, from its parameters.
struct ModelCall : Allocation {
  std::function<Node(unsigned)> Argument;
  Node Return = Nothing;
  llvm::StringMap<Node> Locals;
};

/// A library function behaves as its model says, at a call or, if its address
/// is taken, with its parameters.
class ModelEffects {
public:
  ModelEffects(ConstraintBuilder &B, Variables &Memory, AllocationSites &Sites,
               const Wrappers &Allocators, const UnknownCode &Outside,
               unsigned MaxArity)
      : B(B), Memory(Memory), Sites(Sites), Allocators(Allocators),
        Outside(Outside), MaxArity(MaxArity) {}

  void apply(const LibraryModel &Model, ModelCall &Call);
  /// A callback from a library function to the functions that Callee points to.
  Node callBack(Node Callee, llvm::ArrayRef<Node> Arguments);

private:
  void apply(const ModelStatement &S, ModelCall &Call);
  void assign(const ModelStatement &S, ModelCall &Call, Node Value);
  void copy(const ModelStatement &S, ModelCall &Call);
  void convertArguments(ModelCall &Call);
  void scan(unsigned Format, ModelCall &Call);
  /// The contents of files, which are not followed.
  bool isUnfollowedFile(const ModelPointer &P) const {
    return !B.Params.FilesFollowed && P.Base == ModelPointer::Static &&
           P.Name == "file_data";
  }
  Node pointer(const ModelPointer &P, ModelCall &Call);
  Node value(const ModelValue &V, ModelCall &Call);

  ConstraintBuilder &B;
  Variables &Memory;
  AllocationSites &Sites;
  const Wrappers &Allocators;
  const UnknownCode &Outside;
  const unsigned MaxArity;
};

} // namespace amorph

#endif
