// amorph-hmetis: divides a netlist, with the command lines of hMETIS.
#include "tools/commands/amorph-hmetis/hmetis.hpp"
#include "tools/terminal/run_command.hpp"

int main(int argc, char** argv) { return amorph::end_process(amorph::hmetis::run(argc, argv)); }
