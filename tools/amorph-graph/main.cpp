#include "tools/amorph-graph/graph.hpp"

int main(int argc, char** argv) { return static_cast<int>(amorph::graph_tool::run(argc, argv)); }
