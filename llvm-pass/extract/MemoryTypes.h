//===- MemoryTypes.h - Which memory a struct's member can be in -*- C++ -*-===//
//
// Strict aliasing (ISO C 6.5): a member of struct S is accessed in memory that
// holds an S. Memory of a declared type T holds an S where a struct in T begins
// as S does up to the member: the common initial sequence of 6.5.2.3, on which
// programs rely beyond unions, too. Arrays of characters, and unions whose
// members are not known, hold anything.
//
//===----------------------------------------------------------------------===//
#ifndef AMORPH_LLVM_PASS_EXTRACT_MEMORYTYPES_H
#define AMORPH_LLVM_PASS_EXTRACT_MEMORYTYPES_H

#include "llvm-pass/extract/TypeShapes.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/SmallVector.h"

namespace amorph {

class MemoryTypes {
public:
  /// Debug: may be null if no access is asked for.
  MemoryTypes(const llvm::DataLayout &DL, const DebugTypes *Debug)
      : DL(DL), Shapes(DL, Debug) {}

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

  /// The types that begin in a word of memory.
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

private:
  static constexpr unsigned AnyShape = ~0u;
  struct Access {
    unsigned Shape;  ///< AnyShape: of memory of any type
    uint64_t Member; ///< its offset
    uint64_t End;
  };
  using Words = std::vector<Word>;

  void collect(llvm::Type *T, uint64_t At, Words &Into);
  void collect(const llvm::DIType *T, uint64_t At, Words &Into);
  /// The source's unions of that size.
  llvm::ArrayRef<const llvm::DICompositeType *> unionsOf(uint64_t Bytes) const;

  const llvm::DataLayout &DL;
  std::vector<Access> Accesses;
  std::vector<unsigned> AccessesBy; ///< by shape and member; filled when asked
  TypeShapes Shapes;
  /// By the struct, the member and Within; accesses of any memory have no
  /// struct.
  llvm::DenseMap<std::pair<llvm::StructType *, uint64_t>, unsigned> Numbers;
  llvm::DenseMap<llvm::Type *, Words> WordsOf;
  /// The source's unions by their sizes in bytes.
  mutable llvm::DenseMap<uint64_t,
                         llvm::SmallVector<const llvm::DICompositeType *, 4>>
      Unions;
  mutable bool UnionsKnown = false;
};

} // namespace amorph

#endif
