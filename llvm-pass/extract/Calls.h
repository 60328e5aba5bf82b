//===- Calls.h - Direct, indirect and unknown calls -------------*- C++ -*-===//
#ifndef AMORPH_LLVM_PASS_EXTRACT_CALLS_H
#define AMORPH_LLVM_PASS_EXTRACT_CALLS_H

#include "llvm-pass/extract/CallCompatibility.h"
#include "llvm-pass/extract/ClassHierarchy.h"
#include "llvm-pass/extract/FunctionTable.h"
#include "llvm-pass/extract/ModelEffects.h"
#include "llvm-pass/extract/ValueNodes.h"

namespace amorph {

/// A direct call copies arguments to the callee's parameters. An indirect call
/// stores them through the called pointer, at the offsets of the parameters
/// (Pearce, Kelly and Hankin 2007). A library function does what its model
/// says; any other declared function is unknown code.
class Calls {
public:
  using FunctionList = CallFilters::FunctionList;

  /// Tables, Classes: none if virtual tables are not looked at.
  Calls(ConstraintBuilder &B, ValueNodes &Values, FunctionTable &Functions,
        ModelEffects &Effects, const UnknownCode &Outside, CallFilters &Filters,
        const CallLayers &Layers, const std::optional<VirtualTables> &Tables,
        std::optional<ClassHierarchy> &Classes)
      : B(B), Values(Values), Functions(Functions), Effects(Effects),
        Outside(Outside), Filters(Filters), Layers(Layers), Tables(Tables),
        Classes(Classes) {}

  /// Passes the arguments. Returns the number of the call; NoCall: F has no
  /// activations of its own.
  uint32_t pass(const llvm::CallBase &CB, const llvm::Function &F);
  static constexpr uint32_t NoCall = andersen::none;
  void direct(const llvm::CallBase &CB, const llvm::Function &F);
  void indirect(const llvm::CallBase &CB);
  void library(const llvm::CallBase &CB, const LibraryModel &Model);
  /// Of code that is not seen.
  void unknown(const llvm::CallBase &CB);
  /// The calls that the declaration of F announces by !callback: the argument
  /// that is called, those that it gets (-1: not known), and whether it also
  /// gets the variable arguments.
  void announced(const llvm::CallBase &CB, const llvm::Function &F);
  void assembly(const llvm::CallBase &CB);
  /// Models a declared function whose address is taken: the effects of calling
  /// it through a pointer. Model: null if it is unknown code.
  void declared(const llvm::Function &F, const LibraryModel *Model);

  /// Passes the arguments to the functions of Callee that the call can reach.
  /// These, as entered() has them.
  Node reach(const llvm::CallBase &CB, Node Callee);
  /// The functions that the call enters if it reaches those: with contexts,
  /// each in that of the call. Only for their slots.
  Node entered(const llvm::CallBase &CB, Node Reached);
  /// The functions of Callee that the call can reach; only those of Among, if
  /// that is not null, and none of Except.
  Node among(const llvm::CallBase &CB, Node Callee,
             llvm::ArrayRef<const llvm::Function *> Except,
             const FunctionList *Among) {
    return B.filtered(Callee, Filters.filterOf(CB, Except, Among));
  }
  /// Those of the call's layers; null: nothing is known.
  const FunctionList *layerOf(const llvm::CallBase &CB) const {
    return Layers.Of.lookup(&CB);
  }
  /// Lists the functions that pass each filter; unknown code passes them all.

private:
  Node compatible(const llvm::CallBase &CB, Node Callee);
  /// The variable arguments that a musttail call passes on without naming them:
  /// a thunk of a virtual function.
  Node forwarded(const llvm::CallBase &CB);

  ConstraintBuilder &B;
  ValueNodes &Values;
  FunctionTable &Functions;
  ModelEffects &Effects;
  const UnknownCode &Outside;
  CallFilters &Filters;
  const CallLayers &Layers;
  const std::optional<VirtualTables> &Tables;
  std::optional<ClassHierarchy> &Classes;
  llvm::DenseMap<const llvm::CallBase *, uint32_t> NumberOfCall; ///< indirect
};

} // namespace amorph

#endif
