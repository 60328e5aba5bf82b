#include "test/partitioner/hypergraph/random_netlist.hpp"

#include <algorithm>
#include <random>

#include "test/support/seeds.hpp"

namespace amorph::test {

random_netlist::random_netlist(std::uint32_t n, std::uint32_t nets, bool weights, std::uint64_t seed) : vertices(n) {
  std::mt19937_64 random(first_seed + seed);
  const auto below = [&](std::uint64_t bound) { return static_cast<std::uint32_t>(random() % bound); };
  while (this->nets() < nets) {
    const std::uint32_t centre = below(n), size = below(40) == 0 ? 1 + below(n) : 1 + below(6);
    std::vector<std::uint32_t> pins;
    for (std::uint32_t i = 0; i != size; ++i)
      pins.push_back(below(20) == 0 || size > 6 ? below(n) : (centre + below(12)) % n);
    add_net(pins);
    if (below(10) == 0) add_net(pins);
  }
  if (!weights) return;
  for (std::uint32_t e = 0; e != this->nets(); ++e) net_weight.push_back(static_cast<std::int32_t>(1 + below(5)));
  for (std::uint32_t v = 0; v != n; ++v) vertex_weight.push_back(static_cast<std::int32_t>(below(4)));
}

void random_netlist::add_net(std::vector<std::uint32_t> pins) {
  std::sort(pins.begin(), pins.end());
  pins.erase(std::unique(pins.begin(), pins.end()), pins.end());
  pin.insert(pin.end(), pins.begin(), pins.end());
  begin.push_back(pin.size());
}

}  // namespace amorph::test
