#include "tools/amorph-sat/sat.hpp"

int main(int argc, char** argv) { return amorph::sat_tool::run(argc, argv); }
