// The solution of the original problem from that of the cloned one.
#include <algorithm>
#include <array>
#include <map>
#include <unordered_map>

#include "amorph/kernels/base/bits.hpp"
#include "solver/andersen/contexts/contexts.hpp"

namespace amorph::andersen {
namespace {

using element = std::array<std::uint64_t, solution::words_each>;
using entry_list = std::vector<std::pair<std::uint32_t, std::uint32_t>>;  // (base, store), ascending

// Sets of the original problem, each stored once.
class set_builder {
 public:
  set_builder(var objects, solution& to) : to_(to), content_(objects / solution::bits + 1) { to_.set_begin = {0}; }

  void insert(var o) { mark(o / solution::bits)[o % solution::bits / 64] |= std::uint64_t{1} << (o % 64); }
  // The objects of a finished set.
  void insert_set(std::uint32_t s) {
    for (std::uint64_t e = to_.set_begin[s]; e != to_.set_begin[s + 1]; ++e) {
      element& its = mark(to_.base[e]);
      for (std::uint32_t w = 0; w != solution::words_each; ++w)
        its[w] |= to_.words[std::uint64_t{solution::words_each} * to_.store[e] + w];
    }
  }
  // The set of what was inserted since the last one.
  std::uint32_t finish() {
    std::sort(touched_.begin(), touched_.end());
    entry_list entries;
    for (const std::uint32_t base : touched_) {
      const auto [at, is_new] = stores_.try_emplace(content_[base], static_cast<std::uint32_t>(stores_.size()));
      if (is_new) to_.words.insert(to_.words.end(), content_[base].begin(), content_[base].end());
      entries.emplace_back(base, at->second);
      content_[base] = {};
    }
    touched_.clear();
    const auto [at, is_new] = sets_.try_emplace(entries, static_cast<std::uint32_t>(sets_.size()));
    if (is_new) {
      for (const auto& [base, store] : entries) {
        to_.base.push_back(base);
        to_.store.push_back(store);
      }
      to_.set_begin.push_back(to_.base.size());
    }
    return at->second;
  }

 private:
  element& mark(std::uint32_t base) {
    element& its = content_[base];
    if (its == element{}) touched_.push_back(base);  // every caller sets a bit
    return its;
  }

  struct hash {
    std::size_t operator()(const element& e) const {
      std::uint64_t h = 0;
      for (const std::uint64_t w : e) h = (h ^ w) * 0x9e3779b97f4a7c15u, h ^= h >> 29;
      return h;
    }
  };

  solution& to_;
  std::vector<element> content_;
  std::vector<std::uint32_t> touched_;
  std::unordered_map<element, std::uint32_t, hash> stores_;
  std::map<entry_list, std::uint32_t> sets_;
};

}  // namespace

solution project(const problem& of, const cloned_problem& cloned, const solution& answer) {
  solution to;
  set_builder sets(of.objects, to);
  std::vector<std::uint32_t> projected(answer.set_begin.size(), none);  // by set of the answer
  const auto one = [&](var instance) {
    std::uint32_t& its = projected[answer.set_of[instance]];
    if (its == none) {
      answer.for_each(instance, [&](var o) {
        if (cloned.original[o] != none) sets.insert(cloned.original[o]);
      });
      its = sets.finish();
    }
    return its;
  };
  std::map<std::vector<std::uint32_t>, std::uint32_t> unions;
  to.set_of.reserve(of.variables);
  for (var v = 0; v != of.variables; ++v) {
    std::vector<std::uint32_t> parts;
    for (std::uint32_t i = 0; i != cloned.instances(v); ++i) parts.push_back(one(cloned.numbered(v, i)));
    std::sort(parts.begin(), parts.end());
    parts.erase(std::unique(parts.begin(), parts.end()), parts.end());
    if (parts.size() == 1) {
      to.set_of.push_back(parts[0]);
      continue;
    }
    const auto [at, is_new] = unions.try_emplace(parts, none);
    if (is_new) {
      for (const std::uint32_t s : parts) sets.insert_set(s);
      at->second = sets.finish();
    }
    to.set_of.push_back(at->second);
  }
  to.stats = answer.stats;
  to.stats.distinct_sets = to.set_begin.size() - 1;
  to.stats.elements = to.words.size() / solution::words_each;
  to.stats.facts = 0;
  std::vector<std::uint64_t> size(to.set_begin.size(), none);
  for (var v = 0; v != of.variables; ++v) {
    std::uint64_t& its = size[to.set_of[v]];
    if (its == none) its = to.size(v);
    to.stats.facts += its;
  }
  return to;
}

}  // namespace amorph::andersen
