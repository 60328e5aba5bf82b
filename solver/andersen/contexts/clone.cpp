// Clones the variables and constraints of each function for its contexts.
//
// What does not depend on the context is not cloned: only values that come from arguments, from a result that differs,
// or from memory of the activation do. A variable that another function uses without a call is used as the union of
// its instances, and is assigned in all of them.
//
// Functions are cloned as objects, too. Each leads to its instances through a slot of its own, the second one. What an
// indirect call enters is what the functions of its pointer lead to there, as far as it is in the call's context: a
// load and a filter, so that the solver finds the call graph of each context while it solves.
#include <algorithm>
#include <numeric>
#include <unordered_map>

#include "amorph/kernels/base/error.hpp"
#include "solver/andersen/contexts/contexts.hpp"

namespace amorph::andersen {

namespace {

using role = call_structure::role;
using callee_lists = std::vector<std::vector<std::uint32_t>>;

constexpr std::int64_t instances_slot = 1;              // of an object with slots in the cloned problem
constexpr std::uint64_t most_constraints = 40'000'000;  // of a cloned problem: some 4 GB

enum kind_of_variable : char { plain, object, allocated };

// Per indirect call: the functions that it may enter without contexts, ascending.
callee_lists callees_of(const problem& of, const call_structure& calls, const solution& merged) {
  std::vector<std::uint32_t> function_at(of.objects, none);
  for (std::uint32_t f = 0; f != calls.functions; ++f)
    if (calls.address[f] != none) function_at[calls.address[f]] = f;
  callee_lists callees(calls.calls.size());
  for (std::size_t i = 0; i != of.constraints.size(); ++i)
    if (calls.bindings[i].how == role::enter)
      merged.for_each(of.constraints[i].src, [&](var o) {
        if (function_at[o] != none) callees[calls.bindings[i].call].push_back(function_at[o]);
      });
  for (auto& each : callees) {
    std::sort(each.begin(), each.end());
    each.erase(std::unique(each.begin(), each.end()), each.end());
  }
  return callees;
}

bool has_effect(const constraint& c, const solution& merged) {
  return c.type == kind::address_of || (!merged.empty(c.src) && !merged.empty(c.dst));
}

class cloner {
 public:
  cloner(const problem& of, const call_structure& calls, const solution& merged, context_tree tree)
      : of_(of), calls_(calls), merged_(merged), tree_(out_.tree) {
    tree_ = std::move(tree);
  }

  cloned_problem run() {
    find_dependent();
    number_objects();
    number_variables();
    map_filters();
    for (std::size_t i = 0; i != of_.constraints.size(); ++i)
      if (has_effect(of_.constraints[i], merged_)) instantiate(of_.constraints[i], calls_.bindings[i]);
    lead_to_instances();
    out_.system.variables = next_;
    return std::move(out_);
  }

 private:
  [[nodiscard]] std::uint32_t owner(var v) const { return out_.owner[v]; }
  [[nodiscard]] std::uint32_t contexts(std::uint32_t f) const { return f == none ? 1 : tree_.contexts[f]; }
  [[nodiscard]] var at(var v, std::uint32_t context) const { return out_.instance(v, context); }

  // The result of the call differs between contexts of the caller if what it enters does.
  [[nodiscard]] bool differs(const call_structure::binding& b) const {
    if (b.how != role::result) return true;
    const auto& enters = tree_.enters[b.call];
    return std::any_of(enters.begin(), enters.end(), [&](std::uint32_t c) { return c != enters[0]; });
  }

  // Finds the variables that have an instance per context: out_.owner.
  void find_dependent() {
    out_.owner.assign(of_.variables, none);
    out_.kind.assign(of_.variables, plain);
    std::vector<var> work;
    const auto depend = [&](var v) {
      if (owner(v) != none || calls_.owner[v] == none || merged_.empty(v)) return;
      if (contexts(calls_.owner[v]) < 2) return;
      out_.owner[v] = calls_.owner[v];
      work.push_back(v);
    };
    for (var o = 0; o != of_.objects; ++o) {
      const bool heap = calls_.heap[calls_.memory[o]] != 0;
      out_.kind[o] = heap ? allocated : object;
      const std::uint32_t f = calls_.owner[o];
      if (f == none || (heap ? tree_.heaps[f] : tree_.contexts[f]) < 2) continue;
      out_.owner[o] = f;
      work.push_back(o);
    }
    // By source: the constraints that give what they have to a variable with an owner.
    const auto is_edge = [&](std::size_t i) {
      const constraint& c = of_.constraints[i];
      return c.type != kind::store && calls_.owner[c.dst] != none && calls_.bindings[i].how != role::elsewhere;
    };
    std::vector<std::uint32_t> begin(of_.variables + std::size_t{1}), edges;
    for (std::size_t i = 0; i != of_.constraints.size(); ++i) {
      if (is_edge(i)) ++begin[of_.constraints[i].src + std::size_t{1}];
      if (calls_.bindings[i].how == role::argument) depend(of_.constraints[i].dst);
    }
    std::partial_sum(begin.begin(), begin.end(), begin.begin());
    edges.resize(begin.back());
    std::vector<std::uint32_t> next(begin.begin(), begin.end() - 1);
    for (std::size_t i = 0; i != of_.constraints.size(); ++i)
      if (is_edge(i)) edges[next[of_.constraints[i].src]++] = static_cast<std::uint32_t>(i);
    while (!work.empty()) {
      const var v = work.back();
      work.pop_back();
      for (std::uint32_t e = begin[v]; e != begin[v + std::size_t{1}]; ++e) {
        const constraint& c = of_.constraints[edges[e]];
        const call_structure::binding& b = calls_.bindings[edges[e]];
        if (b.how == role::result ? differs(b) : b.how == role::argument || calls_.owner[c.dst] == owner(v))
          depend(c.dst);
      }
    }
  }

  // The objects [first, last) of a block of memory, once more.
  void append_memory(var first, var last) {
    problem& p = out_.system;
    for (var o = first; o != last; ++o) {
      const bool has_slots = o == first && of_.extent[o] > 1;
      std::uint32_t b = of_.block_of.empty() ? none : of_.block_of[o];
      if (b != none && of_.blocks[b].first == o) p.blocks.push_back({next_, of_.blocks[b].layout});
      if (b != none) b = static_cast<std::uint32_t>(p.blocks.size() - 1);
      append_object(o, of_.extent[o] + (has_slots ? 1 : 0), b);
      if (has_slots) append_object(none, 1, none);
    }
  }
  void append_object(var original, std::uint32_t extent, std::uint32_t block) {
    out_.original.push_back(original);
    out_.system.extent.push_back(extent);
    out_.system.block_of.push_back(block);
    ++next_;
  }

  void number_objects() {
    problem& p = out_.system;
    p.layouts = of_.layouts;
    p.slot_of_word = of_.slot_of_word;
    p.slot_position = of_.slot_position;
    p.slot_stride = of_.slot_stride;
    out_.first.assign(of_.variables, none);
    out_.number.assign(of_.variables, none);
    struct range {
      var first, last;
    };
    std::vector<std::vector<range>> cloned[2] = {std::vector<std::vector<range>>(calls_.functions),
                                                 std::vector<std::vector<range>>(calls_.functions)};
    std::vector<std::uint32_t> size[2] = {std::vector<std::uint32_t>(calls_.functions),
                                          std::vector<std::uint32_t>(calls_.functions)};
    for (var o = 0; o != of_.objects;) {
      var last = o + 1;
      while (last != of_.objects && calls_.memory[last] == calls_.memory[o]) ++last;
      const var base = next_;
      append_memory(o, last);
      for (var n = base; n != next_; ++n)
        if (out_.original[n] != none) out_.first[out_.original[n]] = n;
      if (const std::uint32_t f = owner(o); f != none) {
        const int heap = out_.kind[o] == allocated ? 1 : 0;
        for (var each = o; each != last; ++each) out_.number[each] = size[heap][f] + (out_.first[each] - base);
        size[heap][f] += next_ - base;
        cloned[heap][f].push_back({o, last});
      }
      o = last;
    }
    for (auto& rows : out_.begin) rows.resize(calls_.functions);
    for (std::uint32_t f = 0; f != calls_.functions; ++f)
      for (const int heap : {0, 1}) {
        auto& begin = out_.begin[heap == 0 ? object : allocated][f];
        begin.push_back(none);
        for (std::uint32_t i = 1; i < (heap == 0 ? tree_.contexts[f] : tree_.heaps[f]); ++i) {
          begin.push_back(next_);
          for (const range& r : cloned[heap][f]) append_memory(r.first, r.last);
        }
      }
    p.objects = next_;
  }

  void number_variables() {
    std::vector<std::uint32_t> size(calls_.functions);
    for (var v = of_.objects; v != of_.variables; ++v) {
      out_.first[v] = next_++;
      if (owner(v) != none) out_.number[v] = size[owner(v)]++;
    }
    for (std::uint32_t f = 0; f != calls_.functions; ++f) {
      out_.begin[plain][f].push_back(none);
      for (std::uint32_t i = 1; i < tree_.contexts[f]; ++i) {
        out_.begin[plain][f].push_back(next_);
        next_ += size[f];
      }
    }
  }

  // An instance passes a filter as its object does.
  void map_filters() {
    std::vector<var> passing;
    for (const object_runs& filter : of_.filters) {
      passing.clear();
      filter.for_each([&](var o) {
        for (std::uint32_t i = 0; i != out_.instances(o); ++i) passing.push_back(numbered(o, i));
      });
      std::sort(passing.begin(), passing.end());
      object_runs& mapped = out_.system.filters.emplace_back();
      for (const var n : passing) mapped.add(n, n + 1);
    }
  }

  void add(kind type, var dst, var src, std::int64_t offset = 0, std::uint32_t stride = 0) {
    constraint c;
    c.type = type;
    c.dst = dst;
    c.src = src;
    c.offset = type == kind::offset && offset >= instances_slot ? offset + 1 : offset;
    c.stride = stride;
    out_.system.constraints.push_back(c);
  }
  void add(const constraint& like, var dst, var src) { add(like.type, dst, src, like.offset, like.stride); }

  // The union over all instances.
  var all_instances(var v) {
    if (owner(v) == none) return out_.first[v];
    const auto [at, is_new] = union_of_.try_emplace(v, next_);
    if (is_new) {
      ++next_;
      for (std::uint32_t i = 0; i != out_.instances(v); ++i) add(kind::copy, at->second, numbered(v, i));
    }
    return at->second;
  }
  [[nodiscard]] var numbered(var v, std::uint32_t i) const { return out_.numbered(v, i); }

  void instantiate(const constraint& c, const call_structure::binding& b) {
    const std::uint32_t to = owner(c.dst), from = c.type == kind::address_of ? owner_of_address(c.src) : owner(c.src);
    if (b.how == role::enter) return enter(c, b.call);
    if (to == none && from == none) return add(c, out_.first[c.dst], out_.first[c.src]);
    if (b.how == role::argument || b.how == role::result) return bind(c, b, to, from);
    if (b.how == role::elsewhere || (to != none && from != none && to != from)) return connect(c, from);
    for (std::uint32_t i = 0; i != contexts(to != none ? to : from); ++i)
      add(c, at(c.dst, i), from == none ? out_.first[c.src] : at(c.src, i));
  }
  // The address of a function is that of its first instance.
  [[nodiscard]] std::uint32_t owner_of_address(var o) const {
    const std::uint32_t f = owner(o);
    return f != none && calls_.address[f] == o ? none : f;
  }

  // From an activation of the caller to the one that the call enters, or back.
  void bind(const constraint& c, const call_structure::binding& b, std::uint32_t to, std::uint32_t from) {
    const call_structure::call& call = calls_.calls[b.call];
    const bool result = b.how == role::result;
    const std::uint32_t dst_of = result ? call.caller : call.callee, src_of = result ? call.callee : call.caller;
    if ((to != none && to != dst_of) || (from != none && from != src_of)) return connect(c, from);
    const auto& enters = tree_.enters[b.call];
    std::pair<var, var> last{none, none};
    for (std::uint32_t i = 0; i != enters.size(); ++i) {
      const std::uint32_t in_dst = result ? i : enters[i], in_src = result ? enters[i] : i;
      const std::pair<var, var> pair{at(c.dst, in_dst), from == none ? out_.first[c.src] : at(c.src, in_src)};
      if (pair != last) add(c, pair.first, pair.second);
      last = pair;
    }
  }

  // From any activation to any.
  void connect(const constraint& c, std::uint32_t from) {
    if (c.type == kind::store) return add(c, all_instances(c.dst), all_instances(c.src));
    for (std::uint32_t i = 0; i != out_.instances(c.dst); ++i)
      if (c.type == kind::address_of)
        for (std::uint32_t j = 0; j != (from == none ? 1 : out_.instances(c.src)); ++j)
          add(c, numbered(c.dst, i), numbered(c.src, j));
      else
        add(c, numbered(c.dst, i), all_instances(c.src));
  }

  // The instances of the pointer's functions in the call's context.
  void enter(const constraint& c, std::uint32_t call) {
    const auto [filter, is_new] = filter_of_.try_emplace(call, static_cast<std::uint32_t>(out_.system.filters.size()));
    if (is_new) out_.system.filters.emplace_back();  // until lead_to_instances
    const bool same = owner(c.src) == none || owner(c.src) == owner(c.dst);
    for (std::uint32_t i = 0; i != out_.instances(c.dst); ++i) {
      const var pointer = same ? at(c.src, i) : all_instances(c.src);
      const auto [all, unseen] = entered_by_.try_emplace(pointer, next_);
      if (unseen) {
        const var slot = next_ + 1;
        next_ += 2;
        out_.system.constraints.push_back(
            {.dst = slot, .src = pointer, .type = kind::offset, .offset = instances_slot});
        add(kind::load, all->second, slot);
      }
      add(kind::filter, at(c.dst, i), all->second, filter->second);
    }
  }

  void lead_to_instances() {
    std::vector<char> bound(of_.objects);
    for (const var o : calls_.address)
      if (o != none) bound[o] = 1;
    std::vector<var> others;  // objects with slots that no context distinguishes
    for (var o = 0; o != of_.objects; ++o)
      if (of_.extent[o] > 1 && bound[o] == 0) others.push_back(out_.first[o]);
    for (const var n : others) add(kind::address_of, n + instances_slot, n);
    std::vector<std::pair<var, var>> leads;
    for (std::uint32_t call = 0; call != calls_.calls.size(); ++call) {
      const auto filter = filter_of_.find(call);
      if (filter == filter_of_.end()) continue;
      std::vector<var> passing = others;
      for (const auto& [f, context] : tree_.targets[call]) {
        const var o = calls_.address[f];
        passing.push_back(at(o, context));
        leads.emplace_back(out_.first[o] + instances_slot, passing.back());
      }
      std::sort(passing.begin(), passing.end());
      object_runs& runs = out_.system.filters[filter->second];
      for (const var n : passing) runs.add(n, n + 1);
    }
    std::sort(leads.begin(), leads.end());
    leads.erase(std::unique(leads.begin(), leads.end()), leads.end());
    for (const auto& [slot, instance] : leads) add(kind::address_of, slot, instance);
  }

  const problem& of_;
  const call_structure& calls_;
  const solution& merged_;
  cloned_problem out_;
  context_tree& tree_;
  var next_ = 0;
  std::unordered_map<var, var> union_of_;                       // by variable
  std::unordered_map<var, var> entered_by_;                     // by pointer of the cloned problem
  std::unordered_map<std::uint32_t, std::uint32_t> filter_of_;  // by indirect call
};

}  // namespace

var cloned_problem::instance(var v, std::uint32_t context) const {
  if (owner[v] == none) return first[v];
  return numbered(v, kind[v] == allocated ? tree.heap[owner[v]][context] : context);
}

std::uint32_t cloned_problem::instances(var v) const {
  if (owner[v] == none) return 1;
  return kind[v] == allocated ? tree.heaps[owner[v]] : tree.contexts[owner[v]];
}

cloned_problem clone(const problem& of, const call_structure& calls, const solution& merged,
                     const context_options& options) {
  const callee_lists callees = callees_of(of, calls, merged);
  std::vector<std::uint64_t> weight(calls.functions);
  for (const constraint& c : of.constraints) {
    const std::uint32_t f = calls.owner[c.dst] != none ? calls.owner[c.dst] : calls.owner[c.src];
    if (f != none && has_effect(c, merged)) ++weight[f];
  }
  const std::vector<char> selected = options.budget != 0 ? select_functions(of, calls, callees, weight, merged, options)
                                                         : std::vector<char>(calls.functions, 1);
  std::optional<context_tree> tree = find_contexts(calls, callees, weight, selected, options, most_constraints);
  if (!tree)
    throw error(status::out_of_memory,
                "contexts: expected at most " + std::to_string(most_constraints) +
                    " constraints in all contexts, found more; use fewer call sites, or contexts=auto");
  return cloner(of, calls, merged, std::move(*tree)).run();
}

}  // namespace amorph::andersen
