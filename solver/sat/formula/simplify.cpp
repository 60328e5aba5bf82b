// Unit propagation and pure literal elimination (as in any SAT solver; Biere et al., Handbook of Satisfiability, 2021),
// parallel over clauses. The first rounds visit all clauses on all threads: a random formula has three or four rounds
// of pure literals. A formula with long chains of units continues with occurrence lists and a queue, which take longer
// to build and then touch only what changes. Both do the same rounds, so the result is the same.
#include "solver/sat/formula/simplify.hpp"

#include <algorithm>
#include <atomic>
#include <limits>
#include <utility>

#include "amorph/kernels/base/error.hpp"
#include "amorph/kernels/exec/cpu.hpp"
#include "amorph/kernels/random/hash.hpp"
#include "solver/run/dispatch.hpp"

namespace amorph::sat {
namespace {

constexpr std::size_t grain = std::size_t{1} << 14;
constexpr unsigned max_passes = 8;                     // over all clauses, before occurrence lists are built
constexpr unsigned buckets = 1024, bucket_shift = 54;  // of clauses' keys
constexpr std::size_t short_clause = 8;                // up to here all pairs are compared; longer clauses are sorted

// Of a clause. `repeats`: it is present and contains a literal twice.
enum state : std::uint8_t { dropped, present, repeats };

void store(std::uint8_t& byte, std::uint8_t x) { std::atomic_ref(byte).store(x, std::memory_order_relaxed); }

struct keyed {
  std::uint32_t key, clause;
};

enum class shape { clean, repeated, tautology };
shape shape_of(span<const literal> clause) {
  shape found = shape::clean;
  const auto pair = [&](literal a, literal b) {
    if (a == b && found == shape::clean) found = shape::repeated;
    if (a == negation_of(b)) found = shape::tautology;
  };
  if (clause.size() <= short_clause) {
    for (std::size_t i = 1; i < clause.size(); ++i)
      for (std::size_t j = 0; j != i; ++j) pair(clause[i], clause[j]);
    return found;
  }
  std::vector<literal> sorted(clause.begin(), clause.end());
  std::sort(sorted.begin(), sorted.end());  // a literal and its negation are adjacent
  for (std::size_t i = 1; i < sorted.size(); ++i) pair(sorted[i], sorted[i - 1]);
  return found;
}

class simplifier {
 public:
  simplifier(cpu_exec& exec, const formula& f, span<const truth> assumed, const simplify_options& options)
      : f_(f), exec_(exec), state_(f.clauses(), present), forced_literals_(2 * std::size_t{f.variables}, 0) {
    if (!assumed.empty() && assumed.size() != f.variables)
      throw error(status::bad_input, "expected a value for each of " + std::to_string(f.variables) +
                                         " variables, found " + std::to_string(assumed.size()));
    result_.fixed.assign(f.variables, truth::unknown);
    if (!assumed.empty()) std::copy(assumed.begin(), assumed.end(), result_.fixed.begin());
    examine_all(!assumed.empty());
    if (!options.copy && !options.pure && !options.duplicates && assumed.empty() && clean_ && !contradiction_ &&
        !forced_) {
      result_.unchanged = true;
      return;
    }
    if (!contradiction_) propagate_units();
    if (!contradiction_ && options.duplicates) drop_duplicates();
    if (!contradiction_ && options.pure) assign_pure_literals(options.pure_rounds);
    if (contradiction_) {
      result_ = {};
      result_.contradiction = true;
      return;
    }
    pack();
  }

  simplified take() { return std::move(result_); }

 private:
  truth value(literal l) const { return value_of(l, result_.fixed[variable_of(l)]); }
  void make_true(literal l) { result_.fixed[variable_of(l)] = negated(l) ? truth::no : truth::yes; }

  // body(clause) for all clauses that are present.
  template <class Body> void each_clause(Body body) {
    exec_.ranges(f_.clauses(), grain, [&](std::size_t a, std::size_t b, unsigned) {
      for (; a != b; ++a)
        if (state_[a] != dropped) body(a);
    });
  }

  // Drops a true clause; a clause with one literal left forces it.
  void examine(std::size_t c) {
    constexpr literal none = 0xffffffff;
    literal open = none;
    bool more = false;
    for (const literal l : f_.clause(c)) {
      const truth v = value(l);
      if (v == truth::yes) {
        state_[c] = dropped;
        return;
      }
      if (v == truth::no) continue;
      more |= open != none && open != l;
      open = l;
    }
    if (open == none)
      contradiction_.store(true, std::memory_order_relaxed);
    else if (!more)
      store(forced_literals_[open], 1), forced_.store(true, std::memory_order_relaxed);
  }

  // Without values there is no need to look them up, and only a clause of one literal is a unit.
  void examine_all(bool values) {
    std::atomic<std::uint64_t> tautologies{0};
    exec_.ranges(f_.clauses(), grain, [&](std::size_t a, std::size_t b, unsigned) {
      std::uint64_t here = 0;
      for (; a != b; ++a) {
        const shape s = shape_of(f_.clause(a));
        if (s == shape::tautology) {
          state_[a] = dropped;
          ++here;
          clean_.store(false, std::memory_order_relaxed);
          continue;
        }
        if (s == shape::repeated) state_[a] = repeats, clean_.store(false, std::memory_order_relaxed);
        if (values || s == shape::repeated || f_.clause(a).size() < 2) examine(a);
      }
      tautologies += here;
    });
    result_.tautologies = tautologies;
  }

  // The literals that the last pass found forced; clears them.
  std::vector<literal> take_forced() {
    std::vector<literal> list;
    for (std::uint32_t v = 0; v != f_.variables; ++v) {
      const bool positive = forced_literals_[2 * v] != 0, negative = forced_literals_[2 * v + 1] != 0;
      if (positive && negative) contradiction_ = true;
      if (positive || negative) list.push_back(make_literal(v, !positive));
    }
    for (const literal l : list) forced_literals_[l] = 0;
    return list;
  }

  void propagate_units() {
    for (unsigned pass = 0; forced_; ++pass) {
      forced_ = false;
      const std::vector<literal> list = take_forced();
      if (contradiction_) return;
      if (pass == max_passes) return propagate_by_occurrences(list);
      for (const literal l : list) make_true(l);
      result_.units += list.size();
      each_clause([&](std::size_t c) { examine(c); });
      if (contradiction_) return;
    }
  }

  // For each literal without a value: its clauses, each once.
  void list_occurrences() {
    begin_.assign(2 * std::size_t{f_.variables} + 1, 0);
    each_occurrence([&](std::size_t, literal l) { ++begin_[l + 1]; });
    for (std::size_t l = 0; l + 1 != begin_.size(); ++l) begin_[l + 1] += begin_[l];
    occurrence_.resize(begin_.back());
    std::vector<std::uint64_t> at(begin_.begin(), begin_.end() - 1);
    each_occurrence([&](std::size_t c, literal l) { occurrence_[at[l]++] = c; });
  }
  template <class Body> void each_occurrence(Body body) {
    std::vector<literal> once;
    for (std::size_t c = 0; c != f_.clauses(); ++c) {
      if (c % grain == 0) exec_.check_stop();
      if (state_[c] == dropped) continue;
      for (const literal l : distinct(c, once))
        if (value(l) == truth::unknown) body(c, l);
    }
  }
  // A clause's literals without repetitions; `scratch` may hold them.
  span<const literal> distinct(std::size_t c, std::vector<literal>& scratch) const {
    if (state_[c] != repeats) return f_.clause(c);
    scratch.assign(f_.clause(c).begin(), f_.clause(c).end());
    std::sort(scratch.begin(), scratch.end());
    scratch.erase(std::unique(scratch.begin(), scratch.end()), scratch.end());
    return scratch;
  }
  [[nodiscard]] span<const std::uint64_t> occurrences(literal l) const {
    return {occurrence_.data() + begin_[l], begin_[l + 1] - begin_[l]};
  }

  void propagate_by_occurrences(std::vector<literal> queue) {
    list_occurrences();
    std::vector<std::uint32_t> open(f_.clauses(), 0);  // literals not known to be false
    each_occurrence([&](std::size_t c, literal) { ++open[c]; });
    for (const literal l : queue) make_true(l);
    for (std::size_t i = 0; i != queue.size(); ++i) {
      if (i % grain == 0) exec_.check_stop();
      for (const std::uint64_t c : occurrences(queue[i])) state_[c] = dropped;
      for (const std::uint64_t c : occurrences(negation_of(queue[i]))) {
        if (state_[c] == dropped || --open[c] > 1) continue;
        // The remaining literal may already be false or true by what waits in the queue.
        bool holds = false;
        literal last = 0;
        for (const literal l : f_.clause(c))
          if (value(l) != truth::no) holds = true, last = l;
        if (!holds) {
          contradiction_ = true;
          return;
        }
        if (value(last) == truth::yes) continue;
        make_true(last);
        queue.push_back(last);
      }
    }
    result_.units += queue.size();
  }

  // Of clauses with the same free literals the first stays. Clauses are distributed to buckets by keys that do not
  // depend on the order of literals; a bucket fits into a core's cache, where its keys are hashed.
  void drop_duplicates() {
    if (f_.clauses() > std::numeric_limits<std::uint32_t>::max())
      throw error(status::bad_input, "expected at most 4294967295 clauses to search for duplicates, found " +
                                         std::to_string(f_.clauses()));
    const std::size_t blocks = blocks_of(f_.clauses());
    host_array<std::uint64_t> key(f_.clauses());
    std::vector<std::uint64_t> place(buckets * blocks + 1, 0);  // bucket by bucket, block by block
    each_block(f_.clauses(), [&](std::size_t block, std::size_t c, std::size_t end) {
      for (; c != end; ++c) {
        if (state_[c] == dropped) continue;
        key[c] = key_of(c);
        ++place[(key[c] >> bucket_shift) * blocks + block];
      }
    });
    std::uint64_t all = 0;
    for (std::uint64_t& p : place) all += std::exchange(p, all);
    const std::vector<std::uint64_t> begin(place);
    host_array<keyed> entries(all);
    each_block(f_.clauses(), [&](std::size_t block, std::size_t c, std::size_t end) {
      for (; c != end; ++c)
        if (state_[c] != dropped)
          entries[place[(key[c] >> bucket_shift) * blocks + block]++] = {static_cast<std::uint32_t>(key[c]),
                                                                         static_cast<std::uint32_t>(c)};
    });
    std::atomic<std::uint64_t> duplicates{0};
    exec_.ranges(buckets, 1, [&](std::size_t a, std::size_t b, unsigned) {
      for (; a != b; ++a)
        duplicates += drop_in_bucket({entries.data() + begin[a * blocks], begin[(a + 1) * blocks] - begin[a * blocks]});
    });
    result_.duplicates = duplicates;
  }
  // Entries in the order of their clauses. Equal keys are rare; their clauses are then compared.
  std::uint64_t drop_in_bucket(span<const keyed> bucket) {
    std::size_t size = 16;
    while (size < 2 * bucket.size()) size *= 2;
    std::vector<std::uint32_t> table(size, 0);  // entries, counted from 1
    std::vector<std::pair<std::uint32_t, std::uint32_t>> same;
    for (std::uint32_t i = 0; i != bucket.size(); ++i) {
      std::size_t at = bucket[i].key & (size - 1);
      while (table[at] != 0 && bucket[table[at] - 1].key != bucket[i].key) at = (at + 1) & (size - 1);
      if (table[at] == 0) {
        table[at] = i + 1;
      } else {
        same.emplace_back(bucket[i].key, bucket[table[at] - 1].clause);
        same.emplace_back(bucket[i].key, bucket[i].clause);
      }
    }
    std::sort(same.begin(), same.end());
    same.erase(std::unique(same.begin(), same.end()), same.end());
    std::uint64_t found = 0;
    std::vector<std::pair<std::vector<literal>, std::uint32_t>> group;  // clauses with one key
    for (std::size_t i = 0; i != same.size(); ++i) {
      group.emplace_back(free_literals(same[i].second), same[i].second);
      if (i + 1 != same.size() && same[i + 1].first == same[i].first) continue;
      std::sort(group.begin(), group.end());
      for (std::size_t j = 1; j != group.size(); ++j)
        if (group[j].first == group[j - 1].first) state_[group[j].second] = dropped, ++found;
      group.clear();
    }
    return found;
  }
  std::uint64_t key_of(std::size_t c) const {
    std::uint64_t product = golden_ratio;
    const auto take = [&](literal l) { product *= mix_bits(l) | 1; };
    if (state_[c] == repeats) {
      for (const literal l : free_literals(c)) take(l);
    } else {
      for (const literal l : f_.clause(c))
        if (value(l) == truth::unknown) take(l);
    }
    return mix_bits(product);
  }
  // A clause's literals without a value, sorted, each once.
  std::vector<literal> free_literals(std::size_t c) const {
    std::vector<literal> list;
    for (const literal l : f_.clause(c))
      if (value(l) == truth::unknown) list.push_back(l);
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
    return list;
  }
  // Each round assigns all literals that are pure when it begins, so the order of its work does not matter.
  void assign_pure_literals(unsigned max_rounds) {
    count_literals();
    std::atomic<std::uint64_t> found{0};
    exec_.ranges(f_.variables, grain, [&](std::size_t v, std::size_t end, unsigned) {
      std::uint64_t here = 0;
      for (; v != end; ++v) here += fix_pure(static_cast<std::uint32_t>(v)) ? 1 : 0;
      found += here;
    });
    result_.pures = found;
    std::vector<std::vector<std::uint32_t>> lost(
        exec_.threads());             // variables that lost the last occurrence of a literal
    std::vector<std::uint32_t> list;  // those of them that are fixed
    for (unsigned pass = 1; found != 0; ++pass) {
      exec_.ranges(f_.clauses(), grain, [&](std::size_t c, std::size_t end, unsigned thread) {
        for (; c != end; ++c)
          if (state_[c] != dropped && is_true(c)) drop(c, lost[thread]);
      });
      if (pass == max_rounds) return;  // what became pure in the last round stays
      list.clear();
      for (std::vector<std::uint32_t>& some : lost) {
        for (const std::uint32_t v : some)
          if (fix_pure(v)) list.push_back(v);
        some.clear();
      }
      found = list.size();
      result_.pures += list.size();
      if (pass == max_passes) return assign_pure_by_occurrences(list);
    }
  }
  bool is_true(std::size_t c) const {
    for (const literal l : f_.clause(c))
      if (value(l) == truth::yes) return true;
    return false;
  }
  void drop(std::size_t c, std::vector<std::uint32_t>& lost) {
    state_[c] = dropped;
    for (const literal l : f_.clause(c))
      if (value(l) == truth::unknown && std::atomic_ref(count_[l]).fetch_sub(1, std::memory_order_relaxed) == 1)
        lost.push_back(variable_of(l));
  }
  // Fixes a variable if one of its literals does not occur; returns whether the other one does.
  bool fix_pure(std::uint32_t v) {
    const std::uint32_t positive = count_[2 * std::size_t{v}], negative = count_[2 * std::size_t{v} + 1];
    if (result_.fixed[v] != truth::unknown || (positive != 0 && negative != 0)) return false;
    result_.fixed[v] = positive != 0 ? truth::yes : truth::no;
    return positive + negative != 0;
  }
  // `list` has just been fixed.
  void assign_pure_by_occurrences(const std::vector<std::uint32_t>& list) {
    std::vector<literal> frontier;
    frontier.reserve(list.size());
    for (const std::uint32_t v : list) frontier.push_back(make_literal(v, result_.fixed[v] == truth::no));
    for (const literal l : frontier) result_.fixed[variable_of(l)] = truth::unknown;  // so that they are listed
    list_occurrences();
    for (const literal l : frontier) make_true(l);
    std::vector<std::uint32_t> lost;
    while (!frontier.empty()) {
      exec_.check_stop();
      for (const literal pure : frontier)
        for (const std::uint64_t c : occurrences(pure))
          if (state_[c] != dropped) drop(c, lost);
      frontier.clear();
      for (const std::uint32_t v : lost)
        if (fix_pure(v)) frontier.push_back(make_literal(v, result_.fixed[v] == truth::no));
      lost.clear();
      result_.pures += frontier.size();
    }
  }

  // Counts each literal in the clauses that are present. Every thread visits all literals and counts those of its own
  // interval: no atomics.
  void count_literals() {
    const std::size_t all = 2 * std::size_t{f_.variables}, width = all / exec_.threads() + 1;
    count_.assign(all, 0);
    exec_.ranges(exec_.threads(), 1, [&](std::size_t a, std::size_t b, unsigned) {
      const std::size_t first = std::min(all, a * width), size = std::min(all, b * width) - first;
      for (std::size_t c = 0; c != f_.clauses(); ++c) {
        if (c % grain == 0) exec_.check_stop();
        if (state_[c] == dropped) continue;
        for (const literal l : f_.clause(c))
          if (l - first < size) ++count_[l];
      }
    });
  }

  // Compaction: blocks count what they keep, then write it at the prefix sum of the counts.
  void pack() {
    const std::vector<std::uint64_t> first_variable =
        block_sums(f_.variables, [&](std::size_t v) { return result_.fixed[v] == truth::unknown ? 1U : 0U; });
    host_array<std::uint32_t> rank(f_.variables);
    result_.variable_of.resize(first_variable.back());
    each_block(f_.variables, [&](std::size_t block, std::size_t v, std::size_t end) {
      for (std::uint64_t at = first_variable[block]; v != end; ++v)
        if (result_.fixed[v] == truth::unknown) {
          rank[v] = static_cast<std::uint32_t>(at);
          result_.variable_of[at++] = static_cast<std::uint32_t>(v);
        }
    });
    const auto each_kept = [&](std::size_t c, auto body) {
      if (state_[c] == repeats) {
        for (const literal l : free_literals(c)) body(l);
      } else {
        for (const literal l : f_.clause(c))
          if (value(l) == truth::unknown) body(l);
      }
    };
    const std::vector<std::uint64_t> first_clause =
        block_sums(f_.clauses(), [&](std::size_t c) { return state_[c] != dropped ? 1U : 0U; });
    const std::vector<std::uint64_t> first_literal = block_sums(f_.clauses(), [&](std::size_t c) {
      std::uint64_t length = 0;
      if (state_[c] != dropped) each_kept(c, [&](literal) { ++length; });
      return length;
    });
    formula& rest = result_.rest;
    rest.variables = static_cast<std::uint32_t>(result_.variable_of.size());
    rest.clause_begin.resize(first_clause.back() + 1);
    rest.clause_begin.back() = first_literal.back();
    rest.literals.resize(first_literal.back());
    each_block(f_.clauses(), [&](std::size_t block, std::size_t c, std::size_t end) {
      std::uint64_t clause = first_clause[block], at = first_literal[block];
      for (; c != end; ++c) {
        if (state_[c] == dropped) continue;
        rest.clause_begin[clause++] = at;
        each_kept(c, [&](literal l) { rest.literals[at++] = make_literal(rank[variable_of(l)], negated(l)); });
      }
    });
  }

  // Blocks of items, numbered: body(block, first, end).
  static std::size_t blocks_of(std::size_t items) { return (items + grain - 1) / grain; }
  template <class Body> void each_block(std::size_t items, Body body) {
    exec_.ranges(blocks_of(items), 1, [&](std::size_t a, std::size_t b, unsigned) {
      for (; a != b; ++a) body(a, a * grain, std::min(items, (a + 1) * grain));
    });
  }
  // The sum of size(item) over the items before each block, and over all.
  template <class Size> std::vector<std::uint64_t> block_sums(std::size_t items, Size size) {
    std::vector<std::uint64_t> sums(blocks_of(items) + 1, 0);
    each_block(items, [&](std::size_t block, std::size_t i, std::size_t end) {
      std::uint64_t sum = 0;
      for (; i != end; ++i) sum += size(i);
      sums[block] = sum;
    });
    std::uint64_t all = 0;
    for (std::uint64_t& s : sums) all += std::exchange(s, all);
    return sums;
  }

  const formula& f_;
  cpu_exec& exec_;
  simplified result_;
  std::vector<std::uint8_t> state_, forced_literals_;                     // per clause; per literal
  std::atomic<bool> contradiction_{false}, forced_{false}, clean_{true};  // clean: no tautology, no repeated literal
  std::vector<std::uint32_t> count_;
  std::vector<std::uint64_t> begin_, occurrence_;  // of literals
};

}  // namespace

simplified simplify(const formula& f, span<const truth> assumed, const simplify_options& options) {
  cpu_exec exec(options.run.threads, 0, control_of(options.run));
  return simplify(exec, f, assumed, options);
}
simplified simplify(cpu_exec& exec, const formula& f, span<const truth> assumed, const simplify_options& options) {
  check_formula(f);
  return simplifier(exec, f, assumed, options).take();
}

std::vector<truth> simplified::extend(span<const truth> model) const {
  const std::size_t expected = unchanged ? fixed.size() : variable_of.size();
  if (contradiction || model.size() != expected)
    throw error(status::bad_input, "expected a model of " + std::to_string(expected) + " variables, found " +
                                       std::to_string(model.size()) + (contradiction ? ", of a contradiction" : ""));
  std::vector<truth> whole(fixed);
  for (std::size_t v = 0; v != model.size(); ++v) whole[unchanged ? v : variable_of[v]] = model[v];
  std::replace(whole.begin(), whole.end(), truth::unknown, truth::no);
  return whole;
}

}  // namespace amorph::sat
