#include "tools/commands/amorph-gen/gen.hpp"
#include "tools/terminal/run_command.hpp"

int main(int argc, char** argv) { return amorph::end_process(static_cast<int>(amorph::gen::run(argc, argv))); }
