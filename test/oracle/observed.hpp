// What a log says, in terms of the module: the functions that each indirect call reached, and the blocks and words that
// each access hit.
#pragma once

#include "llvm-pass/analysis/PointsToResult.h"
#include "test/oracle/sites.hpp"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace amorph::oracle {

struct hit {
  uint32_t block;
  uint32_t word;
};

struct observations {
  std::vector<std::vector<hit>> at;  // by site; of a call: the function, plus 1, in `block`
  std::vector<oracle_context> contexts;
  std::vector<std::pair<uint32_t, uint32_t>> flows;  // sites: a store, and a load of what it stored
  uint64_t lost = 0;

  // An empty log if `path` is empty. Fails if the log is of another module.
  static llvm::Expected<observations> read(const std::string& path, const module_sites& sites);
};

// Which of the analysis' blocks an observed block may be.
class blocks_of_analysis {
  const module_sites& sites_;
  const observations& seen_;
  const ModuleConstraints& constraints_;
  llvm::DenseMap<const llvm::Value*, llvm::SmallVector<unsigned, 1>> at_;  // by site, functions' own blocks excepted

  [[nodiscard]] bool allocates(const llvm::Value& function, bool private_only = false) const;
  bool add(const llvm::Value& site, std::vector<unsigned>& out) const;
  void of_chain(const oracle_context& c, std::vector<unsigned>& out) const;

 public:
  blocks_of_analysis(const module_sites& sites, const observations& seen, const ModuleConstraints& constraints);
  // Indices into ModuleConstraints::Blocks; empty: memory of the library or the system. Of an allocation those of each
  // call that returned it, as far as the analysis looks through the functions, innermost first.
  [[nodiscard]] std::vector<unsigned> of(uint32_t block) const;
  // True for memory that a library function allocated for itself (a DIR, a FILE): pointers that other functions of the
  // library return may lead there, which their models say otherwise.
  [[nodiscard]] bool is_of_library(uint32_t block) const;
  // The objects `offset` bytes into a block.
  void objects_at(unsigned block, uint64_t offset, std::vector<Var>& out) const;
};

}  // namespace amorph::oracle
