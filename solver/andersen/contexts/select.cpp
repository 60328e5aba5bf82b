// Which functions to clone: those at whose parameters most facts merge for the constraints that their clones cost.
//
// A parameter holds the union of all callers' arguments. What it holds more than a caller's own argument is what that
// caller may get back, or find in its memory, from others: the facts that cloning can remove. Zipper (Li, Tan,
// Moeller and Smaragdakis, OOPSLA 2018) follows the flows that lose precision, Scaler (FSE 2018) bounds the size per
// function; here one number orders the functions, and one bound holds for the cloned system.
#include <algorithm>
#include <map>
#include <numeric>

#include "solver/andersen/contexts/contexts.hpp"

namespace amorph::andersen {
namespace {

using role = call_structure::role;
using callee_lists = std::vector<std::vector<std::uint32_t>>;

// Per function: the facts that its callers pass to one another.
std::vector<std::uint64_t> merged_facts(const problem& of, const call_structure& calls, const callee_lists& callees,
                                        const solution& merged) {
  std::vector<std::uint64_t> facts(calls.functions);
  const auto pass = [&](std::uint32_t f, var parameter, std::uint64_t own) {
    const std::uint64_t all = merged.size(parameter);
    if (all > own) facts[f] += all - own;
  };
  // An indirect call stores arguments through the functions that it enters, at the offsets of their parameters.
  std::vector<std::uint32_t> call_of(of.variables, none);
  std::map<var, std::pair<std::uint32_t, std::int64_t>> slots;  // call and offset
  for (std::size_t i = 0; i != of.constraints.size(); ++i)
    if (calls.bindings[i].how == role::enter) call_of[of.constraints[i].dst] = calls.bindings[i].call;
  for (const constraint& c : of.constraints)
    if (c.type == kind::offset && call_of[c.src] != none) slots[c.dst] = {call_of[c.src], c.offset};
  for (std::size_t i = 0; i != of.constraints.size(); ++i) {
    const constraint& c = of.constraints[i];
    if (calls.bindings[i].how == role::argument)
      pass(calls.calls[calls.bindings[i].call].callee, c.dst, c.type == kind::address_of ? 1 : merged.size(c.src));
    if (c.type != kind::store) continue;
    if (const auto at = slots.find(c.dst); at != slots.end())
      for (const std::uint32_t f : callees[at->second.first]) {
        const std::uint64_t parameter = calls.address[f] + static_cast<std::uint64_t>(at->second.second);
        if (of.extent[calls.address[f]] > at->second.second) pass(f, static_cast<var>(parameter), merged.size(c.src));
      }
  }
  return facts;
}

}  // namespace

std::vector<char> select_functions(const problem& of, const call_structure& calls, const callee_lists& callees,
                                   const std::vector<std::uint64_t>& weight, const solution& merged,
                                   const context_options& options) {
  const std::vector<std::uint64_t> facts = merged_facts(of, calls, callees, merged);
  std::vector<std::uint64_t> callers(calls.functions);
  for (std::uint32_t c = 0; c != calls.calls.size(); ++c) {
    if (calls.calls[c].callee != none) ++callers[calls.calls[c].callee];
    for (const std::uint32_t f : callees[c]) ++callers[f];
  }
  // Cycles of calls that keep the context are cloned together: selecting less never makes an answer smaller.
  const std::vector<std::uint32_t> cycle = cycles_of_calls(calls);
  struct group {
    std::uint64_t facts = 0, cost = 1;
    std::vector<std::uint32_t> functions;
  };
  std::map<std::uint32_t, group> groups;
  for (std::uint32_t f = 0; f != calls.functions; ++f) {
    group& g = groups[cycle[f]];
    g.facts += 1 + facts[f];  // what merges only in contexts, or in memory, is not seen here
    g.cost += weight[f] * callers[f];
    g.functions.push_back(f);
  }
  std::vector<const group*> ranked;
  for (const auto& [root, g] : groups) ranked.push_back(&g);
  std::stable_sort(ranked.begin(), ranked.end(), [](const group* a, const group* b) {
    return static_cast<double>(a->facts) * static_cast<double>(b->cost) >
           static_cast<double>(b->facts) * static_cast<double>(a->cost);
  });
  const auto first_of = [&](std::size_t count) {
    std::vector<char> selected(calls.functions);
    for (std::size_t i = 0; i != count; ++i)
      for (const std::uint32_t f : ranked[i]->functions) selected[f] = 1;
    return selected;
  };
  // The cost grows with the selection: a binary search for the largest one.
  std::size_t fits = 0, too_many = ranked.size() + 1;
  while (too_many - fits > 1) {
    const std::size_t middle = (fits + too_many) / 2;
    const bool within = find_contexts(calls, callees, weight, first_of(middle), options, options.budget).has_value();
    (within ? fits : too_many) = middle;
  }
  return first_of(fits);
}

}  // namespace amorph::andersen
