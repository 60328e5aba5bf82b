#include "tools/amorph-mesh/mesh.hpp"

int main(int argc, char** argv) { return static_cast<int>(amorph::mesh_tool::run(argc, argv)); }
