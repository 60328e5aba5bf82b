// METIS's orderings and separators: whatever the arrays contain, they return one of METIS's codes, read nothing beyond
// the arrays, and write permutations and separators, or nothing. Bytes are taken in order as small numbers.
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "partitioner/interfaces/metis/metis.h"
#include "test/fuzz/small_numbers.hpp"

namespace {

using namespace amorph::fuzz;

void require(bool holds) {
  if (!holds) std::abort();
}
void require_code(int code) { require(code == METIS_OK || (code <= METIS_ERROR_INPUT && code >= METIS_ERROR)); }

constexpr idx_t unwritten = -77;

void require_permutation(int code, const std::vector<idx_t>& perm, const std::vector<idx_t>& iperm, idx_t base) {
  for (std::size_t k = 0; k != perm.size(); ++k) {
    if (code != METIS_OK) {
      require(perm[k] == unwritten && iperm[k] == unwritten);
      continue;
    }
    require(perm[k] >= base && perm[k] < static_cast<idx_t>(perm.size()) + base);
    require(iperm[static_cast<std::size_t>(perm[k] - base)] == static_cast<idx_t>(k) + base);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  numbers in(data, size);
  const idx_t which = in.next(0, 3), base = which == 3 ? 0 : in.next(0, 1);
  std::vector<idx_t> options(METIS_NOPTIONS, -1);
  options[METIS_OPTION_NUMBERING] = base;
  for (idx_t i = in.next(0, 3); i != 0; --i) {
    const auto option = static_cast<std::size_t>(in.next(0, METIS_OPTION_UFACTOR));
    if (option != METIS_OPTION_DBGLVL) options[option] = in.next();
  }
  idx_t n = in.next(0, 40), value = unwritten;
  const auto vertices = static_cast<std::size_t>(n);
  auto begin = offsets(in, vertices, base);
  std::vector<idx_t> to(static_cast<std::size_t>(begin.back() > base ? begin.back() - base : 0));
  for (idx_t& u : to) u = in.next() % 32 == 7 ? in.next() : in.next(base, (n == 0 ? 1 : n) - 1 + base);
  auto weight = in.some(vertices);
  idx_t* const vwgt = in.next() % 3 == 0 ? weight.data() : nullptr;
  std::vector<idx_t> perm(vertices, unwritten), iperm(vertices, unwritten);
  if (which == 0) {
    const int code = METIS_NodeND(&n, begin.data(), to.data(), vwgt, options.data(), perm.data(), iperm.data());
    require_code(code);
    require_permutation(code, perm, iperm, base);
  } else if (which == 1) {
    const idx_t domains = in.next(-1, 9);
    std::vector<idx_t> sizes(static_cast<std::size_t>(domains < 1 ? 1 : 2 * domains - 1), unwritten);
    const int code = METIS_NodeNDP(n, begin.data(), to.data(), vwgt, domains, options.data(), perm.data(), iperm.data(),
                                   sizes.data());
    require_code(code);
    require_permutation(code, perm, iperm, base);
    idx_t sum = 0;
    for (const idx_t s : sizes) sum += s;
    require(code == METIS_OK ? sum == n : sizes[0] == unwritten);
  } else if (which == 2) {
    const int code =
        METIS_ComputeVertexSeparator(&n, begin.data(), to.data(), vwgt, options.data(), &value, perm.data());
    require_code(code);
    for (const idx_t side : perm) require(code == METIS_OK ? side >= 0 && side <= 2 : side == unwritten);
    require(code == METIS_OK ? value >= 0 : value == unwritten);
  } else {
    for (idx_t& side : perm) side = in.next(0, 2);
    const std::vector<idx_t> before = perm;
    for (idx_t& side : iperm) side = in.next(-1, 2);
    const int code = METIS_NodeRefine(n, begin.data(), vwgt, to.data(), perm.data(), iperm.data(),
                                      static_cast<real_t>(in.next(-1, 60)) / 32);
    require_code(code);
    require(code == METIS_OK || perm == before);
  }
  return 0;
}
