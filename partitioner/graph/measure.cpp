// Cut, volume, the objective, weights and balance, counted from the graph and the parts alone.
#include "partitioner/common/measure.hpp"

#include <algorithm>

#include "amorph/kernels/exec/cpu.hpp"
#include "partitioner/common/partition.hpp"
#include "partitioner/common/targets.hpp"

namespace amorph::partition {
namespace {

struct counted {
  std::int64_t cut = 0, volume = 0, cost = 0;
  std::vector<std::uint32_t> seen;   // per part: the last vertex with a neighbour there
  std::vector<std::int64_t> weight;  // as result::part_weight
};

void count(const graph& g, const options& o, const distances& distance, const std::vector<std::uint32_t>& part,
           std::size_t first, std::size_t last, counted& sum) {
  std::vector<std::uint32_t>& seen = sum.seen;
  const hypergraph::objective_weights weights = row_of(o.objective).weights();
  std::int64_t cut = 0, volume = 0, cost = 0;  // not in `sum`, whose cache line another thread's may be on
  for (std::size_t v = first; v != last; ++v) {
    for (std::uint32_t c = 0; c != o.constraints; ++c)
      sum.weight[std::size_t{part[v]} * o.constraints + c] +=
          g.vertex_weight.empty() ? 1 : g.vertex_weight[v * o.constraints + c];
    std::int64_t others = 0;
    for (std::uint64_t e = g.begin[v]; e != g.begin[v + 1]; ++e) {
      const std::uint32_t p = part[g.to[e]];
      if (p == part[v]) continue;
      const std::int64_t weight = g.edge_weight.empty() ? 1 : g.edge_weight[e];
      cut += weight;
      if (!distance.empty()) cost += weight * distance(part[v], p);
      if (seen[p] == v) continue;
      seen[p] = static_cast<std::uint32_t>(v);
      ++others;
    }
    const std::int64_t size = g.vertex_size.empty() ? 1 : g.vertex_size[v];
    volume += size * others;
    cost += size * weights.cost(others);
  }
  sum.cut += cut;
  sum.volume += volume;
  sum.cost += cost;
}

// From the weights of the parts.
void weigh_balance(const options& o, result& r) {
  r.balance = 0;
  r.balanced = true;
  for (std::uint32_t c = 0; c != o.constraints; ++c) {
    std::int64_t total = 0;
    for (std::uint32_t p = 0; p != o.parts; ++p) total += r.part_weight[std::size_t{p} * o.constraints + c];
    if (total == 0) continue;
    for (std::uint32_t p = 0; p != o.parts; ++p) {
      const std::int64_t weight = r.part_weight[std::size_t{p} * o.constraints + c];
      r.balance =
          std::max(r.balance, static_cast<double>(weight) / (target_share(o, p, c) * static_cast<double>(total)));
      if (weight > part_limit(o, p, c, total)) r.balanced = false;
    }
  }
}

}  // namespace

void measure(const graph& g, const options& o, result& r) {
  // Each thread has sums for all parts, which with very many would take more memory and time than they save.
  constexpr std::uint32_t many = std::uint32_t{1} << 20;
  cpu_exec exec(o.parts > many ? 1 : o.run.threads);
  const distances distance(o.machine);
  std::vector<counted> sums(exec.threads());
  exec.ranges(g.vertices, 4096, [&](std::size_t first, std::size_t last, unsigned thread) {
    counted& local = sums[thread];
    if (local.seen.empty()) {
      local.seen.assign(o.parts, ~std::uint32_t{0});
      local.weight.assign(std::size_t{o.parts} * o.constraints, 0);
    }
    count(g, o, distance, r.part, first, last, local);
  });
  r.cut = r.volume = r.cost = 0;
  r.part_weight.assign(std::size_t{o.parts} * o.constraints, 0);
  for (const counted& sum : sums) {
    r.cut += sum.cut;
    r.volume += sum.volume;
    r.cost += sum.cost;
    for (std::size_t i = 0; i != sum.weight.size(); ++i) r.part_weight[i] += sum.weight[i];
  }
  r.cut /= 2;
  if (row_of(o.objective).of_edges()) r.cost = distance.empty() ? r.cut : r.cost / 2;
  weigh_balance(o, r);
}

void measure(const options& o, const counts& counted, result& r) {
  r.cut = r.cost = counted.cut / 2;
  r.volume = counted.volume;
  r.part_weight.assign(counted.weight, counted.weight + o.parts);
  weigh_balance(o, r);
}

arc_figures figures_of(const graph& g, const std::vector<std::uint32_t>& part, span<const std::uint32_t> vertices) {
  arc_figures sum;
  std::vector<std::uint32_t> around;
  for (const std::uint32_t v : vertices) {
    around.clear();
    for (std::uint64_t e = g.begin[v]; e != g.begin[v + std::size_t{1}]; ++e) {
      const std::uint32_t p = part[g.to[e]];
      if (p == part[v]) continue;
      sum.cut += g.edge_weight.empty() ? 1 : g.edge_weight[e];
      around.push_back(p);
    }
    std::sort(around.begin(), around.end());
    const auto others = std::unique(around.begin(), around.end()) - around.begin();
    sum.volume += others * (g.vertex_size.empty() ? 1 : g.vertex_size[v]);
  }
  return sum;
}

}  // namespace amorph::partition
