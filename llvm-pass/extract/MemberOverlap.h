//===- MemberOverlap.h - Members that can be the same memory ----*- C++ -*-===//
#ifndef AMORPH_LLVM_PASS_EXTRACT_MEMBEROVERLAP_H
#define AMORPH_LLVM_PASS_EXTRACT_MEMBEROVERLAP_H

#include "llvm-pass/extract/TypeShapes.h"

namespace amorph {

/// Strict aliasing tells accesses of members apart whatever their memory is:
/// they can be of the same memory only if one struct, or a union of the source,
/// holds both members in one place.
class MemberOverlap {
public:
  MemberOverlap(const llvm::DataLayout &DL, const DebugTypes *Debug)
      : DL(DL), Shapes(DL, Debug) {}

  /// A scalar member of a struct: the bytes [Begin, End).
  struct Member {
    llvm::StructType *S = nullptr; ///< null: not known to be a member
    uint64_t Begin = 0, End = 0;
    bool operator==(const Member &) const = default;
  };
  /// The member that all loads and stores through the address are of.
  Member memberAt(const llvm::Value *Address) const;
  /// Whether the two members can be the same memory: a struct holds both, or a
  /// union of the source does. True if one of them is not known.
  bool mayOverlap(const Member &A, const Member &B);

private:
  /// A struct within another, or within a union.
  struct Nested {
    unsigned Shape;
    uint64_t At;
    llvm::StringRef Name;
  };
  /// Where a union of the source may hold a member: which of its members, and
  /// the first byte.
  struct Place {
    unsigned Union, Member;
    uint64_t Begin;
  };
  void nested(llvm::Type *T, uint64_t At, std::vector<Nested> &Into);
  void nested(const llvm::DIType *T, uint64_t At, std::vector<Nested> &Into);
  /// A member for which structs are searched.
  struct Sought {
    unsigned Shape; ///< of its struct
    llvm::StringRef Name;
    uint64_t Begin;
  };
  Sought soughtOf(const Member &M);
  bool holds(const Nested &N, const Sought &M) const;
  bool contains(const Member &A, const Member &B);
  const std::vector<Place> &placesOf(const Member &M);
  void findUnions();
  bool shareUnion(const Member &A, const Member &B);

  const llvm::DataLayout &DL;
  TypeShapes Shapes;
  llvm::DenseMap<llvm::StructType *, std::vector<Nested>> NestedIn;
  /// A shape in the members of unions, and where; Begin is that of the struct.
  struct InUnions {
    Nested Shape;
    std::vector<Place> At;
  };
  std::vector<InUnions> ShapesInUnions;
  bool InUnionsKnown = false;
  using MemberKey = std::pair<llvm::StructType *, uint64_t>;
  llvm::DenseMap<MemberKey, std::vector<Place>> PlacesOf;
  llvm::DenseMap<std::pair<MemberKey, MemberKey>, bool> Overlap;
};

} // namespace amorph

#endif
