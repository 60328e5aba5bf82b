// KaHyPar's functions: contexts, hypergraphs, partitions and their objectives.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <new>
#include <sstream>

#include "partitioner/interfaces/caller_netlist.hpp"
#include "tools/bindings/kahypar/configuration.hpp"
#include "tools/bindings/kahypar/libkahypar.h"
#include "tools/formats/graph_file.hpp"

using namespace amorph;
using namespace amorph::hmetis;

struct kahypar_context_s {
  hmetis::configuration configuration;
  std::vector<std::int64_t> maximum;  // weight of each block; empty: by the imbalance
  bool quiet = false;
};

struct kahypar_hypergraph_s {
  template <class Pin>
  kahypar_hypergraph_s(std::uint32_t vertices, std::uint32_t nets, const int* vertex_weights, const int* net_weights,
                       const std::size_t* begin, const Pin* pin)
      : vertex_weight(copy(vertex_weights, vertices)),
        net_weight(copy(net_weights, nets)),
        all(vertices, nets, vertex_weights == nullptr ? nullptr : vertex_weight.data(),
            net_weights == nullptr ? nullptr : net_weight.data(), begin, pin) {}

  static std::vector<int> copy(const int* weights, std::size_t n) {
    return weights == nullptr ? std::vector<int>() : std::vector<int>(weights, weights + n);
  }

  const std::vector<int> vertex_weight, net_weight;
  const caller_netlist all;
  std::vector<std::int32_t> fixed;  // per vertex: its block, or -1; empty: all free
  std::vector<std::uint32_t> part;  // the last partition; empty: none yet
  std::uint32_t parts = 0;
};

namespace {

struct request {
  double epsilon;
  int parts;
  span<const std::int32_t> fixed;
  bool improves;
  const int* start;  // if it improves
  std::size_t vcycles;
  int* objective;
  const kahypar_context_s* context;
  int* part;
};

hypergraph::options options_of(const request& r, std::uint32_t vertices) {
  const kahypar_context_s& context = *require(r.context, "the context");
  hypergraph::options o;
  read_environment(o);
  if (r.parts < 1) refuse("the number of blocks is " + std::to_string(r.parts));
  o.parts = static_cast<std::uint32_t>(r.parts);
  o.imbalance = r.epsilon;
  o.objective = context.configuration.objective;
  o.seed = context.configuration.seed;
  o.vcycles = context.configuration.vcycles;
  o.fixed = r.fixed;
  o.maximum = context.maximum;
  if (!o.maximum.empty() && o.maximum.size() != o.parts)
    refuse("the context has weights of " + std::to_string(o.maximum.size()) + " blocks, and " +
           std::to_string(o.parts) + " blocks are asked for");
  if (!r.improves) return o;
  require(r.start, "input_partition");
  for (std::uint32_t v = 0; v != vertices; ++v)
    if (r.start[v] < 0 || r.start[v] >= r.parts)
      refuse("vertex " + std::to_string(v) + " is in part " + std::to_string(r.start[v]) + " of " +
             std::to_string(r.parts));
  o.start = {r.start, vertices};
  o.vcycles = static_cast<std::int32_t>(std::min<std::size_t>(r.vcycles, 1000000));
  return o;
}

// What the objectives are in, at most.
int as_int(std::int64_t value) { return static_cast<int>(std::min<std::int64_t>(value, 0x7fffffff)); }

std::vector<std::uint32_t> divide(const hypergraph::netlist& n, const request& r) {
  require(r.objective, "objective");
  if (n.vertices != 0) require(r.part, "partition");
  const hypergraph::options o = options_of(r, n.vertices);
  hypergraph::result divided = hypergraph::divide(n, o);
  std::copy(divided.part.begin(), divided.part.end(), r.part);
  *r.objective = as_int(divided.measured.of(o.objective));
  return std::move(divided.part);
}

template <class Body> void run_call(const char* function, int* objective, Body body) {
  if (!hmetis::run(function, body) && objective != nullptr) *objective = -1;
}

void divide_hypergraph(const char* function, kahypar_hypergraph_s* h, request r) {
  run_call(function, r.objective, [&] {
    require(h, "the hypergraph");
    r.fixed = h->fixed;
    h->part = divide(h->all.view(), r);
    h->parts = static_cast<std::uint32_t>(r.parts);
  });
}

void configure(kahypar_context_s* context, const char* name, std::istream& in) {
  std::string ignored;
  hmetis::configuration c = require(context, "the context")->configuration;
  read_configuration(in, name, c, ignored);
  context->configuration = c;
  if (!ignored.empty() && !context->quiet)
    std::fprintf(stderr, "libamorph_kahypar: %s: ignored %s\n", name, ignored.c_str());
}

// Null if that fails.
template <class Make> kahypar_hypergraph_s* make_hypergraph(const char* function, Make make) {
  kahypar_hypergraph_s* made = nullptr;
  (void)hmetis::run(function, [&] { made = make(); });
  return made;
}

graph_file::netlist read_file(const char* name) {
  graph_file::netlist n;
  std::string message;
  if (const status s = graph_file::read_netlist(require(name, "the file's name"), n, message); s != status::ok)
    throw error(s, message);
  return n;
}

template <class T> const int* or_null(const T& weights) { return weights.empty() ? nullptr : weights.data(); }

// An array that the caller frees; null of nothing, as where there are no weights.
template <class To, class From> To* hand_out(const From& from) {
  if (from.empty()) return nullptr;
  To* const to = static_cast<To*>(std::malloc(from.size() * sizeof(To)));
  if (to == nullptr) throw std::bad_alloc();
  std::copy(from.begin(), from.end(), to);
  return to;
}
struct free_it {
  void operator()(void* p) const { std::free(p); }
};
template <class T> using handed = std::unique_ptr<T, free_it>;

// The measures of the hypergraph's partition; nothing is cut before the first one.
hypergraph::quality measured(const kahypar_hypergraph_s& h) {
  return h.part.empty() ? hypergraph::quality() : hypergraph::measure(h.all.view(), h.parts, h.part);
}
// -1 on failure, as for a null hypergraph.
template <class Result, class Body> Result ask(const char* function, const kahypar_hypergraph_s* h, Body body) {
  Result answer = -1;
  (void)hmetis::run(function, [&] { answer = body(*require(h, "the hypergraph")); });
  return answer;
}

// The numbers of pins that the net has in each part where it has some.
std::vector<std::uint64_t> pins_in_parts(const kahypar_hypergraph_s& h, std::uint32_t net) {
  std::vector<std::uint64_t> count;
  if (h.part.empty()) return count;
  const hypergraph::netlist n = h.all.view();
  std::vector<std::uint32_t> in;
  for (std::uint64_t i = n.net_begin[net]; i != n.net_begin[net + 1]; ++i) in.push_back(h.part[n.pin[i]]);
  std::sort(in.begin(), in.end());
  for (std::size_t i = 0; i != in.size(); ++i) {
    if (i == 0 || in[i] != in[i - 1]) count.push_back(0);
    ++count.back();
  }
  return count;
}

double absorption(const kahypar_hypergraph_s& h) {
  const hypergraph::netlist n = h.all.view();
  double sum = 0;
  for (std::uint32_t e = 0; e != n.nets; ++e) {
    const std::uint64_t size = n.net_begin[e + 1] - n.net_begin[e];
    if (size < 2) continue;
    const double weight = n.net_weight.empty() ? 1 : n.net_weight[e];
    for (const std::uint64_t pins : pins_in_parts(h, e))
      sum += static_cast<double>(pins - 1) / static_cast<double>(size - 1) * weight;
  }
  return sum;
}

double imbalance(const kahypar_hypergraph_s& h, const kahypar_context_s& context) {
  const hypergraph::quality q = measured(h);
  if (h.part.empty() || context.maximum.size() != h.parts) return q.imbalance;
  double most = 0;
  for (std::uint32_t p = 0; p != h.parts; ++p)
    if (context.maximum[p] != 0)
      most = std::max(most, static_cast<double>(q.part_weight[p]) / static_cast<double>(context.maximum[p]));
  return most - 1;
}

// The first property of a hypergraph that KaHyPar refuses; empty: none.
std::string fault_of(std::uint32_t vertices, std::uint32_t nets, const std::size_t* begin, const unsigned* pin,
                     const int* net_weight, const int* vertex_weight) {
  if (nets != 0 && begin[0] != 0) return "the first offset is " + std::to_string(begin[0]) + ", not 0";
  std::vector<std::uint32_t> last_net(vertices, nets);
  for (std::uint32_t e = 0; e != nets; ++e) {
    const std::string net = "net " + std::to_string(e);
    if (begin[e + std::size_t{1}] < begin[e]) return "the offsets of " + net + " are out of order";
    if (begin[e + std::size_t{1}] == begin[e]) return net + " has no pins";
    if (begin[e + std::size_t{1}] - begin[e] > vertices) return net + " has more pins than there are vertices";
    if (net_weight != nullptr && net_weight[e] < 1) return net + " weighs " + std::to_string(net_weight[e]);
    for (std::size_t i = begin[e]; i != begin[e + std::size_t{1}]; ++i) {
      if (pin[i] >= vertices)
        return net + " has a pin on vertex " + std::to_string(pin[i]) + " of " + std::to_string(vertices);
      if (last_net[pin[i]] == e) return net + " has two pins on vertex " + std::to_string(pin[i]);
      last_net[pin[i]] = e;
    }
  }
  for (std::uint32_t v = 0; vertex_weight != nullptr && v != vertices; ++v)
    if (vertex_weight[v] < 1) return "vertex " + std::to_string(v) + " weighs " + std::to_string(vertex_weight[v]);
  return "";
}

}  // namespace

extern "C" {

kahypar_context_t* kahypar_context_new(void) { return new (std::nothrow) kahypar_context_s; }
void kahypar_context_free(kahypar_context_t* kahypar_context) { delete kahypar_context; }

void kahypar_configure_context_from_file(kahypar_context_t* kahypar_context, const char* ini_file_name) {
  (void)hmetis::run("kahypar_configure_context_from_file", [&] {
    std::ifstream in(require(ini_file_name, "the file's name"));
    configure(kahypar_context, ini_file_name, in);
  });
}
void kahypar_configure_context_from_string(kahypar_context_t* kahypar_context, const char* str) {
  (void)hmetis::run("kahypar_configure_context_from_string", [&] {
    std::istringstream in(require(str, "the string"));
    configure(kahypar_context, "configuration", in);
  });
}

void kahypar_set_seed(kahypar_context_t* kahypar_context, int seed) {
  (void)hmetis::run("kahypar_set_seed", [&] {
    require(kahypar_context, "the context")->configuration.seed = static_cast<std::uint64_t>(std::max(seed, 0));
  });
}
void kahypar_supress_output(kahypar_context_t* kahypar_context, bool decision) {
  (void)hmetis::run("kahypar_supress_output", [&] { require(kahypar_context, "the context")->quiet = decision; });
}
void kahypar_set_custom_target_block_weights(kahypar_partition_id_t num_blocks,
                                             const kahypar_hypernode_weight_t* block_weights,
                                             kahypar_context_t* kahypar_context) {
  (void)hmetis::run("kahypar_set_custom_target_block_weights", [&] {
    require(kahypar_context, "the context");
    if (num_blocks < 0) refuse("the number of blocks is " + std::to_string(num_blocks));
    if (num_blocks != 0) require(block_weights, "block_weights");
    kahypar_context->maximum.assign(block_weights, block_weights + num_blocks);
  });
}

kahypar_hypergraph_t* kahypar_create_hypergraph(kahypar_partition_id_t num_blocks, kahypar_hypernode_id_t num_vertices,
                                                kahypar_hyperedge_id_t num_hyperedges, const size_t* hyperedge_indices,
                                                const kahypar_hyperedge_id_t* hyperedges,
                                                const kahypar_hyperedge_weight_t* hyperedge_weights,
                                                const kahypar_hypernode_weight_t* vertex_weights) {
  (void)num_blocks;  // each partition names its own
  return make_hypergraph("kahypar_create_hypergraph", [&] {
    return new kahypar_hypergraph_s(num_vertices, num_hyperedges, vertex_weights, hyperedge_weights, hyperedge_indices,
                                    hyperedges);
  });
}
kahypar_hypergraph_t* kahypar_create_hypergraph_from_file(const char* file_name, kahypar_partition_id_t num_blocks) {
  (void)num_blocks;
  return make_hypergraph("kahypar_create_hypergraph_from_file", [&] {
    const graph_file::netlist n = read_file(file_name);
    const std::vector<std::size_t> begin(n.begin.begin(), n.begin.end());
    return new kahypar_hypergraph_s(n.vertices, n.nets, or_null(n.vertex_weight), or_null(n.net_weight), begin.data(),
                                    n.pin.data());
  });
}
void kahypar_hypergraph_free(kahypar_hypergraph_t* hypergraph) { delete hypergraph; }

void kahypar_set_fixed_vertices(kahypar_hypergraph_t* hypergraph, const kahypar_partition_id_t* fixed_vertex_blocks) {
  (void)hmetis::run("kahypar_set_fixed_vertices", [&] {
    const std::uint32_t vertices = require(hypergraph, "the hypergraph")->all.view().vertices;
    if (vertices != 0) require(fixed_vertex_blocks, "fixed_vertex_blocks");
    hypergraph->fixed.assign(fixed_vertex_blocks, fixed_vertex_blocks + vertices);
  });
}

void kahypar_partition_hypergraph(kahypar_hypergraph_t* kahypar_hypergraph, kahypar_partition_id_t num_blocks,
                                  double epsilon, kahypar_hyperedge_weight_t* objective,
                                  kahypar_context_t* kahypar_context, kahypar_partition_id_t* partition) {
  divide_hypergraph("kahypar_partition_hypergraph", kahypar_hypergraph,
                    {epsilon, num_blocks, {}, false, nullptr, 0, objective, kahypar_context, partition});
}
void kahypar_improve_hypergraph_partition(kahypar_hypergraph_t* kahypar_hypergraph, kahypar_partition_id_t num_blocks,
                                          double epsilon, kahypar_hyperedge_weight_t* objective,
                                          kahypar_context_t* kahypar_context,
                                          const kahypar_partition_id_t* input_partition,
                                          size_t num_improvement_iterations,
                                          kahypar_partition_id_t* improved_partition) {
  divide_hypergraph("kahypar_improve_hypergraph_partition", kahypar_hypergraph,
                    {epsilon,
                     num_blocks,
                     {},
                     true,
                     input_partition,
                     num_improvement_iterations,
                     objective,
                     kahypar_context,
                     improved_partition});
}

void kahypar_partition(kahypar_hypernode_id_t num_vertices, kahypar_hyperedge_id_t num_hyperedges, double epsilon,
                       kahypar_partition_id_t num_blocks, const kahypar_hypernode_weight_t* vertex_weights,
                       const kahypar_hyperedge_weight_t* hyperedge_weights, const size_t* hyperedge_indices,
                       const kahypar_hyperedge_id_t* hyperedges, kahypar_hyperedge_weight_t* objective,
                       kahypar_context_t* kahypar_context, kahypar_partition_id_t* partition) {
  run_call("kahypar_partition", objective, [&] {
    const caller_netlist all(num_vertices, num_hyperedges, vertex_weights, hyperedge_weights, hyperedge_indices,
                             hyperedges);
    (void)divide(all.view(), {epsilon, num_blocks, {}, false, nullptr, 0, objective, kahypar_context, partition});
  });
}
void kahypar_improve_partition(kahypar_hypernode_id_t num_vertices, kahypar_hyperedge_id_t num_hyperedges,
                               double epsilon, kahypar_partition_id_t num_blocks,
                               const kahypar_hypernode_weight_t* vertex_weights,
                               const kahypar_hyperedge_weight_t* hyperedge_weights, const size_t* hyperedge_indices,
                               const kahypar_hyperedge_id_t* hyperedges, const kahypar_partition_id_t* input_partition,
                               size_t num_improvement_iterations, kahypar_hyperedge_weight_t* objective,
                               kahypar_context_t* kahypar_context, kahypar_partition_id_t* improved_partition) {
  run_call("kahypar_improve_partition", objective, [&] {
    const caller_netlist all(num_vertices, num_hyperedges, vertex_weights, hyperedge_weights, hyperedge_indices,
                             hyperedges);
    (void)divide(all.view(), {epsilon,
                              num_blocks,
                              {},
                              true,
                              input_partition,
                              num_improvement_iterations,
                              objective,
                              kahypar_context,
                              improved_partition});
  });
}

bool kahypar_validate_input(kahypar_hypernode_id_t num_vertices, kahypar_hyperedge_id_t num_hyperedges,
                            const size_t* hyperedge_indices, const kahypar_hyperedge_id_t* hyperedges,
                            const kahypar_hyperedge_weight_t* hyperedge_weights,
                            const kahypar_hypernode_weight_t* vertex_weights, bool print_errors) {
  bool valid = false;
  (void)hmetis::run("kahypar_validate_input", [&] {
    if (num_hyperedges != 0) {
      require(hyperedge_indices, "hyperedge_indices");
      require(hyperedges, "hyperedges");
    }
    const std::string fault =
        fault_of(num_vertices, num_hyperedges, hyperedge_indices, hyperedges, hyperedge_weights, vertex_weights);
    if (!fault.empty() && print_errors) std::fprintf(stderr, "kahypar_validate_input: %s\n", fault.c_str());
    valid = fault.empty();
  });
  return valid;
}

void kahypar_read_hypergraph_from_file(const char* file_name, kahypar_hypernode_id_t* num_vertices,
                                       kahypar_hyperedge_id_t* num_hyperedges, size_t** hyperedge_indices,
                                       kahypar_hyperedge_id_t** hyperedges,
                                       kahypar_hyperedge_weight_t** hyperedge_weights,
                                       kahypar_hypernode_weight_t** vertex_weights) {
  (void)hmetis::run("kahypar_read_hypergraph_from_file", [&] {
    *require(num_vertices, "num_vertices") = 0;
    *require(num_hyperedges, "num_hyperedges") = 0;
    *require(hyperedge_indices, "hyperedge_indices") = nullptr;
    *require(hyperedges, "hyperedges") = nullptr;
    *require(hyperedge_weights, "hyperedge_weights") = nullptr;
    *require(vertex_weights, "vertex_weights") = nullptr;
    const graph_file::netlist n = read_file(file_name);
    handed<std::size_t> begin(hand_out<std::size_t>(n.begin));
    handed<unsigned> pin(hand_out<unsigned>(n.pin));
    handed<int> net_weight(hand_out<int>(n.net_weight)), vertex_weight(hand_out<int>(n.vertex_weight));
    *num_vertices = n.vertices;
    *num_hyperedges = n.nets;
    *hyperedge_indices = begin.release();
    *hyperedges = pin.release();
    *hyperedge_weights = net_weight.release();
    *vertex_weights = vertex_weight.release();
  });
}

kahypar_partition_id_t kahypar_hyperedge_connectivity(const kahypar_hypergraph_t* kahypar_hypergraph,
                                                      kahypar_hyperedge_id_t he_id) {
  return ask<int>("kahypar_hyperedge_connectivity", kahypar_hypergraph, [&](const kahypar_hypergraph_s& h) {
    const std::uint32_t nets = h.all.view().nets;
    if (he_id >= nets) refuse("there is no net " + std::to_string(he_id) + " of " + std::to_string(nets));
    return static_cast<int>(pins_in_parts(h, he_id).size());
  });
}
kahypar_hyperedge_weight_t kahypar_cut_objective(const kahypar_hypergraph_t* kahypar_hypergraph) {
  return ask<int>("kahypar_cut_objective", kahypar_hypergraph, [](const auto& h) { return as_int(measured(h).cut); });
}
kahypar_hyperedge_weight_t kahypar_soed_objective(const kahypar_hypergraph_t* kahypar_hypergraph) {
  return ask<int>("kahypar_soed_objective", kahypar_hypergraph, [](const auto& h) { return as_int(measured(h).soed); });
}
kahypar_hyperedge_weight_t kahypar_km1_objective(const kahypar_hypergraph_t* kahypar_hypergraph) {
  return ask<int>("kahypar_km1_objective", kahypar_hypergraph, [](const auto& h) { return as_int(measured(h).km1); });
}
double kahypar_absorption_objective(const kahypar_hypergraph_t* kahypar_hypergraph) {
  return ask<double>("kahypar_absorption_objective", kahypar_hypergraph, absorption);
}
double kahypar_imbalance(const kahypar_hypergraph_t* kahypar_hypergraph, const kahypar_context_t* kahypar_context) {
  return ask<double>("kahypar_imbalance", kahypar_hypergraph, [&](const kahypar_hypergraph_s& h) {
    return imbalance(h, *require(kahypar_context, "the context"));
  });
}

}  // extern "C"
