#include "partitioner/interfaces/parmetis/gather.hpp"

namespace amorph::parmetis {
namespace {

// Sizes and offsets of blocks, where MPI wants them.
struct blocks {
  std::vector<int> count, offset;
  explicit blocks(std::size_t p) : count(p), offset(p) {}
  std::int64_t place() {
    std::int64_t total = 0;
    for (std::size_t r = 0; r != count.size(); ++r) {
      offset[r] = static_cast<int>(total);
      total += count[r];
    }
    return total;
  }
};

}  // namespace

std::vector<idx_t> gather(const communicator& c, const idx_t* here, std::int64_t count) {
  blocks b(static_cast<std::size_t>(c.size()));
  c.all_gather(static_cast<int>(count), b.count);
  std::vector<idx_t> all;
  const std::int64_t total = b.place();
  c.together([&] {
    if (c.is_root()) all.resize(static_cast<std::size_t>(total));
  });
  require_mpi(MPI_Gatherv(here, static_cast<int>(count), mpi_type(idx_t{}), all.data(), b.count.data(), b.offset.data(),
                          mpi_type(idx_t{}), 0, c.get()));
  return all;
}

std::vector<idx_t> scatter(const communicator& c, const distribution& d, const std::vector<idx_t>& all) {
  blocks b(static_cast<std::size_t>(c.size()));
  for (int r = 0; r != c.size(); ++r) b.count[static_cast<std::size_t>(r)] = static_cast<int>(d.count(r));
  b.place();
  std::vector<idx_t> here;
  c.together([&] { here.resize(static_cast<std::size_t>(d.count(c.rank()))); });
  require_mpi(MPI_Scatterv(all.data(), b.count.data(), b.offset.data(), mpi_type(idx_t{}), here.data(),
                           static_cast<int>(here.size()), mpi_type(idx_t{}), 0, c.get()));
  return here;
}

gathered_arrays gather(const communicator& c, const distributed_graph& g) {
  gathered_arrays a;
  const std::int64_t n = g.local;
  std::vector<idx_t> degree;
  c.together([&] {
    for (idx_t v = 0; v != g.local; ++v) degree.push_back(g.xadj[v + 1] - g.xadj[v]);
  });
  a.xadj = gather(c, degree.data(), n);
  a.adjncy = gather(c, g.adjncy, g.arcs);
  if (g.has_vwgt) a.vwgt = gather(c, g.vwgt, n * g.constraints);
  if (g.has_adjwgt) a.adjwgt = gather(c, g.adjwgt, g.arcs);
  if (!c.is_root()) return a;
  a.xadj.push_back(0);
  idx_t position = 0;
  for (idx_t& entry : a.xadj) {
    const idx_t next = position + entry;
    entry = position;
    position = next;
  }
  if (g.base != 0)
    for (idx_t& u : a.adjncy) u -= g.base;
  return a;
}

}  // namespace amorph::parmetis
