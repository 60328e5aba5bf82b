// Reads the log of an instrumented program, checks that it is of this module, and finds the analysis' blocks and
// objects for each block of memory and each word that was hit.
#include "test/oracle/observed.hpp"

#include "llvm-pass/extract/Layout.h"
#include "llvm-pass/models/Models.h"

#include "llvm/Support/MemoryBuffer.h"

#include <cstring>

using namespace llvm;

namespace amorph::oracle {

static Error bad(const std::string& path, const char* what) {
  return createStringError(inconvertibleErrorCode(), path + ": " + what);
}

Expected<observations> observations::read(const std::string& path, const module_sites& sites) {
  observations all;
  all.at.resize(sites.sites.size());
  if (path.empty()) return all;
  auto file = MemoryBuffer::getFile(path, false, false);
  if (!file) return bad(path, file.getError().message().c_str());
  const char* data = (*file)->getBufferStart();
  oracle_header header;
  if ((*file)->getBufferSize() != oracle_log_bytes || std::memcmp(data, "ORACLE 2", 8) != 0)
    return bad(path, "expected a log of an instrumented program");
  std::memcpy(&header, data, sizeof header);
  const oracle_counts here = sites.counts();
  if (std::memcmp(&header.counts, &here, sizeof here) != 0) return bad(path, "a log of another module");
  all.lost = header.lost_observations + header.lost_contexts;
  auto* contexts = reinterpret_cast<const oracle_context*>(data + oracle_contexts_at);
  all.contexts.assign(contexts, contexts + (size_t(1) << oracle_log_contexts));
  auto* entries = reinterpret_cast<const uint64_t*>(data + oracle_entries_at);
  for (size_t i = 0; i != size_t(1) << oracle_log_entries; ++i) {
    const uint64_t e = entries[i];
    if (e == 0) continue;
    const uint64_t site = e << 1 >> (1 + oracle_block_bits + oracle_word_bits);
    const uint64_t block = e >> oracle_word_bits & ((uint64_t(1) << oracle_block_bits) - 1);
    if (site >= all.at.size()) return bad(path, "a site that the module does not have");
    all.at[site].push_back({uint32_t(block), uint32_t(e & ((uint64_t(1) << oracle_word_bits) - 1))});
  }
  auto* flows = reinterpret_cast<const uint64_t*>(data + oracle_flows_at);
  constexpr uint64_t site_mask = (uint64_t(1) << oracle_site_bits) - 1;
  for (size_t i = 0; i != size_t(1) << oracle_log_flows; ++i) {
    if (flows[i] == 0) continue;
    const uint64_t store = flows[i] >> oracle_site_bits & site_mask, load = flows[i] & site_mask;
    if (std::max(store, load) >= all.at.size()) return bad(path, "a site that the module does not have");
    all.flows.push_back({uint32_t(store), uint32_t(load)});
  }
  llvm::sort(all.flows);
  for (auto& hits : all.at)
    llvm::sort(hits, [](hit a, hit b) { return std::pair(a.block, a.word) < std::pair(b.block, b.word); });
  return all;
}

bool blocks_of_analysis::allocates(const Value& function, bool private_only) const {
  auto* f = dyn_cast<Function>(&function);
  const LibraryModel* model = f && f->isDeclaration() ? constraints_.Models->find(*f) : nullptr;
  return model && any_of(model->Statements, [&](const ModelStatement& s) {
           return s.Source.K == ModelValue::Bytes || (s.Source.K == ModelValue::Alloc && !private_only);
         });
}

blocks_of_analysis::blocks_of_analysis(const module_sites& sites, const observations& seen,
                                       const ModuleConstraints& constraints)
    : sites_(sites), seen_(seen), constraints_(constraints) {
  for (unsigned i = 0; i != constraints_.Blocks.size(); ++i)
    if (const MemoryBlock& b = constraints_.Blocks[i]; b.Site != nullptr && b.Kind != ObjectKind::Function)
      at_[b.Site].push_back(i);
}

bool blocks_of_analysis::add(const Value& site, std::vector<unsigned>& out) const {
  auto it = at_.find(&site);
  if (it == at_.end()) return false;
  out.insert(out.end(), it->second.begin(), it->second.end());
  return true;
}

void blocks_of_analysis::of_chain(const oracle_context& c, std::vector<unsigned>& out) const {
  const Value* callee = callee_of(*sites_.calls[c.calls[0] - 1]);
  if (!isa<Function>(callee)) {
    if (c.target == 0 || c.target > sites_.functions.size()) return;
    callee = sites_.functions[c.target - 1];
    if (!allocates(*callee)) return;
    add(*callee, out);  // one site for all its calls through pointers
  } else if (!allocates(*callee)) {
    return;
  }
  // A call that returns no pointer does not pass the memory on; a library function may have stored it somewhere.
  for (unsigned i = 0; i != oracle_depth && c.calls[i] != 0; ++i) {
    const CallBase& call = *sites_.calls[c.calls[i] - 1];
    if (i != 0 && !call.getType()->isPointerTy()) break;
    add(call, out);
  }
}

std::vector<unsigned> blocks_of_analysis::of(uint32_t block) const {
  std::vector<unsigned> found;
  const uint32_t statics = uint32_t(sites_.statics.size());
  if (block == 0) return found;
  if (block > statics) {
    if (block - statics - 1 < seen_.contexts.size()) of_chain(seen_.contexts[block - statics - 1], found);
    return found;
  }
  const Value& variable = *sites_.statics[block - 1];
  if (!add(variable, found))
    if (const MemoryBlock* literal = constraints_.blockFor(&variable))  // all of them are one block
      found.push_back(unsigned(literal - constraints_.Blocks.data()));
  return found;
}

bool blocks_of_analysis::is_of_library(uint32_t block) const {
  const uint32_t statics = uint32_t(sites_.statics.size());
  if (block <= statics || block - statics - 1 >= seen_.contexts.size()) return false;
  const Value* callee = callee_of(*sites_.calls[seen_.contexts[block - statics - 1].calls[0] - 1]);
  return allocates(*callee, true);
}

void blocks_of_analysis::objects_at(unsigned block, uint64_t offset, std::vector<Var>& out) const {
  const MemoryBlock& b = constraints_.Blocks[block];
  const andersen::problem& p = constraints_.Problem;
  const uint32_t id = p.block_of[b.First];
  // Several blocks of one call are parts of what a library function allocates; where each begins is its own affair.
  constexpr uint64_t largest = 8 * ((uint64_t(1) << oracle_word_bits) - 1);  // it stands for all beyond
  const bool is_one_of_several = b.Site != nullptr && at_.lookup(b.Site).size() > 1;
  const uint32_t slot = is_one_of_several || offset >= largest ? NoSlot
                        : offset == 0 || id == andersen::none
                            ? 0
                            : fieldTarget(p, p.blocks[id].layout, 0, int64_t(offset), 0);
  if (slot != NoSlot) return out.push_back(b.First + slot);
  for (Var o = b.First; o != b.First + b.Count; ++o) out.push_back(o);
}

}  // namespace amorph::oracle
