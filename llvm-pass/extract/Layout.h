//===- Layout.h - How the bytes of a type map to slots ----------*- C++ -*-===//
//
// Slots are the parts of a memory block that the analysis distinguishes: the
// 8-byte words of a type, with the elements of an array sharing the slots of
// one element. There is one layout per type.
//
// These words share a slot:
//  - word w of every element of an inner array, if the element size is a
//    multiple of a word; otherwise all words that the array touches;
//  - the bytes of a union beyond its first member, and an array within a union,
//    from BufferWords words on;
//  - both words of a scalar that is wider than a word or straddles two;
//  - all words after the slots that the field limit allows;
//  - all words of a type that is aligned to less than a word (it holds no
//    pointer, unless it is packed) or has more words than MaxWords.
// A shorter array within a union has a slot for each word, and an index leads
// from there to every slot: IR does not tell the arrays of the other members.
// Storage that libstdc++ declares as bytes has a slot for each word. A variable
// step from text at the start of a structure leads to every slot: the pointer
// may be the structure's, which is copied by bytes.
// The outermost array is represented by its element: offsets into a block are
// taken modulo the layout's size. Two exceptions: ofElements gives each element
// its own slots, and a block with a tail is a single element, where everything
// past the end belongs to the trailing array.
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

/// The bytes that a load or store of a T touches; none if the machine decides
/// (scalable vectors, and aggregates of them).
inline std::optional<uint64_t> accessBytes(const llvm::DataLayout &DL,
                                           llvm::Type *T) {
  const llvm::TypeSize Size = DL.getTypeStoreSize(T);
  return Size.isScalable() ? std::nullopt : std::optional(Size.getFixedValue());
}

class LayoutTable {
public:
  static constexpr uint64_t MaxWords = ExtractionParameters::MaxFieldLimit;
  /// Elements that the trailing array of a heap object is laid out for.
  static constexpr uint64_t TailElements = 64;

  /// A union with this many words beyond its first member holds a buffer.
  static constexpr uint64_t BufferWords = 16;

  /// Slots: the maximum per block; 1: no fields.
  LayoutTable(const llvm::DataLayout &DL, andersen::problem &P, unsigned Slots)
      : DL(DL), P(P), MaxSlots(Slots) {
    Single = makeWords(8, 1);
  }

  /// The layout of a variable of type T. With Tail, T is a struct that ends in
  /// an array of 0 or 1 elements and was allocated with extra space.
  uint32_t of(llvm::Type *T, bool Tail = false);
  /// The layout of an array of Count >= 2 elements of type T, each with its own
  /// slots; none if that exceeds the limit, or T's size is not a multiple of a
  /// word.
  std::optional<uint32_t> ofElements(llvm::Type *T, uint64_t Count);
  /// Untyped words, with a slot each.
  uint32_t ofWords(uint64_t Bytes);
  /// One slot for everything.
  uint32_t single() const { return Single; }

  const andersen::layout &operator[](uint32_t Id) const {
    return P.layouts[Id];
  }
  /// The slot at byte Position, which may be any integer.
  uint32_t slotAt(uint32_t Id, int64_t Position) const;

  /// Layouts whose last slot is shared by all words beyond the limit.
  const llvm::DenseSet<uint32_t> &limited() const { return Limited; }

  /// The element type of T, arrays of arrays included.
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

/// The slot that field constraint (Offset, Stride) leads to from a slot of a
/// layout, by the rule in andersen.hpp; NoSlot: every slot.
inline constexpr uint32_t NoSlot = 0xffffffffu;
uint32_t fieldTarget(const andersen::problem &P, uint32_t Layout, uint32_t Slot,
                     int64_t Offset, uint32_t Stride);

} // namespace amorph

#endif
