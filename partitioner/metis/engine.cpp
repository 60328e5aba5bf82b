#include "engine.hpp"

#include <algorithm>
#include <numeric>

#include "recursive.hpp"

namespace amorph::metis {
namespace {

std::vector<std::uint32_t> descending(std::size_t count, auto key) {
  std::vector<std::uint32_t> order(count);
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return key(a) > key(b); });
  return order;
}

// Whether the partitioner, which does not do the whole, does each bisection.
bool by_bisections(const partition::graph& g, partition::options o) {
  if (o.how != partition::scheme::recursive || o.constraints != 1) return false;
  o.parts = 2;
  o.target.clear();
  return partition::unsupported(g, o).empty();
}

}  // namespace

std::optional<engine> parse_engine(std::string_view word) noexcept {
  if (word == "amorph") return engine::amorph;
  if (word == "metis") return engine::metis;
  return std::nullopt;
}

partition::result one_vertex_a_part(const partition::graph& g, const partition::options& o) {
  partition::result r;
  r.part.resize(g.vertices);
  const std::size_t c = o.constraints;
  const auto parts = o.target.empty() ? descending(g.vertices, [](auto) { return 0; })  // the first ones
                                      : descending(o.parts, [&](std::uint32_t p) { return o.target[p * c]; });
  const auto vertices =
      descending(g.vertices, [&](std::uint32_t v) { return g.vertex_weight.empty() ? 1 : g.vertex_weight[v * c]; });
  for (std::size_t i = 0; i != vertices.size(); ++i) r.part[vertices[i]] = parts[i];
  partition::measure(g, o, r);
  r.stats.backend = "cpu";
  r.stats.threads = 1;
  return r;
}

partition::result divide_with_amorph(const partition::graph& g, partition::options o) {
  constexpr std::size_t small = std::size_t{1} << 17;  // adjacency entries: some 50 ms of one thread
  if (o.where == backend::automatic && g.to.size() < small) o.where = backend::cpu;
  return partition::divide(g, o);
}

answer divide(const partition::graph& g, const partition::options& o, engine who, const particulars& more) {
  answer a;
  a.ran = who;
  if (g.vertices <= o.parts && o.parts > 1) {
    a.ran = engine::amorph;
    a.result = one_vertex_a_part(g, o);
    return a;
  }
  if (who == engine::amorph) {
    const std::string why = partition::unsupported(g, o);
    if (why.empty()) {
      a.result = divide_with_amorph(g, o);
      return a;
    }
    if (by_bisections(g, o)) {
      a.result = bisect_recursively(g, o);
      return a;
    }
    a.ran = engine::metis;
    a.remark = "left to METIS: " + why;
  }
  a.result = divide_with_metis(g, o, more);
  return a;
}

}  // namespace amorph::metis
