//===- TypePlaces.h - Places within the types of the source -----*- C++ -*-===//
//
// Debug information about the memory at an offset within a type: the
// innermost type, the structs that begin there, the member. Whatever is
// ambiguous is not known.
//
//===----------------------------------------------------------------------===//
#ifndef AMORPH_LLVM_PASS_EXTRACT_TYPEPLACES_H
#define AMORPH_LLVM_PASS_EXTRACT_TYPEPLACES_H

#include "llvm-pass/extract/DebugTypes.h"

namespace amorph {

inline bool isArray(const llvm::DIType *T) {
  return T && T->getTag() == llvm::dwarf::DW_TAG_array_type;
}
inline bool isUnion(const llvm::DIType *T) {
  return T && T->getTag() == llvm::dwarf::DW_TAG_union_type;
}

/// Bits into memory of type T, of which there may be several in a row. No type:
/// not known.
struct TypePlace {
  const llvm::DIType *T = nullptr;
  uint64_t Bits = 0;
  bool Elements = false;
};

/// A pointer in memory, by the innermost struct or union that it is a member
/// of.
struct TypeMember {
  enum { Unknown, OfStruct, NoMember } Kind = Unknown;
  const llvm::DICompositeType *In = nullptr;
  uint64_t Bits = 0; ///< its offset
};

/// The element of an array, or the member of a struct, that contains the place;
/// none in a union, whose members overlap.
TypePlace innerOf(const TypePlace &At);
/// Whether a struct of type T ends in an array of unknown length.
bool hasOpenEnd(const llvm::DIType *T);
/// The innermost type at a place, which is no struct and no array; or null.
const llvm::DIType *typeAt(const TypePlace &At);
/// The struct or union of that size in bits that begins at the place, or null.
const llvm::DICompositeType *wholeAt(TypePlace At, uint64_t Size);
/// The structs and unions that begin at the place, the outermost first.
llvm::SmallVector<const llvm::DICompositeType *, 2> structsAt(TypePlace At);
/// The struct member that holds a pointer at the place. The elements of an
/// array within a struct are one member.
TypeMember memberAt(TypePlace At);
/// Whether steps of so many bits, any number of them, stay on the same member
/// of the elements of an array that contains the place.
bool areElements(TypePlace At, uint64_t Step);
/// The struct that a pointer of type T points to, or null.
const llvm::DICompositeType *pointeeOf(const llvm::DIType *T);
/// Whether T is the type of a number, or of a pointer to data of a known type.
bool isData(const llvm::DIType *T);

} // namespace amorph

#endif
