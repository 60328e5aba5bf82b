//===- DebugTypes.h - The structs that debug information defines -*- C++
//-*-===//
#ifndef AMORPH_LLVM_PASS_EXTRACT_DEBUGTYPES_H
#define AMORPH_LLVM_PASS_EXTRACT_DEBUGTYPES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Module.h"

#include <vector>

namespace amorph {

/// T without typedefs and qualifiers; of a member its type.
const llvm::DIType *withoutNames(const llvm::DIType *T);
/// T as a pointer or reference, or as a struct, class or union; else null.
const llvm::DIDerivedType *asPointer(const llvm::DIType *T);
const llvm::DICompositeType *asStruct(const llvm::DIType *T);

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

  /// The struct that S is by its name in IR; null if that is not known.
  const llvm::DICompositeType *structNamed(llvm::StructType *S) const;

private:
  unsigned numberOfLayout(llvm::StringRef Text) const;
  const llvm::DICompositeType *findNamed(llvm::StringRef Name,
                                         uint64_t Bits) const;

  const llvm::DataLayout &DL;
  /// Definitions by name; null for a name of several different ones.
  llvm::StringMap<const llvm::DICompositeType *> Structs;
  std::vector<const llvm::DICompositeType *> Unions;
  std::vector<Layout> Layouts; ///< by number
  // What has been asked for.
  mutable llvm::StringMap<unsigned> NumberOfLayout;
  mutable llvm::DenseMap<const llvm::DICompositeType *, unsigned> LayoutOf;
  mutable llvm::DenseMap<llvm::StructType *, unsigned> LayoutInIR;
  mutable llvm::DenseMap<llvm::StructType *, const llvm::DICompositeType *>
      Named;
};

} // namespace amorph

#endif
