#include "tools/commands/amorph-mesh/mesh.hpp"
#include "tools/terminal/run_command.hpp"

int main(int argc, char** argv) { return amorph::end_process(static_cast<int>(amorph::mesh_tool::run(argc, argv))); }
