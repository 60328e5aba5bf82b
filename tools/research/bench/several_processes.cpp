// mpirun -n P amorph-several-processes GRAPH K...
//
// Divides a graph (METIS's format, one weight per vertex) on P processes by libamorph_parmetis and by PT-Scotch's own
// ParMETIS interface, the vertices distributed evenly in the order of the file. For each K one line of a table: both
// cuts and balances, recounted over the whole graph, and what ran. AMORPH_PARMETIS_GATHER_LIMIT=0 keeps the graph
// distributed; SEED=S sets our seed; PEER=0 leaves PT-Scotch out.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "partitioner/interfaces/parmetis/parmetis.h"
#include "tools/formats/arc_file.hpp"

extern "C" int SCOTCH_ParMETIS_V3_PartKway(const idx_t*, idx_t*, idx_t*, idx_t*, idx_t*, const idx_t*, const idx_t*,
                                           const idx_t*, const idx_t*, const float*, const float*, const idx_t*, idx_t*,
                                           idx_t*, MPI_Comm*);

namespace {

struct measured {
  long long cut = 0;
  double balance = 0, seconds = 0;
};

struct bench {
  amorph::host_graph graph;
  int rank = 0, size = 1;
  std::vector<idx_t> vtxdist, xadj, adjncy, vwgt, adjwgt;
  idx_t wgtflag = 0, numflag = 0, ncon = 1;

  void distribute() {
    const auto n = static_cast<long long>(graph.vertices);
    for (int r = 0; r <= size; ++r) vtxdist.push_back(static_cast<idx_t>(n * r / size));
    const auto first = static_cast<std::size_t>(vtxdist[static_cast<std::size_t>(rank)]),
               last = static_cast<std::size_t>(vtxdist[static_cast<std::size_t>(rank) + 1]);
    const std::size_t from = graph.begin[first], to = graph.begin[last];
    for (std::size_t v = first; v <= last; ++v) xadj.push_back(static_cast<idx_t>(graph.begin[v] - from));
    for (std::size_t e = from; e != to; ++e) adjncy.push_back(static_cast<idx_t>(graph.to[e]));
    wgtflag = (graph.edge_weight.empty() ? 0 : 1) | (graph.vertex_weight.empty() ? 0 : 2);
    if (!graph.edge_weight.empty()) adjwgt.assign(&graph.edge_weight[from], graph.edge_weight.data() + to);
    if (!graph.vertex_weight.empty()) vwgt.assign(&graph.vertex_weight[first], graph.vertex_weight.data() + last);
  }

  template <class F> measured measure(idx_t k, F f) {
    std::vector<float> target(static_cast<std::size_t>(k), 1.0f / static_cast<float>(k));
    float tolerance = 1.05f;
    const char* seed = std::getenv("SEED");
    idx_t options[3] = {1, 0, seed == nullptr ? 15 : std::atoi(seed)}, cut = 0;
    std::vector<idx_t> part(xadj.size());
    MPI_Comm world = MPI_COMM_WORLD;
    measured m;
    MPI_Barrier(world);
    const double start = MPI_Wtime();
    const int code = f(vtxdist.data(), xadj.data(), adjncy.data(), vwgt.empty() ? nullptr : vwgt.data(),
                       adjwgt.empty() ? nullptr : adjwgt.data(), &wgtflag, &numflag, &ncon, &k, target.data(),
                       &tolerance, options, &cut, part.data(), &world);
    m.seconds = MPI_Wtime() - start;
    if (code != METIS_OK) std::printf("process %d: code %d, %s\n", rank, code, amorph_parmetis_report());
    std::vector<int> count;
    for (int r = 0; r != size; ++r)
      count.push_back(vtxdist[static_cast<std::size_t>(r) + 1] - vtxdist[static_cast<std::size_t>(r)]);
    std::vector<idx_t> all(graph.vertices);
    MPI_Allgatherv(part.data(), count[static_cast<std::size_t>(rank)], MPI_INT, all.data(), count.data(),
                   vtxdist.data(), MPI_INT, world);
    recount(k, all, m);
    return m;
  }

  void recount(idx_t k, const std::vector<idx_t>& part, measured& m) const {
    std::vector<long long> weight(static_cast<std::size_t>(k), 0);
    long long total = 0;
    for (std::size_t v = 0; v != graph.vertices; ++v) {
      const long long w = graph.vertex_weight.empty() ? 1 : graph.vertex_weight[v];
      weight[static_cast<std::size_t>(part[v])] += w;
      total += w;
      for (std::size_t e = graph.begin[v]; e != graph.begin[v + 1]; ++e)
        if (graph.to[e] > v && part[graph.to[e]] != part[v])
          m.cut += graph.edge_weight.empty() ? 1 : graph.edge_weight[e];
    }
    m.balance = static_cast<double>(*std::max_element(weight.begin(), weight.end())) * k / static_cast<double>(total);
  }
};

int run(int argc, char** argv) {
  bench b;
  MPI_Comm_rank(MPI_COMM_WORLD, &b.rank);
  MPI_Comm_size(MPI_COMM_WORLD, &b.size);
  std::string message;
  if (argc < 3 || amorph::arc_file::read_partition_graph(argv[1], b.graph, message) != amorph::status::ok) {
    std::fprintf(stderr, "%s\n", argc < 3 ? "usage: mpirun -n P amorph-several-processes GRAPH K..." : message.c_str());
    return 1;
  }
  b.distribute();
  const char* with_peer = std::getenv("PEER");
  for (int i = 2; i != argc; ++i) {
    const idx_t k = std::atoi(argv[i]);
    measured peer;
    if (with_peer == nullptr || *with_peer != '0') peer = b.measure(k, SCOTCH_ParMETIS_V3_PartKway);
    const measured ours = b.measure(k, ParMETIS_V3_PartKway);
    if (b.rank == 0) {
      std::printf("| %s | %d | %d | %lld | %lld | %.3f | %.3f | %.3f | %.2f | %.2f | %s\n", argv[1], b.size, k,
                  peer.cut, ours.cut, static_cast<double>(ours.cut) / static_cast<double>(std::max(1LL, peer.cut)),
                  peer.balance, ours.balance, peer.seconds, ours.seconds, amorph_parmetis_report());
      std::fflush(stdout);
    }
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  int threads = 0;  // PT-Scotch's own interface calls MPI from several threads
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &threads);
  const int code = run(argc, argv);
  MPI_Finalize();
  return code;
}
