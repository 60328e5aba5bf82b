// mpirun -n P amorph-parmetis-test [distributed]
//
// Each function on a grid and a mesh that are distributed evenly, unevenly, and with a process that has nothing. Every
// answer is recounted over the whole graph, which each process can compute. `distributed`: the limit is 0, so PT-Scotch
// is expected to run on several processes.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <set>
#include <string>
#include <vector>

#include "partitioner/interfaces/parmetis/parmetis.h"

namespace {

int rank = 0, size = 1, failures = 0;
bool distributed = false;
MPI_Comm world = MPI_COMM_WORLD;

void expect(bool good, const char* what) {
  if (good) return;
  ++failures;
  std::printf("process %d of %d: %s; %s\n", rank, size, what, amorph_parmetis_report());
}

// The 3D grid with `side` points per side, row by row.
constexpr idx_t side = 10, n = side * side * side;
std::vector<idx_t> neighbours(idx_t v) {
  const idx_t x = v % side, y = v / side % side, z = v / side / side;
  std::vector<idx_t> row;
  if (z > 0) row.push_back(v - side * side);
  if (y > 0) row.push_back(v - side);
  if (x > 0) row.push_back(v - 1);
  if (x + 1 < side) row.push_back(v + 1);
  if (y + 1 < side) row.push_back(v + side);
  if (z + 1 < side) row.push_back(v + side * side);
  return row;
}
idx_t vertex_weight(idx_t v) { return 1 + v % 3; }
idx_t edge_weight(idx_t u, idx_t v) { return 1 + (u + v) % 2; }

enum class shape { even, uneven, one_empty };
std::vector<idx_t> distribute(idx_t total, shape s, int processes, idx_t base) {
  std::vector<idx_t> first = {base};
  for (int r = 1; r <= processes; ++r) {
    long long to = static_cast<long long>(total) * r / processes;
    if (s == shape::uneven) to = static_cast<long long>(total) * r * r / processes / processes;
    if (s == shape::one_empty && r == processes - 1) to = static_cast<long long>(total) * (r - 1) / processes;
    first.push_back(r == processes ? total + base : static_cast<idx_t>(to) + base);
  }
  return first;
}

// One process's arrays, and what all calls share.
struct arrays {
  std::vector<idx_t> vtxdist, xadj, adjncy, vwgt, adjwgt, part;
  std::vector<float> target, tolerance;
  idx_t base, wgtflag, ncon = 1, parts, cut = -1, options[4] = {1, 0, 7, PARMETIS_PSR_UNCOUPLED};
  idx_t first, local;

  arrays(shape s, idx_t numflag, idx_t flags, idx_t k, int me = rank, int processes = size)
      : vtxdist(distribute(n, s, processes, numflag)), base(numflag), wgtflag(flags), parts(k) {
    first = vtxdist[static_cast<std::size_t>(me)] - base;
    local = vtxdist[static_cast<std::size_t>(me) + 1] - base - first;
    xadj.push_back(base);
    for (idx_t v = first; v != first + local; ++v) {
      for (const idx_t u : neighbours(v)) {
        adjncy.push_back(u + base);
        adjwgt.push_back(edge_weight(u, v));
      }
      xadj.push_back(static_cast<idx_t>(adjncy.size()) + base);
      vwgt.push_back(vertex_weight(v));
    }
    part.assign(static_cast<std::size_t>(local), -7);
    target.assign(static_cast<std::size_t>(k), 1.0f / static_cast<float>(k));
    tolerance = {1.05f};
  }
  int divide(MPI_Comm comm = world) {
    return ParMETIS_V3_PartKway(vtxdist.data(), xadj.data(), adjncy.data(), vwgt.data(), adjwgt.data(), &wgtflag, &base,
                                &ncon, &parts, target.data(), tolerance.data(), options, &cut, part.data(), &comm);
  }
  int refine() {
    return ParMETIS_V3_RefineKway(vtxdist.data(), xadj.data(), adjncy.data(), vwgt.data(), adjwgt.data(), &wgtflag,
                                  &base, &ncon, &parts, target.data(), tolerance.data(), options, &cut, part.data(),
                                  &world);
  }
  int adapt(float itr) {
    return ParMETIS_V3_AdaptiveRepart(vtxdist.data(), xadj.data(), adjncy.data(), vwgt.data(), nullptr, adjwgt.data(),
                                      &wgtflag, &base, &ncon, &parts, target.data(), tolerance.data(), &itr, options,
                                      &cut, part.data(), &world);
  }
};

std::vector<idx_t> whole(const std::vector<idx_t>& here, const std::vector<idx_t>& vtxdist) {
  std::vector<int> count, offset;
  for (int r = 0; r != size; ++r) {
    const auto i = static_cast<std::size_t>(r);
    count.push_back(vtxdist[i + 1] - vtxdist[i]);
    offset.push_back(vtxdist[i] - vtxdist[0]);
  }
  std::vector<idx_t> all(static_cast<std::size_t>(vtxdist.back() - vtxdist[0]));
  MPI_Allgatherv(here.data(), static_cast<int>(here.size()), MPI_INT, all.data(), count.data(), offset.data(), MPI_INT,
                 world);
  return all;
}

// Recounts the cut; checks the range and, if `balanced`, the weights.
long long check_parts(const arrays& a, bool balanced) {
  const std::vector<idx_t> part = whole(a.part, a.vtxdist);
  std::vector<long long> weight(static_cast<std::size_t>(a.parts), 0);
  long long cut = 0, total = 0;
  for (idx_t v = 0; v != n; ++v) {
    const idx_t p = part[static_cast<std::size_t>(v)] - a.base;
    if (p < 0 || p >= a.parts) {
      expect(false, "part out of range");
      return -1;
    }
    const idx_t w = (a.wgtflag & 2) != 0 ? vertex_weight(v) : 1;
    weight[static_cast<std::size_t>(p)] += w;
    total += w;
    for (const idx_t u : neighbours(v))
      if (u > v && part[static_cast<std::size_t>(u)] - a.base != p) cut += (a.wgtflag & 1) != 0 ? edge_weight(u, v) : 1;
  }
  expect(cut == a.cut, "edgecut is not the cut");
  for (std::size_t p = 0; p != weight.size() && balanced; ++p)
    expect(static_cast<double>(weight[p]) <=
               static_cast<double>(a.tolerance[0]) * static_cast<double>(a.target[p]) * static_cast<double>(total) + 3,
           "a part is too heavy");
  return cut;
}

bool ran(const char* engine) { return std::strstr(amorph_parmetis_report(), engine) != nullptr; }

void test_parts() {
  std::vector<idx_t> alone;
  for (const shape s : {shape::even, shape::uneven, shape::one_empty}) {
    arrays a(s, 0, 3, 16);
    expect(a.divide() == METIS_OK, "PartKway failed");
    expect(ran(distributed && size > 1 ? "PT-Scotch and Amorph" : "Amorph on one of"), "not the expected engine");
    const long long cut = check_parts(a, true);
    expect(cut > 0 && cut < 2100, "the cut is too large");  // twice what is usual
    if (!distributed) {
      if (alone.empty()) {
        arrays single(shape::even, 0, 3, 16, 0, 1);
        expect(single.divide(MPI_COMM_SELF) == METIS_OK, "PartKway on one process failed");
        alone = single.part;
      }
      expect(whole(a.part, a.vtxdist) == alone, "the answer depends on the processes");
    }
  }
  for (const idx_t flags : {0, 1, 2}) {
    arrays a(shape::uneven, 1, flags, 9);
    if (flags != 0) {
      a.target.assign(9, 0.1f);
      a.target[3] = 0.2f;
    }
    expect(a.divide() == METIS_OK, "PartKway numbered from 1 failed");
    check_parts(a, !distributed || flags == 0);
  }
}

void test_few_and_many_parts() {
  for (const idx_t k : {1, 2, n + 5}) {
    arrays a(shape::one_empty, 0, 0, k);
    expect(a.divide() == METIS_OK, "PartKway failed");
    const long long cut = check_parts(a, k < n);
    expect(k != 1 || cut == 0, "one part has a cut");
  }
}

void test_two_weights() {
  arrays a(shape::uneven, 0, 2, 4);
  a.ncon = 2;
  std::vector<idx_t> both;
  for (const idx_t w : a.vwgt) both.insert(both.end(), {w, 4 - w});
  a.vwgt = both;
  a.target.assign(8, 0.25f);
  a.tolerance = {1.05f, 1.05f};
  expect(a.divide() == METIS_OK, "two weights failed");
  expect(ran("Amorph on one of"), "two weights are not gathered");
  a.wgtflag = 0;  // for the recount
  a.ncon = 1;
  check_parts(a, false);
}

// Stripes of equal numbers of vertices, or with one part twice as large.
void start_in_stripes(arrays& a, bool skewed) {
  for (idx_t i = 0; i != a.local; ++i) {
    const long long k = a.parts + (skewed ? 1 : 0);
    a.part[static_cast<std::size_t>(i)] =
        static_cast<idx_t>(std::min<long long>(a.parts - 1, (a.first + i) * k / n)) + a.base;
  }
}

void test_improvement() {
  for (const shape s : {shape::even, shape::one_empty}) {
    arrays a(s, 1, 0, 14);
    start_in_stripes(a, false);
    expect(a.refine() == METIS_OK, "RefineKway failed");
    const long long cut = check_parts(a, true);
    expect(cut >= 0 && cut <= 13LL * side * side, "RefineKway made the cut worse");
    arrays b(s, 0, 0, 14);
    start_in_stripes(b, false);
    const std::vector<idx_t> before = b.part;
    expect(b.adapt(0.000001f) == METIS_OK, "AdaptiveRepart failed");
    check_parts(b, true);
    expect(b.part == before, "vertices moved although that costs more than all edges");
    arrays d(s, 0, 0, 14);
    start_in_stripes(d, true);
    expect(d.adapt(1000) == METIS_OK, "AdaptiveRepart of an unbalanced partition failed");
    check_parts(d, true);
  }
  arrays coupled(shape::even, 0, 0, size);
  coupled.options[3] = PARMETIS_PSR_COUPLED;
  expect(coupled.refine() == METIS_OK, "RefineKway, coupled, failed");
  check_parts(coupled, true);
}

// All processes must get the same code, whichever of them is given the fault.
template <class Spoil> void expect_refused(const char* what, Spoil spoil) {
  for (int bad : {0, size - 1}) {
    arrays a(shape::even, 0, 3, 8);
    if (rank == bad) spoil(a);
    const int code = a.divide();
    expect(code == METIS_ERROR_INPUT, what);
  }
}

void test_bad_input() {
  expect_refused("a neighbour out of range", [](arrays& a) { a.adjncy[3] = n; });
  expect_refused("a negative neighbour", [](arrays& a) { a.adjncy[0] = -1; });
  expect_refused("descending xadj", [](arrays& a) { a.xadj[1] = -1; });
  expect_refused("a negative vertex weight", [](arrays& a) { a.vwgt[1] = -1; });
  expect_refused("a negative edge weight", [](arrays& a) { a.adjwgt[1] = -1; });
  expect_refused("no parts", [](arrays& a) { a.parts = 0; });
  expect_refused("wgtflag 4", [](arrays& a) { a.wgtflag = 4; });
  expect_refused("numflag 2", [](arrays& a) { a.base = 2; });
  expect_refused("ncon 0", [](arrays& a) { a.ncon = 0; });
  expect_refused("a tolerance below 1", [](arrays& a) { a.tolerance[0] = 0.5f; });
  expect_refused("targets that do not sum to 1", [](arrays& a) { a.target[0] = 3; });
  expect_refused("a vtxdist of its own", [](arrays& a) { a.vtxdist.back() = -1; });
  if (size > 1) expect_refused("another seed", [](arrays& a) { a.options[2] = 8; });
  if (size > 1 && distributed)
    expect_refused("an edge at one end", [](arrays& a) { a.adjncy[0] = n - 1 - a.adjncy[0]; });
  arrays a(shape::even, 0, 3, 8);
  MPI_Comm none = MPI_COMM_NULL;
  expect(a.divide(none) == METIS_ERROR_INPUT, "MPI_COMM_NULL");
}

void test_order() {
  for (const shape s : {shape::even, shape::one_empty}) {
    for (const idx_t base : {0, 1}) {
      arrays a(s, base, 0, 2);
      std::vector<idx_t> sizes(2 * static_cast<std::size_t>(size), -1);
      expect(ParMETIS_V3_NodeND(a.vtxdist.data(), a.xadj.data(), a.adjncy.data(), &a.base, a.options, a.part.data(),
                                sizes.data(), &world) == METIS_OK,
             "NodeND failed");
      std::vector<idx_t> order = whole(a.part, a.vtxdist);
      std::sort(order.begin(), order.end());
      for (idx_t v = 0; v != n; ++v) expect(order[static_cast<std::size_t>(v)] == v + base, "not a permutation");
      idx_t sum = 0;
      for (const idx_t x : sizes) sum += x;
      expect(sum == n, "sizes do not sum to the vertices");
    }
  }
}

// Squares of a grid of nodes.
constexpr idx_t columns = 9, squares = columns * 7;
std::vector<idx_t> nodes_of(idx_t e) {
  const idx_t corner = e / columns * (columns + 1) + e % columns;
  return {corner, corner + 1, corner + columns + 2, corner + columns + 1};
}

void test_mesh() {
  for (const shape s : {shape::even, shape::uneven, shape::one_empty})
    for (const idx_t base : {0, 1})
      for (idx_t common : {1, 2}) {
        std::vector<idx_t> elmdist = distribute(squares, s, size, base), eptr = {base}, eind;
        const auto me = static_cast<std::size_t>(rank);
        for (idx_t e = elmdist[me] - base; e != elmdist[me + 1] - base; ++e) {
          for (const idx_t v : nodes_of(e)) eind.push_back(v + base);
          eptr.push_back(static_cast<idx_t>(eind.size()) + base);
        }
        idx_t numflag = base, *xadj = nullptr, *adjncy = nullptr;
        expect(ParMETIS_V3_Mesh2Dual(elmdist.data(), eptr.data(), eind.data(), &numflag, &common, &xadj, &adjncy,
                                     &world) == METIS_OK,
               "Mesh2Dual failed");
        std::size_t i = 0;
        for (idx_t e = elmdist[me] - base; e != elmdist[me + 1] - base && xadj != nullptr; ++e) {
          const std::vector<idx_t> mine = nodes_of(e);
          for (idx_t f = 0; f != squares; ++f) {
            idx_t shared = 0;
            for (const idx_t v : nodes_of(f)) shared += std::count(mine.begin(), mine.end(), v) != 0 ? 1 : 0;
            if (f != e && shared >= common) expect(adjncy[i++] == f + base, "another neighbour in the dual graph");
          }
          expect(xadj[e - elmdist[me] + base + 1] == static_cast<idx_t>(i) + base, "another degree");
        }
        std::free(xadj);
        std::free(adjncy);
        idx_t none = 0, one = 1, k = 5, cut = -1;
        std::vector<idx_t> part(eptr.size(), -7);
        expect(ParMETIS_V3_PartMeshKway(elmdist.data(), eptr.data(), eind.data(), nullptr, &none, &numflag, &one,
                                        &common, &k, nullptr, nullptr, nullptr, &cut, part.data(), &world) == METIS_OK,
               "PartMeshKway failed");
        part.pop_back();
        for (const idx_t p : part) expect(p >= base && p < k + base, "element in no part");
        expect(cut > 0 && cut < 4 * squares, "no cut of elements");
      }
}

void test_geometry() {
  for (const shape s : {shape::uneven, shape::one_empty}) {
    arrays a(s, 0, 0, 8);
    std::vector<float> xyz;
    for (idx_t v = a.first; v != a.first + a.local; ++v)
      for (const idx_t x : {v % side, v / side % side, v / side / side}) xyz.push_back(static_cast<float>(x) - 5);
    idx_t dimensions = 3;
    expect(ParMETIS_V3_PartGeom(a.vtxdist.data(), &dimensions, xyz.data(), a.part.data(), &world) == METIS_OK,
           "PartGeom failed");
    const std::vector<idx_t> part = whole(a.part, a.vtxdist);
    for (int r = 0; r != size; ++r) {
      const auto count = std::count(part.begin(), part.end(), r);
      expect(count >= n / size && count <= n / size + 1, "parts of different sizes");
    }
    expect(ParMETIS_V3_PartGeomKway(a.vtxdist.data(), a.xadj.data(), a.adjncy.data(), nullptr, nullptr, &a.wgtflag,
                                    &a.base, &dimensions, xyz.data(), &a.ncon, &a.parts, a.target.data(),
                                    a.tolerance.data(), a.options, &a.cut, a.part.data(), &world) == METIS_OK,
           "PartGeomKway failed");
    check_parts(a, true);
  }
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(world, &rank);
  MPI_Comm_size(world, &size);
  distributed = argc > 1 && std::strcmp(argv[1], "distributed") == 0;
  test_parts();
  test_few_and_many_parts();
  test_two_weights();
  test_improvement();
  test_bad_input();
  test_order();
  test_mesh();
  test_geometry();
  int all = 0;
  MPI_Allreduce(&failures, &all, 1, MPI_INT, MPI_SUM, world);
  MPI_Finalize();
  return all == 0 ? 0 : 1;
}
