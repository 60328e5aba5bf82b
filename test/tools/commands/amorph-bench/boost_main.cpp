// amorph-bench with Boost's graph library as a peer of the solvers.
#include "test/tools/commands/amorph-bench/boost_peers.hpp"
#include "tools/commands/amorph-bench/bench.hpp"

int main(int argc, char** argv) {
  std::vector<amorph::bench::problem> problems = amorph::bench::standard_problems();
  amorph::bench::add_boost(problems);
  return static_cast<int>(amorph::bench::run(argc, argv, problems));
}
