// Contexts: what random programs do is in every answer, and more contexts never enlarge a set. The programs are run by
// an interpreter that knows nothing of constraints.
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>

#include "solver/andersen/contexts/contexts.hpp"
#include "test/support/seeds.hpp"

namespace amorph::test {
namespace {

using namespace andersen;
using role = call_structure::role;

// `take` copies what a parameter or result of any function had last, in any activation.
enum class act : std::uint8_t { address, copy, load, store, call, call_through, give, take };

struct statement {
  act what;
  var to = none, from = none, second = none;  // a call's arguments are from and second
  std::uint32_t callee = none;                // of a direct call; of one through a pointer, the pointer
};

struct function {
  std::vector<statement> body;
  var parameters[2] = {none, none}, result = none, address = none;
};

constexpr std::uint32_t stack_block = 1, heap_block = 2;

// A program as the interpreter and as the analysis read it. Objects 0 and 1 are never pointed to.
struct program {
  problem system;
  call_structure calls;
  std::vector<function> functions;
  std::map<var, std::uint32_t> function_at;  // by address
  std::vector<std::uint32_t> block_kind;     // per object

  var new_object(std::uint32_t owner, std::uint32_t kind, std::uint32_t extent, bool new_memory) {
    if (new_memory) calls.heap.push_back(kind == heap_block ? 1 : 0);
    system.extent.push_back(extent);
    calls.memory.push_back(static_cast<std::uint32_t>(calls.heap.size() - 1));
    calls.owner.push_back(owner);
    block_kind.push_back(kind);
    return system.objects++;
  }
  void add(kind type, var dst, var src, std::int64_t offset = 0, role how = role::local, std::uint32_t call = none) {
    system.constraints.push_back({.dst = dst, .src = src, .type = type, .offset = offset});
    calls.bindings.push_back({how, call});
  }
  std::uint32_t new_call(std::uint32_t caller, std::uint32_t callee) {
    calls.calls.push_back({caller, callee});
    return static_cast<std::uint32_t>(calls.calls.size() - 1);
  }
};

class generator {
 public:
  explicit generator(std::uint64_t seed) : random_(seed) {}

  program run() {
    const std::uint32_t count = 2 + pick(4);
    p_.new_object(none, 0, 1, true);
    p_.new_object(none, 0, 1, true);
    for (int i = 0; i != 3; ++i) globals_.push_back(p_.new_object(none, 0, 1, true));
    p_.functions.resize(count);
    own_.resize(count);
    for (std::uint32_t f = 0; f != count; ++f) {
      function& it = p_.functions[f];
      if (pick(2) == 0) {
        it.address = p_.new_object(f, 0, 5, true);
        it.result = p_.new_object(f, 0, 1, false);
        p_.new_object(f, 0, 1, false);  // variable arguments
        for (var& each : it.parameters) each = p_.new_object(f, 0, 1, false);
        p_.function_at[it.address] = f;
      }
      own_[f] = {p_.new_object(f, stack_block, 1, true), p_.new_object(f, heap_block, 1, true)};
      p_.calls.address.push_back(it.address);
      p_.calls.entered.push_back(f == 0 || it.address != none);
    }
    p_.calls.functions = count;
    p_.system.variables = p_.system.objects;
    for (std::uint32_t f = 0; f != count; ++f) declare(f);
    for (std::uint32_t f = 0; f != count; ++f) make(f);
    p_.system.block_of.assign(p_.system.objects, none);
    return std::move(p_);
  }

 private:
  std::uint32_t pick(std::uint32_t n) { return static_cast<std::uint32_t>(random_() % n); }
  template <class T> T any(const std::vector<T>& of) { return of[pick(static_cast<std::uint32_t>(of.size()))]; }
  var new_variable(std::uint32_t owner) {
    p_.calls.owner.push_back(owner);
    return p_.system.variables++;
  }

  void declare(std::uint32_t f) {
    function& it = p_.functions[f];
    if (it.address != none) return;
    it.result = new_variable(f);
    for (var& each : it.parameters) each = new_variable(f);
  }

  void make(std::uint32_t f) {
    function& it = p_.functions[f];
    std::vector<var> locals(std::begin(it.parameters), std::end(it.parameters));
    for (int i = 0; i != 4; ++i) locals.push_back(new_variable(f));
    std::vector<var> addresses = globals_;
    addresses.insert(addresses.end(), own_[f].begin(), own_[f].end());
    for (const auto& [address, owner] : p_.function_at) addresses.push_back(address);
    for (std::uint32_t n = 5 + pick(12); n != 0; --n) {
      statement s{static_cast<act>(pick(8)), any(locals), any(locals), any(locals), none};
      switch (s.what) {
        case act::address: p_.add(kind::address_of, s.to, s.from = any(addresses)); break;
        case act::copy: p_.add(kind::copy, s.to, s.from); break;
        case act::load: p_.add(kind::load, s.to, s.from); break;
        case act::store: p_.add(kind::store, s.to, s.from); break;
        case act::give: p_.add(kind::copy, s.to = it.result, s.from); break;
        case act::take: {
          const function& other = p_.functions[pick(p_.calls.functions)];
          s.from = pick(2) == 0 ? other.result : other.parameters[0];
          p_.add(kind::copy, s.to, s.from, 0, role::elsewhere);
          break;
        }
        case act::call: call(f, s); break;
        case act::call_through: call_through(f, s); break;
      }
      it.body.push_back(s);
    }
  }

  void call(std::uint32_t f, statement& s) {
    s.callee = pick(p_.calls.functions);
    const function& to = p_.functions[s.callee];
    const std::uint32_t number = p_.new_call(f, s.callee);
    p_.add(kind::copy, to.parameters[0], s.from, 0, role::argument, number);
    p_.add(kind::copy, to.parameters[1], s.second, 0, role::argument, number);
    p_.add(kind::copy, s.to, to.result, 0, role::result, number);
  }

  void call_through(std::uint32_t f, statement& s) {
    s.callee = s.second;  // the pointer: any local
    const std::uint32_t number = p_.new_call(f, none);
    const var entered = new_variable(f);
    p_.add(kind::copy, entered, s.callee, 0, role::enter, number);
    var slots[3];
    for (int i = 0; i != 3; ++i) p_.add(kind::offset, slots[i] = new_variable(f), entered, i == 0 ? 1 : 2 + i);
    p_.add(kind::store, slots[1], s.from);
    p_.add(kind::store, slots[2], s.second);
    p_.add(kind::load, s.to, slots[0]);
  }

  program p_;
  std::vector<var> globals_;
  std::vector<std::vector<var>> own_;
  std::mt19937_64 random_;
};

// Runs a program in many orders of its statements, and records what each variable pointed to, and which variables of
// an activation pointed to the same memory.
class interpreter {
 public:
  interpreter(const program& p, std::uint64_t seed) : p_(p), random_(seed) {}

  std::set<std::pair<var, var>> run() {
    for (int i = 0; i != 20; ++i) {
      steps_ = 0;
      memory_.clear();
      last_.clear();
      call(0, {}, {}, 0);
    }
    return facts_;
  }
  [[nodiscard]] const std::set<std::pair<var, var>>& met() const { return met_; }

 private:
  using value = std::pair<var, std::uint64_t>;  // an object and which instance of it; {0, 0}: null

  value call(std::uint32_t f, value first, value second, int depth) {
    const function& it = p_.functions[f];
    std::map<var, value> at;
    const std::uint64_t activation = ++serial_;
    const auto set = [&](var v, value to) {
      if (to.first == 0) return;
      at[v] = last_[v] = to;
      facts_.insert({v, to.first});
      for (const auto& [other, had] : at)
        if (had == to) met_.insert({v, other});
    };
    set(it.parameters[0], first);
    set(it.parameters[1], second);
    for (std::size_t n = 2 * it.body.size(); n != 0 && ++steps_ < 400; --n) {
      const statement& s = it.body[random_() % it.body.size()];
      switch (s.what) {
        case act::address: {
          const std::uint32_t kind = p_.block_kind[s.from];
          set(s.to, {s.from, kind == stack_block ? activation : kind == heap_block ? ++serial_ : 1});
          break;
        }
        case act::copy:
        case act::give: set(s.to, at[s.from]); break;
        case act::take: set(s.to, last_[s.from]); break;
        case act::load:
          if (at[s.from].first != 0) set(s.to, memory_[at[s.from]]);
          break;
        case act::store:
          if (at[s.to].first != 0 && at[s.from].first != 0) {
            memory_[at[s.to]] = at[s.from];
            facts_.insert({at[s.to].first, at[s.from].first});
          }
          break;
        case act::call:
          if (depth != 5) set(s.to, call(s.callee, at[s.from], at[s.second], depth + 1));
          break;
        case act::call_through:
          if (const auto callee = p_.function_at.find(at[s.callee].first); callee != p_.function_at.end() && depth != 5)
            set(s.to, call(callee->second, at[s.from], at[s.second], depth + 1));
          break;
      }
    }
    return at[it.result];
  }

  const program& p_;
  std::mt19937_64 random_;
  std::map<value, value> memory_;
  std::map<var, value> last_;
  std::set<std::pair<var, var>> facts_, met_;
  std::uint64_t serial_ = 0;
  int steps_ = 0;
};

options on_threads(unsigned threads) {
  options o;
  o.run.backend = backend::cpu;
  o.run.threads = threads;
  return o;
}

solution without_contexts(const program& p) {
  solution s;
  std::string message;
  EXPECT_EQ(andersen::solve(p.system, on_threads(1), s, message), status::ok) << message;
  return s;
}

solution in_contexts(const program& p, const context_options& c, answer_in_contexts& each, unsigned threads = 1) {
  solution s;
  std::string message;
  const auto solver = [](const problem& system, const options& o, solution& answer, std::string& text) {
    return andersen::solve(system, o, answer, text);
  };
  EXPECT_EQ(solve_in_contexts(p.system, p.calls, c, on_threads(threads), solver, s, each, message), status::ok)
      << message;
  return s;
}

solution in_contexts(const program& p, const context_options& c, unsigned threads = 1) {
  answer_in_contexts each;
  return in_contexts(p, c, each, threads);
}

// The first variable of which `small` has an object that `large` has not; what a call enters is compared as the call's
// arguments and result.
std::string not_within(const program& p, const solution& small, const solution& large) {
  std::set<var> entered;
  for (std::size_t i = 0; i != p.calls.bindings.size(); ++i)
    if (p.calls.bindings[i].how == role::enter) entered.insert(p.system.constraints[i].dst);
  for (var v = 0; v != p.system.variables; ++v)
    for (const var o : small.points_to(v))
      if (!large.contains(v, o) && !entered.contains(v))
        return "variable " + std::to_string(v) + " points to " + std::to_string(o);
  return {};
}

TEST(contexts, answers_contain_what_programs_do) {
  std::size_t facts = 0, apart = 0;
  for (std::uint64_t seed = 1; seed != 30; ++seed) {
    const program p = generator(first_seed + seed).run();
    interpreter runs(p, seed);
    const auto seen = runs.run();
    facts += seen.size();
    for (const context_options& c : {context_options{1, 0, 0}, {1, 1, 0}, {2, 2, 0}, {3, 1, 0}, {2, 1, 60}}) {
      answer_in_contexts each;
      const solution s = in_contexts(p, c, each);
      const std::string where = "seed " + std::to_string(seed) + ", " + std::to_string(c.call_sites) +
                                " call sites, heap " + std::to_string(c.heap_call_sites);
      for (const auto& [v, o] : seen)
        ASSERT_TRUE(s.contains(v, o)) << where << ": variable " << v << " pointed to " << o;
      for (const auto& [v, other] : runs.met())
        ASSERT_TRUE(each.may_meet(v, other)) << where << ": variables " << v << " and " << other << " met";
      for (var v = p.system.objects; v != p.system.variables; ++v) {
        const auto of_owner = [&](var u) { return p.calls.owner[u] == p.calls.owner[v]; };
        for (var u = v + 1; u != p.system.variables && of_owner(u); ++u)
          apart += s.intersects(v, u) && !each.may_meet(v, u) ? 1 : 0;
      }
    }
  }
  EXPECT_GT(facts, 200u);
  EXPECT_GT(apart, 10u) << "variables whose sets meet, but never in one activation";
}

TEST(contexts, more_never_enlarge_a_set) {
  std::uint64_t removed = 0;
  for (std::uint64_t seed = 1; seed != 30; ++seed) {
    const program p = generator(first_seed + seed).run();
    const solution off = without_contexts(p), selected = in_contexts(p, {2, 1, 100});
    ASSERT_EQ(not_within(p, selected, off), "") << "seed " << seed;
    ASSERT_EQ(not_within(p, in_contexts(p, {2, 1, 0}), selected), "") << "seed " << seed;
    for (std::uint32_t heap = 0; heap != 3; ++heap) {
      solution larger = off;
      for (std::uint32_t k = 1; k != 4; ++k) {
        solution smaller = in_contexts(p, {k, heap, 0});
        ASSERT_EQ(not_within(p, smaller, larger), "") << "seed " << seed << ", " << k << " call sites, heap " << heap;
        if (heap != 0) {
          ASSERT_EQ(not_within(p, smaller, in_contexts(p, {k, heap - 1, 0})), "")
              << "seed " << seed << ", heap " << heap;
        }
        removed += larger.stats.facts - smaller.stats.facts;
        larger = std::move(smaller);
      }
    }
  }
  EXPECT_GT(removed, 100u);
}

// With the empty context alone, cloning and projecting change nothing; and nothing depends on threads.
TEST(contexts, one_context_is_none) {
  for (std::uint64_t seed = 1; seed != 30; ++seed) {
    const program p = generator(first_seed + seed).run();
    const solution off = without_contexts(p), one = in_contexts(p, {2, 1, 1});
    ASSERT_EQ(not_within(p, off, one), "") << "seed " << seed;
    ASSERT_EQ(not_within(p, one, off), "") << "seed " << seed;
    const solution first = in_contexts(p, {2, 1, 0}, 1), second = in_contexts(p, {2, 1, 0}, 3);
    ASSERT_EQ(not_within(p, first, second), "") << "seed " << seed;
    ASSERT_EQ(not_within(p, second, first), "") << "seed " << seed;
  }
}

// A function that returns its argument, called twice; its result is that of each call.
TEST(contexts, callers_are_apart) {
  program p;
  p.new_object(none, 0, 1, true);
  p.new_object(none, 0, 1, true);
  const var x = p.new_object(none, 0, 1, true), y = p.new_object(none, 0, 1, true);
  p.calls.functions = 2;
  p.calls.address = {none, none};
  p.calls.entered = {1, 0};
  const var parameter = 4, result = 5, first = 6, second = 7;
  p.system.variables = 8;
  p.calls.owner.insert(p.calls.owner.end(), {1, 1, 0, 0});
  p.add(kind::copy, result, parameter);
  for (const auto& [to, from] : {std::pair{first, x}, {second, y}}) {
    const std::uint32_t call = p.new_call(0, 1);
    p.add(kind::address_of, parameter, from, 0, role::argument, call);
    p.add(kind::copy, to, result, 0, role::result, call);
  }
  p.system.block_of.assign(p.system.objects, none);
  EXPECT_EQ(without_contexts(p).points_to(first), (std::vector<var>{x, y}));
  answer_in_contexts each;
  const solution s = in_contexts(p, {1, 1, 0}, each);
  EXPECT_EQ(s.points_to(first), std::vector<var>{x});
  EXPECT_EQ(s.points_to(second), std::vector<var>{y});
  EXPECT_EQ(s.points_to(result), (std::vector<var>{x, y}));
  EXPECT_FALSE(each.may_meet(first, second));
  EXPECT_TRUE(each.may_meet(parameter, result));
  EXPECT_TRUE(each.may_meet(parameter, first)) << "of two functions";
}

// 300 calls on each of three levels would be 27 million contexts.
TEST(contexts, functions_without_pointers_have_none) {
  program p;
  p.new_object(none, 0, 1, true);
  p.new_object(none, 0, 1, true);
  p.calls.functions = 4;
  p.calls.address = {none, none, none, none};
  p.calls.entered = {0, 0, 0, 1};
  for (std::uint32_t f = 1; f != 4; ++f)
    for (int i = 0; i != 300; ++i) p.new_call(f, f - 1);
  p.system.variables = p.system.objects;
  p.system.block_of.assign(p.system.objects, none);
  answer_in_contexts each;
  (void)in_contexts(p, {3, 1, 0}, each);
  EXPECT_EQ(each.contexts, 4u);
}

TEST(contexts, inconsistent_calls_are_refused) {
  program p = generator(1).run();
  p.calls.owner.back() = p.calls.functions;
  solution s;
  answer_in_contexts each;
  std::string message;
  EXPECT_EQ(solve_in_contexts(p.system, p.calls, {}, on_threads(1), {}, s, each, message), status::bad_input);
  EXPECT_EQ(message, "owner of variable " + std::to_string(p.system.variables - 1) + ": no such function");
}

}  // namespace
}  // namespace amorph::test
