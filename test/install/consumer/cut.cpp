// The partitioners and orders from their installed headers: a path of six vertices.
#include <amorph/partitioner/common/partition.hpp>
#include <amorph/partitioner/hypergraph/partition.hpp>
#include <amorph/partitioner/ordering/ordering.hpp>

#include <cstdint>
#include <cstdio>
#include <vector>

int main() {
  const std::vector<std::uint64_t> begin{0, 1, 3, 5, 7, 9, 10};
  const std::vector<std::uint32_t> to{1, 0, 2, 1, 3, 2, 4, 3, 5, 4};
  amorph::partition::graph g;
  g.vertices = 6;
  g.begin = begin;
  g.to = to;
  amorph::partition::options two;
  two.parts = 2;
  std::printf("cut %d, ", static_cast<int>(amorph::partition::divide(g, two).cut));
  std::printf("%zu steps, ", amorph::ordering::order(g, {}).order.size());
  const std::vector<std::uint64_t> nets{0, 3, 5, 8};
  const std::vector<std::uint32_t> pins{0, 1, 2, 2, 3, 3, 4, 5};
  amorph::hypergraph::netlist n;
  n.vertices = 6;
  n.nets = 3;
  n.net_begin = nets;
  n.pin = pins;
  amorph::hypergraph::options halves;
  halves.parts = 2;
  std::printf("%d nets\n", static_cast<int>(amorph::hypergraph::divide(n, halves).measured.cut_nets));
}
