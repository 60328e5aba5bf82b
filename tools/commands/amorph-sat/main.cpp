#include "tools/commands/amorph-sat/sat.hpp"
#include "tools/terminal/run_command.hpp"

int main(int argc, char** argv) { return amorph::end_process(amorph::sat_tool::run(argc, argv)); }
