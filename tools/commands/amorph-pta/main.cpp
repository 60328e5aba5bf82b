#include "tools/commands/amorph-pta/pta.hpp"
#include "tools/terminal/run_command.hpp"

namespace {
char** arguments;
}

int main(int argc, char** argv) {
  arguments = argv;
  return amorph::end_process(static_cast<int>(amorph::pta::run(argc, argv, [](amorph::pta::config& c) {
    if (c.wants_sources()) amorph::pta::start_sources(arguments);
    amorph::pta::solve_constraints(c);
  })));
}
