// The pass `oracle-shrinks`: one more assumption makes sets smaller, and nothing else. Each set of the narrower
// analysis, projected to the objects of the wider, is within the wider's; no call has a new target; no pair of pointers
// that the wider holds apart may alias. Prints how any two neighbouring values of each switch compare.
#include "llvm-pass/analysis/Names.h"
#include "llvm-pass/analysis/PointsTo.h"
#include "llvm-pass/extract/Layout.h"
#include "test/oracle/passes.hpp"
#include "test/oracle/sites.hpp"
#include "test/oracle/switches.hpp"

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

using namespace llvm;

namespace amorph::oracle {
namespace {

class projection {
  const PointsToResult &wide, &narrow;
  DenseMap<const Value*, SmallVector<unsigned, 1>> at_;  // the first's blocks by site
  std::map<std::pair<ObjectKind, std::string>, unsigned> named_;
  DenseMap<Var, std::vector<Var>> known_;

  // The bytes of an element of the block that an object is in; 0: the block has a single slot.
  static uint64_t element_size(const andersen::problem& p, Var object) {
    return p.block_of[object] == andersen::none ? 0 : p.layouts[p.blocks[p.block_of[object]].layout].size;
  }

  // The offsets of the words that an object of the second analysis stands for in a block of the first: several in an
  // inner array, and one in each element if the first's elements are larger, or its block untyped words.
  SmallVector<int64_t, 4> words_of(Var object, Var first) const {
    SmallVector<int64_t, 4> offsets = words_of_element(object);
    const uint64_t size = element_size(narrow.Constraints.Problem, object);
    const uint64_t wide_size = element_size(wide.Constraints.Problem, first);
    if (size == 0 || wide_size == 0 || size == wide_size) return offsets;
    const uint64_t elements = wide_size / std::gcd(size, wide_size);
    const size_t words = offsets.size();
    for (uint64_t element = 1; element < elements; ++element)
      for (size_t i = 0; i != words; ++i) offsets.push_back(int64_t(element * size) + offsets[i]);
    return offsets;
  }
  SmallVector<int64_t, 4> words_of_element(Var object) const {
    const andersen::problem& p = narrow.Constraints.Problem;
    if (p.block_of[object] == andersen::none) return {int64_t(narrow.Constraints.byteOffset(object))};
    const andersen::block& b = p.blocks[p.block_of[object]];
    const andersen::layout& l = p.layouts[b.layout];
    SmallVector<int64_t, 4> offsets;
    for (uint64_t word = 0; word != divideCeil(l.size, 8); ++word)
      if (p.slot_of_word[l.first_word + word] == object - b.first) offsets.push_back(int64_t(8 * word));
    return offsets;
  }

  // The first's blocks that the second's block is a part of. An allocation told apart by its caller is one of those
  // that the called function makes.
  void blocks(const Value& site, bool function, std::set<const Value*>& seen, std::vector<unsigned>& out) const {
    if (!seen.insert(&site).second) return;
    if (auto it = at_.find(&site); it != at_.end()) {
      for (unsigned b : it->second)
        if ((wide.Constraints.Blocks[b].Kind == ObjectKind::Function) == function) out.push_back(b);
      if (!out.empty()) return;
    }
    if (const MemoryBlock* b = wide.Constraints.blockFor(&site)) {
      out.push_back(unsigned(b - wide.Constraints.Blocks.data()));
      return;
    }
    auto* call = dyn_cast<CallBase>(&site);
    if (!call) return;
    bool unknown = false;
    std::vector<const Function*> callees = wide.targets(*call, unknown);
    if (auto* f = dyn_cast<Function>(callee_of(*call))) callees = {f};
    for (const Function* f : callees) {
      blocks(*f, false, seen, out);
      for (const Instruction& i : instructions(*f))
        if (isa<CallBase>(i)) blocks(i, false, seen, out);
    }
  }

 public:
  projection(const PointsToResult& w, const PointsToResult& n) : wide(w), narrow(n) {
    for (unsigned i = 0; i != wide.Constraints.Blocks.size(); ++i) {
      const MemoryBlock& b = wide.Constraints.Blocks[i];
      if (b.Site != nullptr)
        at_[b.Site].push_back(i);
      else
        named_.try_emplace({b.Kind, b.Name}, i);
    }
  }

  // The objects of the first analysis that an object of the second may be.
  const std::vector<Var>& operator()(Var object) {
    auto [it, is_new] = known_.try_emplace(object);
    if (!is_new) return it->second;
    const MemoryBlock& b = narrow.Constraints.blockOf(object);
    std::vector<unsigned> possible;
    std::set<const Value*> seen;
    if (b.Site != nullptr)
      blocks(*b.Site, b.Kind == ObjectKind::Function, seen, possible);
    else if (auto at = named_.find({b.Kind, b.Name}); at != named_.end())
      possible.push_back(at->second);
    const andersen::problem& p = wide.Constraints.Problem;
    std::vector<Var> found;
    for (unsigned each : possible) {
      const MemoryBlock& w = wide.Constraints.Blocks[each];
      if (b.Kind == ObjectKind::Function || b.Kind == ObjectKind::Unknown) {
        found.push_back(w.First + std::min(object - b.First, w.Count - 1));
        continue;
      }
      const uint32_t id = p.block_of[w.First];
      for (const int64_t offset : words_of(object, w.First)) {
        const uint32_t slot =
            offset == 0 || id == andersen::none ? 0 : fieldTarget(p, p.blocks[id].layout, 0, offset, 0);
        for (Var o = w.First; o != w.First + w.Count; ++o)
          if ((slot == NoSlot || o == w.First + slot) && !is_contained(found, o)) found.push_back(o);
      }
    }
    return known_[object] = std::move(found);
  }
};

class comparison {
  const Module& m;
  const PointsToResult &wide, &narrow;
  projection to_wide;
  const Names names;
  std::vector<std::string> wrong;
  std::set<std::pair<uint32_t, uint32_t>> compared;  // sets: many values share one
  static constexpr size_t enough = 3;                // facts: more say no more

  std::string place(const Function* f, const Value& v) const {
    std::string text;
    raw_string_ostream os(text);
    v.printAsOperand(os, false);
    return (f ? names.symbol(*f) + ": " : "") + text;
  }

  void value(const Function* f, const Value& v) {
    if (!wide.known(&v) || !narrow.known(&v)) return;
    auto set_of = [&](const PointsToResult& r) { return r.Solution.set_of[r.Constraints.varOf(&v)]; };
    if (!compared.insert({set_of(wide), set_of(narrow)}).second) return;
    const std::vector<Var> first = wide.pointsTo(&v), second = narrow.pointsTo(&v);
    for (Var o : second) {
      const std::vector<Var>& in_first = to_wide(o);
      if (none_of(in_first, [&](Var w) { return std::binary_search(first.begin(), first.end(), w); })) {
        wrong.push_back(place(f, v) + " points to " + narrow.describe(o));
        return;
      }
    }
  }

  void call(const CallBase& c) {
    bool unknown_first = false, unknown_second = false;
    const auto first = wide.targets(c, unknown_first), second = narrow.targets(c, unknown_second);
    for (const Function* f : second)
      if (!is_contained(first, f)) wrong.push_back(place(c.getFunction(), c) + " calls " + f->getName().str());
    if (unknown_second && !unknown_first) wrong.push_back(place(c.getFunction(), c) + " calls unknown code");
  }

  void function(const Function& f) {
    constexpr size_t most = 100;
    SetVector<const Value*> accessed;
    for (const Argument& a : f.args()) value(&f, a);
    for (const Instruction& i : instructions(f)) {
      value(&f, i);
      if (const Value* p = getLoadStorePointerOperand(&i); p && wide.known(p) && narrow.known(p)) accessed.insert(p);
      if (auto* c = dyn_cast<CallBase>(&i); c && !c->isInlineAsm() && !isa<Function>(callee_of(*c))) call(*c);
    }
    for (size_t a = 0; a < std::min(accessed.size(), most); ++a)
      for (size_t b = 0; b < a; ++b) {
        if (!wide.mayShareField(accessed[a], accessed[b]) && narrow.mayShareField(accessed[a], accessed[b]))
          wrong.push_back(place(&f, *accessed[a]) + " and " + place(&f, *accessed[b]) + " may alias");
      }
  }

 public:
  comparison(const Module& module, const PointsToResult& w, const PointsToResult& n)
      : m(module), wide(w), narrow(n), to_wide(w, n), names(module) {}

  // What the second analysis has and the first does not.
  std::vector<std::string> run() {
    for (const GlobalVariable& g : m.globals()) value(nullptr, g);
    for (const Function& f : m)
      if (wrong.size() < enough) function(f);
    return std::move(wrong);
  }
};

}  // namespace

PreservedAnalyses shrink_pass::run(Module& m, ModuleAnalysisManager&) {
  std::map<std::string, PointsToResult> solved;
  auto result = [&](const std::string& text) -> const PointsToResult& {
    auto [it, is_new] = solved.try_emplace(text);
    if (is_new) it->second = analyseModule(m, cantFail(parsePointsToParameters(text)));
    if (!it->second.Solved) m.getContext().emitError("oracle-shrinks: " + text + ": " + it->second.Failure);
    return it->second;
  };
  for (const switch_pair& pair : pairs_of_switches(options_.base)) {
    const PointsToResult &first = result(pair.first), &second = result(pair.second);
    if (!first.Solved || !second.Solved) break;
    const std::vector<std::string> new_in_second = comparison(m, first, second).run();
    const std::vector<std::string> new_in_first = comparison(m, second, first).run();
    outs() << pair.name << ": "
           << (new_in_first.empty()    ? new_in_second.empty() ? "equal" : "grows"
               : new_in_second.empty() ? "shrinks"
                                       : "neither")
           << '\n';
    for (auto* each : {&new_in_second, &new_in_first})
      if (!new_in_second.empty() && !new_in_first.empty())
        for (const std::string& fact : ArrayRef(*each).take_front(3))
          outs() << "  only with " << (each == &new_in_second ? pair.second : pair.first) << ": " << fact << '\n';
  }
  return PreservedAnalyses::all();
}

}  // namespace amorph::oracle
