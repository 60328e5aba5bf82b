// ParMETIS_V3_PartGeom: equally many vertices per process along a Z-order curve (Morton 1966).
#include <algorithm>
#include <cmath>
#include <limits>

#include "amorph/kernels/base/refuse.hpp"
#include "partitioner/interfaces/parmetis/boundary.hpp"
#include "partitioner/interfaces/parmetis/distributed_graph.hpp"

namespace amorph::parmetis {
namespace {

constexpr unsigned bits = 20;  // per dimension

// Positions along the curve within the box of all points. Collective.
std::vector<std::uint64_t> curve_positions(const communicator& c, std::size_t n, std::size_t dimensions,
                                           const real_t* xyz) {
  double low[3] = {}, scale[3] = {};
  for (std::size_t d = 0; d != dimensions; ++d) {
    double from = std::numeric_limits<double>::infinity(), to = -from;
    for (std::size_t v = 0; v != n; ++v) {
      from = std::min(from, static_cast<double>(xyz[v * dimensions + d]));
      to = std::max(to, static_cast<double>(xyz[v * dimensions + d]));
    }
    low[d] = c.reduce(from, MPI_MIN);
    const double width = c.reduce(to, MPI_MAX) - low[d];
    scale[d] = width > 0 ? ((1U << bits) - 1) / width : 0;
  }
  std::vector<std::uint64_t> position;
  c.together([&] {
    position.assign(n, 0);
    for (std::size_t v = 0; v != n; ++v)
      for (std::size_t d = 0; d != dimensions; ++d) {
        const auto cell =
            static_cast<std::uint64_t>((static_cast<double>(xyz[v * dimensions + d]) - low[d]) * scale[d]);
        for (unsigned b = 0; b != bits; ++b) position[v] |= (cell >> b & 1) << (b * dimensions + d);
      }
  });
  return position;
}

// Splits at total * r / processes, for every r: of equal positions, those of lower numbers come first.
void divide_curve(const communicator& c, const distribution& d, const std::vector<std::uint64_t>& position,
                  idx_t* part) {
  std::fill_n(part, position.size(), 0);
  for (int r = 1; r < c.size(); ++r) {
    const std::int64_t wanted = d.total() * r / c.size();
    const auto count = [&](std::uint64_t below) {  // of all vertices
      return c.sum(static_cast<std::int64_t>(
          std::count_if(position.begin(), position.end(), [&](std::uint64_t x) { return x < below; })));
    };
    std::uint64_t low = 0, high = std::uint64_t{1} << (3 * bits);  // the largest with at most `wanted` before it
    while (low + 1 < high) {
      const std::uint64_t middle = low + (high - low) / 2;
      (count(middle) <= wanted ? low : high) = middle;
    }
    std::int64_t ties_before = 0, ties = std::count(position.begin(), position.end(), low);
    require_mpi(MPI_Exscan(&ties, &ties_before, 1, MPI_INT64_T, MPI_SUM, c.get()));
    if (c.is_root()) ties_before = 0;                       // Exscan leaves it undefined
    std::int64_t left = wanted - count(low) - ties_before;  // ties here that still belong before the split
    for (std::size_t v = 0; v != position.size(); ++v)
      if (position[v] > low || (position[v] == low && left-- <= 0)) part[v] = r;
  }
}

}  // namespace
}  // namespace amorph::parmetis

extern "C" int ParMETIS_V3_PartGeom(idx_t* vtxdist, idx_t* ndims, real_t* xyz, idx_t* part, MPI_Comm* comm) {
  using namespace amorph::parmetis;
  const char* name = "ParMETIS_V3_PartGeom";
  return as_metis_code(name, comm, [&](const communicator& c) {
    distribution d;
    fingerprint same;
    c.together([&] {
      if (vtxdist == nullptr) amorph::refuse("vtxdist is null");
      d = check_distribution(c, vtxdist, vtxdist[0] == 1 ? 1 : 0, "vtxdist");
      if (ndims == nullptr || (*ndims != 2 && *ndims != 3)) amorph::refuse("ndims: expected 2 or 3");
      const auto n = static_cast<std::size_t>(d.count(c.rank()));
      if (n != 0 && (xyz == nullptr || part == nullptr)) amorph::refuse("xyz or part is null");
      for (std::size_t i = 0; i != n * static_cast<std::size_t>(*ndims); ++i)
        if (!std::isfinite(xyz[i])) amorph::refuse("xyz: expected finite numbers");
      for (const std::int64_t first : d.first) same.add(first);
      same.add(*ndims);
    });
    same.require_equal(c);
    const auto position =
        curve_positions(c, static_cast<std::size_t>(d.count(c.rank())), static_cast<std::size_t>(*ndims), xyz);
    divide_curve(c, d, position, part);
    set_report(name, "Amorph, along a space-filling curve");
  });
}
