//===- SourceTypes.h - The source's types of pointers -----------*- C++ -*-===//
//
// IR has one type of pointers. The declared pointee of a pointer is found in
// the debug information: of the variable that holds the value, of the member
// that it was loaded from, of the function that returned it.
//
//===----------------------------------------------------------------------===//
#ifndef AMORPH_LLVM_PASS_EXTRACT_SOURCETYPES_H
#define AMORPH_LLVM_PASS_EXTRACT_SOURCETYPES_H

#include "llvm-pass/extract/TypePlaces.h"

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

  /// The struct member that holds the pointer in memory at Address.
  TypeMember memberAt(const llvm::Value &Address) const {
    TypePlace At = placeAt(Address);
    return At.T ? memberOf(At.T, At.Bits) : TypeMember();
  }
  /// The same; if the struct is only known by its layout, of each such struct;
  /// none if nothing is known.
  llvm::SmallVector<TypeMember, 1> membersAt(const llvm::Value &Address) const;
  /// Whether V is declared as a number, or a pointer to data of a known type.
  bool isData(const llvm::Value &V) const;
  /// The struct that V points to by its declaration, and the one that it is
  /// used as; null: not known.
  const llvm::DICompositeType *pointee(const llvm::Value &V) const;
  const llvm::DICompositeType *usedAs(const llvm::GEPOperator &G) const;
  /// V's pointee by its origin, whatever variables hold it.
  const llvm::DICompositeType *pointeeAsMade(const llvm::Value &V) const;

  /// The memory that Address points to; no type: not known.
  TypePlace placeAt(const llvm::Value &Address) const;
  /// The types of V, of the pointer in memory at Address, of F's
  /// result, and of parameter I of a call; null: not known.
  const llvm::DIType *typeOf(const llvm::Value &V) const {
    return valueType(V, 0);
  }
  const llvm::DIType *typeAt(const llvm::Value &Address) const;
  const llvm::DIType *resultType(const llvm::Function &F) const;
  const llvm::DIType *parameterType(const llvm::CallBase &CB, unsigned I) const;

private:
  const llvm::DISubroutineType *calledType(const llvm::CallBase &CB,
                                           unsigned Depth) const;
  TypeMember memberOf(const llvm::DIType *T, uint64_t Bits) const;
  TypePlace placeOf(const llvm::Value &P, unsigned Depth) const;
  TypePlace placeOfTemporary(const llvm::AllocaInst &A, unsigned Depth) const;
  const llvm::DIType *valueType(const llvm::Value &V, unsigned Depth) const;
  const llvm::DIType *declaredType(const llvm::Value &V, unsigned Depth) const;
  const llvm::DIType *typeAsMade(const llvm::Value &V, unsigned Depth) const;
  const llvm::DIType *structOf(const llvm::GEPOperator &G,
                               unsigned Depth) const;

  const DebugTypes &Types;
  const llvm::DataLayout &DL;
  mutable llvm::DenseMap<const llvm::Value *, const llvm::DIType *> Known;
  mutable llvm::DenseMap<std::pair<const llvm::DIType *, uint64_t>, TypeMember>
      MemberOf;
  mutable llvm::DenseMap<const llvm::Value *, TypePlace> PlaceOf;
  mutable uint64_t Abandoned = 0; ///< searches that ended at the maximal depth
};

} // namespace amorph

#endif
