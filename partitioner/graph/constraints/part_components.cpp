// Components by disjoint sets in parallel, from the whole graph or from the strays alone.
#include "partitioner/graph/constraints/part_components.hpp"

#include <algorithm>
#include <atomic>
#include <utility>

#include "amorph/kernels/sync/serial_disjoint_sets.hpp"
#include "partitioner/graph/constraints/ascending.hpp"
#include "partitioner/graph/constraints/components.hpp"

namespace amorph::partition {

void stray_components::find() {
  host_array<std::uint32_t> root(g_.vertices);
  const disjoint_sets sets =
      unite_components(exec_, g_, root, [&](std::uint32_t u, std::uint32_t v) { return part_[u] == part_[v]; });
  std::atomic<std::size_t> roots{0};
  exec_.ranges(g_.vertices, 65536, [&](std::size_t first, std::size_t last, unsigned) {
    std::size_t count = 0;
    for (std::size_t v = first; v != last; ++v) count += root[v] == v ? 1 : 0;
    roots += count;
  });
  stray_.clear();
  if (roots.load() <= main_.size()) return;
  exec_.for_each(g_.vertices, [&](std::size_t v) {
    const std::uint32_t of_v = sets.find(static_cast<std::uint32_t>(v));
    __atomic_store_n(&root[v], of_v, __ATOMIC_RELAXED);
  });
  collect(root);
}

// Sums by one thread: nearly all vertices have one of a few roots, which threads would wait for.
void stray_components::collect(const host_array<std::uint32_t>& root) {
  host_array<std::int64_t> sum(g_.vertices);
  exec_.for_each(g_.vertices, [&](std::size_t v) { sum[v] = 0; });
  for (std::uint32_t v = 0; v != g_.vertices; ++v) sum[root[v]] += weight(v);
  part_weight_.assign(main_.size(), 0);
  std::fill(main_.begin(), main_.end(), main_component{});
  for (const std::uint32_t v : ascending(exec_, g_.vertices, [&](std::uint32_t v) { return root[v] == v; })) {
    main_component& main = main_[part_[v]];
    if (main.lowest == none || main.weight < sum[v]) main = {v, sum[v]};
    part_weight_[part_[v]] += sum[v];
  }
  const auto is_stray = [&](std::uint32_t v) {  // a vertex without edges has no part to join
    return main_[part_[v]].lowest != root[v] && g_.begin[v] != g_.begin[v + std::size_t{1}];
  };
  list(ascending(exec_, g_.vertices, is_stray), [&](std::size_t, std::uint32_t v) { return root[v]; });
}

void stray_components::take(const counts& counted) {
  part_weight_.assign(counted.weight, counted.weight + main_.size());
  for (std::size_t p = 0; p != main_.size(); ++p) main_[p] = {counted.main[p], counted.main_weight[p]};
  list({counted.stray, counted.strays}, [&](std::size_t i, std::uint32_t) { return counted.root[i]; });
}

template <class RootOf> void stray_components::list(span<const std::uint32_t> vertices, RootOf root_of) {
  stray_.clear();
  std::vector<std::uint32_t> roots, of(vertices.size());  // of strays; each is the first vertex of its component
  for (std::size_t i = 0; i != vertices.size(); ++i) {
    const std::uint32_t v = vertices[i], root = root_of(i, v);
    if (root == v) {
      roots.push_back(v);
      stray_.push_back({part_[v], 0, 0, 0});
    }
    of[i] = static_cast<std::uint32_t>(std::lower_bound(roots.begin(), roots.end(), root) - roots.begin());
    stray_[of[i]].weight += weight(v);
    ++stray_[of[i]].last;  // for now, the size
  }
  std::size_t upto = 0;
  for (component& c : stray_) {
    c.first = upto;
    upto += std::exchange(c.last, upto);
  }
  member_.resize(upto);
  for (std::size_t i = 0; i != vertices.size(); ++i) member_[stray_[of[i]].last++] = vertices[i];
}

void stray_components::update() {
  if (!update_from_strays()) find();
}

// Sets of main components, which have the numbers of their parts, and of strays. False if a set of strays alone is
// heavier than the main component.
bool stray_components::update_from_strays() {
  const auto parts = static_cast<std::uint32_t>(main_.size()), sets = parts + static_cast<std::uint32_t>(stray_.size());
  std::vector<std::pair<std::uint32_t, std::uint32_t>> set_of;  // members, each with its stray's
  set_of.reserve(member_.size());
  for (std::uint32_t i = 0; i != stray_.size(); ++i)
    for (const std::uint32_t v : members(stray_[i])) set_of.emplace_back(v, parts + i);
  std::sort(set_of.begin(), set_of.end());
  serial_disjoint_sets joined(sets);
  for (const auto& [v, own] : set_of)
    for (std::uint64_t e = g_.begin[v]; e != g_.begin[v + std::size_t{1}]; ++e) {
      const std::uint32_t u = g_.to[e];
      if (part_[u] != part_[v]) continue;
      const auto found = std::lower_bound(set_of.begin(), set_of.end(), std::pair(u, std::uint32_t{0}));
      joined.unite(own, found != set_of.end() && found->first == u ? found->second : part_[u]);
    }
  std::vector<std::int64_t> sum(sets, 0);
  std::vector<std::uint32_t> lowest(sets, none);
  const auto add = [&](std::uint32_t set, std::int64_t weight, std::uint32_t first) {
    const std::uint32_t whole = joined.find(set);
    sum[whole] += weight;
    lowest[whole] = std::min(lowest[whole], first);
  };
  for (std::uint32_t p = 0; p != parts; ++p) add(p, main_[p].weight, main_[p].lowest);
  for (std::uint32_t i = 0; i != stray_.size(); ++i) add(parts + i, stray_[i].weight, members(stray_[i])[0]);
  for (std::uint32_t i = 0; i != stray_.size(); ++i) {
    const std::uint32_t whole = joined.find(parts + i), p = part_[members(stray_[i])[0]];
    if (whole >= parts && std::pair(-sum[whole], lowest[whole]) < std::pair(-sum[p], lowest[p])) return false;
  }
  for (std::uint32_t p = 0; p != parts; ++p) main_[p] = {lowest[p], sum[p]};
  std::erase_if(set_of, [&](const auto& member) { return joined.find(member.second) < parts; });
  std::vector<std::uint32_t> left(set_of.size());
  for (std::size_t i = 0; i != left.size(); ++i) left[i] = set_of[i].first;
  list(left, [&](std::size_t i, std::uint32_t) { return lowest[joined.find(set_of[i].second)]; });
  return true;
}

}  // namespace amorph::partition
