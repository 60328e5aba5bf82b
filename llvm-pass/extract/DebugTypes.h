//===- DebugTypes.h - The structs that debug information defines ----------===//
#ifndef AMORPH_LLVM_PASS_EXTRACT_DEBUGTYPES_H
#define AMORPH_LLVM_PASS_EXTRACT_DEBUGTYPES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Module.h"

#include <vector>

namespace amorph {

/// How deep pointers to pointers, or to functions, are compared.
inline constexpr unsigned MaxComparedDepth = 4;

/// T without typedefs and qualifiers; of a member its type.
inline const llvm::DIType *withoutNames(const llvm::DIType *T) {
  while (auto *D = llvm::dyn_cast_or_null<llvm::DIDerivedType>(T)) {
    switch (D->getTag()) {
    case llvm::dwarf::DW_TAG_typedef:
    case llvm::dwarf::DW_TAG_const_type:
    case llvm::dwarf::DW_TAG_volatile_type:
    case llvm::dwarf::DW_TAG_restrict_type:
    case llvm::dwarf::DW_TAG_atomic_type:
    case llvm::dwarf::DW_TAG_member:
      T = D->getBaseType();
      break;
    default:
      return T;
    }
  }
  return T;
}

/// T as a pointer or reference; else null.
inline const llvm::DIDerivedType *asPointer(const llvm::DIType *T) {
  auto *D = llvm::dyn_cast_or_null<llvm::DIDerivedType>(withoutNames(T));
  return D && (D->getTag() == llvm::dwarf::DW_TAG_pointer_type ||
               D->getTag() == llvm::dwarf::DW_TAG_reference_type ||
               D->getTag() == llvm::dwarf::DW_TAG_rvalue_reference_type)
             ? D
             : nullptr;
}

/// T as a struct, class or union; else null.
inline const llvm::DICompositeType *asStruct(const llvm::DIType *T) {
  auto *C = llvm::dyn_cast_or_null<llvm::DICompositeType>(withoutNames(T));
  return C && (C->getTag() == llvm::dwarf::DW_TAG_structure_type ||
               C->getTag() == llvm::dwarf::DW_TAG_class_type ||
               C->getTag() == llvm::dwarf::DW_TAG_union_type)
             ? C
             : nullptr;
}

/// The members and bases of a struct, class or union, without static members.
/// The verifier checks neither the elements of a type nor their types: any may
/// be null.
inline auto membersOf(const llvm::DICompositeType &S) {
  return llvm::make_filter_range(
      llvm::map_range(S.getElements(),
                      [](const llvm::DINode *N) {
                        return llvm::dyn_cast_or_null<llvm::DIDerivedType>(N);
                      }),
      [](const llvm::DIDerivedType *M) {
        return M && !M->isStaticMember() && M->getBaseType() &&
               (M->getTag() == llvm::dwarf::DW_TAG_member ||
                M->getTag() == llvm::dwarf::DW_TAG_inheritance);
      });
}

/// All structs, unions, enumerations and arrays of a module's source, in the
/// order of its debug information. O(instructions + debug information).
std::vector<const llvm::DICompositeType *>
compositeTypes(const llvm::Module &M);

/// The structs and unions of a module's source, and which of them the structs
/// in IR are. Each is described once, however often it is asked for.
class DebugTypes {
public:
  /// O(instructions + debug information).
  explicit DebugTypes(const llvm::Module &M);

  /// The unions that the source defines.
  llvm::ArrayRef<const llvm::DICompositeType *> unions() const {
    return Unions;
  }

  /// The classes with virtual functions or bases.
  llvm::ArrayRef<const llvm::DICompositeType *> dynamicClasses() const {
    return DynamicClasses;
  }

  /// The structs of one layout in IR. The linker of modules merges them, under
  /// one of their names: such a name says nothing.
  struct Layout {
    llvm::SmallVector<const llvm::DICompositeType *, 2> Structs;
    llvm::StringRef Name;   ///< of one of them
    bool Ambiguous = false; ///< others have other names
  };
  /// The number of a layout: the offsets and sizes of the scalars, and which
  /// are pointers.
  unsigned layoutOf(const llvm::DICompositeType &S) const;
  unsigned layoutOf(llvm::StructType *S) const;
  /// Null if no struct of the source has the layout.
  const Layout *layout(unsigned Number) const;

  /// True if S may be a union and a struct of the source at once: clang makes
  /// the same type for both, which the linker of modules merges.
  bool isUnionAndStruct(const llvm::StructType *S) const;

  /// The struct that S is by its name in IR; null if that is not known.
  const llvm::DICompositeType *structNamed(llvm::StructType *S) const;

private:
  unsigned numberOfLayout(llvm::StringRef Text) const;
  const llvm::DICompositeType *findNamed(llvm::StringRef Name,
                                         uint64_t Bits) const;

  const llvm::DataLayout &DL;
  /// Definitions by name; null for a name of several different ones.
  llvm::StringMap<const llvm::DICompositeType *> Structs;
  std::vector<const llvm::DICompositeType *> Unions, DynamicClasses;
  /// Of unions their members, and of structs with one member that: its kind,
  /// and the size of the whole.
  using Lone = std::pair<unsigned, uint64_t>;
  llvm::DenseSet<Lone> InUnions, InStructs;
  std::vector<Layout> Layouts; ///< by number
  // Cached answers.
  mutable llvm::StringMap<unsigned> NumberOfLayout;
  mutable llvm::DenseMap<const llvm::DICompositeType *, unsigned> LayoutOf;
  mutable llvm::DenseMap<llvm::StructType *, unsigned> LayoutInIR;
  mutable llvm::DenseMap<llvm::StructType *, const llvm::DICompositeType *>
      Named;
};

} // namespace amorph

#endif
