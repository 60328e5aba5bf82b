#include "solution_cache.hpp"

#include <cstring>
#include <tuple>
#include <type_traits>
#include <vector>

#include "amorph/run_command.hpp"
#include "amorph/version.hpp"
#include "llvm/Support/MemoryBuffer.h"

namespace amorph::pta {
namespace {

using andersen::problem;
using andersen::solution;
using andersen::statistics;

constexpr llvm::StringRef kind = "amorph solution 1 " AMORPH_VERSION;

// Plain values and arrays of them as bytes, an array behind its length.
struct writer {
  std::string bytes;
  template <class T> void value(const T& v) {
    static_assert(std::is_trivially_copyable_v<T>);
    bytes.append(reinterpret_cast<const char*>(&v), sizeof v);
  }
  template <class Array> void array(const Array& a) {
    static_assert(std::has_unique_object_representations_v<typename Array::value_type>);  // no padding
    value(std::uint64_t{a.size()});
    bytes.append(reinterpret_cast<const char*>(a.data()), a.size() * sizeof *a.data());
  }
};

struct reader {
  llvm::StringRef rest;
  bool good = true;
  template <class T> void value(T& v) {
    good = good && rest.size() >= sizeof v;
    if (!good) return;
    std::memcpy(&v, rest.data(), sizeof v);
    rest = rest.drop_front(sizeof v);
  }
  template <class Array> void array(Array& a) {
    std::uint64_t n = 0;
    value(n);
    good = good && n <= rest.size() / sizeof *a.data();
    if (!good) return;
    a.resize(n);
    std::memcpy(a.data(), rest.data(), n * sizeof *a.data());
    rest = rest.drop_front(n * sizeof *a.data());
  }
};

// All that the answer depends on.
std::string name_of(const problem& p) {
  writer w;
  w.value(p.variables);
  w.value(p.objects);
  w.array(p.extent);
  for (const andersen::constraint& c : p.constraints)
    (w.value(c.dst), w.value(c.src), w.value(c.type), w.value(c.stride), w.value(c.offset));
  for (const auto* pairs : {&p.merged, &p.online})
    for (w.value(pairs->size()); const auto& [y, x] : *pairs) (w.value(y), w.value(x));
  w.array(p.layouts);
  w.array(p.slot_of_word);
  w.array(p.slot_place);
  w.array(p.slot_stride);
  w.array(p.blocks);
  w.array(p.block_of);
  return digest(w.bytes);
}

// The parts of a solution in their order on the disk, for both ways. `Solution`: solution, or const.
template <class Codec, class Solution> void pass(Codec& c, Solution& s) {
  auto& t = s.stats;
  c.array(t.backend_name);
  const auto numbers = std::tie(t.threads, t.variables, t.constraints, t.rounds, t.steps, t.edges, t.edges_added,
                                t.collapsed, t.facts, t.distinct_sets, t.elements, t.peak_bytes);
  std::apply([&](auto&... n) { (c.value(n), ...); }, numbers);
  c.array(s.set_of);
  c.array(s.set_begin);
  c.array(s.base);
  c.array(s.store);
  c.array(s.words);
}

}  // namespace

status solve(const problem& problem, const andersen::options& how, solution& answer, std::string& message,
             const content_store& store, bool& found) {
  found = false;
  if (!store.keeps() || problem.constraints.size() < smallest_kept_system)
    return andersen::solve(problem, how, answer, message);
  const stopwatch clock;
  const std::string name = name_of(problem);
  if (const auto bytes = store.find(kind, name)) {
    reader in{bytes->getBuffer()};
    pass(in, answer);
    found = in.good && in.rest.empty() && answer.set_of.size() == problem.variables;
    answer.stats.solve_ms = clock.ms();
    if (found) return status::ok;
    answer = {};
  }
  const status s = andersen::solve(problem, how, answer, message);
  if (s != status::ok) return s;
  writer out;
  pass(out, answer);
  store.store(kind, name, {out.bytes});
  return s;
}

}  // namespace amorph::pta
