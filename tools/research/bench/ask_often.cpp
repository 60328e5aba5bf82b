// amorph-ask-often GRAPH bfs|sssp BACKEND CALLS BATCH
//
// Makes the graph resident and asks from CALLS random sources, one after another, with answers left in the memory of
// the backend: prints the time of all calls and of the solves in them. Then asks from BATCH of these sources one after
// another and in one call of `distances`, and compares the answers' sums.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "amorph/kernels/base/error.hpp"
#include "amorph/kernels/base/stopwatch.hpp"
#include "amorph/kernels/random/random.hpp"
#include "solver/graph/bfs/bfs.hpp"
#include "solver/graph/distances/distances.hpp"
#include "solver/graph/resident_graph.hpp"
#include "solver/graph/sssp/sssp.hpp"
#include "tools/formats/arc_file.hpp"

namespace {

using namespace amorph;

struct asked {
  double calls_ms = 0, solve_ms = 0;
};

bfs::result search(const weighted_csr& g, span<const std::uint32_t> source, const run_options& run, bool leave) {
  return bfs::solve(g, source, {run, bfs::strategy::automatic, false, leave});
}
sssp::result path(const weighted_csr& g, span<const std::uint32_t> source, const run_options& run, bool leave) {
  sssp::options o;
  o.run = run;
  o.parents = false;
  o.leave = leave;
  return sssp::solve(g, source, o);
}

template <class Ask> asked ask_each(const std::vector<std::uint32_t>& sources, Ask ask) {
  asked all;
  stopwatch time;
  for (const std::uint32_t& s : sources) all.solve_ms += ask(span<const std::uint32_t>(&s, 1)).stats.ms[0];
  all.calls_ms = time.lap();
  return all;
}

template <class T> std::uint64_t sum_of(const std::vector<T>& values) {
  std::uint64_t sum = 0;
  for (const T v : values)
    if (v != static_cast<T>(~T{0})) sum += v;
  return sum;
}

int measure(const std::string& file, bool weights, backend on, std::size_t calls, std::size_t batch) {
  weighted_graph graph;
  std::string message;
  if (arc_file::read(file, graph, message) != status::ok) throw error(status::bad_input, message);
  run_options run;
  run.backend = on;
  context kept(run);
  const resident_graph g(kept, graph.view());
  const auto ask = [&](span<const std::uint32_t> source, bool leave, std::uint64_t* sum) {
    run_statistics stats;
    if (weights) {
      const sssp::result found = path(g.view(), source, kept.run(), leave);
      if (sum != nullptr) *sum += sum_of(found.distance);
      stats = found.stats;
    } else {
      const bfs::result found = search(g.view(), source, kept.run(), leave);
      if (sum != nullptr) *sum += sum_of(found.level);
      stats = found.stats;
    }
    return stats;
  };
  const random_stream random(1, 1);
  std::vector<std::uint32_t> sources;  // not isolated
  for (std::uint64_t draw = 0; sources.size() < std::max(calls, batch); ++draw)
    if (const auto v = static_cast<std::uint32_t>(random.below(draw, graph.vertices));
        graph.begin[v] != graph.begin[v + std::size_t{1}])
      sources.push_back(v);
  (void)ask(span<const std::uint32_t>(sources.data(), 1), true, nullptr);  // warm

  struct stats_of {
    run_statistics stats;
  };
  const std::vector<std::uint32_t> often(sources.begin(), sources.begin() + static_cast<std::ptrdiff_t>(calls));
  const asked all = ask_each(often, [&](span<const std::uint32_t> s) { return stats_of{ask(s, true, nullptr)}; });
  std::printf("%zu calls: %.2f ms, of these solving %.2f ms: ratio %.3f\n", calls, all.calls_ms, all.solve_ms,
              all.calls_ms / all.solve_ms);

  const std::vector<std::uint32_t> some(sources.begin(), sources.begin() + static_cast<std::ptrdiff_t>(batch));
  const asked one_by_one = ask_each(some, [&](span<const std::uint32_t> s) { return stats_of{ask(s, true, nullptr)}; });
  distances::options o;
  o.run = kept.run();
  o.hops = !weights;
  o.leave = true;
  (void)distances::solve(g.view(), some, o);  // warm
  stopwatch time;
  const distances::result together = distances::solve(g.view(), some, o);
  const double together_ms = time.lap();
  std::printf(
      "%zu sources one by one: %.2f ms (solving %.2f), in one call: %.2f ms (solving %.2f, %s): %.2f times faster\n",
      batch, one_by_one.calls_ms, one_by_one.solve_ms, together_ms, together.stats.ms[0],
      together.stats.strategy.c_str(), one_by_one.calls_ms / together_ms);

  std::uint64_t sum = 0;
  for (const std::uint32_t& s : some) (void)ask(span<const std::uint32_t>(&s, 1), false, &sum);
  o.leave = false;
  const distances::result copied = distances::solve(g.view(), some, o);
  const std::uint64_t other = sum_of(copied.hops) + sum_of(copied.distance);
  std::printf("sums of distances: %llu and %llu\n", static_cast<unsigned long long>(sum),
              static_cast<unsigned long long>(other));
  return sum == other ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view problem = argc == 6 ? argv[2] : "";
  const auto on = argc == 6 ? parse_backend(argv[3]) : std::nullopt;
  if ((problem != "bfs" && problem != "sssp") || !on) {
    std::fputs("usage: amorph-ask-often GRAPH bfs|sssp auto|cpu|cuda CALLS BATCH\n", stderr);
    return 1;
  }
  try {
    return measure(argv[1], problem == "sssp", *on, std::strtoull(argv[4], nullptr, 10),
                   std::strtoull(argv[5], nullptr, 10));
  } catch (const std::exception& e) {
    std::fprintf(stderr, "amorph-ask-often: %s\n", e.what());
    return 1;
  }
}
