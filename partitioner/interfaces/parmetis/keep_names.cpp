#include "partitioner/interfaces/parmetis/keep_names.hpp"

#include <map>
#include <utility>

#include "partitioner/common/relabel.hpp"

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
  std::vector<std::uint32_t> number;
  c.together([&] {
    std::map<std::pair<std::int64_t, std::int64_t>, std::int64_t> shared;
    for (std::size_t i = 0; i != flat.size(); i += 3) shared[{flat[i], flat[i + 1]}] += flat[i + 2];
    std::vector<partition::overlap> overlaps;
    for (const auto& [parts, count] : shared)
      overlaps.push_back({count, static_cast<std::uint32_t>(parts.first), static_cast<std::uint32_t>(parts.second)});
    std::map<float, std::uint32_t> known;
    std::vector<std::uint32_t> kind(p.options.parts, 0);
    for (std::uint32_t q = 0; q != p.options.target.size(); ++q)
      kind[q] = known.try_emplace(p.options.target[q], q).first->second;
    number = partition::numbers_by_overlap(std::move(overlaps), kind);
  });
  for (std::size_t v = 0; v != old.size(); ++v) part[v] = static_cast<idx_t>(number[static_cast<std::size_t>(part[v])]);
}

}  // namespace amorph::parmetis
