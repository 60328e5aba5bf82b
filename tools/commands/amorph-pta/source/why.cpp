// A backward search over the solved constraints (Dijkstra): the provenance of a fact, as in Datalog engines, without
// recording anything while solving. A step costs more the less certain it is, so the first chain is the most certain,
// and the shortest of those that are equally certain.
#include "tools/commands/amorph-pta/source/why.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <queue>
#include <unordered_map>
#include <unordered_set>

#include "llvm/ADT/DenseSet.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "solver/andersen/field_layout.hpp"

namespace amorph::pta {
namespace {

using andersen::constraint;
using andersen::kind;

// The nodes are facts (v, o): v holds o. All constraints hold at the fixed point, so any path that ends at an
// address_of is a derivation. A load or store leads to as many facts as its pointer's set has objects. Pointers share
// sets, so each pair of a set and an object is followed once.
class search {
 public:
  // A program that runs stores nothing in constants. The analysis may take it that one does, since pointers to them are
  // merged with others: a chain through such a store is looked for only if there is no other.
  enum class stores : unsigned char { to_variables, to_all };
  search(const source_index& p, const pointer& from, const std::string& asked, const pointer& to, stores followed)
      : p_(p),
        from_(from),
        asked_(asked),
        c_(p.result().Constraints),
        solution_(p.result().Solution),
        problem_(c_.Problem),
        followed_(followed) {
    for (const Var cell : to.memory) {
      const MemoryBlock& b = c_.blockOf(cell);
      const bool whole = cell == b.First && b.Kind != ObjectKind::Function;
      for (unsigned i = 0; i != (whole ? b.Count : 1); ++i) wanted_.insert(whole ? b.First + i : cell);
    }
    for (const Var o : from.objects)
      if (wanted_.contains(o)) direct_ = o;
    for (const Var v : from.holders)
      for (const Var o : wanted_)
        if (has(v, o)) reach({v, o}, no_step, nullptr, NoVar, nullptr, 0);
  }

  std::vector<item> run() {
    if (direct_ != NoVar)
      return {{asked_name(), "is the address of " + object(direct_), p_.location(c_.blockOf(direct_)), {}}};
    while (!open_.empty()) {
      if (steps_.size() > max_steps)
        return {note("no chain among the first " + std::to_string(steps_.size()) + " steps")};
      const std::size_t at = open_.top().second;
      open_.pop();
      const fact f = steps_[at].what;
      std::vector<bool>::reference settled = of_object(f.object).reached[f.holder];
      if (settled) continue;
      settled = true;
      if (expand(at)) return found_ = true, chain(at);
    }
    if (!steps_.empty()) return {note("no chain was found")};
    return {};
  }
  [[nodiscard]] bool needs_all_stores() const { return !found_ && left_out_; }

 private:
  struct fact {
    Var holder, object;
  };
  struct step {
    fact what;
    std::size_t next;      // towards `from`
    const constraint* by;  // the constraint that implies `next`
    Var through;           // loads and stores: the pointer; otherwise none
    const llvm::Value* origin;
    std::uint64_t cost;  // of the chain from here
  };
  // A step to any place of a block, and through code that is not seen. A load or store costs by the number of objects
  // that its pointer may point to: each doubling is one more.
  static constexpr std::uint64_t any_place = 4, unseen = 8;
  static constexpr std::size_t no_step = ~std::size_t{0};
  static constexpr std::size_t max_steps = 10'000'000, max_bytes = std::size_t{1} << 30;

  static item note(const std::string& text) { return {"...", text, {}, {}}; }
  static std::uint64_t pair_of(std::uint32_t a, std::uint32_t b) { return std::uint64_t{a} << 32 | b; }

  void reach(fact f, std::size_t next, const constraint* by, Var through, const llvm::Value* origin,
             std::uint64_t cost) {
    open_.push({cost, steps_.size()});
    steps_.push_back({f, next, by, through, origin, cost});
  }
  std::uint64_t cost_through(Var pointer) {
    if (pointer == NoVar) return 1;
    const auto [it, is_new] = widths_.try_emplace(solution_.set_of[pointer], 0);
    if (is_new) it->second = static_cast<std::uint64_t>(std::bit_width(solution_.size(pointer)));
    return std::max<std::uint64_t>(it->second, 1);
  }
  const llvm::Value* origin_of(const constraint& k) const {
    const auto at = static_cast<std::size_t>(&k - problem_.constraints.data());
    return at < c_.Origins.size() ? c_.Origins[at] : nullptr;
  }
  // Whether the constraint stands for a call through a pointer, which contexts distinguish.
  bool enters(const constraint& k) const {
    const auto at = static_cast<std::size_t>(&k - problem_.constraints.data());
    return at < c_.Calls.bindings.size() && c_.Calls.bindings[at].how == andersen::call_structure::role::enter;
  }
  template <class F> void each(kind type, Var dst, F f) const {
    const auto less = [](const constraint& a, const std::pair<kind, Var>& b) { return std::pair(a.type, a.dst) < b; };
    auto it = std::lower_bound(problem_.constraints.begin(), problem_.constraints.end(), std::pair(type, dst), less);
    for (; it != problem_.constraints.end() && it->type == type && it->dst == dst; ++it) f(*it);
  }

  // Adds the facts that imply steps_[at].what; true if an address-of constraint does.
  bool expand(std::size_t at) {
    const fact f = steps_[at].what;
    bool taken = false;
    each(kind::address_of, f.holder, [&](const constraint& k) {
      if (k.src != f.object || taken) return;
      taken = true;
      last_ = &k;
    });
    if (taken) return true;
    each(kind::copy, f.holder, [&](const constraint& k) { from(at, k, k.src, f.object, NoVar); });
    each(kind::load, f.holder, [&](const constraint& k) {
      if (!loaded_.insert(pair_of(solution_.set_of[k.src], f.object)).second) return;
      solution_.for_each(k.src, [&](Var o) {
        if (o != andersen::integer_object) from(at, k, o, f.object, k.src);
      });
    });
    each(kind::offset, f.holder, [&](const constraint& k) {
      if (k.offset >= 0 && f.object >= k.offset) from(at, k, k.src, f.object - static_cast<Var>(k.offset), NoVar);
    });
    each(kind::filter, f.holder, [&](const constraint& k) {
      if (problem_.filters[static_cast<std::size_t>(k.offset)].contains(f.object)) from(at, k, k.src, f.object, NoVar);
    });
    each(kind::field, f.holder, [&](const constraint& k) {
      const std::uint32_t b = problem_.block_of[f.object];
      if (b == andersen::none) return;
      const andersen::block& block = problem_.blocks[b];
      const andersen::layout& l = problem_.layouts[block.layout];
      for (std::uint32_t s = 0; s != l.slots; ++s) {
        const std::uint32_t t = andersen::field_target(l, problem_.slot_of_word.data(), problem_.slot_position.data(),
                                                       problem_.slot_stride.data(), s, k.offset, k.stride);
        if (t == andersen::none || block.first + t == f.object)
          from(at, k, k.src, block.first + s, NoVar, t == andersen::none ? any_place : 1);
      }
    });
    if (f.holder < problem_.objects && f.holder != andersen::integer_object) {
      if (followed_ == stores::to_variables && c_.blockOf(f.holder).isConstant()) {
        left_out_ = true;
        return false;
      }
      index_stores();
      for (const std::uint32_t set : stored_to_[f.holder]) {
        if (!stored_.insert(pair_of(set, f.object)).second) continue;
        for (const constraint* k : stores_[set]) from(at, *k, k->src, f.object, k->dst);
      }
    }
    return false;
  }
  // Per object: the variables whose most certain chain with it is known, and the sets that contain it (0: unknown, 1:
  // no, 2: yes).
  struct knowledge {
    std::vector<bool> reached;
    std::vector<std::uint8_t> in_set;
  };
  knowledge& of_object(Var object) {
    if (object != current_ || known_ == nullptr) {
      current_ = object;
      known_ = &knowledge_[object];
      if (known_->reached.empty()) {
        known_->reached.resize(solution_.set_of.size());
        known_->in_set.resize(solution_.set_begin.size());
      }
    }
    return *known_;
  }
  bool has(Var holder, Var object) {
    std::uint8_t& known = of_object(object).in_set[solution_.set_of[holder]];
    if (known == 0) known = solution_.contains(holder, object) ? 2 : 1;
    return known == 2;
  }
  // By object, the sets that contain it and through which there are stores; by set, these stores. O(objects in distinct
  // sets), once.
  void index_stores() {
    if (!stored_to_.empty()) return;
    stored_to_.resize(problem_.objects);
    for (const constraint& k : problem_.constraints) {
      if (k.type != kind::store) continue;
      const std::uint32_t set = solution_.set_of[k.dst];
      const auto [it, is_new] = stores_.try_emplace(set);
      it->second.push_back(&k);
      if (is_new) solution_.for_each(k.dst, [&](Var o) { stored_to_[o].push_back(set); });
    }
  }
  void from(std::size_t at, const constraint& k, Var holder, Var object, Var through, std::uint64_t cost = 1) {
    if (of_object(object).reached[holder] || !has(holder, object)) return;
    cost = std::max(cost, cost_through(through)) + (holder == c_.Unknown ? unseen : 0);
    reach({holder, object}, at, &k, through, origin_of(k), steps_[at].cost + cost);
  }

  std::vector<item> chain(std::size_t at) {
    name_values(at);
    std::vector<item> items;
    items.push_back(
        shown(steps_[at].what, "takes the address of " + object(steps_[at].what.object), origin_of(*last_)));
    for (; steps_[at].next != no_step; at = steps_[at].next) {
      const step& s = steps_[at];
      std::string reason;
      switch (s.by->type) {
        case kind::load:
          reason = "is loaded from " + name(s.what.holder) + ", to which " + name(s.through) + " may point";
          if (const Var callee = called(s.through); callee != NoVar)
            reason = "is what a call through " + name(callee) + " returns: " + name(s.what.holder);
          break;
        case kind::store:
          reason = "is stored to from " + name(s.what.holder) + ", through " + name(s.through);
          if (const Var callee = called(s.through); callee != NoVar)
            reason = "gets the argument " + name(s.what.holder) + " of a call through " + name(callee);
          break;
        case kind::field:
        case kind::offset: reason = "is an address inside what " + name(s.what.holder) + " points to"; break;
        default: reason = "is assigned from " + name(s.what.holder);
      }
      items.push_back(shown(steps_[s.next].what, reason, s.origin));
    }
    // A variable may have its value from another one, which is named then.
    if (!from_.values.empty() && items.back().name != asked_name())
      items.push_back({asked_name(), "is assigned from " + items.back().name, {}, {}});
    std::reverse(items.begin(), items.end());
    return items;
  }
  // What was asked for; a variable in a register as FUNCTION::NAME.
  std::string asked_name() const {
    const llvm::Function* f = nullptr;
    for (const llvm::Value* v : from_.values)
      if (const auto* i = llvm::dyn_cast<llvm::Instruction>(v))
        f = i->getFunction();
      else if (const auto* a = llvm::dyn_cast<llvm::Argument>(v))
        f = a->getParent();
    const std::size_t colon = asked_.rfind(':');
    return f == nullptr || colon == std::string::npos ? asked_
                                                      : p_.names().symbol(*f) + "::" + asked_.substr(colon + 1);
  }
  item shown(const fact& f, const std::string& reason, const llvm::Value* origin) const {
    source_location at;
    if (const auto* i = llvm::dyn_cast_or_null<llvm::Instruction>(origin)) at = source_index::location(*i);
    if (const auto* function = llvm::dyn_cast_or_null<llvm::Function>(origin)) at = source_index::location(*function);
    if (const auto* g = llvm::dyn_cast_or_null<llvm::GlobalVariable>(origin))
      if (const MemoryBlock* b = c_.blockFor(g)) at = p_.location(*b);
    return {name(f.holder), reason, at, {}};
  }

  // If v points to an argument or result slot of called functions: the called pointer.
  Var called(Var v) const {
    Var callee = NoVar;
    if (v != NoVar) each(kind::offset, v, [&](const constraint& k) { callee = k.src; });
    if (const Var entered = callee; entered != NoVar)
      each(kind::copy, entered, [&](const constraint& k) {
        if (enters(k)) callee = k.src;
      });
    const Var passed = callee;
    if (passed != NoVar) each(kind::filter, passed, [&](const constraint& k) { callee = k.src; });
    return callee;
  }
  std::string object(Var o) const { return p_.names().object(c_, o); }
  std::string name(Var v) const {
    if (v == c_.Unknown) return "<unknown code>";
    if (v == c_.Exception) return "<exception>";
    if (v < problem_.objects && c_.blockOf(v).Kind != ObjectKind::Function) return p_.names().content(c_, v);
    const auto it = values_.find(v);
    if (it != values_.end()) return it->second;
    return v < problem_.objects ? p_.names().content(c_, v) : "<temporary>";
  }
  void name_values(std::size_t at) {
    std::unordered_set<Var> used;
    for (; at != no_step; at = steps_[at].next)
      used.insert({steps_[at].what.holder, steps_[at].through, called(steps_[at].through)});
    const auto see = [&](const llvm::Function& f, const llvm::Value& v) {
      const Var var = c_.varOf(&v);
      if (!used.contains(var)) return;
      const auto variables = p_.names().variables(&v);
      std::string& known = values_[var];
      if (!variables.empty() && (known.empty() || known.find('%') != std::string::npos))
        known = p_.names().symbol(f) + "::" + variables[0]->getName().str();
      else if (known.empty())
        known = p_.names().symbol(f) + "::" + p_.names().ir(&v);
    };
    for (const llvm::Function& f : *c_.Source) {
      for (const llvm::Argument& a : f.args()) see(f, a);
      for (const llvm::BasicBlock& b : f)
        for (const llvm::Instruction& i : b)
          if (!i.getType()->isVoidTy()) see(f, i);
    }
  }

  const source_index& p_;
  const pointer& from_;
  const std::string& asked_;
  const ModuleConstraints& c_;
  const andersen::solution& solution_;
  const andersen::problem& problem_;
  stores followed_;
  bool found_ = false, left_out_ = false;
  std::unordered_set<Var> wanted_;
  Var direct_ = NoVar;
  std::vector<step> steps_;
  using queued = std::pair<std::uint64_t, std::size_t>;  // cost, index of the step
  std::priority_queue<queued, std::vector<queued>, std::greater<>> open_;
  std::unordered_map<std::uint32_t, std::uint64_t> widths_;  // of sets
  std::unordered_map<Var, knowledge> knowledge_;
  Var current_ = NoVar;
  knowledge* known_ = nullptr;                     // of current_
  llvm::DenseSet<std::uint64_t> loaded_, stored_;  // (set, object)
  std::vector<std::vector<std::uint32_t>> stored_to_;
  std::unordered_map<std::uint32_t, std::vector<const constraint*>> stores_;
  const constraint* last_ = nullptr;
  std::unordered_map<Var, std::string> values_;
};

}  // namespace

std::vector<item> explain(const source_index& program, const pointer& from, const std::string& asked,
                          const pointer& to) {
  search likely(program, from, asked, to, search::stores::to_variables);
  std::vector<item> found = likely.run();
  return likely.needs_all_stores() ? search(program, from, asked, to, search::stores::to_all).run() : found;
}

}  // namespace amorph::pta
