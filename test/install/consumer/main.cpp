// A program outside the tree: solves p = &a; p = &b and prints pts(p).
#include <amorph/solver/andersen/andersen.hpp>
#include <amorph/version.hpp>
#include <cstdio>

int main() {
  namespace pta = amorph::andersen;
  constexpr pta::var a = 2, b = 3, p = 4;  // 0 and 1 are the reserved objects
  pta::problem input;
  input.variables = 5;
  input.objects = 4;
  input.extent = {1, 1, 1, 1};
  input.constraints = {{.dst = p, .src = a, .type = pta::kind::address_of},
                       {.dst = p, .src = b, .type = pta::kind::address_of}};
  pta::options options;
  options.run.backend = pta::backend::cpu;
  pta::solution answer;
  std::string message;
  if (pta::solve(input, options, answer, message) != amorph::status::ok) {
    std::fprintf(stderr, "%s\n", message.c_str());
    return 1;
  }
  std::printf("amorph %s: p -> {", AMORPH_VERSION);
  for (pta::var object : answer.points_to(p)) std::printf(" %u", object);
  std::printf(" }\n");
  return 0;
}
