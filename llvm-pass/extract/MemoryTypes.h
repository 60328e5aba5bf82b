//===- MemoryTypes.h - Which memory a struct's member can be in -*- C++ -*-===//
//
// Strict aliasing (ISO C 6.5): a member of struct S is accessed in memory that
// holds an S. Memory of a declared type T holds an S where a struct in T begins
// as S does up to the member: the common initial sequence of 6.5.2.3, on which
// programs rely beyond unions, too. Structs are compared by their layouts and
// not by their names: the linker of modules merges types of one layout, a union
// and a struct, too. Arrays of characters, and unions whose members are not
// known, hold anything.
//
// The same tells accesses of members apart whatever their memory is: they can
// be of the same memory only if one struct, or a union of the source, holds
// both members in one place.
//
//===----------------------------------------------------------------------===//
#ifndef AMORPH_LLVM_PASS_EXTRACT_MEMORYTYPES_H
#define AMORPH_LLVM_PASS_EXTRACT_MEMORYTYPES_H

#include "llvm-pass/extract/DebugTypes.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DerivedTypes.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace amorph {

class MemoryTypes {
public:
  /// Debug: may be null if no access is asked for.
  MemoryTypes(const llvm::DataLayout &DL, const DebugTypes *Debug)
      : Debug(Debug), DL(DL) {}

  /// Whether an access by S's members is one of a struct of the source.
  static bool isStruct(const llvm::StructType *S);
  /// The number of the access of member Field of an S. Within: of an S that
  /// begins where the pointer points.
  unsigned accessOf(llvm::StructType *S, unsigned Field, bool Within);
  /// The number of an access of any type, Bytes bytes long.
  unsigned accessUpTo(uint64_t Bytes);
  size_t accesses() const { return Accesses.size(); }
  /// The bytes from where the pointer points to the end of the member; 0: not
  /// known.
  uint64_t extentOf(unsigned Access) const { return Accesses[Access].End; }
  /// The end of member Field in an S, as far as an access of it reaches: of an
  /// array, which may be empty, its start.
  uint64_t endOf(llvm::StructType *S, unsigned Field) const;

  /// What begins in a word of memory.
  struct Word {
    bool Anything = false;
    llvm::SmallVector<unsigned, 2> Shapes; ///< of structs
    void add(unsigned Shape);
    void add(const Word &Other);
  };
  /// The words of memory of type T, of which there may be several in a row; not
  /// for types without a size. Memory beyond them may hold anything.
  const std::vector<Word> &wordsOf(llvm::Type *T);
  /// The accesses that a struct of the shape can be the object of.
  llvm::BitVector accessesOf(unsigned Shape);
  /// Whether memory of type T can be accessed as a U from its start.
  bool covers(llvm::Type *T, llvm::Type *U);

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
  /// A scalar, an array or a union within a struct: its offset, and its kind
  /// with its size.
  struct Part {
    uint64_t Offset;
    uint64_t Kind;
    bool operator==(const Part &) const = default;
  };
  using Shape = std::vector<Part>;
  static constexpr unsigned AnyShape = ~0u;
  struct Access {
    unsigned Shape;  ///< AnyShape: of memory of any type
    uint64_t Member; ///< its offset
    uint64_t End;
  };
  using Words = std::vector<Word>;

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

  unsigned shapeOf(llvm::StructType *S);
  unsigned shapeOf(const llvm::DICompositeType &S);
  void flatten(llvm::StructType *S, uint64_t At, Shape &Parts) const;
  void flatten(const llvm::DICompositeType &S, uint64_t At, Shape &Parts) const;
  void collect(llvm::Type *T, uint64_t At, Words &Into);
  void collect(const llvm::DIType *T, uint64_t At, Words &Into);
  bool isUnionAndStruct(const llvm::StructType *S) const;
  /// The source's unions of that size.
  llvm::ArrayRef<const llvm::DICompositeType *> unionsOf(uint64_t Bytes) const;
  static bool beginsAs(const Shape &In, const Shape &Of, uint64_t Last,
                       bool Surely = false);

  const DebugTypes *Debug;
  const llvm::DataLayout &DL;
  std::vector<Access> Accesses;
  std::vector<unsigned> AccessesBy; ///< by shape and member; filled when asked
  std::vector<Shape> Shapes;
  /// By the struct, the member and Within; accesses of any memory have no
  /// struct.
  llvm::DenseMap<std::pair<llvm::StructType *, uint64_t>, unsigned> Numbers;
  llvm::DenseMap<const void *, unsigned> ShapeOf;
  llvm::DenseMap<llvm::Type *, Words> WordsOf;
  /// The source's unions by their sizes in bytes.
  mutable llvm::DenseMap<uint64_t,
                         llvm::SmallVector<const llvm::DICompositeType *, 4>>
      Unions;
  mutable bool UnionsKnown = false;
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
