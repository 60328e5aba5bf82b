//===- Layout.h - How the bytes of a type fall into slots -------*- C++ -*-===//
//
// A slot is what the analysis tells apart within a block of memory: the 8-byte
// words of a type, where the elements of an array share the slots of one.
// Layouts are shared: one for each type.
//
// Which words share a slot:
//  - word w of every element of an inner array, if the element is a whole
//    number of words; else all words that the array touches;
//  - the bytes that a union has beyond its first member, from BufferWords on;
//  - both words of a scalar that is wider than a word, or lies across two;
//  - what comes after the slots that the field limit leaves;
//  - everything, if the type is aligned to less than a word (it then holds no
//    pointer, unless it is packed), or has more words than MaxWords.
// The outermost array collapses into its element (ofElements: it does not):
// positions in a block are taken modulo the layout's size. Not with a tail:
// there the block is one element, and what lies past its room is more of the
// trailing array.
//
//===----------------------------------------------------------------------===//
#ifndef AMORPH_LLVM_PASS_EXTRACT_LAYOUT_H
#define AMORPH_LLVM_PASS_EXTRACT_LAYOUT_H

#include "llvm-pass/extract/ExtractionParameters.h"
#include "solver/andersen/andersen.hpp"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DerivedTypes.h"

#include <optional>

namespace amorph {

class LayoutTable {
public:
  static constexpr uint64_t MaxWords = ExtractionParameters::MaxFieldLimit;
  /// Elements that a trailing array of a heap object is given room for.
  static constexpr uint64_t TailElements = 64;

  /// Words of a union beyond its first member that are taken for a buffer.
  static constexpr uint64_t BufferWords = 16;

  /// Slots: the most that a block gets; 1: no fields.
  LayoutTable(const llvm::DataLayout &DL, andersen::problem &P, unsigned Slots)
      : DL(DL), P(P), MaxSlots(Slots) {
    Single = makeWords(8, 1);
  }

  /// The layout of a variable of type T. With Tail, T is a struct that ends in
  /// an array of 0 or 1 elements and was allocated with room for more.
  uint32_t of(llvm::Type *T, bool Tail = false);
  /// The layout of an array of Count elements of type T, 2 at least, each with
  /// slots of its own; none if that would be beyond the limit, or T is no whole
  /// number of words.
  std::optional<uint32_t> ofElements(llvm::Type *T, uint64_t Count);
  /// Words without a type: each is a slot of its own.
  uint32_t ofWords(uint64_t Bytes);
  /// One slot for everything.
  uint32_t single() const { return Single; }

  const andersen::layout &operator[](uint32_t Id) const {
    return P.layouts[Id];
  }
  /// The slot that byte Position (any integer) falls into.
  uint32_t slotAt(uint32_t Id, int64_t Position) const;

  /// Layouts whose last slot is the rest, beyond the limit.
  const llvm::DenseSet<uint32_t> &limited() const { return Limited; }

  /// T without its arrays: the type that a block of T is an array of.
  static llvm::Type *element(llvm::Type *T);
  /// True if T is a struct that ends in an array of 0 or 1 elements.
  static bool hasTail(llvm::Type *T);

private:
  uint32_t makeWords(uint64_t Size, uint64_t Words);
  void limitSlots(andersen::layout &L);

  const llvm::DataLayout &DL;
  andersen::problem &P;
  unsigned MaxSlots;
  uint32_t Single;
  llvm::DenseMap<std::pair<llvm::Type *, unsigned>, uint32_t> OfType;
  llvm::DenseMap<uint64_t, uint32_t> OfWords;
  llvm::DenseMap<std::pair<llvm::Type *, uint64_t>, uint32_t> OfElements;
  llvm::DenseSet<uint32_t> Limited;
};

/// What field constraint (Offset, Stride) does to a slot of layout L, by the
/// rule in andersen.hpp: the slot it leads to, or NoSlot for "every slot".
inline constexpr uint32_t NoSlot = 0xffffffffu;
uint32_t fieldTarget(const andersen::problem &P, uint32_t Layout, uint32_t Slot,
                     int64_t Offset, uint32_t Stride);

} // namespace amorph

#endif
