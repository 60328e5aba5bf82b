// Simplification goes over all clauses a few times, on all threads, as long as rounds are few: a random formula has
// three or four rounds of pure literals. A formula with long chains of units goes on with lists of occurrences and a
// queue, which take longer to make and then touch only what changes. Both ways do the same rounds.
#include "solver/sat/formula/simplify.hpp"

#include <algorithm>
#include <atomic>
#include <limits>
#include <utility>

#include "amorph/kernels/base/error.hpp"
#include "amorph/kernels/exec/cpu.hpp"
#include "amorph/kernels/random/hash.hpp"

namespace amorph::sat {
namespace {

constexpr std::size_t grain = std::size_t{1} << 14;
constexpr unsigned most_passes = 8;                    // over all clauses, before lists of occurrences are made
constexpr unsigned buckets = 1024, bucket_shift = 54;  // of clauses' keys
constexpr std::size_t short_clause = 8;                // up to here all pairs are compared; longer clauses are sorted

// Of a clause. `repeats`: it is there, and holds a literal twice.
enum state : std::uint8_t { gone, there, repeats };

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
  std::sort(sorted.begin(), sorted.end());  // a literal stands right beside its negation
  for (std::size_t i = 1; i < sorted.size(); ++i) pair(sorted[i], sorted[i - 1]);
  return found;
}

class simplifier {
 public:
  struct interruption {};  // what leaves the loops when `stop` says so
  simplifier(const formula& f, span<const truth> assumed, const simplify_options& how)
      : f_(f),
        stop_(how.stop),
        exec_(how.threads),
        state_(f.clauses(), there),
        wanted_(2 * std::size_t{f.variables}, 0) {
    if (!assumed.empty() && assumed.size() != f.variables)
      throw error(status::bad_input, "expected a value for each of " + std::to_string(f.variables) +
                                         " variables, found " + std::to_string(assumed.size()));
    result_.fixed.assign(f.variables, truth::unknown);
    if (!assumed.empty()) std::copy(assumed.begin(), assumed.end(), result_.fixed.begin());
    look(!assumed.empty());
    if (!how.copy && !how.pure && !how.duplicates && assumed.empty() && clean_ && !contradiction_ && !forced_) {
      result_.unchanged = true;
      return;
    }
    if (!contradiction_) propagate_units();
    if (!contradiction_ && how.duplicates) drop_duplicates();
    if (!contradiction_ && how.pure) make_pure(how.pure_rounds);
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

  void look_around() const {
    if (stop_ && stop_()) throw interruption();
  }
  // As the executor's, in pieces, with a look at `stop` before each. Few items that are much each come with `shortest` 1.
  template <class Body> void ranges(std::size_t n, std::size_t shortest, Body body) {
    const std::size_t piece = shortest == 1 ? 16 : grain;
    exec_.ranges(n, shortest, [&](std::size_t first, std::size_t last, unsigned thread) {
      for (; first < last; first += piece) {
        look_around();
        body(first, std::min(last, first + piece), thread);
      }
    });
  }

  // body(clause) for all clauses that are there.
  template <class Body> void each_clause(Body body) {
    ranges(f_.clauses(), grain, [&](std::size_t a, std::size_t b, unsigned) {
      for (; a != b; ++a)
        if (state_[a] != gone) body(a);
    });
  }

  // Clauses that are true go; those with one literal left want it.
  void weigh(std::size_t c) {
    constexpr literal none = 0xffffffff;
    literal open = none;
    bool more = false;
    for (const literal l : f_.clause(c)) {
      const truth v = value(l);
      if (v == truth::yes) {
        state_[c] = gone;
        return;
      }
      if (v == truth::no) continue;
      more |= open != none && open != l;
      open = l;
    }
    if (open == none)
      contradiction_.store(true, std::memory_order_relaxed);
    else if (!more)
      store(wanted_[open], 1), forced_.store(true, std::memory_order_relaxed);
  }

  // Without values there is no need to look them up, and only a clause of one is a unit.
  void look(bool values) {
    std::atomic<std::uint64_t> tautologies{0};
    ranges(f_.clauses(), grain, [&](std::size_t a, std::size_t b, unsigned) {
      std::uint64_t here = 0;
      for (; a != b; ++a) {
        const shape s = shape_of(f_.clause(a));
        if (s == shape::tautology) {
          state_[a] = gone;
          ++here;
          clean_.store(false, std::memory_order_relaxed);
          continue;
        }
        if (s == shape::repeated) state_[a] = repeats, clean_.store(false, std::memory_order_relaxed);
        if (values || s == shape::repeated || f_.clause(a).size() < 2) weigh(a);
      }
      tautologies += here;
    });
    result_.tautologies = tautologies;
  }

  // What the last pass wanted, which nothing has been made of yet.
  std::vector<literal> wanted() {
    std::vector<literal> list;
    for (std::uint32_t v = 0; v != f_.variables; ++v) {
      if (wanted_[2 * v] & wanted_[2 * v + 1]) contradiction_ = true;
      if (wanted_[2 * v] | wanted_[2 * v + 1]) list.push_back(make_literal(v, wanted_[2 * v] == 0));
    }
    for (const literal l : list) wanted_[l] = 0;
    return list;
  }

  void propagate_units() {
    for (unsigned pass = 0; forced_; ++pass) {
      forced_ = false;
      const std::vector<literal> list = wanted();
      if (contradiction_) return;
      if (pass == most_passes) return propagate_by_lists(list);
      for (const literal l : list) make_true(l);
      result_.units += list.size();
      each_clause([&](std::size_t c) { weigh(c); });
      if (contradiction_) return;
    }
  }

  // The clauses of each literal that has no value, each once.
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
      if (c % grain == 0) look_around();
      if (state_[c] == gone) continue;
      for (const literal l : distinct(c, once))
        if (value(l) == truth::unknown) body(c, l);
    }
  }
  // A clause's literals without repetitions; `room` may hold them.
  span<const literal> distinct(std::size_t c, std::vector<literal>& room) const {
    if (state_[c] != repeats) return f_.clause(c);
    room.assign(f_.clause(c).begin(), f_.clause(c).end());
    std::sort(room.begin(), room.end());
    room.erase(std::unique(room.begin(), room.end()), room.end());
    return room;
  }
  [[nodiscard]] span<const std::uint64_t> occurrences(literal l) const {
    return {occurrence_.data() + begin_[l], begin_[l + 1] - begin_[l]};
  }

  void propagate_by_lists(std::vector<literal> queue) {
    list_occurrences();
    std::vector<std::uint32_t> open(f_.clauses(), 0);  // literals that are not known to be false
    each_occurrence([&](std::size_t c, literal) { ++open[c]; });
    for (const literal l : queue) make_true(l);
    for (std::size_t i = 0; i != queue.size(); ++i) {
      if (i % grain == 0) look_around();
      for (const std::uint64_t c : occurrences(queue[i])) state_[c] = gone;
      for (const std::uint64_t c : occurrences(negation_of(queue[i]))) {
        if (state_[c] == gone || --open[c] > 1) continue;
        // The one that is left may be false or true by what waits in the queue.
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

  // Clauses with the same literals that have no value: the first stays. Clauses are dealt out to buckets by their keys,
  // which do not depend on the order of literals; a bucket fits into a core's cache, and there keys are looked up.
  void drop_duplicates() {
    if (f_.clauses() > std::numeric_limits<std::uint32_t>::max())
      throw error(status::bad_input, "duplicates are looked for among at most 4294967295 clauses");
    const std::size_t blocks = blocks_of(f_.clauses());
    host_array<std::uint64_t> key(f_.clauses());
    std::vector<std::uint64_t> place(buckets * blocks + 1, 0);  // bucket by bucket, block by block
    each_block(f_.clauses(), [&](std::size_t block, std::size_t c, std::size_t end) {
      for (; c != end; ++c) {
        if (state_[c] == gone) continue;
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
        if (state_[c] != gone)
          entries[place[(key[c] >> bucket_shift) * blocks + block]++] = {static_cast<std::uint32_t>(key[c]),
                                                                         static_cast<std::uint32_t>(c)};
    });
    std::atomic<std::uint64_t> dropped{0};
    ranges(buckets, 1, [&](std::size_t a, std::size_t b, unsigned) {
      for (; a != b; ++a)
        dropped += drop_in_bucket({entries.data() + begin[a * blocks], begin[(a + 1) * blocks] - begin[a * blocks]});
    });
    result_.duplicates = dropped;
  }
  // Entries in the order of their clauses. Keys that are there already are rare, and then compared as what they stand for.
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
    std::uint64_t dropped = 0;
    std::vector<std::pair<std::vector<literal>, std::uint32_t>> alike;
    for (std::size_t i = 0; i != same.size(); ++i) {
      alike.emplace_back(open_literals(same[i].second), same[i].second);
      if (i + 1 != same.size() && same[i + 1].first == same[i].first) continue;
      std::sort(alike.begin(), alike.end());
      for (std::size_t j = 1; j != alike.size(); ++j)
        if (alike[j].first == alike[j - 1].first) state_[alike[j].second] = gone, ++dropped;
      alike.clear();
    }
    return dropped;
  }
  std::uint64_t key_of(std::size_t c) const {
    std::uint64_t product = golden_ratio;
    const auto take = [&](literal l) { product *= mix_bits(l) | 1; };
    if (state_[c] == repeats) {
      for (const literal l : open_literals(c)) take(l);
    } else {
      for (const literal l : f_.clause(c))
        if (value(l) == truth::unknown) take(l);
    }
    return mix_bits(product);
  }
  // Sorted, each once.
  std::vector<literal> open_literals(std::size_t c) const {
    std::vector<literal> list;
    for (const literal l : f_.clause(c))
      if (value(l) == truth::unknown) list.push_back(l);
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
    return list;
  }
  // Each round takes all literals that are pure when it begins, so the order of its work does not show.
  void make_pure(unsigned most_rounds) {
    count_literals();
    std::atomic<std::uint64_t> found{0};
    ranges(f_.variables, grain, [&](std::size_t v, std::size_t end, unsigned) {
      std::uint64_t here = 0;
      for (; v != end; ++v) here += fix_pure(static_cast<std::uint32_t>(v)) ? 1 : 0;
      found += here;
    });
    result_.pures = found;
    std::vector<std::vector<std::uint32_t>> lost(exec_.threads());  // variables that lost the last of an occurrence
    std::vector<std::uint32_t> list;                                // those of them that were fixed
    for (unsigned pass = 1; found != 0; ++pass) {
      ranges(f_.clauses(), grain, [&](std::size_t c, std::size_t end, unsigned thread) {
        for (; c != end; ++c)
          if (state_[c] != gone && is_true(c)) drop(c, lost[thread]);
      });
      if (pass == most_rounds) return;  // what the last pass would have made pure stays
      list.clear();
      for (std::vector<std::uint32_t>& some : lost) {
        for (const std::uint32_t v : some)
          if (fix_pure(v)) list.push_back(v);
        some.clear();
      }
      found = list.size();
      result_.pures += list.size();
      if (pass == most_passes) return make_pure_by_lists(list);
    }
  }
  bool is_true(std::size_t c) const {
    for (const literal l : f_.clause(c))
      if (value(l) == truth::yes) return true;
    return false;
  }
  void drop(std::size_t c, std::vector<std::uint32_t>& lost) {
    state_[c] = gone;
    for (const literal l : f_.clause(c))
      if (value(l) == truth::unknown && std::atomic_ref(count_[l]).fetch_sub(1, std::memory_order_relaxed) == 1)
        lost.push_back(variable_of(l));
  }
  // Gives a value to a variable without occurrences on one side; whether it has some on the other one.
  bool fix_pure(std::uint32_t v) {
    const std::uint32_t for_it = count_[2 * std::size_t{v}], against = count_[2 * std::size_t{v} + 1];
    if (result_.fixed[v] != truth::unknown || (for_it != 0 && against != 0)) return false;
    result_.fixed[v] = for_it != 0 ? truth::yes : truth::no;
    return for_it + against != 0;
  }
  // `list` has just been fixed.
  void make_pure_by_lists(const std::vector<std::uint32_t>& list) {
    std::vector<literal> front;
    front.reserve(list.size());
    for (const std::uint32_t v : list) front.push_back(make_literal(v, result_.fixed[v] == truth::no));
    for (const literal l : front) result_.fixed[variable_of(l)] = truth::unknown;  // so that they are listed
    list_occurrences();
    for (const literal l : front) make_true(l);
    std::vector<std::uint32_t> lost;
    while (!front.empty()) {
      look_around();
      for (const literal pure : front)
        for (const std::uint64_t c : occurrences(pure))
          if (state_[c] != gone) drop(c, lost);
      front.clear();
      for (const std::uint32_t v : lost)
        if (fix_pure(v)) front.push_back(make_literal(v, result_.fixed[v] == truth::no));
      lost.clear();
      result_.pures += front.size();
    }
  }

  // How often each literal stands in the clauses that are there. Every thread goes over all literals and counts those
  // of its own stretch: no atomics.
  void count_literals() {
    const std::size_t all = 2 * std::size_t{f_.variables}, width = all / exec_.threads() + 1;
    count_.assign(all, 0);
    ranges(exec_.threads(), 1, [&](std::size_t a, std::size_t b, unsigned) {
      const std::size_t first = std::min(all, a * width), size = std::min(all, b * width) - first;
      for (std::size_t c = 0; c != f_.clauses(); ++c) {
        if (c % grain == 0) look_around();
        if (state_[c] == gone) continue;
        for (const literal l : f_.clause(c))
          if (l - first < size) ++count_[l];
      }
    });
  }

  // Blocks count what they keep, then write it behind what the blocks before them keep.
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
        for (const literal l : open_literals(c)) body(l);
      } else {
        for (const literal l : f_.clause(c))
          if (value(l) == truth::unknown) body(l);
      }
    };
    const std::vector<std::uint64_t> first_clause =
        block_sums(f_.clauses(), [&](std::size_t c) { return state_[c] != gone ? 1U : 0U; });
    const std::vector<std::uint64_t> first_literal = block_sums(f_.clauses(), [&](std::size_t c) {
      std::uint64_t length = 0;
      if (state_[c] != gone) each_kept(c, [&](literal) { ++length; });
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
        if (state_[c] == gone) continue;
        rest.clause_begin[clause++] = at;
        each_kept(c, [&](literal l) { rest.literals[at++] = make_literal(rank[variable_of(l)], negated(l)); });
      }
    });
  }

  // Stretches of items, numbered: body(block, first, end).
  static std::size_t blocks_of(std::size_t items) { return (items + grain - 1) / grain; }
  template <class Body> void each_block(std::size_t items, Body body) {
    ranges(blocks_of(items), 1, [&](std::size_t a, std::size_t b, unsigned) {
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
  const std::function<bool()>& stop_;
  cpu_exec exec_;
  simplified result_;
  std::vector<std::uint8_t> state_, wanted_;                              // of clauses; of literals
  std::atomic<bool> contradiction_{false}, forced_{false}, clean_{true};  // clean: no tautology, no literal twice
  std::vector<std::uint32_t> count_;
  std::vector<std::uint64_t> begin_, occurrence_;  // of literals
};

}  // namespace

simplified simplify(const formula& f, span<const truth> assumed, const simplify_options& how) {
  check_formula(f);
  try {
    return simplifier(f, assumed, how).take();
  } catch (const simplifier::interruption&) {
    simplified ended;
    ended.interrupted = true;
    return ended;
  }
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
