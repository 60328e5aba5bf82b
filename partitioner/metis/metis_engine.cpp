// METIS as an engine. It crashes, or answers with everything in one part, on inputs that are no errors; those are kept
// from it or mended here (docs/metis-compatibility.md names them).
#include <algorithm>
#include <limits>
#include <memory>

#include "amorph/kernels/base/error.hpp"
#include "amorph/kernels/base/stopwatch.hpp"
#include "partitioner/metis/engine.hpp"
#include "partitioner/metis/metis_library.hpp"

namespace amorph::metis {
namespace {

constexpr std::int64_t most = std::numeric_limits<idx_t>::max();

void within(std::int64_t total, const char* what) {
  if (total > most)
    throw error(status::bad_input, "METIS counts in 32 bits, and " + std::string(what) + " is " +
                                       std::to_string(total) + ", more than " + std::to_string(most));
}

std::int64_t sum(span<const std::int32_t> values, std::size_t first = 0, std::size_t step = 1) {
  std::int64_t total = 0;
  for (std::size_t i = first; i < values.size(); i += step) total += values[i];
  return total;
}

// METIS wants arrays that it may write to; null for an empty one.
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

  arguments(const partition::graph& g, const partition::options& o, const particulars& more);
  int call(partition::scheme how);
};

arguments::arguments(const partition::graph& g, const partition::options& o, const particulars& more)
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
  if (to.values.empty()) to.values.push_back(0);  // METIS reads no entry, but takes null for a missing graph
  part.assign(g.vertices, 0);
  std::fill(std::begin(options), std::end(options), -1);
  options[METIS_OPTION_OBJTYPE] = o.objective == partition::objective::volume ? METIS_OBJTYPE_VOL : METIS_OBJTYPE_CUT;
  options[METIS_OPTION_CTYPE] = o.match == partition::matching::random ? METIS_CTYPE_RM : METIS_CTYPE_SHEM;
  options[METIS_OPTION_IPTYPE] = o.scheme == partition::scheme::recursive ? more.initial : -1;
  options[METIS_OPTION_DBGLVL] = more.debug_level;
  options[METIS_OPTION_NITER] = static_cast<idx_t>(o.refinement);
  options[METIS_OPTION_NCUTS] = static_cast<idx_t>(o.attempts);
  options[METIS_OPTION_SEED] = more.seed;
  options[METIS_OPTION_NO2HOP] = !o.two_hop;
  options[METIS_OPTION_MINCONN] = o.minimise_connections;
  options[METIS_OPTION_CONTIG] = o.contiguous;
}

int arguments::call(partition::scheme how) {
  const metis_library& metis = metis_library::require();
  const inside_metis turn;
  const auto function = how == partition::scheme::recursive ? metis.part_recursive : metis.part_kway;
  return function(&vertices, &constraints, begin.data(), to.data(), vertex_weight.data(), vertex_size.data(),
                  edge_weight.data(), &parts, target.empty() ? nullptr : target.data(),
                  imbalance.empty() ? nullptr : imbalance.data(), options, &objective, part.data());
}

void check_limits(const partition::graph& g, const partition::options& o) {
  within(g.vertices, "the number of vertices");
  within(o.parts, "the number of parts");
  within(static_cast<std::int64_t>(g.to.size()), "the number of adjacency entries");
  for (std::uint32_t c = 0; c != o.constraints; ++c)
    within(sum(g.vertex_weight, c, o.constraints), "a sum of vertex weights");
  within(sum(g.edge_weight), "the sum of edge weights");
  if (o.objective == partition::objective::volume && !g.vertex_size.empty()) {
    std::int64_t volume = 0;
    for (std::uint32_t v = 0; v != g.vertices; ++v)
      volume += g.vertex_size[v] * static_cast<std::int64_t>(g.begin[v + std::size_t{1}] - g.begin[v]);
    within(volume, "the largest communication volume");
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
  // METIS catches SIGTERM while it works, and hands it on as this code.
  if (code == METIS_ERROR) throw error(status::interrupted, "METIS was interrupted");
  throw error(status::internal, "METIS refused the graph with code " + std::to_string(code));
}

}  // namespace

partition::result divide_with_metis(const partition::graph& g, const partition::options& o, const particulars& more) {
  const stopwatch time;
  partition::result r;
  if (o.parts == 1) {
    r.part.assign(g.vertices, 0);
  } else {
    check_limits(g, o);
    arguments a(g, o, more);
    require_ok(a.call(o.scheme));
    // With few vertices for each part, METIS's k-way scheme leaves most parts empty; recursive bisection does not, but
    // knows nothing of connected parts and of their neighbours.
    if (o.scheme == partition::scheme::kway && o.objective == partition::objective::cut && !o.contiguous &&
        !o.minimise_connections && parts_in_use(a.part, o.parts) < o.parts) {
      const std::vector<idx_t> first = a.part;
      a.imbalance.clear();  // a bisection's own: kway's, taken at each bisection, would add up
      require_ok(a.call(partition::scheme::recursive));
      if (parts_in_use(a.part, o.parts) <= parts_in_use(first, o.parts)) a.part = first;
    }
    r.part.assign(a.part.begin(), a.part.end());
  }
  partition::measure(g, o, r);
  r.stats.backend = "cpu";
  r.stats.threads = 1;
  r.stats.total_ms = time.ms();
  return r;
}

}  // namespace amorph::metis
