#include "tools/base/interrupt.hpp"
#include "tools/commands/amorph-pta/source/sources.hpp"
#include "tools/terminal/run_command.hpp"

int main(int argc, char** argv) {
  return amorph::end_process(static_cast<int>(amorph::pta::run(argc, argv, [](amorph::pta::config& c) {
    amorph::release_interrupts();  // start_sources() holds them
    amorph::pta::analyse_sources(c);
  })));
}
