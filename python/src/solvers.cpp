// Partitions and formulas.
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <optional>
#include <string>
#include <vector>

#include "python/src/context.hpp"

namespace amorph::python {
namespace {

template <class T> using array = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <class T> using maybe = std::optional<array<T>>;

template <class T, class... Size> nb::object filled(std::vector<T>&& values, Size... sizes) {
  auto* kept = new std::vector<T>(std::move(values));
  const nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
  const std::size_t shape[] = {static_cast<std::size_t>(sizes)...};
  return nb::cast(nb::ndarray<nb::numpy, T>(kept->data(), sizeof...(sizes), shape, owner));
}

template <class T> const T* data(const maybe<T>& values, std::size_t size, const char* fault) {
  if (!values) return nullptr;
  if (values->shape(0) != size) throw nb::value_error(fault);
  return values->data();
}

nb::tuple partition(context& c, array<std::uint64_t> begin, array<std::uint32_t> to, maybe<std::int32_t> vertex_weight,
                    maybe<std::int32_t> vertex_size, maybe<std::int32_t> edge_weight, std::uint32_t parts,
                    std::uint32_t constraints, maybe<float> target, maybe<float> imbalance, bool recursive,
                    std::int32_t refinement, std::uint32_t attempts, std::uint64_t seed, std::int32_t preset,
                    maybe<std::int32_t> start, maybe<std::int32_t> move_cost, maybe<std::uint32_t> hierarchy,
                    maybe<std::int32_t> distances, maybe<std::int32_t> fixed, maybe<std::int32_t> group) {
  amorph_partition_graph g = {sizeof g};
  if (begin.shape(0) == 0) throw nb::value_error("indptr: expected vertices + 1 offsets, found none");
  g.vertices = static_cast<std::uint32_t>(begin.shape(0) - 1);
  if (begin.data()[g.vertices] != to.shape(0))
    throw nb::value_error("indptr: expected its last offset to be the length of indices");
  g.begin = begin.data();
  g.to = to.data();
  const std::size_t n = g.vertices, k = constraints;
  g.vertex_weight = data(vertex_weight, n * k, "vertex_weights: expected one per vertex and constraint");
  g.vertex_size = data(vertex_size, n, "vertex_sizes: expected one per vertex");
  g.edge_weight = data(edge_weight, to.shape(0), "edge_weights: expected one per entry of indices");
  amorph_partition_options o = {sizeof o};
  o.parts = parts;
  o.constraints = constraints;
  o.target = data(target, parts * k, "targets: expected one per part and constraint");
  o.imbalance = data(imbalance, k, "imbalance: expected one per constraint");
  o.recursive = recursive ? 1 : 0;
  o.refinement = refinement;
  o.attempts = attempts;
  o.seed = seed;
  o.preset = preset;
  o.levels = hierarchy ? static_cast<std::uint32_t>(hierarchy->shape(0)) : 0;
  o.hierarchy = data(hierarchy, o.levels, "hierarchy: expected a size per level");
  o.distances = data(distances, o.levels, "distances: expected one per level of the hierarchy");
  o.fixed = data(fixed, n, "fixed: expected a part or -1 per vertex");
  o.group = data(group, n, "groups: expected a group or -1 per vertex");
  const std::int32_t* const old = data(start, n, "start: expected a part or -1 per vertex");
  const std::int32_t* const cost = data(move_cost, n, "move_cost: expected one per vertex");
  std::vector<std::uint32_t> part(n);
  amorph_partition_figures f = {sizeof f};
  c.run([&] {
    return old == nullptr ? amorph_partition(c.handle(), &g, &o, part.data(), &f)
                          : amorph_repartition(c.handle(), &g, &o, old, cost, part.data(), &f);
  });
  return nb::make_tuple(filled(std::move(part), n), f.cut, f.volume, f.balance, f.balanced != 0, f.cost);
}

nb::tuple partition_hypergraph(context& c, std::uint32_t vertices, array<std::uint64_t> net_begin,
                               array<std::uint32_t> pins, maybe<std::int32_t> net_weight,
                               maybe<std::int32_t> vertex_weight, std::uint32_t dimensions, std::uint32_t parts,
                               std::int32_t objective, double imbalance, maybe<std::int32_t> fixed,
                               maybe<std::int32_t> start, maybe<std::int32_t> move_cost, std::int32_t preset,
                               std::uint32_t runs, std::uint64_t seed) {
  if (net_begin.shape(0) == 0) throw nb::value_error("net_begin: expected nets + 1 offsets, found none");
  amorph_hypergraph h = {sizeof h};
  h.vertices = vertices;
  h.nets = static_cast<std::uint32_t>(net_begin.shape(0) - 1);
  if (net_begin.data()[h.nets] != pins.shape(0))
    throw nb::value_error("net_begin: expected its last offset to be the number of pins");
  h.net_begin = net_begin.data();
  h.pin = pins.data();
  h.net_weight = data(net_weight, h.nets, "net_weights: expected one per net");
  h.dimensions = dimensions;
  h.vertex_weight =
      data(vertex_weight, std::size_t{vertices} * dimensions, "vertex_weights: expected one per vertex and dimension");
  amorph_hypergraph_options o = {sizeof o};
  o.parts = parts;
  o.objective = objective;
  o.preset = preset;
  o.imbalance = imbalance > 0 ? imbalance : -1;
  o.fixed = data(fixed, vertices, "fixed: expected a part or -1 per vertex");
  o.start = data(start, vertices, "start: expected a part or -1 per vertex");
  o.move_cost = data(move_cost, vertices, "move_cost: expected one per vertex");
  o.runs = runs;
  o.seed = seed;
  std::vector<std::uint32_t> part(vertices);
  amorph_hypergraph_figures f = {sizeof f};
  c.run([&] { return amorph_hypergraph_partition(c.handle(), &h, &o, part.data(), &f); });
  return nb::make_tuple(filled(std::move(part), vertices), f.cut, f.km1, f.soed, f.imbalance, f.balanced != 0);
}

// Verdict 10, 20 or 0, and the model: 0 or 1 for each variable.
nb::tuple satisfy(context& c, std::uint32_t variables, array<std::uint64_t> begin, array<std::int32_t> literals,
                  std::int32_t method, std::uint64_t seed, std::uint64_t max_flips, std::uint32_t walkers,
                  std::uint32_t attempts, const std::optional<std::string>& proof, bool proof_text) {
  amorph_formula f = {sizeof f};
  f.variables = variables;
  f.clauses = begin.shape(0) - 1;
  f.clause_begin = begin.data();
  f.literals = literals.data();
  amorph_sat_options o = {sizeof o};
  o.method = method;
  o.seed = seed;
  o.max_flips = max_flips;
  o.walkers = walkers;
  o.attempts = attempts;
  o.proof = proof ? proof->c_str() : nullptr;
  o.proof_text = proof_text ? 1 : 0;
  amorph_verdict verdict = AMORPH_UNKNOWN;
  std::vector<std::uint8_t> model(variables);
  c.run([&] { return amorph_sat(c.handle(), &f, &o, &verdict, model.data()); });
  return nb::make_tuple(static_cast<int>(verdict), filled(std::move(model), variables));
}

}  // namespace

void bind_solvers(nb::module_& m) {
  using nb::arg;
  m.def("partition", &partition, arg("context"), arg("begin"), arg("to"), arg("vertex_weight").none(),
        arg("vertex_size").none(), arg("edge_weight").none(), arg("parts"), arg("constraints"), arg("target").none(),
        arg("imbalance").none(), arg("recursive"), arg("refinement"), arg("attempts"), arg("seed"), arg("preset"),
        arg("start").none(), arg("move_cost").none(), arg("hierarchy").none(), arg("distances").none(),
        arg("fixed").none(), arg("group").none());
  m.def("partition_hypergraph", &partition_hypergraph, arg("context"), arg("vertices"), arg("net_begin"), arg("pins"),
        arg("net_weight").none(), arg("vertex_weight").none(), arg("dimensions"), arg("parts"), arg("objective"),
        arg("imbalance"), arg("fixed").none(), arg("start").none(), arg("move_cost").none(), arg("preset"), arg("runs"),
        arg("seed"));
  m.def("satisfy", &satisfy, arg("context"), arg("variables"), arg("begin"), arg("literals"), arg("method"),
        arg("seed"), arg("max_flips"), arg("walkers"), arg("attempts"), arg("proof").none(), arg("proof_text"));
}

}  // namespace amorph::python
