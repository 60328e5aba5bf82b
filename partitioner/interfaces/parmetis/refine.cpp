// Rounds of refinement, each with another grouping of the parts.
#include "partitioner/interfaces/parmetis/refine.hpp"

#include <algorithm>
#include <thread>

#include "partitioner/interfaces/parmetis/quotient.hpp"
#include "partitioner/interfaces/parmetis/shard.hpp"

namespace amorph::parmetis {
namespace {

constexpr int most_rounds = 8;
constexpr int rounds_anew = 4;  // shards are also divided from scratch

double target_of(const problem& p, std::size_t part) {
  return p.options.target.empty() ? 1.0 / p.options.parts : static_cast<double>(p.options.target[part]);
}

// The core's options for the parts that this process refines, numbered 0, 1, ... in `number`.
struct shard_task {
  partition::options options;
  std::vector<idx_t> parts, number;

  shard_task(const communicator& c, const problem& p, shard& s, const std::vector<int>& to, const part_weights& w) {
    options = p.options;
    options.target.clear();
    number.assign(p.options.parts, -1);
    double target = 0;
    std::int64_t weight = 0;
    for (std::size_t i = 0; i != to.size(); ++i) {
      if (to[i] != c.rank()) continue;
      number[i] = static_cast<idx_t>(parts.size());
      parts.push_back(static_cast<idx_t>(i));
      target += target_of(p, i);
      weight += w.weight[i];
    }
    for (const idx_t part : parts)
      options.target.push_back(static_cast<float>(target_of(p, static_cast<std::size_t>(part)) / target));
    // The same limits as in the whole graph; rounded down.
    const double allowed = static_cast<double>(p.options.imbalance.front()) * static_cast<double>(w.total) * target /
                           static_cast<double>(std::max<std::int64_t>(1, weight));
    options.imbalance = {std::max(1.0f, static_cast<float>(allowed * (1 - 1e-6)))};
    options.parts = static_cast<std::uint32_t>(parts.size());
    // Its searches may undo moves that only their cost forbids.
    if (!p.costs) options.preset = effort_of(options).of_shard;
    if (options.run.threads == 0)
      options.run.threads =
          std::max(1U, std::thread::hardware_concurrency() / static_cast<unsigned>(c.processes_here()));
    for (idx_t& part : s.part()) part = number[static_cast<std::size_t>(part)];
    options.start = {s.part().data(), s.part().size()};
    options.move_cost = s.move_cost();
  }
};

// The core's best partition of a shard, if it is better than the one to improve; else no parts.
partition::result improve(const partition::graph& g, const shard_task& task, partition::preset asked, bool anew) {
  partition::result before;
  before.part.assign(task.options.start.begin(), task.options.start.end());
  partition::measure(g, task.options, before);
  std::vector<std::uint32_t>().swap(before.part);
  partition::result after = partition::divide(g, task.options);
  if (anew) {
    partition::options from_scratch = task.options;
    from_scratch.start = {};
    from_scratch.preset = asked;  // `quality` takes five times as long there
    partition::result other = partition::divide(g, from_scratch);
    if (other.balanced && (!after.balanced || other.cut < after.cut)) after = std::move(other);
  }
  std::int64_t cost = after.cut;
  for (std::size_t v = 0; v != task.options.move_cost.size(); ++v)
    if (static_cast<std::uint32_t>(task.options.start[v]) != after.part[v]) cost += task.options.move_cost[v];
  const bool better = before.balanced == after.balanced ? cost < before.cut : after.balanced;
  if (!better) after.part.clear();
  return after;
}

// Refines the shards of one grouping of the parts.
void refine_once(const communicator& c, const problem& p, const std::vector<int>& to, bool anew, idx_t* part,
                 footprint& memory) {
  const part_weights w = weigh(c, p, part);
  shard s(c, p, part, to, memory);
  c.together([&] {
    const shard_task task(c, p, s, to, w);
    std::vector<idx_t>& of = s.part();
    if (task.parts.size() > 1 && !of.empty()) {
      const partition::result after = improve(s.graph(), task, p.options.preset, anew);
      std::copy(after.part.begin(), after.part.end(), of.begin());
    }
    for (idx_t& x : of) x = task.parts[static_cast<std::size_t>(x)];
  });
  s.send_back(part);
}

}  // namespace

part_weights weigh(const communicator& c, const problem& p, const idx_t* part) {
  part_weights w;
  w.weight.assign(p.options.parts, 0);
  for (idx_t v = 0; v != p.graph.local; ++v) w.weight[static_cast<std::size_t>(part[v])] += p.graph.vertex_weight(v);
  c.sum(w.weight);
  for (const std::int64_t x : w.weight) w.total += x;
  for (std::size_t i = 0; i != w.weight.size(); ++i)
    w.balance = std::max(
        w.balance, static_cast<double>(w.weight[i]) / std::max(1e-9, target_of(p, i) * static_cast<double>(w.total)));
  w.balanced = w.balance <= static_cast<double>(p.options.imbalance.front()) * (1 + 1e-6);
  return w;
}

std::int64_t refine(const communicator& c, const problem& p, idx_t* part, footprint& memory) {
  std::map<std::pair<idx_t, idx_t>, int> done;
  quotient q = make_quotient(c, p, part, memory);
  std::int64_t cut = q.total_cut();
  if (std::int64_t{p.options.parts} <= c.size()) return cut;
  for (int round = 0; round != most_rounds; ++round) {
    std::vector<int> to;
    c.together([&] { to = group_parts(q, c.size(), done); });
    refine_once(c, p, to, !p.improves && round < rounds_anew, part, memory);
    q = make_quotient(c, p, part, memory);
    const std::int64_t gain = cut - q.total_cut();
    cut = q.total_cut();
    if (round >= 2 && gain * 200 < cut) break;
  }
  return cut;
}

}  // namespace amorph::parmetis
