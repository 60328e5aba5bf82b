// Reachable memory against a plain search, on random graphs of blocks and sets, also after blocks were replaced.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "llvm-pass/alias/Reachability.h"

namespace amorph {
namespace {

using numbers = std::set<unsigned>;

/// A solution made up of sets of objects. The objects are variables too, whose sets are what they hold.
class random_memory {
 public:
  random_memory(unsigned seed, unsigned blocks, unsigned set_count, unsigned largest) : random_(seed) {
    ModuleConstraints& c = result.Constraints;
    for (unsigned b = 0; b != blocks; ++b) {
      MemoryBlock block;
      block.Kind = ObjectKind::Global;
      block.First = static_cast<Var>(c.BlockOfObject.size());
      block.Count = b <= c.Unknown ? 1 : 1 + below(3);  // null, integers and unknown memory come first
      c.BlockOfObject.insert(c.BlockOfObject.end(), block.Count, b);
      c.Blocks.push_back(block);
    }
    result.Solved = true;
    for (unsigned s = 0; s != set_count; ++s) {
      objects_.emplace_back();
      const unsigned size = s == 0 ? 0 : below(largest + 1);
      for (unsigned n = 0; n != size; ++n) objects_.back().insert(below(objects()));
    }
    for (unsigned v = 0; v != objects(); ++v) result.Solution.set_of.push_back(below(set_count));
    for (unsigned s = 0; s != set_count; ++s) {  // so that each set has a variable
      result.Solution.set_of.push_back(s);
      store(objects_[s]);
    }
  }

  [[nodiscard]] unsigned below(unsigned bound) {
    return std::uniform_int_distribution<unsigned>(0, bound - 1)(random_);
  }
  [[nodiscard]] unsigned objects() const { return static_cast<unsigned>(result.Constraints.BlockOfObject.size()); }
  [[nodiscard]] unsigned blocks() const { return static_cast<unsigned>(result.Constraints.Blocks.size()); }
  void replace(unsigned block, const numbers& into) { replacements_.emplace_back(block, into); }

  /// The blocks of a set, and, oldest change first, those that they were replaced by.
  [[nodiscard]] numbers blocks_of(unsigned set) const {
    numbers found;
    for (unsigned object : objects_[set]) found.insert(result.Constraints.BlockOfObject[object]);
    for (const auto& [block, into] : replacements_)
      if (found.count(block) != 0) found.insert(into.begin(), into.end());
    return found;
  }
  /// A step at a time, without end until nothing is new.
  [[nodiscard]] numbers reached_from(const std::vector<unsigned>& sets) const {
    numbers reached;
    for (unsigned set : sets) reached.merge(blocks_of(set));
    for (std::size_t before = 0; before != reached.size();) {
      before = reached.size();
      for (unsigned block : numbers(reached))
        for (unsigned held : held_by(block)) reached.merge(blocks_of(held));
    }
    return reached;
  }

  PointsToResult result;

 private:
  void store(const numbers& objects) {
    auto& s = result.Solution;
    if (s.set_begin.empty()) s.set_begin.push_back(0);
    if (!objects.empty()) {
      s.base.push_back(0);
      s.store.push_back(static_cast<std::uint32_t>(s.words.size() / andersen::solution::words_each));
      s.words.resize(s.words.size() + andersen::solution::words_each);
      std::uint64_t* words = &s.words[s.words.size() - andersen::solution::words_each];
      for (unsigned o : objects) words[o / 64] |= std::uint64_t{1} << o % 64;
    }
    s.set_begin.push_back(s.base.size());
  }
  /// The sets of what a block holds, and of what those held that it has replaced; nothing of escaped ones.
  [[nodiscard]] numbers held_by(unsigned block) const {
    numbers parts{block}, sets;
    for (auto r = replacements_.rbegin(); r != replacements_.rend(); ++r)
      if (std::any_of(parts.begin(), parts.end(), [&](unsigned p) { return r->second.count(p) != 0; }))
        parts.insert(r->first);
    const auto& escaped = objects_[result.Solution.set_of[result.Constraints.Unknown]];
    for (unsigned part : parts) {
      const MemoryBlock& b = result.Constraints.Blocks[part];
      if (escaped.count(b.First) == 0)
        for (unsigned o = b.First; o != b.First + b.Count; ++o) sets.insert(result.Solution.set_of[o]);
    }
    return sets;
  }

  std::mt19937 random_;
  std::vector<numbers> objects_;  // by set
  std::vector<std::pair<unsigned, numbers>> replacements_;
};

void compare(random_memory& memory, Reachability& reach, unsigned sets) {
  for (unsigned question = 0; question != 12; ++question) {
    std::vector<unsigned> from(memory.below(4));
    for (unsigned& set : from) set = memory.below(sets);
    std::vector<unsigned> asked = from;
    if (memory.below(4) == 0) asked.push_back(NoSet), asked.push_back(Nowhere);
    const llvm::BitVector found = reach.from(asked);
    numbers is;
    for (unsigned b : found.set_bits()) is.insert(b);
    ASSERT_EQ(is, memory.reached_from(from));
  }
}

/// Limit: bytes that may be stored; without any, each question searches.
void check(unsigned seed, unsigned blocks, unsigned set_count, unsigned largest, std::size_t limit) {
  random_memory memory(seed, blocks, set_count, largest);
  PointsToSets sets(memory.result);
  Reachability reach(memory.result, sets, limit);
  compare(memory, reach, set_count);
  for (unsigned change = 0; change != 3 && !testing::Test::HasFatalFailure(); ++change) {
    const unsigned block = memory.below(blocks);
    numbers into;
    for (unsigned n = 1 + memory.below(2); n != 0; --n) into.insert(memory.below(blocks));
    memory.replace(block, into);
    sets.replaceBlock(block, std::vector<unsigned>(into.begin(), into.end()));
    reach.clear();
    compare(memory, reach, set_count);
  }
  EXPECT_LE(reach.bytes(), limit);
}

TEST(reachability, equals_a_plain_search) {
  unsigned seed = 0;
  for (unsigned blocks : {4, 9, 40, 200})
    // Chains; cycles; most of the memory is one component; sets that store what they reach.
    for (unsigned largest : {1, 2, 5, 40})
      for (unsigned sets : {3, 12, 60, 300})
        for (unsigned n = 0; n != 12 && !HasFatalFailure(); ++n) {
          SCOPED_TRACE(testing::Message() << "seed " << seed << ", " << blocks << " blocks, " << sets << " sets");
          check(seed++, blocks, sets, largest, n % 3 == 0 ? 0 : n % 3 == 1 ? 1 + blocks / 2 : 1U << 20);
        }
}

}  // namespace
}  // namespace amorph
