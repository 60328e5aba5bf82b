// Coarsen, grow several separators, refine the best one level by level. Large graphs: the same several times from the
// fourth level on, which costs little, and the best goes on (as METIS's MlevelNodeBisectionL2).
#include <algorithm>
#include <utility>

#include "partitioner/ordering/separator/separator.hpp"

namespace amorph::ordering {
namespace {

constexpr vertex coarsest_size = 70;  // smaller graphs are not coarsened
constexpr unsigned grown = 2;         // separators grown on the coarsest graph
constexpr vertex large = 4000;        // graphs with more vertices are tried several times, from a level of at most a
constexpr vertex trial_share = 14;    // fourteenth of their vertices
constexpr std::uint64_t batch = 256;  // separations kept at once, of trials in parallel

// Coarsens while `target` is exceeded; returns the number of levels used.
std::size_t coarsen_to(const level_graph& g, vertex target, std::int64_t heaviest, const separator_options& options,
                       random_numbers& random, separator_scratch& scratch, std::deque<level>& levels) {
  std::size_t count = 0;
  for (const level_graph* fine = &g; fine->vertices() > target; fine = &levels[count - 1].graph) {
    if (levels.size() == count) levels.emplace_back();
    coarsen(*fine, heaviest, options, random, scratch, levels[count]);
    // Stop if the matching is too small to make progress.
    if (levels[count].graph.vertices() > fine->vertices() / 20 * 19) break;
    ++count;
  }
  return count;
}

// Projects s from level `count` to the finest, refining it on each.
void uncoarsen(const level_graph& g, std::size_t count, const separator_options& options, separator_scratch& scratch,
               const std::deque<level>& levels, separation& s) {
  while (count-- != 0) {
    const host_array<vertex>& map = levels[count].map;
    host_array<std::uint8_t>& fine = scratch.projected.side;
    fine.resize(map.size());
    for (std::size_t v = 0; v != map.size(); ++v) fine[v] = s.side[map[v]];
    s.side.swap(fine);
    refine(count == 0 ? g : levels[count - 1].graph, options, scratch, s);
  }
}

void first_separation(const level_graph& g, const separator_options& options, random_numbers& random,
                      separator_scratch& scratch, separation& s) {
  for (unsigned i = 0; i != grown; ++i) {
    grow(g, options, random, scratch, scratch.trial);
    refine(g, options, scratch, scratch.trial);
    if (i == 0 || cost_of(scratch.trial.weight, options.imbalance) < cost_of(s.weight, options.imbalance))
      std::swap(s, scratch.trial);
  }
}

std::int64_t heaviest_pair(const level_graph& g) { return g.total * 3 / (2 * coarsest_size) + 1; }

void separate_once(const level_graph& g, const separator_options& options, random_numbers random,
                   separator_scratch& scratch, separation& s) {
  std::deque<level>& levels = scratch.trial_levels;
  const std::size_t count = coarsen_to(g, coarsest_size, heaviest_pair(g), options, random, scratch, levels);
  first_separation(count == 0 ? g : levels[count - 1].graph, options, random, scratch, s);
  uncoarsen(g, count, options, scratch, levels, s);
}

}  // namespace

void separate(const level_graph& g, const separator_options& options, std::uint64_t key, separator_scratch& scratch,
              separation& s, const parallel_trials& in_parallel) {
  random_numbers random(key);
  const bool is_large = g.vertices() > large;
  const std::uint64_t trials = std::uint64_t{options.attempts} * (is_large ? options.trials : 1);
  const std::size_t count =
      is_large ? coarsen_to(g, g.vertices() / trial_share, heaviest_pair(g), options, random, scratch, scratch.levels)
               : 0;
  const level_graph& start = count == 0 ? g : scratch.levels[count - 1].graph;
  const auto key_of = [&](std::uint64_t i) { return random_numbers(partition::initial::derive(key, 1 + i)); };
  const auto cost = [&](const separation& tried) { return cost_of(tried.weight, options.imbalance); };
  if (in_parallel && trials != 1) {
    std::vector<separation> tried;
    for (std::uint64_t first = 0; first < trials; first += batch) {
      tried.resize(std::min(batch, trials - first));
      in_parallel(static_cast<unsigned>(tried.size()), [&](unsigned i, separator_scratch& own) {
        separate_once(start, options, key_of(first + i), own, tried[i]);
      });
      for (std::size_t i = 0; i != tried.size(); ++i)
        if (first + i == 0 || cost(tried[i]) < cost(s)) std::swap(s, tried[i]);
    }
  } else {
    separate_once(start, options, key_of(0), scratch, s);
    for (std::uint64_t i = 1; i < trials; ++i) {
      separate_once(start, options, key_of(i), scratch, scratch.best);
      if (cost(scratch.best) < cost(s)) std::swap(s, scratch.best);
    }
  }
  uncoarsen(g, count, options, scratch, scratch.levels, s);
}

}  // namespace amorph::ordering
