#include "partitioner/parmetis/keep_names.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace amorph::parmetis {
namespace {

// Vertices in each new part that were in each old one: new part, old part, count; of all processes.
std::vector<std::int64_t> overlaps(const communicator& c, const std::vector<idx_t>& old, const idx_t* part) {
  std::vector<std::int64_t> flat;
  c.together([&] {
    std::map<std::pair<idx_t, idx_t>, std::int64_t> shared;
    for (std::size_t v = 0; v != old.size(); ++v) ++shared[{part[v], old[v]}];
    for (const auto& [parts, count] : shared) flat.insert(flat.end(), {parts.first, parts.second, count});
  });
  return c.concatenate(flat);
}

}  // namespace

void keep_names(const communicator& c, const problem& p, const std::vector<idx_t>& old, idx_t* part) {
  const std::vector<std::int64_t> flat = overlaps(c, old, part);
  std::vector<idx_t> name(p.options.parts, -1);
  c.together([&] {
    std::map<std::pair<std::int64_t, std::int64_t>, std::int64_t> shared;
    for (std::size_t i = 0; i != flat.size(); i += 3) shared[{flat[i], flat[i + 1]}] += flat[i + 2];
    std::vector<std::tuple<std::int64_t, std::int64_t, std::int64_t>> order;
    order.reserve(shared.size());
    for (const auto& [parts, count] : shared) order.emplace_back(-count, parts.first, parts.second);
    std::sort(order.begin(), order.end());
    const auto target = [&](std::size_t i) { return p.options.target.empty() ? 0.0f : p.options.target[i]; };
    std::vector<bool> taken(name.size(), false);
    for (const auto& [count, from, to] : order) {
      const auto a = static_cast<std::size_t>(from), b = static_cast<std::size_t>(to);
      if (name[a] != -1 || taken[b] || target(a) != target(b)) continue;
      name[a] = static_cast<idx_t>(b);
      taken[b] = true;
    }
    for (std::size_t a = 0; a != name.size(); ++a)  // equally many of each target are left
      for (std::size_t b = 0; b != name.size() && name[a] == -1; ++b)
        if (!taken[b] && target(a) == target(b)) {
          name[a] = static_cast<idx_t>(b);
          taken[b] = true;
        }
  });
  for (std::size_t v = 0; v != old.size(); ++v) part[v] = name[static_cast<std::size_t>(part[v])];
}

}  // namespace amorph::parmetis
