#include "tools/commands/amorph-bench/bench.hpp"
#include "tools/terminal/run_command.hpp"

int main(int argc, char** argv) {
  return amorph::end_process(static_cast<int>(amorph::bench::run(argc, argv, amorph::bench::standard_problems())));
}
