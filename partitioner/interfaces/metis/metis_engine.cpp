// METIS as an engine. On some valid inputs METIS crashes, or puts all vertices in one part; these are handled here
// without METIS, or repaired (docs/metis-compatibility.md lists them).
#include <algorithm>
#include <limits>
#include <memory>

#include "amorph/kernels/base/error.hpp"
#include "amorph/kernels/base/stopwatch.hpp"
#include "partitioner/interfaces/metis/engine.hpp"
#include "partitioner/interfaces/metis/metis_library.hpp"

namespace amorph::metis {
namespace {

constexpr std::int64_t maximum = std::numeric_limits<idx_t>::max();

void require_fits(std::int64_t total, const char* what) {
  if (total > maximum)
    throw error(status::bad_input, "METIS counts in 32 bits: " + std::string(what) + " is " + std::to_string(total) +
                                       ", more than " + std::to_string(maximum));
}

std::int64_t sum(span<const std::int32_t> values, std::size_t first = 0, std::size_t step = 1) {
  std::int64_t total = 0;
  for (std::size_t i = first; i < values.size(); i += step) total += values[i];
  return total;
}

// METIS requires writable arrays; null for an empty one.
struct writable {
  std::vector<idx_t> values;
  writable() = default;
  template <class T> explicit writable(span<const T> from) : values(from.begin(), from.end()) {}
  idx_t* data() { return values.empty() ? nullptr : values.data(); }
};

struct arguments {
  idx_t vertices, constraints, parts;
  writable begin, to, vertex_weight, vertex_size, edge_weight;
  std::vector<real_t> target, imbalance;
  idx_t options[METIS_NOPTIONS];
  idx_t objective = 0;
  std::vector<idx_t> part;

  arguments(const partition::graph& g, const partition::options& o, const metis_parameters& parameters);
  int call(partition::scheme scheme);
};

arguments::arguments(const partition::graph& g, const partition::options& o, const metis_parameters& parameters)
    : vertices(static_cast<idx_t>(g.vertices)),
      constraints(static_cast<idx_t>(o.constraints)),
      parts(static_cast<idx_t>(o.parts)),
      begin(g.begin),
      to(g.to),
      vertex_weight(g.vertex_weight),
      edge_weight(g.edge_weight),
      target(o.target),
      imbalance(o.imbalance) {
  if (o.objective == partition::objective::volume) vertex_size = writable(g.vertex_size);
  if (to.values.empty()) to.values.push_back(0);  // METIS reads no entry, but refuses null
  part.assign(g.vertices, 0);
  std::fill(std::begin(options), std::end(options), -1);
  options[METIS_OPTION_OBJTYPE] = o.objective == partition::objective::volume ? METIS_OBJTYPE_VOL : METIS_OBJTYPE_CUT;
  options[METIS_OPTION_CTYPE] = o.match == partition::matching::random ? METIS_CTYPE_RM : METIS_CTYPE_SHEM;
  options[METIS_OPTION_IPTYPE] = o.scheme == partition::scheme::recursive ? parameters.initial : -1;
  options[METIS_OPTION_DBGLVL] = parameters.debug_level;
  options[METIS_OPTION_NITER] = static_cast<idx_t>(o.refinement);
  options[METIS_OPTION_NCUTS] = static_cast<idx_t>(o.attempts);
  options[METIS_OPTION_SEED] = parameters.seed;
  options[METIS_OPTION_NO2HOP] = !o.two_hop;
  options[METIS_OPTION_MINCONN] = o.minimise_connections;
  options[METIS_OPTION_CONTIG] = o.contiguous;
}

int arguments::call(partition::scheme scheme) {
  const metis_library& metis = metis_library::require();
  const inside_metis lock;
  const auto function = scheme == partition::scheme::recursive ? metis.part_recursive : metis.part_kway;
  return function(&vertices, &constraints, begin.data(), to.data(), vertex_weight.data(), vertex_size.data(),
                  edge_weight.data(), &parts, target.empty() ? nullptr : target.data(),
                  imbalance.empty() ? nullptr : imbalance.data(), options, &objective, part.data());
}

void check_limits(const partition::graph& g, const partition::options& o) {
  require_fits(g.vertices, "the number of vertices");
  require_fits(o.parts, "the number of parts");
  require_fits(static_cast<std::int64_t>(g.to.size()), "the number of adjacency entries");
  for (std::uint32_t c = 0; c != o.constraints; ++c)
    require_fits(sum(g.vertex_weight, c, o.constraints), "a sum of vertex weights");
  require_fits(sum(g.edge_weight), "the sum of edge weights");
  if (o.objective == partition::objective::volume && !g.vertex_size.empty()) {
    std::int64_t volume = 0;
    for (std::uint32_t v = 0; v != g.vertices; ++v)
      volume += g.vertex_size[v] * static_cast<std::int64_t>(g.begin[v + std::size_t{1}] - g.begin[v]);
    require_fits(volume, "the largest communication volume");
  }
  if (o.refinement == 0) throw error(status::bad_input, "METIS needs at least one round of refinement");
}

std::uint32_t parts_in_use(const std::vector<idx_t>& part, std::uint32_t parts) {
  std::vector<char> used(parts, 0);
  for (const idx_t p : part) used[static_cast<std::size_t>(p)] = 1;
  return static_cast<std::uint32_t>(std::count(used.begin(), used.end(), 1));
}

void require_ok(int code) {
  if (code == METIS_OK) return;
  if (code == METIS_ERROR_MEMORY) throw error(status::out_of_memory, "METIS ran out of memory");
  // METIS catches SIGTERM while it runs, and reports it as this code.
  if (code == METIS_ERROR) throw error(status::interrupted, "METIS was interrupted");
  throw error(status::internal, "METIS refused the graph with code " + std::to_string(code));
}

}  // namespace

partition::result divide_with_metis(const partition::graph& g, const partition::options& o,
                                    const metis_parameters& parameters) {
  const stopwatch time;
  partition::result r;
  if (o.parts == 1) {
    r.part.assign(g.vertices, 0);
  } else {
    check_limits(g, o);
    arguments a(g, o, parameters);
    require_ok(a.call(o.scheme));
    // With few vertices per part, METIS's k-way scheme leaves most parts empty. Recursive bisection does not, but does
    // not support -contig and -minconn.
    if (o.scheme == partition::scheme::kway && o.objective == partition::objective::cut && !o.contiguous &&
        !o.minimise_connections && parts_in_use(a.part, o.parts) < o.parts) {
      const std::vector<idx_t> first = a.part;
      a.imbalance.clear();  // bisection's default: the k-way tolerance, applied at each bisection, would multiply
      require_ok(a.call(partition::scheme::recursive));
      if (parts_in_use(a.part, o.parts) <= parts_in_use(first, o.parts)) a.part = first;
    }
    r.part.assign(a.part.begin(), a.part.end());
  }
  partition::measure(g, o, r);
  r.stats.backend_name = "cpu";
  r.stats.threads = 1;
  r.stats.ms = {time.ms()};
  return r;
}

}  // namespace amorph::metis
