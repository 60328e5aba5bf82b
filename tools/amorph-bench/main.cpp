#include "tools/amorph-bench/bench.hpp"

int main(int argc, char** argv) {
  return static_cast<int>(amorph::bench::run(argc, argv, amorph::bench::standard_problems()));
}
