//===- SourceTypes.h - The source's types of pointers -----------*- C++ -*-===//
//
// IR has one type of pointers. What the source says that a pointer points to
// is found in the debug information: of the variable that holds the value, of
// the member that it was loaded from, of the function that returned it.
//
//===----------------------------------------------------------------------===//
#ifndef AMORPH_LLVM_PASS_EXTRACT_SOURCETYPES_H
#define AMORPH_LLVM_PASS_EXTRACT_SOURCETYPES_H

#include "llvm-pass/extract/DebugTypes.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

namespace amorph {

class SourceTypes {
public:
  SourceTypes(const llvm::DataLayout &DL, const DebugTypes &Types)
      : Types(Types), DL(DL) {}

  /// The function type by which CB calls, if the source declares the place that
  /// the pointer comes from, and declares it as the call uses it; else null.
  /// A cast between the two is seen if the types differ in IR.
  const llvm::DISubroutineType *calledType(const llvm::CallBase &CB) const {
    return calledType(CB, 0);
  }

  /// A pointer in memory, by the innermost struct or union that it is a member
  /// of.
  struct Member {
    enum { Unknown, OfStruct, NoMember } Kind = Unknown;
    const llvm::DICompositeType *In = nullptr;
    uint64_t Bits = 0; ///< its offset
  };
  /// What a pointer of type T at Bits is a member of. The elements of an array
  /// within a struct are one member.
  static Member memberIn(const llvm::DIType *T, uint64_t Bits);
  /// The same for the memory that Address points to.
  Member memberAt(const llvm::Value &Address) const {
    Place At = placeAt(Address);
    return At.T ? memberOf(At.T, At.Bits) : Member();
  }
  /// The same; if the struct is only known by its layout, of each such struct;
  /// none if nothing is known.
  llvm::SmallVector<Member, 1> membersAt(const llvm::Value &Address) const;
  /// Whether V is declared as a number, or a pointer to data of a known type.
  bool isData(const llvm::Value &V) const;
  /// Whether T is the type of a number, or of a pointer to data of a known
  /// type.
  static bool isData(const llvm::DIType *T);
  /// The struct that V points to by its declaration, and the one that it is
  /// used as; null: not known.
  const llvm::DICompositeType *pointee(const llvm::Value &V) const;
  const llvm::DICompositeType *usedAs(const llvm::GEPOperator &G) const;
  /// The struct that a pointer of type T points to, or null.
  static const llvm::DICompositeType *pointeeOf(const llvm::DIType *T);
  /// The same for V by what made it, whatever variables hold it.
  const llvm::DICompositeType *pointeeAsMade(const llvm::Value &V) const;

  /// Bits into memory of type T, of which there may be several in a row.
  struct Place {
    const llvm::DIType *T = nullptr;
    uint64_t Bits = 0;
    bool Elements = false;
  };
  /// The memory that Address points to; no type: not known.
  Place placeAt(const llvm::Value &Address) const;
  /// The struct or union of that size in bits that begins at the place.
  static const llvm::DICompositeType *wholeAt(Place At, uint64_t Size);
  /// The structs and unions that begin at the place, the outermost first.
  static llvm::SmallVector<const llvm::DICompositeType *, 2>
  structsAt(Place At);
  /// The types of V, of the pointer in memory at Address or at a place in T, of
  /// F's result, and of parameter I of a call; null: not known.
  const llvm::DIType *typeOf(const llvm::Value &V) const {
    return valueType(V, 0);
  }
  const llvm::DIType *typeAt(const llvm::Value &Address) const;
  static const llvm::DIType *pointerAt(const llvm::DIType *T, uint64_t Bits);
  const llvm::DIType *resultType(const llvm::Function &F) const;
  const llvm::DIType *parameterType(const llvm::CallBase &CB, unsigned I) const;

private:
  const llvm::DISubroutineType *calledType(const llvm::CallBase &CB,
                                           unsigned Depth) const;
  Member memberOf(const llvm::DIType *T, uint64_t Bits) const;
  Place placeOf(const llvm::Value &P, unsigned Depth) const;
  Place placeOfTemporary(const llvm::AllocaInst &A, unsigned Depth) const;
  const llvm::DICompositeType *structAt(const llvm::DIType *T, uint64_t Bits,
                                        uint64_t Size, unsigned Layout,
                                        bool IsUnion) const;
  const llvm::DIType *valueType(const llvm::Value &V, unsigned Depth) const;
  const llvm::DIType *declaredType(const llvm::Value &V, unsigned Depth) const;
  const llvm::DIType *typeAsMade(const llvm::Value &V, unsigned Depth) const;
  const llvm::DIType *structOf(const llvm::GEPOperator &G,
                               unsigned Depth) const;

  const DebugTypes &Types;
  const llvm::DataLayout &DL;
  mutable llvm::DenseMap<const llvm::Value *, const llvm::DIType *> Known;
  mutable llvm::DenseMap<std::pair<const llvm::DIType *, uint64_t>, Member>
      MemberOf;
  mutable llvm::DenseMap<const llvm::Value *, Place> PlaceOf;
  mutable uint64_t Abandoned = 0; ///< searches that ended at the maximal depth
};

/// Whether a function of type F can be meant where a call of type Call is
/// written: as many parameters, and pointers to what may be the same type.
/// Pointers to void or characters may point to anything. Types that are no
/// pointers are not compared: IR has them.
bool mayBeSame(const llvm::DISubroutineType &Call,
               const llvm::DISubroutineType &F);

/// Whether functions of T may have the type IR: aggregates are passed in
/// several ways.
bool mayBePassedAs(const llvm::DISubroutineType &T, llvm::FunctionType *IR);

} // namespace amorph

#endif
