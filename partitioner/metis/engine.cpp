#include "partitioner/metis/engine.hpp"

#include <algorithm>
#include <vector>

#include "amorph/kernels/base/error.hpp"

namespace amorph::metis {
namespace {

bool has_empty_part(const partition::result& r, std::uint32_t parts) {
  std::vector<bool> used(parts, false);
  for (const std::uint32_t p : r.part) used[p] = true;
  return std::find(used.begin(), used.end(), false) != used.end();
}

// Where METIS left parts empty, which it does with few vertices for each, and the partitioner can fill them: its partition
// for the cut. (The volume is near the cut there: hardly two neighbours of a vertex share a part.)
void divide_for_the_cut(const partition::graph& g, partition::options o, answer& a) {
  o.objective = partition::objective::cut;
  if (!partition::unsupported(g, o).empty()) return;
  a.result = divide_with_amorph(g, o);
  a.ran = engine::amorph;
  a.remark = "METIS left parts empty: divided for the cut instead of the communication volume";
}

void refuse_transactions(const partition::options& o, const std::string& why) {
  if (o.match_by == partition::synchronisation::transactions || o.refine_by == partition::synchronisation::transactions)
    throw error(status::bad_input,
                std::string("METIS, which would divide (").append(why) + "), has no transactions (stm)");
}

}  // namespace

std::optional<engine> parse_engine(std::string_view word) noexcept {
  if (word == "amorph") return engine::amorph;
  if (word == "metis") return engine::metis;
  return std::nullopt;
}

partition::result divide_with_amorph(const partition::graph& g, partition::options o) {
  constexpr std::size_t small = std::size_t{1} << 20;  // adjacency entries: some 0.3 s of one thread
  if (o.run.backend == backend::automatic && g.to.size() < small) o.run.backend = backend::cpu;
  return partition::divide(g, o);
}

answer divide(const partition::graph& g, const partition::options& o, engine who, const particulars& more) {
  answer a;
  a.ran = who;
  if (g.vertices <= o.parts && o.parts > 1) {
    a.ran = engine::amorph;
    a.result = partition::one_vertex_a_part(g, o);
    return a;
  }
  if (who == engine::amorph) {
    const std::string why = partition::unsupported(g, o);
    if (why.empty()) {
      a.result = divide_with_amorph(g, o);
      a.remark = a.result.stats.remark;
      return a;
    }
    refuse_transactions(o, why);
    a.ran = engine::metis;
    a.remark = "left to METIS: " + why;
  }
  a.result = divide_with_metis(g, o, more);
  if (who == engine::amorph && o.objective == partition::objective::volume && has_empty_part(a.result, o.parts))
    divide_for_the_cut(g, o, a);
  return a;
}

}  // namespace amorph::metis
