// METIS's functions: whatever stands in the arrays, they return one of METIS's codes, read nothing beyond the arrays,
// and write parts that are in range, or nothing. Bytes are taken in order as small numbers. METIS's own library is kept
// out: it has no such promise.
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

void check_parts(int code, const std::vector<idx_t>& part, idx_t parts, idx_t base) {
  for (const idx_t p : part) require(code == METIS_OK ? p >= base && p < parts + base : p == -77);
}

idx_t* or_null(numbers& in, std::vector<idx_t>& v) { return in.next() % 3 == 0 ? v.data() : nullptr; }

}  // namespace

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  setenv("AMORPH_THREADS", "1", 1);
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const int once = LLVMFuzzerInitialize(nullptr, nullptr);
  (void)once;
  numbers in(data, size);
  const idx_t which = in.next(0, 3), base = in.next(0, 1);
  std::vector<idx_t> options(METIS_NOPTIONS, -1);
  options[METIS_OPTION_NUMBERING] = base;
  for (idx_t i = in.next(0, 3); i != 0; --i) {
    const auto option = static_cast<std::size_t>(in.next(0, METIS_OPTION_UFACTOR));
    if (option != METIS_OPTION_DBGLVL) options[option] = in.next();
  }
  idx_t n = in.next(0, 14), ncon = in.next(1, 2), parts = in.next() % 20, value = -77;
  auto begin = offsets(in, static_cast<std::size_t>(n), base);
  const auto entries = static_cast<std::size_t>(begin.back() > base ? begin.back() - base : 0);
  std::vector<idx_t> to(entries);
  for (idx_t& u : to) u = in.next(base - 1, n + base) % (n + 2);
  if (in.next() % 4 != 0)
    for (idx_t& u : to) u = u < base ? base : u >= n + base ? n + base - 1 : u;
  const auto vertices = static_cast<std::size_t>(n);
  if (which < 2) {
    auto vwgt = in.some(vertices * static_cast<std::size_t>(ncon)), vsize = in.some(vertices),
         adjwgt = in.some(entries);
    std::vector<idx_t> part(vertices, -77);
    const auto function = which == 0 ? METIS_PartGraphKway : METIS_PartGraphRecursive;
    const int code = function(&n, &ncon, begin.data(), to.data(), or_null(in, vwgt), or_null(in, vsize),
                              or_null(in, adjwgt), &parts, nullptr, nullptr, options.data(), &value, part.data());
    require_code(code);
    check_parts(code, part, parts, base);
    require(code == METIS_OK ? value >= 0 : value == -77);
    return 0;
  }
  idx_t nodes = in.next(0, 15), common = in.next(-1, 4);
  if (which == 2) {
    idx_t *xadj = nullptr, *adjncy = nullptr;
    const bool dual = in.next() > 0;
    const int code =
        dual ? METIS_MeshToDual(&n, &nodes, begin.data(), to.data(), &common, &options[METIS_OPTION_NUMBERING], &xadj,
                                &adjncy)
             : METIS_MeshToNodal(&n, &nodes, begin.data(), to.data(), &options[METIS_OPTION_NUMBERING], &xadj, &adjncy);
    require_code(code);
    if (code == METIS_OK)
      for (idx_t e = 0; e != xadj[dual ? n : nodes] - xadj[0]; ++e)
        require(adjncy[e] >= xadj[0] && adjncy[e] < (dual ? n : nodes) + xadj[0]);
    METIS_Free(xadj);
    METIS_Free(adjncy);
    return 0;
  }
  std::vector<idx_t> epart(vertices, -77), npart(static_cast<std::size_t>(nodes), -77);
  const int code = in.next() > 0
                       ? METIS_PartMeshDual(&n, &nodes, begin.data(), to.data(), nullptr, nullptr, &common, &parts,
                                            nullptr, options.data(), &value, epart.data(), npart.data())
                       : METIS_PartMeshNodal(&n, &nodes, begin.data(), to.data(), nullptr, nullptr, &parts, nullptr,
                                             options.data(), &value, epart.data(), npart.data());
  require_code(code);
  check_parts(code, epart, parts, base);
  check_parts(code, npart, parts, base);
  return 0;
}
