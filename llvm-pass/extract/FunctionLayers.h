//===- FunctionLayers.h - Layers of types of function pointers --*- C++ -*-===//
//
// Multi-layer type analysis (Lu and Hu, CCS 2019): a function pointer that was
// stored to member f of struct T is not loaded from member g of an unrelated U.
// The members of the source's structs are the only memory here, with one
// variable each; where values flow, and which functions calls reach, is solved
// as a small system of its own, so that a call that gets its pointer from a
// parameter is covered, too. The result restricts the calls of the main system.
//
// The layers merge where the code shows that they are one: a pointer to one
// struct is used as, passed or assigned to a pointer to another. A pointer to a
// member that is kept or passed on joins it with all pointers in memory that
// are no members (LayerEscapes.cpp). Memory without a declared type is joined
// with everything.
//
//===----------------------------------------------------------------------===//
#ifndef AMORPH_LLVM_PASS_EXTRACT_FUNCTIONLAYERS_H
#define AMORPH_LLVM_PASS_EXTRACT_FUNCTIONLAYERS_H

#include "llvm-pass/extract/CallCompatibility.h"
#include "llvm-pass/extract/SourceTypes.h"
#include "llvm-pass/models/Models.h"
#include "solver/andersen/andersen.hpp"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

#include <set>
#include <string>
#include <vector>

namespace amorph {

class FunctionLayers {
public:
  /// The functions that calls through pointers may reach; of other calls
  /// nothing is known. Calls of the same functions share a list.
  struct CallTargets {
    std::set<CallFilters::FunctionList> Lists;
    llvm::DenseMap<const llvm::CallBase *, const CallFilters::FunctionList *>
        Of;
    std::string Failure; ///< why nothing is known of any call; or empty
  };
  /// Those of M, in a closed world: nothing but M stores function pointers.
  /// MaxArity: as of the Extractor. MemoryLimit: of the solver, in bytes; 0:
  /// that of the machine.
  static CallTargets targets(const llvm::Module &M, const DebugTypes &Types,
                             const LibraryModels &Models, CallRule Rule,
                             unsigned MaxArity, uint64_t MemoryLimit) {
    FunctionLayers Layers(M, Types, Models, Rule, MaxArity);
    Layers.solve(MemoryLimit);
    return std::move(Layers.Targets);
  }

private:
  FunctionLayers(const llvm::Module &M, const DebugTypes &Types,
                 const LibraryModels &Models, CallRule Rule, unsigned MaxArity);

  using Node = uint32_t;
  static constexpr Node Nothing = 0xffffffff;
  struct FunctionNodes {
    Node Return = Nothing;
    std::vector<Node> Params;
    uint32_t Object = Nothing;
  };

  Node newNode() { return Next++; }
  void flow(Node To, Node From);
  void equate(Node A, Node B) { flow(A, B), flow(B, A); }
  static bool carries(const llvm::Type *T);
  void createFunctions();
  Node value(const llvm::Value *V);
  Node constant(const llvm::Constant &C);
  Node slot(Node Pointer, unsigned Index);
  Node field(const llvm::DICompositeType &T, uint64_t Bits);
  Node variable(const llvm::Value &V);
  /// The node of the pointer in memory at Address; NoType if that is not known.
  llvm::SmallVector<Node, 1> memory(const llvm::Value &Address);
  void load(Node Value, const llvm::Value &Address);
  void store(const llvm::Value &Address, Node Value);
  bool isNumber(const llvm::Value &Address) const;
  void unite(const llvm::DICompositeType *A, const llvm::DICompositeType *B);
  void initialise(const llvm::GlobalVariable &G);
  void initialise(const llvm::GlobalVariable &G, const llvm::DIType *T,
                  uint64_t At, const llvm::Constant &C);
  void uniteVariables(const llvm::Function &F);
  void visit(const llvm::Function &F);
  void visit(const llvm::Instruction &I);
  void call(const llvm::CallBase &CB);
  void direct(const llvm::CallBase &CB, const llvm::Function &F);
  void indirect(const llvm::CallBase &CB);
  void library(const llvm::CallBase &CB, const llvm::Function &F);
  void keeps(const llvm::Value &V, const llvm::DIType *As);
  void keepsAddress(const llvm::Value &Address, const llvm::DIType *As);
  void keepsOperands(const llvm::Instruction &I);
  static bool mayReachFunctions(const llvm::DIType *T);
  void joinFirst(const llvm::DICompositeType *S);
  void copies(const llvm::Value &To, const llvm::Value &From,
              const llvm::Value *Length);
  void join(const llvm::Value &Address);
  void joinBefore(SourceTypes::Place At);
  void finishEscapes();
  void finishUnions();
  void solve(uint64_t MemoryLimit);

  const llvm::Module &M;
  const LibraryModels &Models;
  CallFilters Filters;
  const llvm::DataLayout &DL;
  SourceTypes Source;
  andersen::problem P;
  Node Next = 0;
  /// Memory that is no member of a struct and reached through pointers; memory
  /// of no known type; all memory; what the library keeps.
  Node Scalars = 0, NoType = 0, Memory = 0, Library = 0;
  unsigned MaxArity;
  std::vector<FunctionNodes> FunctionsByNumber;
  llvm::DenseMap<const llvm::Function *, unsigned> Numbers;
  std::vector<const llvm::Function *> FunctionOf; ///< by object
  llvm::DenseMap<const llvm::Value *, Node> Values;
  llvm::DenseMap<const llvm::Value *, Node> Variables;
  llvm::DenseMap<std::pair<Node, unsigned>, Node> Slots;
  llvm::StringMap<unsigned> Layers; ///< by the name of a struct
  llvm::DenseMap<const llvm::DICompositeType *, unsigned> LayerOf;
  std::vector<llvm::DenseMap<uint64_t, Node>> Fields; ///< by layer and offset
  std::vector<std::pair<unsigned, unsigned>> United;
  llvm::DenseSet<std::pair<unsigned, unsigned>> UnitedOnce;
  llvm::DenseSet<unsigned> UnionLayers; ///< whose members are one
  bool LooseScalars = false; ///< scalars may be members of any struct
  std::vector<std::pair<const llvm::CallBase *, Node>> Calls;
  CallTargets Targets;

  unsigned layerOf(const llvm::DICompositeType &T);
};

} // namespace amorph

#endif
