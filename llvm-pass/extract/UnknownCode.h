//===- UnknownCode.h - What code outside the module does --------*- C++ -*-===//
#ifndef AMORPH_LLVM_PASS_EXTRACT_UNKNOWNCODE_H
#define AMORPH_LLVM_PASS_EXTRACT_UNKNOWNCODE_H

#include "llvm-pass/extract/ConstraintBuilder.h"

namespace amorph {

struct FunctionNodes;

/// In the open world, code outside the module reads, writes and calls
/// everything that it can reach. All memory that only it knows is one object.
class UnknownCode {
public:
  /// Creates the unknown object. It is laid out like a function with as many
  /// parameters as the widest call of the module, and all its slots have the
  /// same content. A call through a pointer from unknown code thereby passes
  /// its arguments to unknown code and returns anything that unknown code
  /// knows.
  UnknownCode(ConstraintBuilder &B, unsigned MaxArity);

  /// What it knows; Nothing in a closed world.
  Node known() const { return B.Params.ClosedWorld ? Nothing : B.Out.Unknown; }
  /// Gives it everything that N holds.
  void escape(Node N) const { B.flow(known(), N); }
  /// It may be the body of the function.
  void define(const FunctionNodes &N) const;
  /// Adds its effects.
  void close() const;

private:
  ConstraintBuilder &B;
  const unsigned Slots;
};

} // namespace amorph

#endif
