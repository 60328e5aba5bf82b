//===- FunctionTable.h - Functions as their callers see them ----*- C++ -*-===//
#ifndef AMORPH_LLVM_PASS_EXTRACT_FUNCTIONTABLE_H
#define AMORPH_LLVM_PASS_EXTRACT_FUNCTIONTABLE_H

#include "llvm-pass/extract/AssemblyNames.h"
#include "llvm-pass/extract/ConstraintBuilder.h"
#include "llvm-pass/extract/VirtualTables.h"

namespace amorph {

class Wrappers;

/// If a function's address is taken, its nodes are objects, so that the solver
/// can reach them through a pointer.
struct FunctionNodes {
  Node Return = Nothing, VarArgs = Nothing;
  llvm::SmallVector<Node, 6> Params;
  Var Object = NoVar;
  /// Of a constructor: the objects that keep the tables that it stores.
  Node Constructed = Nothing;
};

/// Functions are laid out as in Pearce, Kelly and Hankin 2007: the parameters
/// follow the function's address, so that indirect calls reach them by offset
/// constraints.
class FunctionTable {
public:
  /// Tables: none if they are not looked at. MaxArity: the maximum number of
  /// arguments of any function or call.
  FunctionTable(ConstraintBuilder &B, const llvm::Module &M,
                const Wrappers &Allocators,
                const std::optional<VirtualTables> &Tables, unsigned MaxArity)
      : B(B), Assembly(M), Allocators(Allocators), Tables(Tables),
        MaxArity(MaxArity) {}

  FunctionNodes &operator[](const llvm::Function &F);
  Node addressOf(const llvm::Function &F);
  /// The next declared function whose address is taken; null: none are left.
  const llvm::Function *nextDeclared() {
    return Declared.empty() ? nullptr : Declared.pop_back_val();
  }
  /// Whether assembly may refer to G.
  bool inAssembly(const llvm::GlobalValue &G) const {
    return Assembly.names(G);
  }
  /// The slot of an allocator that leads to the results of calls through
  /// pointers; surplus arguments are in the slots before it.
  unsigned allocatorSlot() const { return FirstParamSlot + MaxArity; }

private:
  ConstraintBuilder &B;
  const AssemblyNames Assembly;
  const Wrappers &Allocators;
  const std::optional<VirtualTables> &Tables;
  const unsigned MaxArity;
  llvm::DenseMap<const llvm::Function *, std::unique_ptr<FunctionNodes>> Nodes;
  llvm::DenseSet<const llvm::Function *> DeclaredOnce;
  llvm::SmallVector<const llvm::Function *> Declared;
};

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
