//===- TypeFilters.h - Which objects an access by type can mean -----------===//
#ifndef AMORPH_LLVM_PASS_EXTRACT_TYPEFILTERS_H
#define AMORPH_LLVM_PASS_EXTRACT_TYPEFILTERS_H

#include "llvm-pass/extract/ConstraintBuilder.h"
#include "llvm-pass/extract/MemoryTypes.h"

namespace amorph {

/// An access to a member of a struct type, and one of a number of bytes, means
/// only the objects that may hold such a member or are that large. A pointer to
/// a virtual table does not become a number, nor the `this` of a member
/// function. Filters for all of these are filled in at the end, when all
/// objects are known.
class TypeFilters {
public:
  /// HasTables: the module has virtual tables that are used as the ABI says.
  TypeFilters(ConstraintBuilder &B, MemoryTypes &Types, bool HasTables)
      : B(B), Types(Types), HasTables(HasTables) {}

  /// The objects of Pointer that may hold member Field of an S. Within: the S
  /// begins where Pointer points, and the member lies within the object.
  Node typed(Node Pointer, llvm::StructType *S, unsigned Field, bool Within);
  /// The objects of Pointer with at least Bytes bytes from there to their end.
  Node upTo(Node Pointer, uint64_t Bytes);
  /// N without the addresses in virtual tables, if these are used as the ABI
  /// says.
  Node withoutTables(Node N);
  /// Lists the objects that pass each filter, after the filters that are there.
  void fill();

private:
  std::vector<unsigned> fillAccesses();
  bool hasCertainType(const MemoryBlock &Block) const;
  std::vector<MemoryTypes::Word> slotsOf(const MemoryBlock &Block);
  class SlotAccesses;
  std::vector<llvm::BitVector> accessesOf(const MemoryBlock &Block,
                                          SlotAccesses &Known);
  const andersen::layout &layoutOf(const MemoryBlock &Block) const {
    return B.Layouts[layoutNumber(Block)];
  }
  uint32_t layoutNumber(const MemoryBlock &Block) const {
    const andersen::problem &P = B.Out.Problem;
    return P.blocks[P.block_of[Block.First]].layout;
  }

  // Until the end, the filter of an access is its number with AccessBit.
  static constexpr unsigned AccessBit = 1u << 30, NoTables = 1u << 29;

  ConstraintBuilder &B;
  MemoryTypes &Types;
  const bool HasTables;
};

} // namespace amorph

#endif
