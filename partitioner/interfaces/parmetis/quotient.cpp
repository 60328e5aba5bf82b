// Cuts between parts, and groups of parts by the core's own partition of the graph of parts.
#include "partitioner/interfaces/parmetis/quotient.hpp"

#include <algorithm>
#include <limits>

#include "amorph/kernels/graph/host_graph.hpp"
#include "partitioner/common/partition.hpp"

namespace amorph::parmetis {
namespace {

using pair = std::pair<idx_t, idx_t>;

// The parts of `wanted` vertices, ascending and without duplicates. Collective.
std::vector<idx_t> ask(const communicator& c, const distribution& d, const std::vector<idx_t>& wanted,
                       const idx_t* part) {
  std::vector<int> counts(static_cast<std::size_t>(c.size()), 0), in;
  for (const idx_t v : wanted) ++counts[static_cast<std::size_t>(d.owner(v))];
  std::vector<idx_t> asked = exchange(c, wanted, counts, &in);
  const auto first = static_cast<idx_t>(d.begin(c.rank()));
  for (idx_t& v : asked) v = part[v - first];
  return exchange(c, asked, in);
}

}  // namespace

std::int64_t quotient::total_cut() const {
  std::int64_t sum = 0;
  for (const auto& [parts, weight] : cut) sum += weight;
  return sum;
}

quotient make_quotient(const communicator& c, const problem& p, const idx_t* part, footprint& memory) {
  const distributed_graph& g = p.graph;
  const std::int64_t block = std::max<std::int64_t>(4096, g.all_arcs / (16 * c.size()));
  const auto first = static_cast<idx_t>(g.vertices.begin(c.rank()));
  quotient q;
  std::map<pair, std::int64_t> here;
  q.entries.assign(p.options.parts, 0);
  for (idx_t v = 0; v != g.local; ++v) q.entries[static_cast<std::size_t>(part[v])] += 1 + g.begin(v + 1) - g.begin(v);
  c.sum(q.entries);

  idx_t v = 0;
  std::vector<idx_t> wanted;
  const std::int64_t longest = c.maximum(g.arcs);
  for (std::int64_t from = 0; from < longest; from += block) {
    const std::int64_t last = std::min(g.arcs, from + block);
    c.together([&] {
      wanted.clear();
      for (std::int64_t e = from; e < last; ++e)
        if (const auto u = static_cast<idx_t>(g.neighbour(e)); u < first || u >= first + g.local) wanted.push_back(u);
      std::sort(wanted.begin(), wanted.end());
      wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
    });
    const std::vector<idx_t> remote = ask(c, g.vertices, wanted, part);
    const footprint::hold held(memory, static_cast<std::int64_t>(4 * (wanted.capacity() + 2 * remote.capacity())));
    c.together([&] {
      for (std::int64_t e = from; e < last; ++e) {
        while (g.begin(v + 1) <= e) ++v;
        const auto u = static_cast<idx_t>(g.neighbour(e));
        const idx_t own = part[v];
        const idx_t other =
            u >= first && u < first + g.local
                ? part[u - first]
                : remote[static_cast<std::size_t>(std::lower_bound(wanted.begin(), wanted.end(), u) - wanted.begin())];
        if (own < other) here[{own, other}] += g.edge_weight(e);
      }
    });
  }

  std::vector<std::int64_t> flat;
  c.together([&] {
    for (const auto& [parts, weight] : here) {
      flat.push_back(std::int64_t{parts.first} << 32 | parts.second);
      flat.push_back(weight);
    }
  });
  flat = c.concatenate(flat);
  c.together([&] {
    for (std::size_t i = 0; i != flat.size(); i += 2)
      q.cut[{static_cast<idx_t>(flat[i] >> 32), static_cast<idx_t>(flat[i] & 0xffffffff)}] += flat[i + 1];
  });
  return q;
}

std::vector<int> group_parts(const quotient& q, int processes, std::map<pair, int>& done) {
  const std::size_t parts = q.entries.size();
  const std::int64_t cut = std::max<std::int64_t>(1, q.total_cut());
  std::int64_t entries = 1;
  for (const std::int64_t e : q.entries) entries += e;
  std::vector<std::vector<std::pair<std::uint32_t, std::int32_t>>> rows(parts);
  for (const auto& [pair, weight] : q.cut) {
    const auto met = done.find(pair);
    const double left = met == done.end() ? 1 : 1.0 / (16 << (2 * std::min(met->second, 4)));
    const auto w = static_cast<std::int32_t>(1 + 1e8 * left * static_cast<double>(weight) / static_cast<double>(cut));
    rows[static_cast<std::size_t>(pair.first)].emplace_back(pair.second, w);
    rows[static_cast<std::size_t>(pair.second)].emplace_back(pair.first, w);
  }
  host_graph h;
  h.vertices = static_cast<std::uint32_t>(parts);
  h.begin.push_back(0);
  for (std::size_t p = 0; p != parts; ++p) {
    for (const auto& [to, w] : rows[p]) {
      h.to.push_back(to);
      h.edge_weight.push_back(w);
    }
    h.begin.push_back(h.to.size());
    h.vertex_weight.push_back(
        static_cast<std::int32_t>(1e8 * static_cast<double>(q.entries[p]) / static_cast<double>(entries)));
  }
  partition::options o;
  o.run.backend = backend::cpu;
  o.run.threads = 1;
  o.parts = static_cast<std::uint32_t>(processes);
  o.imbalance = {1.06f};
  partition::graph view;
  view.vertices = h.vertices;
  view.begin = h.begin;
  view.to = h.to;
  view.vertex_weight = h.vertex_weight;
  view.edge_weight = h.edge_weight;
  const partition::result r = partition::divide(view, o);
  for (const auto& [pair, weight] : q.cut)
    if (r.part[static_cast<std::size_t>(pair.first)] == r.part[static_cast<std::size_t>(pair.second)]) ++done[pair];
  return {r.part.begin(), r.part.end()};
}

}  // namespace amorph::parmetis
