// The generator draws a size and a character per system; the shrinker removes constraints, variables and objects while
// a failure persists (delta debugging, Zeller 2002).
#include "test/solver/andersen/random_problem.hpp"

#include <algorithm>
#include <limits>

#include "test/support/seeds.hpp"
#include "tools/formats/constraint_file.hpp"

namespace amorph::test {
namespace {

using andersen::block;
using andersen::constraint;
using andersen::kind;
using andersen::layout;
using andersen::none;
using andersen::problem;
using andersen::var;

// SplitMix64: the distributions of the standard library differ between libraries.
class random_source {
 public:
  explicit random_source(std::uint64_t seed) : state_(seed * 0x9e3779b97f4a7c15u + 1) {}
  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
  }
  std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>((next() >> 32) * n >> 32); }
  std::uint32_t between(std::uint32_t low, std::uint32_t high) { return low + below(high - low + 1); }
  bool with_probability(std::uint32_t percent) { return below(100) < percent; }

 private:
  std::uint64_t state_;
};

class generator {
 public:
  generator(std::uint64_t seed, std::uint32_t scale) : r_(first_seed + seed), scale_(scale) {}

  problem make() {
    p_.objects = r_.between(2, 30 * scale_);
    p_.variables = p_.objects + r_.between(0, 50 * scale_);
    p_.extent.assign(p_.objects, 1);
    if (r_.with_probability(60)) frames();
    if (r_.with_probability(60)) structs();
    if (r_.with_probability(50)) filters();
    constraints();
    if (r_.with_probability(40)) rings();
    if (r_.with_probability(40)) memory_cycles();
    if (r_.with_probability(30))
      for (std::uint32_t n = r_.between(1, 4 * scale_); n != 0; --n) p_.merged.emplace_back(any(), any());
    if (r_.with_probability(40)) unknown_memory();
    return std::move(p_);
  }

 private:
  var any() { return r_.below(p_.variables); }
  var object() {
    return r_.with_probability(integers_) && p_.objects > 1 ? andersen::integer_object : r_.below(p_.objects);
  }

  // Objects that belong together: descending extents, or an extent at the first one only; both occur in files.
  void frames() {
    const bool descending = r_.with_probability(50);
    for (var o = 2; o < p_.objects; ++o) {
      const std::uint32_t size = std::min(r_.between(1, 6), p_.objects - o);
      for (std::uint32_t i = 0; i != size; ++i) p_.extent[o + i] = i == 0 || descending ? size - i : 1;
      o += size - 1;
    }
  }

  void filters() {
    for (std::uint32_t n = r_.between(1, 5); n != 0; --n) {
      andersen::object_runs& filter = p_.filters.emplace_back();
      const std::uint32_t percent = r_.below(101);
      for (var o = 0; o != p_.objects; ++o)
        if (r_.with_probability(percent)) filter.add(o, o + 1);
    }
  }

  void structs() {
    for (std::uint32_t n = r_.between(1, 4); n != 0; --n) {
      layout l;
      const std::uint32_t words = r_.between(1, 8);
      l.size = 8 * words - (r_.with_probability(20) ? r_.between(1, 7) : 0);
      l.slots = r_.between(1, words);
      if (r_.with_probability(30)) l.tail = r_.between(1, static_cast<std::uint32_t>(l.size));
      l.first_word = static_cast<std::uint32_t>(p_.slot_of_word.size());
      l.first_slot = static_cast<std::uint32_t>(p_.slot_position.size());
      // Slots start in order; words after the first `slots` of them repeat earlier ones, as collapsed arrays do.
      for (std::uint32_t w = 0; w != words; ++w) p_.slot_of_word.push_back(w < l.slots ? w : r_.below(l.slots));
      const std::uint32_t strides[] = {0, 0, 4, 8, 16, 24};
      for (std::uint32_t s = 0; s != l.slots; ++s) {
        p_.slot_position.push_back(8 * s);
        p_.slot_stride.push_back(strides[r_.below(6)]);
      }
      p_.layouts.push_back(l);
    }
    p_.block_of.assign(p_.objects, none);
    for (var o = 2; o < p_.objects;) {
      const std::uint32_t l = r_.below(static_cast<std::uint32_t>(p_.layouts.size()));
      const std::uint32_t slots = p_.layouts[l].slots;
      if (r_.with_probability(25) || o + slots > p_.objects) {
        ++o;
        continue;
      }
      for (std::uint32_t s = 0; s != slots; ++s) p_.block_of[o + s] = static_cast<std::uint32_t>(p_.blocks.size());
      p_.blocks.push_back({o, l});
      o += slots;
    }
  }

  void constraints() {
    integers_ = r_.with_probability(50) ? r_.below(30) : 0;
    std::uint32_t weights[7], sum = 0;
    for (std::uint32_t& w : weights) sum += w = r_.between(1, 10);
    if (p_.filters.empty()) sum -= weights[6], weights[6] = 0;
    if (r_.with_probability(50)) sum += 15, weights[0] += 15;  // facts to work on
    const std::uint32_t n = r_.between(1, 3 * p_.variables);
    for (std::uint32_t i = 0; i != n; ++i) {
      std::uint32_t k = 0;
      for (std::uint32_t x = r_.below(sum); x >= weights[k]; ++k) x -= weights[k];
      add(static_cast<kind>(k));
    }
  }

  void add(kind type) {
    constraint c;
    c.type = type;
    c.dst = any();
    c.src = type == kind::address_of ? object() : r_.with_probability(3) ? c.dst : any();
    if (type == kind::offset) c.offset = r_.below(6);
    if (type == kind::filter) c.offset = r_.below(static_cast<std::uint32_t>(p_.filters.size()));
    if (type == kind::field) {
      c.offset = static_cast<std::int64_t>(r_.below(97)) - 48;
      if (r_.with_probability(2)) c.offset = static_cast<std::int64_t>(r_.next() >> 1) - (std::int64_t{1} << 62);
      if (r_.with_probability(1)) c.offset = std::numeric_limits<std::int64_t>::min();
      const std::uint32_t strides[] = {0, 0, 0, 1, 4, 8, 16, 24, 40, 48, 56, andersen::any_stride};
      c.stride = strides[r_.below(12)];
    }
    p_.constraints.push_back(c);
  }

  void rings() {
    for (std::uint32_t n = r_.between(1, 3); n != 0; --n) {
      const var first = any();
      var last = first;
      for (std::uint32_t length = r_.between(1, 6 * scale_); length != 0; --length) {
        const var next = any();
        p_.constraints.push_back({next, last, kind::copy});
        last = next;
      }
      p_.constraints.push_back({first, last, kind::copy});
    }
  }

  // y = *x and *x = y: all that x points to equals y, which is what the online table says.
  void memory_cycles() {
    for (std::uint32_t n = r_.between(1, 3 * scale_); n != 0; --n) {
      const var x = any(), y = any();
      p_.constraints.push_back({y, x, kind::load});
      p_.constraints.push_back({x, y, kind::store});
      if (r_.with_probability(80)) p_.online.emplace_back(y, x);
    }
  }

  // Memory that points to itself and to all that escapes, and that is everything it points to.
  void unknown_memory() {
    const var unknown = r_.below(p_.objects);
    p_.constraints.push_back({unknown, unknown, kind::address_of});
    p_.constraints.push_back({unknown, unknown, kind::load});
    p_.constraints.push_back({unknown, unknown, kind::store});
    for (std::uint32_t n = r_.between(1, 20 * scale_); n != 0; --n) {
      p_.constraints.push_back({unknown, any(), kind::copy});
      p_.constraints.push_back({any(), unknown, kind::copy});
    }
  }

  random_source r_;
  std::uint32_t scale_;
  std::uint32_t integers_ = 0;  // percentage of address-of constraints of the integer object
  problem p_;
};

// A hint is true only while the constraints that imply it exist.
void drop_unsupported_hints(problem& p) {
  auto has = [&](kind type, var dst, var src) {
    return std::any_of(p.constraints.begin(), p.constraints.end(),
                       [&](const constraint& c) { return c.type == type && c.dst == dst && c.src == src; });
  };
  std::erase_if(p.online, [&](auto& yx) {
    return !has(kind::load, yx.first, yx.second) || !has(kind::store, yx.second, yx.first);
  });
}

// Removes runs of entries, long ones first.
template <class T, class Try> bool remove_runs(std::vector<T>& list, const Try& still_fails) {
  bool removed = false;
  for (std::size_t run = std::max<std::size_t>(list.size() / 2, 1); !list.empty(); run /= 2) {
    for (std::size_t at = 0; at < list.size();) {
      const std::vector<T> whole = list;
      const auto begin = list.begin() + static_cast<std::ptrdiff_t>(at);
      list.erase(begin, begin + static_cast<std::ptrdiff_t>(std::min(run, list.size() - at)));
      if (still_fails())
        removed = true;
      else {
        list = whole;
        at += run;
      }
    }
    if (run == 1) break;
  }
  return removed;
}

// Removes unused variables that are not objects, and renumbers the others.
problem without_idle_variables(const problem& p) {
  std::vector<bool> used(p.variables);
  for (const constraint& c : p.constraints) used[c.dst] = used[c.src] = true;
  for (auto [y, x] : p.merged) used[y] = used[x] = true;
  for (auto [y, x] : p.online) used[y] = used[x] = true;
  std::vector<var> name(p.variables);
  problem q = p;
  q.variables = 0;
  for (var v = 0; v != p.variables; ++v) {
    name[v] = q.variables;
    if (v < p.objects || used[v]) ++q.variables;
  }
  for (constraint& c : q.constraints) c.dst = name[c.dst], c.src = name[c.src];
  for (auto* pairs : {&q.merged, &q.online})
    for (auto& [y, x] : *pairs) y = name[y], x = name[x];
  return q;
}

// Removes the objects after the last one in use.
problem without_last_objects(const problem& p) {
  var last = 0;
  for (const constraint& c : p.constraints)
    for (const var v : {c.dst, c.src})
      if (v < p.objects) last = std::max(last, v);
  for (auto* pairs : {&p.merged, &p.online})
    for (auto [y, x] : *pairs)
      for (const var v : {y, x})
        if (v < p.objects) last = std::max(last, v);
  for (var o = 0; o <= last; ++o) last = std::max(last, o + p.extent[o] - 1);
  for (const block& b : p.blocks) last = std::max(last, b.first + p.layouts[b.layout].slots - 1);
  const var gone = p.objects - 1 - last;
  problem q = p;
  q.objects -= gone;
  q.variables -= gone;
  q.extent.resize(q.objects);
  if (!q.block_of.empty()) q.block_of.resize(q.objects);
  for (andersen::object_runs& filter : q.filters) {
    andersen::object_runs left;
    filter.for_each([&](var o) {
      if (o < q.objects) left.add(o, o + 1);
    });
    filter = std::move(left);
  }
  auto move = [&](var& v) { v -= v >= p.objects ? gone : 0; };
  for (constraint& c : q.constraints) move(c.dst), move(c.src);
  for (auto* pairs : {&q.merged, &q.online})
    for (auto& [y, x] : *pairs) move(y), move(x);
  return q;
}

}  // namespace

problem random_problem(std::uint64_t seed, std::uint32_t scale) { return generator(seed, scale).make(); }

problem shrink(problem p, const std::function<bool(const problem&)>& fails) {
  auto accept = [&](problem q) {
    drop_unsupported_hints(q);
    if (!fails(q)) return false;
    p = std::move(q);
    return true;
  };
  for (bool smaller = true; smaller;) {
    problem q = p;
    auto still = [&] {
      problem candidate = q;
      drop_unsupported_hints(candidate);
      return fails(candidate);
    };
    smaller = remove_runs(q.constraints, still);
    smaller |= remove_runs(q.merged, still);
    smaller |= remove_runs(q.online, still);
    drop_unsupported_hints(q);
    p = q;
    for (std::size_t b = p.blocks.size(); b-- != 0;) {
      q = p;
      q.blocks.erase(q.blocks.begin() + static_cast<std::ptrdiff_t>(b));
      for (std::uint32_t& of : q.block_of) of = of == b ? none : of != none && of > b ? of - 1 : of;
      if (q.blocks.empty()) q.block_of.clear();
      smaller |= accept(q);
    }
    for (std::size_t o = 0; o != p.extent.size(); ++o) {
      if (p.extent[o] == 1) continue;
      q = p;
      q.extent[o] = 1;
      smaller |= accept(q);
    }
    accept(without_idle_variables(p));
    accept(without_last_objects(p));
  }
  if (p.blocks.empty() && !p.layouts.empty()) {
    problem q = p;
    q.layouts.clear(), q.slot_of_word.clear(), q.slot_position.clear(), q.slot_stride.clear();
    accept(q);
  }
  return p;
}

std::string text(const problem& p) {
  std::string result, message;
  return constraint_file::format(p, {}, result, message) == status::ok ? result : "(no dump: " + message + ")\n";
}

}  // namespace amorph::test
