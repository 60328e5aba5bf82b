// By a forest over the vertices in which each edge joins two trees: the root of the greater number is hung under the other, by
// one compare-and-swap, and paths are halved on the way (Anderson and Woll, "Wait-free parallel algorithms for the
// union-find problem", 1991).
#include "partitioner/metis/components.hpp"

#include "amorph/kernels/graph/host_graph.hpp"
#include "amorph/kernels/sync/atomic.hpp"

namespace amorph::metis {
namespace {

class forest {
 public:
  forest(cpu_exec& exec, std::uint32_t n) : above_(n) {
    exec.for_each(n, [this](std::size_t v) { above_[v] = static_cast<std::uint32_t>(v); });
  }
  [[nodiscard]] bool root(std::uint32_t v) const { return above_[v] == v; }
  void join(std::uint32_t u, std::uint32_t v) {
    for (;;) {
      u = root_of(u);
      v = root_of(v);
      if (u == v) return;
      if (u < v) std::swap(u, v);
      if (atomic_cas(&above_[u], u, v) == u) return;
    }
  }

 private:
  std::uint32_t root_of(std::uint32_t v) {
    for (;;) {
      const std::uint32_t p = atomic_load(&above_[v]);
      if (p == v) return v;
      const std::uint32_t q = atomic_load(&above_[p]);
      if (q != p) (void)atomic_cas(&above_[v], p, q);
      v = q;
    }
  }
  host_array<std::uint32_t> above_;
};

}  // namespace

std::uint32_t count_components(cpu_exec& exec, const partition::graph& g, const std::vector<std::uint32_t>* part,
                               std::vector<std::uint32_t>* of_part) {
  forest trees(exec, g.vertices);
  exec.ranges(g.vertices, 4096, [&](std::size_t first, std::size_t last, unsigned) {
    for (std::size_t v = first; v != last; ++v)
      for (std::uint64_t e = g.begin[v]; e != g.begin[v + 1]; ++e)
        if (const std::uint32_t u = g.to[e]; u < v && (part == nullptr || (*part)[u] == (*part)[v]))
          trees.join(u, static_cast<std::uint32_t>(v));
  });
  std::uint32_t components = 0;
  for (std::uint32_t v = 0; v != g.vertices; ++v) {
    if (!trees.root(v)) continue;
    ++components;
    if (of_part != nullptr) ++(*of_part)[(*part)[v]];
  }
  return components;
}

}  // namespace amorph::metis
