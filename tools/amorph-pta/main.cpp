#include "tools/amorph-pta/pta.hpp"

namespace {
char** arguments;
}

int main(int argc, char** argv) {
  arguments = argv;
  return static_cast<int>(amorph::pta::run(argc, argv, [](amorph::pta::config& c) {
    if (c.wants_sources()) amorph::pta::start_sources(arguments);
    amorph::pta::solve_constraints(c);
  }));
}
