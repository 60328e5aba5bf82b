//===- TypeShapes.h - Memory layout of structs ------------------*- C++ -*-===//
#ifndef AMORPH_LLVM_PASS_EXTRACT_TYPESHAPES_H
#define AMORPH_LLVM_PASS_EXTRACT_TYPESHAPES_H

#include "llvm-pass/extract/DebugTypes.h"

#include "llvm/IR/DataLayout.h"

namespace amorph {

/// True for a union by its name in IR.
bool isUnion(const llvm::StructType *S);
/// True for memory whose type says nothing: C++ provides storage in arrays of
/// bytes; initialised unions have types without names.
bool saysNothing(const llvm::Type *T);

/// Structs are compared by their layouts and not by their names: the linker of
/// modules merges types of one layout, a union and a struct, too. The shape of
/// a struct, in IR or in the source, is a list of its scalars, arrays and
/// unions.
class TypeShapes {
public:
  /// Debug: may be null if no union of the source is asked for.
  TypeShapes(const llvm::DataLayout &DL, const DebugTypes *Debug)
      : Debug(Debug), DL(DL) {}

  /// The number of the struct's shape.
  unsigned of(llvm::StructType *S) { return number(S, *S); }
  unsigned of(const llvm::DICompositeType &S) { return number(&S, S); }
  /// True if S may be a union and a struct of the source at once.
  bool isUnionAndStruct(const llvm::StructType *S) const {
    return Debug && Debug->isUnionAndStruct(S);
  }
  /// The source's unions, if they are known.
  llvm::ArrayRef<const llvm::DICompositeType *> unions() const {
    return Debug ? Debug->unions()
                 : llvm::ArrayRef<const llvm::DICompositeType *>();
  }
  /// Whether shape In begins as Of, up to and including the part at Last; with
  /// Surely, not if that is not known.
  bool beginsAs(unsigned In, unsigned Of, uint64_t Last,
                bool Surely = false) const;
  /// Whether a struct of the shape begins with a scalar of that size.
  bool beginsWith(unsigned Shape, uint64_t Bits) const;

private:
  /// A scalar, an array or a union within a struct: its offset, and its kind
  /// with its size.
  struct Part {
    uint64_t Offset;
    uint64_t Kind;
  };
  using Shape = std::vector<Part>;
  unsigned number(const void *Key, const auto &S) {
    auto [It, New] = Numbers.try_emplace(Key, Shapes.size());
    if (New)
      flatten(S, 0, Shapes.emplace_back());
    return It->second;
  }
  void flatten(const llvm::StructType &S, uint64_t At, Shape &Parts) const;
  void flatten(const llvm::DICompositeType &S, uint64_t At, Shape &Parts) const;

  const DebugTypes *Debug;
  const llvm::DataLayout &DL;
  std::vector<Shape> Shapes;
  llvm::DenseMap<const void *, unsigned> Numbers;
};

} // namespace amorph

#endif
