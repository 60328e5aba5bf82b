// The core without a solver: links Amorph::kernels alone.
#include <amorph/kernels/base/span.hpp>

int main() {
  int values[] = {1, 2, 3};
  amorph::span<int> view(values, 3);
  return view[2] == 3 ? 0 : 1;
}
