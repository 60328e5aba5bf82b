#include "tools/amorph-pta/source/sources.hpp"

int main(int argc, char** argv) { return static_cast<int>(amorph::pta::run(argc, argv, amorph::pta::analyse_sources)); }
