#include "tools/amorph-gen/gen.hpp"

int main(int argc, char** argv) { return static_cast<int>(amorph::gen::run(argc, argv)); }
