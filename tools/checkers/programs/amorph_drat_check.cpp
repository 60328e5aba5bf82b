// amorph-drat-check FORMULA PROOF: whether a DRAT proof, text or binary, refutes a formula in DIMACS format. Prints
// "s VERIFIED" and ends with 0, or the fault, and ends with 4.
#include <cstdio>
#include <fstream>
#include <iterator>

#include "tools/checkers/programs/drat.hpp"

namespace {

std::string contents(const char* path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) {
    std::fprintf(stderr, "amorph-drat-check: %s: cannot read\n", path);
    std::exit(1);
  }
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

int main(int argc, char** argv) {
  using namespace amorph::check;
  if (argc != 3) {
    std::fprintf(stderr, "amorph-drat-check: expected FORMULA PROOF\n");
    return 1;
  }
  drat_checker checker(drat_formula(contents(argv[1])));
  const std::string fault = checker.fault(drat_reader::read(contents(argv[2])));
  if (fault.empty()) {
    std::puts("s VERIFIED");
    return 0;
  }
  std::fprintf(stderr, "amorph-drat-check: %s: %s\n", argv[2], fault.c_str());
  return 4;
}
