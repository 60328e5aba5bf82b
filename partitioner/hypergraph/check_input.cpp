// Checks of lengths, ranges and sums of weights, whether fixed vertices fit, and the structure of a netlist.
#include "partitioner/hypergraph/check_input.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include "amorph/kernels/base/refuse.hpp"
#include "partitioner/common/partition.hpp"
#include "partitioner/hypergraph/balance.hpp"

namespace amorph::hypergraph {
namespace {

void check_lengths(const netlist& n, const options& o) {
  if (n.dimensions < 1) refuse("expected 1 weight per vertex or more");
  if (n.dimensions > 1 && n.vertex_weight.empty())
    refuse("expected vertex weights of " + std::to_string(n.dimensions) + " dimensions");
  if (!n.vertex_weight.empty() && n.vertex_weight.size() != std::size_t{n.vertices} * n.dimensions)
    refuse("expected " + std::to_string(n.dimensions) + " weights for each vertex");
  const std::size_t limits = std::size_t{o.parts} * n.dimensions;
  if (!o.maximum.empty() && o.maximum.size() != limits) refuse("expected a maximum weight for each part");
  if (!o.minimum.empty() && n.dimensions > 1) refuse("minimum weights of parts need one weight per vertex");
  if (!o.minimum.empty() && o.minimum.size() != limits) refuse("expected a minimum weight for each part");
  if (!o.share.empty() && o.share.size() != o.parts) refuse("expected a share for each part");
  if (!o.fixed.empty() && o.fixed.size() != n.vertices) refuse("expected a part or -1 for each vertex");
  if (!o.group.empty() && o.group.size() != n.vertices) refuse("expected a group or -1 for each vertex");
  if (!o.start.empty() && o.start.size() != n.vertices) refuse("expected the old part or -1 for each vertex");
  if (!o.move_cost.empty() && o.move_cost.size() != n.vertices) refuse("expected the cost of a move for each vertex");
  if (!o.move_cost.empty() && o.start.empty()) refuse("costs of moves need a partition to improve");
}

void check_parts(const netlist& n, span<const std::int32_t> part, std::uint32_t parts, const char* what) {
  for (std::size_t v = 0; v != part.size(); ++v)
    if (part[v] < -1 || part[v] >= static_cast<std::int64_t>(parts))
      refuse("vertex " + std::to_string(v + n.first) + " is " + what + " part " + std::to_string(part[v]) + " of " +
             std::to_string(parts));
}

std::int64_t weight_of(const netlist& n, std::uint32_t v, std::uint32_t d) {
  return n.vertex_weight.empty() ? 1 : n.vertex_weight[std::size_t{v} * n.dimensions + d];
}

std::string name_of(const netlist& n, std::uint32_t v) {
  if (n.member.empty()) return "vertex " + std::to_string(v + n.first);
  return "what stays with vertex " + std::to_string(n.member[v] + n.first);
}

void check_dimension(const netlist& n, const options& o, const std::vector<std::int64_t>& limit, std::uint32_t d) {
  const auto limit_of = [&](std::uint32_t part) { return limit[std::size_t{part} * n.dimensions + d]; };
  const std::string where = n.dimensions == 1 ? "" : " in dimension " + std::to_string(d + 1);
  std::int64_t capacity = 0, heaviest = 0;
  for (std::uint32_t p = 0; p != o.parts; ++p) capacity += limit_of(p), heaviest = std::max(heaviest, limit_of(p));
  if (const std::int64_t total = total_weights(n)[d]; capacity < total)
    refuse("the parts may weigh " + std::to_string(capacity) + " in all" + where + ", less than the vertices' " +
           std::to_string(total));
  std::vector<std::int64_t> held(o.parts, 0);
  for (std::uint32_t v = 0; v != n.vertices; ++v) {
    if (weight_of(n, v, d) > heaviest)
      refuse(name_of(n, v) + " weighs " + std::to_string(weight_of(n, v, d)) + where +
             ", more than a part may weigh (" + std::to_string(heaviest) + "): allow more imbalance");
    if (!o.fixed.empty() && o.fixed[v] >= 0) held[static_cast<std::size_t>(o.fixed[v])] += weight_of(n, v, d);
  }
  for (std::uint32_t p = 0; p != o.parts; ++p)
    if (held[p] > limit_of(p))
      refuse("the vertices fixed in part " + std::to_string(p) + " weigh " + std::to_string(held[p]) + where +
             ", more than the part may weigh (" + std::to_string(limit_of(p)) + ")");
}

}  // namespace

std::string check_netlist(const netlist& n) {
  if (n.net_begin.size() != n.nets + std::size_t{1}) return "expected an offset per net, and one more";
  if (n.net_begin[0] != 0) return "the pins of the first net begin at " + std::to_string(n.net_begin[0]) + ", not at 0";
  std::vector<std::uint32_t> last_net(n.vertices, n.nets);
  for (std::uint32_t e = 0; e != n.nets; ++e) {
    const auto net = [&] { return "net " + std::to_string(e + n.first); };
    if (n.net_begin[e + 1] < n.net_begin[e] || n.net_begin[e + 1] > n.pin.size())
      return net() + " ends at pin " + std::to_string(n.net_begin[e + 1]) + ", out of order";
    for (std::uint64_t i = n.net_begin[e]; i != n.net_begin[e + 1]; ++i) {
      const std::uint32_t v = n.pin[i];
      if (v >= n.vertices)
        return net() + " has a pin on vertex " + std::to_string(std::uint64_t{v} + n.first) + " of " +
               std::to_string(n.vertices);
      if (last_net[v] == e) return net() + " has two pins on vertex " + std::to_string(v + n.first);
      last_net[v] = e;
    }
    if (!n.net_weight.empty() && n.net_weight[e] < 1) return net() + " weighs " + std::to_string(n.net_weight[e]);
  }
  for (std::size_t i = 0; i != n.vertex_weight.size(); ++i)
    if (n.vertex_weight[i] < 0)
      return "vertex " + std::to_string(i / n.dimensions + n.first) + " weighs " + std::to_string(n.vertex_weight[i]);
  return {};
}

void check_number_of_parts(const netlist& n, std::uint32_t parts) {
  if (parts < 1) refuse("expected 1 part or more");
  if (const std::uint32_t most = partition::most_parts(n.vertices); parts > most)
    refuse("number of parts: expected at most " + std::to_string(most) + " for " + std::to_string(n.vertices) +
           " vertices, found " + std::to_string(parts));
}

void check_input(const netlist& n, const options& o) {
  check_number_of_parts(n, o.parts);
  if (!(o.imbalance >= 0 && std::isfinite(o.imbalance)))
    refuse("expected an imbalance of 0 or more, found " + std::to_string(o.imbalance));
  check_lengths(n, o);
  for (const double s : o.share)
    if (!(s > 0 && std::isfinite(s))) refuse("expected a share above 0 for each part, found " + std::to_string(s));
  if (!std::isfinite(std::accumulate(o.share.begin(), o.share.end(), 0.0)))
    refuse("expected shares whose sum is a finite number");
  for (std::size_t v = 0; v != o.move_cost.size(); ++v)
    if (o.move_cost[v] < 0)
      refuse("expected a cost of 0 or more for moving vertex " + std::to_string(v + n.first) + ", found " +
             std::to_string(o.move_cost[v]));
  check_parts(n, o.fixed, o.parts, "fixed in");
  check_parts(n, o.start, o.parts, "in");
  for (std::size_t v = 0; v != o.group.size(); ++v)
    if (o.group[v] < -1) refuse("vertex " + std::to_string(v + n.first) + " is in group " + std::to_string(o.group[v]));
}

// Minimum weights that no partition has.
void check_minimum(const netlist& n, const options& o, const std::vector<std::int64_t>& limit) {
  std::int64_t sum = 0;
  for (std::size_t p = 0; p != o.minimum.size(); ++p) {
    if (o.minimum[p] > limit[p])
      refuse("part " + std::to_string(p) + ": the minimum weight, " + std::to_string(o.minimum[p]) +
             ", exceeds the maximum, " + std::to_string(limit[p]));
    sum += std::max<std::int64_t>(0, o.minimum[p]);
  }
  if (const std::int64_t total = total_weights(n)[0]; sum > total)
    refuse("the minimum weights of the parts sum to " + std::to_string(sum) + ", more than the vertices' " +
           std::to_string(total));
}

void check_limits(const netlist& n, const options& o, const std::vector<std::int64_t>& limit) {
  check_minimum(n, o, limit);
  for (std::uint32_t d = 0; d != n.dimensions; ++d) check_dimension(n, o, limit, d);
}

}  // namespace amorph::hypergraph
