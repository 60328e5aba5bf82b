// Union-find: each edge joins two trees, the root of the larger number becoming a child of the other by one
// compare-and-swap; find halves paths (Anderson and Woll, "Wait-free parallel algorithms for the
// union-find problem", 1991).
#include "partitioner/metis/components.hpp"

#include "amorph/kernels/graph/host_graph.hpp"
#include "amorph/kernels/sync/atomic.hpp"

namespace amorph::metis {
namespace {

class forest {
 public:
  forest(cpu_exec& exec, std::uint32_t n) : parent_(n) {
    exec.for_each(n, [this](std::size_t v) { parent_[v] = static_cast<std::uint32_t>(v); });
  }
  [[nodiscard]] bool is_root(std::uint32_t v) const { return parent_[v] == v; }
  void unite(std::uint32_t u, std::uint32_t v) {
    for (;;) {
      u = find(u);
      v = find(v);
      if (u == v) return;
      if (u < v) std::swap(u, v);
      if (atomic_cas(&parent_[u], u, v) == u) return;
    }
  }

 private:
  std::uint32_t find(std::uint32_t v) {
    for (;;) {
      const std::uint32_t p = atomic_load(&parent_[v]);
      if (p == v) return v;
      const std::uint32_t q = atomic_load(&parent_[p]);
      if (q != p) (void)atomic_cas(&parent_[v], p, q);
      v = q;
    }
  }
  host_array<std::uint32_t> parent_;
};

}  // namespace

std::uint32_t count_components(cpu_exec& exec, const partition::graph& g, const std::vector<std::uint32_t>* part,
                               std::vector<std::uint32_t>* of_part) {
  forest trees(exec, g.vertices);
  exec.ranges(g.vertices, 4096, [&](std::size_t first, std::size_t last, unsigned) {
    for (std::size_t v = first; v != last; ++v)
      for (std::uint64_t e = g.begin[v]; e != g.begin[v + 1]; ++e)
        if (const std::uint32_t u = g.to[e]; u < v && (part == nullptr || (*part)[u] == (*part)[v]))
          trees.unite(u, static_cast<std::uint32_t>(v));
  });
  std::uint32_t components = 0;
  for (std::uint32_t v = 0; v != g.vertices; ++v) {
    if (!trees.is_root(v)) continue;
    ++components;
    if (of_part != nullptr) ++(*of_part)[(*part)[v]];
  }
  return components;
}

}  // namespace amorph::metis
