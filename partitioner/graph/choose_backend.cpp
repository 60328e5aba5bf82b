// Estimates what the backends would take, and selects one.
#include "partitioner/graph/choose_backend.hpp"

#include <algorithm>

#include "amorph/kernels/backend/backend.hpp"
#include "amorph/kernels/base/error.hpp"
#include "amorph/kernels/primitives/reduce.hpp"
#include "partitioner/common/core.hpp"
#include "partitioner/graph/constraints/several_weights.hpp"
#include "partitioner/graph/core_calls.hpp"
#include "partitioner/graph/footprint.hpp"
#include "solver/run/dispatch.hpp"

namespace amorph::partition {
namespace {

// Whether the arcs exceed the device's free memory, or the limit. Small graphs do not wait for the device to answer.
bool must_stream(const graph& g, const options& o) {
  constexpr std::uint64_t fits_any_device = std::uint64_t{1} << 30;
  const std::uint32_t weights = o.constraints > 1 ? o.constraints : g.vertex_weight.empty() ? 0 : 1;
  const std::uint64_t bytes =
      footprint{g.vertices, g.to.size(), !g.edge_weight.empty(), weights, o.contiguous}.in_memory();
  if (o.run.memory_limit != 0 && bytes > o.run.memory_limit) return true;
  if (bytes <= fits_any_device || !cuda_module::get().available()) return false;
  amorph_cuda_device device{};
  std::string message;
  return cuda_module::get().query(o.run.device, device, message) == status::ok && bytes > device.free_bytes;
}

run_work estimate(const graph& g, const options& o, double skew) {
  run_work work = work_of(g.vertices, g.to.size(), o.parts, skew, o.constraints);
  work.input = g.to.data();
  if (!o.start.empty()) {
    work.serial_ms /= 4;
    work.core_ms /= 16;
    work.device_ms /= 4;
  }
  return work;
}

}  // namespace

double skew_of(cpu_exec& exec, const graph& g) {
  if (g.to.empty()) return 1;
  const auto squared_degree = [&](std::size_t v) {
    const std::uint64_t degree = g.begin[v + 1] - g.begin[v];
    return degree * degree;
  };
  std::uint64_t squares = 0;
  reduce_into<std::uint64_t>(exec, g.vertices, squared_degree, &squares, 0);
  const auto arcs = static_cast<double>(g.to.size());
  return static_cast<double>(squares) / arcs / (arcs / g.vertices);
}

chosen_backend choose_backend(cpu_exec& host, const graph& g, const options& o) {
  chosen_backend chosen;
  run_options where = o.run;  // no device is started for runs that the host does alone
  const std::uint32_t enough = o.scheme == scheme::recursive ? several_large_piece : enough_for_several(o);
  const bool host_alone = o.constraints > 1 && o.start.empty() && g.vertices <= enough && !has_fixed_or_groups(o);
  const bool as_netlist = has_fixed_or_groups(o) && !core_keeps_fixed(o);
  if ((host_alone || as_netlist) && where.backend == backend::automatic) where.backend = backend::cpu;
  const double skew = where.backend == backend::automatic ? skew_of(host, g) : 1;
  run_work work = estimate(g, o, skew);
  const unsigned attempts = std::max(1U, o.attempts);
  backend wanted = weigh("partition", where, work.repeated(attempts), chosen.weighed);
  if (wanted == backend::automatic && must_stream(g, o)) {
    work.device_ms += streaming_ms(g.to.size() * (g.edge_weight.empty() ? 4 : 8), skew);
    wanted = weigh("partition", where, work.repeated(attempts), chosen.weighed);
    chosen.weighed += "; the device would read host memory";
    if (wanted == backend::cpu)
      chosen.remark = "on the CPU: faster than a device that reads the graph from host memory, by the estimates";
  }
  const backend_choice choice = select_backend(wanted, "partition", boundary_version<problem, answer>, o.run.device);
  if (choice.code != status::ok) throw error(choice.code, choice.message);
  chosen.backend = choice.backend;
  if (host_alone && choice.backend != backend::cpu)
    chosen.remark = "on the CPU: with several weights per vertex, the core does not take graphs this small";
  return chosen;
}

}  // namespace amorph::partition
