#include "tools/commands/amorph-graph/graph.hpp"
#include "tools/terminal/run_command.hpp"

int main(int argc, char** argv) { return amorph::end_process(static_cast<int>(amorph::graph_tool::run(argc, argv))); }
