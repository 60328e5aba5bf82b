//===- ValueNodes.h - The nodes of values -----------------------*- C++ -*-===//
#ifndef AMORPH_LLVM_PASS_EXTRACT_VALUENODES_H
#define AMORPH_LLVM_PASS_EXTRACT_VALUENODES_H

#include "llvm-pass/extract/ConstraintBuilder.h"

#include "llvm/IR/Constant.h"

#include <functional>

namespace amorph {

/// The nodes of values. A constant gets its node when it is first asked for.
class ValueNodes {
public:
  explicit ValueNodes(std::function<Node(const llvm::Constant &)> OfConstant)
      : OfConstant(std::move(OfConstant)) {}

  /// Nothing: V holds no pointer, or it is an instruction that has not been
  /// visited.
  Node operator()(const llvm::Value *V) {
    auto It = Nodes.find(V);
    if (It != Nodes.end())
      return It->second;
    auto *C = llvm::dyn_cast<llvm::Constant>(V);
    return C ? Nodes[C] = OfConstant(*C) : Nothing;
  }
  void set(const llvm::Value *V, Node N) { Nodes[V] = N; }
  const llvm::DenseMap<const llvm::Value *, Node> &all() const { return Nodes; }

private:
  std::function<Node(const llvm::Constant &)> OfConstant;
  llvm::DenseMap<const llvm::Value *, Node> Nodes;
};

} // namespace amorph

#endif
