// Multi-layer type analysis alone (Lu and Hu, "Where Does It Go? Refining Indirect-Call Targets with Multi-Layer Type
// Analysis", CCS 2019), to compare with: a call through a field reaches the functions of its type that were stored to
// that field of that structure, in any object.
//
// Differences: pointers are opaque, so the first layer is the function type in IR, without what its pointers point to,
// and casts between structures are not seen. A field whose address is passed on or copied as a whole, or to which
// something is stored that cannot be traced to functions, or to other fields, may hold any function of the type.
#pragma once

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace amorph::oracle {

class layered_types {
 public:
  explicit layered_types(llvm::Module& m);
  // The functions that the call may reach, in the order of the module.
  [[nodiscard]] std::vector<const llvm::Function*> targets(const llvm::CallBase& call) const;

 private:
  using layer = std::pair<std::string, unsigned>;  // structure and number of the field
  struct contents {
    llvm::SetVector<const llvm::Function*> functions;
    llvm::SetVector<unsigned> from;  // fields whose contents are stored here
    bool anything = false;
  };

  unsigned number(const layer& l);
  void walk(llvm::Type* type, uint64_t offset, std::vector<layer>& path) const;
  std::vector<layer> path_of(const llvm::Value& address) const;
  void initial(const llvm::Constant& c, std::vector<unsigned>& path, bool unnamed);
  void store(const llvm::Value& value, llvm::ArrayRef<unsigned> path, llvm::SmallPtrSetImpl<const llvm::Value*>& seen);
  void escape(const llvm::Instruction& i);
  void close();

  const llvm::DataLayout& layout_;
  std::vector<const llvm::Function*> taken_;  // functions whose address is taken
  // In initialisers of variables with unions, whose types in IR have no name: they may be in any field.
  llvm::SetVector<const llvm::Function*> anywhere_;
  std::map<layer, unsigned> numbers_;
  std::vector<contents> fields_;
};

}  // namespace amorph::oracle
