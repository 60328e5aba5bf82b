#include "tools/commands/amorph-pta/source/solution_cache.hpp"

#include <exception>
#include <tuple>

#include "llvm/Support/MemoryBuffer.h"
#include "tools/commands/amorph-pta/source/bytes.hpp"
#include "tools/terminal/run_command.hpp"

namespace amorph::pta {
namespace {

using andersen::problem;
using andersen::solution;

constexpr llvm::StringRef solution_kind = "amorph solution";

// Everything that the solution depends on.
std::string key_of(const problem& p) {
  byte_writer w;
  w.bytes.reserve(p.constraints.size() * sizeof p.constraints[0]);
  w.value(p.variables);
  w.value(p.objects);
  w.array(p.extent);
  w.value(p.constraints.size());
  for (const andersen::constraint& c : p.constraints)
    (w.value(c.dst), w.value(c.src), w.value(c.type), w.value(c.stride), w.value(c.offset));
  for (const auto* pairs : {&p.merged, &p.online})
    for (w.value(pairs->size()); const auto& [y, x] : *pairs) (w.value(y), w.value(x));
  w.array(p.layouts);
  w.array(p.slot_of_word);
  w.array(p.slot_position);
  w.array(p.slot_stride);
  w.array(p.blocks);
  w.array(p.block_of);
  w.value(p.filters.size());
  for (const andersen::object_runs& filter : p.filters) w.array(filter.runs);
  return digest(w.bytes);
}

// The parts of a solution in their order on disk, for reading and writing. `Solution`: solution, or const.
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

bool find(const content_store& store, const std::string& key, const problem& p, solution& answer) {
  const auto bytes = store.find(solution_kind, key);
  if (!bytes) return false;
  byte_reader in{bytes->getBuffer()};
  pass(in, answer);
  return in.good && in.rest.empty() && answer.set_of.size() == p.variables;
}

}  // namespace

status find_or_solve(const problem& problem, const andersen::options& options, solution& answer, std::string& message,
                     const content_store& store, bool& found) noexcept {
  found = false;
  std::string key;
  if (store.keeps() && problem.constraints.size() >= min_cached_constraints) try {
      const stopwatch clock;
      key = key_of(problem);
      found = find(store, key, problem, answer);
      answer.stats.solve_ms = clock.ms();
    } catch (const std::exception&) {
      found = false;  // out of memory: treated as absent
    }
  if (found) return status::ok;
  answer = {};
  const status s = andersen::solve(problem, options, answer, message);
  if (s == status::ok && !key.empty()) try {
      byte_writer out;
      pass(out, answer);
      store.store(solution_kind, key, out.bytes);
    } catch (const std::exception&) {
      return s;  // solved again the next time
    }
  return s;
}

}  // namespace amorph::pta
