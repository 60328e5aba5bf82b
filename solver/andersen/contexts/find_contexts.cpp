// The contexts of each function: a search over the call graph, from the functions that unseen calls enter.
#include <algorithm>
#include <map>
#include <numeric>

#include "solver/andersen/contexts/contexts.hpp"

namespace amorph::andersen {
namespace {

using call_string = std::vector<std::uint32_t>;  // the innermost call last

// Cycles of direct calls with more functions than this lengthen contexts as other calls do: each function would get the
// contexts of all calls that enter the cycle.
constexpr std::size_t small_cycle = 8;

// Per function: its cycle of direct calls, if that is small, or a number of its own (Tarjan 1972, iterative).
class call_cycles {
 public:
  explicit call_cycles(const call_structure& calls) : callees_(calls.functions), cycle(calls.functions, none) {
    for (const call_structure::call& c : calls.calls)
      if (c.caller != none && c.callee != none) callees_[c.caller].push_back(c.callee);
    low_.assign(calls.functions, 0);
    for (std::uint32_t f = 0; f != calls.functions; ++f)
      if (low_[f] == 0) search(f);
  }

 private:
  struct frame {
    std::uint32_t function;
    std::size_t next;
  };

  void enter(std::uint32_t f) {
    low_[f] = order_[f] = ++visited_;
    open_.push_back(f);
    path_.push_back({f, 0});
  }

  void search(std::uint32_t root) {
    order_.resize(callees_.size());
    enter(root);
    while (!path_.empty()) {
      frame& top = path_.back();
      const std::uint32_t f = top.function;
      if (top.next != callees_[f].size()) {
        const std::uint32_t g = callees_[f][top.next++];
        if (low_[g] == 0)
          enter(g);
        else if (cycle[g] == none)
          low_[f] = std::min(low_[f], order_[g]);
        continue;
      }
      path_.pop_back();
      if (!path_.empty()) low_[path_.back().function] = std::min(low_[path_.back().function], low_[f]);
      if (low_[f] == order_[f]) close(f);
    }
  }

  void close(std::uint32_t root) {
    const auto first = std::find(open_.rbegin(), open_.rend(), root).base() - 1;
    const bool small = open_.end() - first <= static_cast<std::ptrdiff_t>(small_cycle);
    for (auto f = first; f != open_.end(); ++f)
      cycle[*f] = small ? root : static_cast<std::uint32_t>(callees_.size()) + *f;
    open_.erase(first, open_.end());
  }

  std::vector<std::vector<std::uint32_t>> callees_;
  std::vector<std::uint32_t> low_, order_, open_;
  std::vector<frame> path_;
  std::uint32_t visited_ = 0;

 public:
  std::vector<std::uint32_t> cycle;
};

// Without the functions that neither have constraints to clone nor lead to one that has.
std::vector<char> with_effect(const call_structure& calls, const std::vector<std::vector<std::uint32_t>>& callees,
                              const std::vector<std::uint64_t>& weight, const std::vector<char>& selected) {
  std::vector<std::vector<std::uint32_t>> callers(calls.functions);
  for (std::uint32_t c = 0; c != calls.calls.size(); ++c) {
    const call_structure::call& call = calls.calls[c];
    if (call.caller == none) continue;
    if (call.callee != none) callers[call.callee].push_back(call.caller);
    for (const std::uint32_t f : callees[c]) callers[f].push_back(call.caller);
  }
  std::vector<char> kept(calls.functions);
  std::vector<std::uint32_t> waiting;
  const auto keep = [&](std::uint32_t f) {
    if (kept[f] == 0) waiting.push_back(f);
    kept[f] = 1;
  };
  for (std::uint32_t f = 0; f != calls.functions; ++f)
    if (weight[f] != 0) keep(f);
  while (!waiting.empty()) {
    const std::uint32_t f = waiting.back();
    waiting.pop_back();
    for (const std::uint32_t caller : callers[f]) keep(caller);
  }
  for (std::uint32_t f = 0; f != calls.functions; ++f) kept[f] = kept[f] != 0 && selected[f] != 0;
  return kept;
}

class context_search {
 public:
  context_search(const call_structure& calls, const std::vector<std::vector<std::uint32_t>>& callees,
                 const std::vector<std::uint64_t>& weight, const std::vector<char>& selected,
                 const context_options& options, std::uint64_t limit)
      : calls_(calls),
        callees_(callees),
        selected_(with_effect(calls, callees, weight, selected)),
        options_(options),
        limit_(limit),
        cycle_(cycles_of_calls(calls)),
        of_caller_(calls.functions),
        weight_(weight),
        known_(calls.functions),
        strings_(calls.functions) {
    for (std::uint32_t c = 0; c != calls.calls.size(); ++c)
      (calls.calls[c].caller == none ? outside_ : of_caller_[calls.calls[c].caller]).push_back(c);
    tree_.enters.resize(calls.calls.size());
    tree_.targets.resize(calls.calls.size());
  }

  // Nothing if the limit is exceeded.
  std::optional<context_tree> run() {
    std::vector<char> has_caller(calls_.functions);
    for (std::uint32_t c = 0; c != calls_.calls.size(); ++c) {
      if (calls_.calls[c].callee != none) has_caller[calls_.calls[c].callee] = 1;
      for (const std::uint32_t f : callees_[c]) has_caller[f] = 1;
    }
    for (std::uint32_t f = 0; f != calls_.functions; ++f)
      if (calls_.entered[f] != 0 || has_caller[f] == 0) add(f, {});
    for (const std::uint32_t c : outside_) enter(c, {});
    expand();
    for (std::uint32_t f = 0; f != calls_.functions; ++f)  // cycles that nothing calls
      if (strings_[f].empty()) {
        add(f, {});
        expand();
      }
    if (total_ > limit_) return std::nullopt;
    number_heap();
    return std::move(tree_);
  }

 private:
  // The context of f with that string, which is new or known.
  std::uint32_t add(std::uint32_t f, const call_string& s) {
    const auto [at, is_new] = known_[f].try_emplace(s, static_cast<std::uint32_t>(strings_[f].size()));
    if (is_new) {
      strings_[f].push_back(s);
      work_.emplace_back(f, at->second);
      // Eight calls are as large as a constraint.
      total_ += 1 + weight_[f] + of_caller_[f].size() / 8;
    }
    return at->second;
  }

  void enter(std::uint32_t c, const call_string& s) {
    const call_structure::call& call = calls_.calls[c];
    if (call.callee == none) {
      if (tree_.targets[c].empty())
        for (const std::uint32_t f : callees_[c])
          tree_.targets[c].emplace_back(f, add(f, selected_[f] != 0 ? call_string{c} : call_string{}));
      return;
    }
    call_string to;
    if (selected_[call.callee] != 0) {
      to = s;
      if (call.caller == none || cycle_[call.caller] != cycle_[call.callee]) to.push_back(c);
      if (to.size() > options_.call_sites) to.erase(to.begin());
    }
    tree_.enters[c].push_back(add(call.callee, to));
  }

  void expand() {
    for (; done_ != work_.size() && total_ <= limit_; ++done_) {
      const auto [f, i] = work_[done_];
      const call_string s = strings_[f][i];
      for (const std::uint32_t c : of_caller_[f]) enter(c, s);
    }
  }

  void number_heap() {
    for (std::uint32_t f = 0; f != calls_.functions; ++f) {
      std::map<call_string, std::uint32_t> seen;
      auto& of = tree_.heap.emplace_back();
      for (call_string s : strings_[f]) {
        if (s.size() > options_.heap_call_sites)
          s.erase(s.begin(), s.end() - static_cast<std::ptrdiff_t>(options_.heap_call_sites));
        of.push_back(seen.try_emplace(s, static_cast<std::uint32_t>(seen.size())).first->second);
      }
      tree_.heaps.push_back(static_cast<std::uint32_t>(seen.size()));
      tree_.contexts.push_back(static_cast<std::uint32_t>(strings_[f].size()));
    }
  }

  const call_structure& calls_;
  const std::vector<std::vector<std::uint32_t>>& callees_;
  const std::vector<char> selected_;
  const context_options& options_;
  const std::uint64_t limit_;
  const std::vector<std::uint32_t> cycle_;
  std::vector<std::vector<std::uint32_t>> of_caller_;
  std::vector<std::uint32_t> outside_;
  const std::vector<std::uint64_t>& weight_;
  std::vector<std::map<call_string, std::uint32_t>> known_;
  std::vector<std::vector<call_string>> strings_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> work_;
  std::size_t done_ = 0;
  std::uint64_t total_ = 0;
  context_tree tree_;
};

}  // namespace

std::vector<std::uint32_t> cycles_of_calls(const call_structure& calls) { return call_cycles(calls).cycle; }

std::optional<context_tree> find_contexts(const call_structure& calls,
                                          const std::vector<std::vector<std::uint32_t>>& callees,
                                          const std::vector<std::uint64_t>& weight, const std::vector<char>& selected,
                                          const context_options& options, std::uint64_t limit) {
  return context_search(calls, callees, weight, selected, options, limit).run();
}

}  // namespace amorph::andersen
