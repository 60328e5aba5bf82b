//===- ClassHierarchy.h - Functions that a virtual call reaches -*- C++ -*-===//
//
// Class hierarchy analysis (Dean, Grove and Chambers, ECOOP 1995): a virtual
// call through a pointer to class C reaches functions in the virtual tables of
// C and of the classes derived from it. The class of the pointer is that of
// the source. The hierarchy is that of the type information (RTTI), or that of
// the debug information. A class of which neither tells the bases may be
// derived from any other.
//
//===----------------------------------------------------------------------===//
#ifndef AMORPH_LLVM_PASS_EXTRACT_CLASSHIERARCHY_H
#define AMORPH_LLVM_PASS_EXTRACT_CLASSHIERARCHY_H

#include "llvm-pass/extract/SourceTypes.h"

#include <map>
#include <string>
#include <vector>

namespace amorph {

class ClassHierarchy {
public:
  using FunctionList = std::vector<const llvm::Function *>; ///< ascending

  /// O(entries of all virtual tables).
  ClassHierarchy(const llvm::Module &M, const DebugTypes &Types);

  /// The functions that the call can reach; null: it is no virtual call, or its
  /// class is not known. O(classes + their entries) for the first call of each
  /// class.
  const FunctionList *functionsOf(const llvm::CallBase &CB);

private:
  struct Class {
    FunctionList Entries; ///< of its tables
    std::vector<std::string> Bases;
    bool HasBases = false; ///< they are known
  };

  void readTable(const llvm::GlobalVariable &Table);
  void readTypeInfo(const llvm::GlobalVariable &Info);
  void readDebugInfo(const llvm::DICompositeType &C);
  bool isDerived(const std::string &Name, const std::string &From) const;

  const llvm::Module &M;
  SourceTypes Source;
  std::map<std::string, Class, std::less<>>
      Classes;            ///< by their names in the ABI
  FunctionList OfUnknown; ///< in tables of unknown classes
  std::map<std::string, FunctionList> Reached;
};

} // namespace amorph

#endif
