//===- LayerMemory.h - The members of structs as memory ---------*- C++ -*-===//
#ifndef AMORPH_LLVM_PASS_EXTRACT_LAYERMEMORY_H
#define AMORPH_LLVM_PASS_EXTRACT_LAYERMEMORY_H

#include "llvm-pass/extract/ConstraintBuilder.h"
#include "llvm-pass/extract/SourceTypes.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringMap.h"

namespace amorph {

/// Each member of a struct of the source has one node, whatever objects there
/// are. The layers merge where the code shows that they are one: a pointer to
/// one struct is used as, passed or assigned to a pointer to another. Memory
/// without a declared type is joined with everything.
class LayerMemory {
public:
  LayerMemory(ConstraintBuilder &B, const DebugTypes &Types);

  /// Of addresses, and of integers as large as them.
  static bool carries(const llvm::Type *T) {
    return T->isPointerTy() || T->isIntegerTy(64);
  }
  void equate(Node X, Node Y) { B.flow(X, Y), B.flow(Y, X); }
  Node field(const llvm::DICompositeType &T, uint64_t Bits);
  /// A variable that is no struct: only direct accesses, or all scalars.
  /// Storage for structs is memory of no type.
  Node variable(const llvm::Value &V);
  /// The variable arguments of F.
  Node variadic(const llvm::Function &F);
  void load(Node Value, const llvm::Value &Address);
  void store(const llvm::Value &Address, Node Value);
  /// A number that is not declared as one may be a piece of memory that is
  /// copied; then it stays in its member. Atomic operations move pointers as
  /// numbers, through variables.
  bool isNumber(const llvm::Value &Address) const;
  /// A pointer to an X becomes a pointer to a Y.
  void unite(const llvm::DICompositeType *X, const llvm::DICompositeType *Y);
  /// What From holds may be in all members of a T and of the structs within it.
  void fill(const llvm::DICompositeType *T, Node From);
  /// The library has written what From holds to the memory at Address, which a
  /// register may have brought it: to a structure's members, or to a variable
  /// for a pointer.
  void writeTo(const llvm::Value &Address, Node From);
  /// True for functions that the library calls with memory of its own: they are
  /// arguments of its functions, or members of structures that it gets.
  bool isGiven(const llvm::Function &F) const;
  void finish();

  const SourceTypes Source;
  /// Memory that is no member of a struct and reached through pointers; memory
  /// of no known type; the variable arguments of all functions, which only
  /// calls write; all memory.
  const Node Scalars, NoType, Variadic, All;

private:
  bool isFilled(const llvm::DICompositeType &T) const;
  Node newMemory();
  unsigned layerOf(const llvm::DICompositeType &T);
  /// The nodes of the pointer in memory at Address; NoType if that is not
  /// known.
  llvm::SmallVector<Node, 1> at(const llvm::Value &Address);

  ConstraintBuilder &B;
  llvm::DenseMap<const llvm::Value *, Node> Variables;
  llvm::DenseMap<const llvm::Function *, Node> VariadicOf;
  llvm::StringMap<unsigned> Layers; ///< by the name of a struct
  llvm::DenseMap<const llvm::DICompositeType *, unsigned> LayerOf;
  std::vector<llvm::DenseMap<uint64_t, Node>> Fields; ///< by layer and offset
  llvm::SetVector<std::pair<unsigned, Node>> Filled;
  std::vector<std::pair<unsigned, unsigned>> United;
  llvm::DenseSet<std::pair<unsigned, unsigned>> UnitedOnce;
  llvm::DenseSet<unsigned> UnionLayers; ///< whose members are one
};

} // namespace amorph

#endif
