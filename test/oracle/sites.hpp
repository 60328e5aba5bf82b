// The numbers by which an instrumented program and the comparator speak of a module: of the module as it was before it
// was instrumented, in its order.
#pragma once

#include "test/oracle/log.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

#include <cstdint>
#include <string>
#include <vector>

namespace amorph::oracle {

// What happens at an instruction: an access to the memory at `pointer`, or a call of it.
struct site {
  llvm::Instruction* at;
  llvm::Value* pointer;
  llvm::Value* bytes = nullptr;  // the length of a copy or a fill; null: the access is made in any case
  bool is_call = false;
  bool by_name = false;  // an element of a variable that the program names: not a dereference
};

struct module_sites {
  std::vector<site> sites;
  std::vector<llvm::CallBase*> calls;  // that may lead to an allocation: all but intrinsics and assembly
  std::vector<llvm::Value*> statics;   // global variables, stack variables and arguments passed by value
  std::vector<llvm::Function*> functions;

  explicit module_sites(llvm::Module& m);
  [[nodiscard]] oracle_counts counts() const;
};

// The function or variable without casts and aliases.
[[nodiscard]] const llvm::Value* callee_of(const llvm::CallBase& call);

}  // namespace amorph::oracle
