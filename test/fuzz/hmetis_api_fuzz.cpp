// hMETIS's and KaHyPar's functions: whatever the arrays contain, they read nothing beyond them, and write parts that
// are in range, or nothing and an objective of -1. Bytes are taken in order as small numbers.
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "partitioner/interfaces/hmetis/hmetis.h"
#include "test/fuzz/small_numbers.hpp"
#include "tools/bindings/kahypar/libkahypar.h"

namespace {

using amorph::fuzz::numbers;

void require(bool holds) {
  if (!holds) std::abort();
}

void require_answer(int objective, const std::vector<int>& part, const std::vector<int>& before, int parts) {
  require(objective >= -1);
  if (objective == -1) return require(part == before);
  for (const int p : part) require(p >= 0 && p < parts);
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  setenv("AMORPH_THREADS", "1", 1);
  setenv("AMORPH_HMETIS_PRESET", "fast", 1);
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const int once = LLVMFuzzerInitialize(nullptr, nullptr);
  (void)once;
  numbers in(data, size);
  const int which = in.next(0, 2), vertices = in.next(0, 14), nets = in.next(0, 10), parts = in.next() % 20;
  std::vector<int> begin{in.next() == 7 ? 1 : 0};
  for (int e = 0; e != nets; ++e) begin.push_back(begin.back() + (in.next() == 7 ? -1 : in.next(0, 6)));
  int entries = 0;
  for (const int b : begin) entries = b > entries ? b : entries;
  std::vector<int> pin(static_cast<std::size_t>(entries));
  for (int& v : pin) v = in.next() % 32 == 7 ? in.next() : in.next(0, vertices > 0 ? vertices - 1 : 0);
  std::vector<int> vertex_weight = in.some(static_cast<std::size_t>(vertices)),
                   net_weight = in.some(static_cast<std::size_t>(nets)), options = in.some(9);
  int* const vwgt = in.next() % 3 == 0 ? vertex_weight.data() : nullptr;
  int* const hewgt = in.next() % 3 == 0 ? net_weight.data() : nullptr;
  std::vector<int> part = in.some(static_cast<std::size_t>(vertices));
  const std::vector<int> before = part;
  int objective = -77;
  if (which < 2) {
    const auto divide = which == 0 ? HMETIS_PartRecursive : HMETIS_PartKway;
    options[1] %= 4;
    divide(vertices, nets, vwgt, begin.data(), pin.data(), hewgt, parts, in.next(),
           in.next() > 0 ? options.data() : nullptr, part.data(), &objective);
    require_answer(objective, part, before, parts);
    return 0;
  }
  std::vector<std::size_t> offsets(begin.begin(), begin.end());
  for (std::size_t& b : offsets) b = b > pin.size() ? 0 : b;
  std::vector<kahypar_hyperedge_id_t> pins(pin.begin(), pin.end());
  std::vector<kahypar_partition_id_t> start(part.begin(), part.end()), found(start);
  kahypar_context_t* context = kahypar_context_new();
  const auto n = static_cast<kahypar_hypernode_id_t>(vertices), m = static_cast<kahypar_hyperedge_id_t>(nets);
  const auto k = static_cast<kahypar_partition_id_t>(parts);
  const double epsilon = in.next() / 32.0;
  if (in.next() > 0)
    kahypar_partition(n, m, epsilon, k, vwgt, hewgt, offsets.data(), pins.data(), &objective, context, found.data());
  else
    kahypar_improve_partition(n, m, epsilon, k, vwgt, hewgt, offsets.data(), pins.data(), start.data(), 1, &objective,
                              context, found.data());
  kahypar_context_free(context);
  require_answer(objective, {found.begin(), found.end()}, {start.begin(), start.end()}, parts);
  return 0;
}
