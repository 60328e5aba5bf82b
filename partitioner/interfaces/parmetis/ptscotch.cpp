// PT-Scotch's C interface; its codes become exceptions on all processes.
#include "partitioner/interfaces/parmetis/ptscotch.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <utility>

#include <ptscotch.h>

#include "amorph/kernels/random/hash.hpp"

namespace amorph::parmetis {
namespace {

static_assert(sizeof(SCOTCH_Num) == sizeof(idx_t));

void require(const communicator& c, int code, const char* what) {
  c.together([&] {
    if (code != 0) throw error(status::internal, std::string("PT-Scotch: ") + what + " failed");
  });
}

// An arc's checksum minus that of its reverse sums to 0 if every edge is at both its ends.
void require_symmetric(const communicator& c, const distributed_graph& g) {
  std::uint64_t sum = 0;
  const std::int64_t first = g.vertices.begin(c.rank());
  for (idx_t v = 0; v != g.local; ++v)
    for (std::int64_t e = g.begin(v); e != g.begin(v + 1); ++e) {
      const auto a = static_cast<std::uint64_t>(first + v), b = static_cast<std::uint64_t>(g.neighbour(e));
      const std::uint64_t w = mix_bits(static_cast<std::uint64_t>(g.edge_weight(e)));
      sum += mix_bits(mix_bits(a << 32 | b) + w) - mix_bits(mix_bits(b << 32 | a) + w);
    }
  if (c.sum(sum) != 0) throw error(status::bad_input, "an edge is at one of its ends only, or has two weights");
}

void require_32_bits(const communicator& c, std::int64_t sum, const char* name) {
  if (c.sum(sum) > std::numeric_limits<std::int32_t>::max())
    throw error(status::bad_input, std::string(name) + ": the sum exceeds 32 bits, which PT-Scotch does not support");
}

void draw_from(SCOTCH_Context& context, std::uint64_t seed) {
  SCOTCH_contextRandomSeed(&context, static_cast<SCOTCH_Num>(seed & 0x7fffffff));
  SCOTCH_contextRandomReset(&context);
}

struct strategy {
  mutable SCOTCH_Strat s;
  strategy() { SCOTCH_stratInit(&s); }
  ~strategy() { SCOTCH_stratExit(&s); }
  strategy(const strategy&) = delete;
  strategy& operator=(const strategy&) = delete;
};

}  // namespace

struct scotch_graph::state {
  const communicator& c;
  const distributed_graph& g;
  // PT-Scotch's threads call MPI at the same time, which few programs have allowed: one thread.
  SCOTCH_Context context;
  SCOTCH_Dgraph plain, graph;  // the latter in the context
  bool made = false, bound = false;
  // Copies, if edges are left out.
  std::vector<SCOTCH_Num> begin, to, weight;

  state(const communicator& processes, const distributed_graph& from) : c(processes), g(from) {
    SCOTCH_contextInit(&context);
  }
  ~state() {
    if (bound) SCOTCH_dgraphExit(&graph);
    if (made) SCOTCH_dgraphExit(&plain);
    SCOTCH_contextExit(&context);
  }
  state(const state&) = delete;
  state& operator=(const state&) = delete;

  void leave_edges_out() {
    const std::int64_t first = g.vertices.begin(c.rank());
    const auto stays = [&](idx_t v, std::int64_t e) { return g.neighbour(e) != first + v && g.edge_weight(e) > 0; };
    bool clean = true;
    for (idx_t v = 0; v != g.local; ++v)
      for (std::int64_t e = g.begin(v); e != g.begin(v + 1) && clean; ++e) clean = stays(v, e);
    if (clean) return;
    begin.push_back(g.base);
    for (idx_t v = 0; v != g.local; ++v) {
      for (std::int64_t e = g.begin(v); e != g.begin(v + 1); ++e) {
        if (!stays(v, e)) continue;
        to.push_back(g.adjncy[e]);
        if (g.adjwgt != nullptr) weight.push_back(g.adjwgt[e]);
      }
      begin.push_back(static_cast<SCOTCH_Num>(to.size()) + g.base);
    }
  }

  void build() {
    c.together([&] { leave_edges_out(); });
    const bool copied = !begin.empty();
    // PT-Scotch reads all of these, and declares none of them const.
    const auto pointer = [](const idx_t* p) { return const_cast<SCOTCH_Num*>(p); };
    require(c, SCOTCH_dgraphInit(&plain, c.get()), "dgraphInit");
    made = true;
    const auto arcs = static_cast<SCOTCH_Num>(copied ? to.size() : static_cast<std::size_t>(g.arcs));
    // For PT-Scotch, equal pointers mean that there are no weights.
    static SCOTCH_Num no_heads[1], no_arc_weights[1], no_weights[1];
    SCOTCH_Num* arc_weights = nullptr;
    if (g.has_adjwgt) arc_weights = copied ? weight.data() : pointer(g.adjwgt);
    if (g.has_adjwgt && arc_weights == nullptr) arc_weights = no_arc_weights;
    SCOTCH_Num* weights = g.has_vwgt ? pointer(g.vwgt) : nullptr;
    if (g.has_vwgt && weights == nullptr) weights = no_weights;
    if (g.local == 0) begin.assign(1, g.base);
    SCOTCH_Num* rows = begin.empty() ? pointer(g.xadj) : begin.data();
    SCOTCH_Num* heads = copied ? to.data() : arcs == 0 ? no_heads : pointer(g.adjncy);
    require(c,
            SCOTCH_dgraphBuild(&plain, g.base, g.local, g.local, rows, nullptr, weights, nullptr, arcs, arcs, heads,
                               nullptr, arc_weights),
            "dgraphBuild");
    require(c, SCOTCH_contextThreadSpawn(&context, 1, nullptr), "contextThreadSpawn");
    require(c, SCOTCH_dgraphInit(&graph, c.get()), "dgraphInit");
    bound = true;
    require(c, SCOTCH_contextBindDgraph(&context, &plain, &graph), "contextBindDgraph");
  }
};

scotch_graph::scotch_graph(const communicator& c, const distributed_graph& g) : s_(std::make_unique<state>(c, g)) {
  require_symmetric(c, g);
  std::int64_t vertex_sum = 0, edge_sum = 0;
  for (idx_t v = 0; v != g.local; ++v) vertex_sum += g.vertex_weight(v);
  for (std::int64_t e = 0; e != g.arcs; ++e) edge_sum += g.edge_weight(e);
  require_32_bits(c, vertex_sum, "vwgt");
  require_32_bits(c, edge_sum, "adjwgt");
  s_->build();
}
scotch_graph::~scotch_graph() = default;

namespace {

// Targets as small integers; large ones make PT-Scotch's parts much worse (25% on a grid).
std::vector<SCOTCH_Num> part_weights(const partition::options& o) {
  std::vector<SCOTCH_Num> weight(o.parts, 1);
  const auto equal = [&](float t) { return t == o.target.front(); };
  if (std::all_of(o.target.begin(), o.target.end(), equal)) return weight;
  const float smallest = *std::min_element(o.target.begin(), o.target.end());
  for (std::size_t i = 0; i != o.target.size(); ++i)
    weight[i] = static_cast<SCOTCH_Num>(std::min(1e6f, std::round(8 * o.target[i] / smallest)));
  return weight;
}

}  // namespace

void scotch_graph::divide(const partition::options& o, std::uint64_t seed, idx_t* part) {
  const communicator& c = s_->c;
  draw_from(s_->context, seed);
  const strategy by;
  const std::vector<SCOTCH_Num> weight = part_weights(o);
  SCOTCH_Arch arch;
  SCOTCH_archInit(&arch);
  int code = SCOTCH_archCmpltw(&arch, static_cast<SCOTCH_Num>(o.parts), weight.data());
  SCOTCH_Num none[1] = {0};
  if (code == 0) code = SCOTCH_dgraphMap(&s_->graph, &arch, &by.s, s_->g.local == 0 ? none : part);
  SCOTCH_archExit(&arch);
  require(c, code, "dgraphMap");
}

namespace {

// The separators of PT-Scotch's tree: for each block its parent's, or -1, and its vertices.
class separator_tree {
 public:
  separator_tree(const std::vector<SCOTCH_Num>& parent, std::vector<SCOTCH_Num> size) : size_(std::move(size)) {
    child_.resize(parent.size());
    for (std::size_t i = 0; i != parent.size(); ++i)
      (parent[i] < 0 ? root_ : child_[static_cast<std::size_t>(parent[i])]).push_back(i);
  }

  // Vertices of domains, then of separators, the top one last: node i of a complete binary tree is at 2 d - 2 - i.
  [[nodiscard]] bool find_sizes(std::size_t domains, std::vector<idx_t>& sizes) const {
    return root_.size() == 1 && find(root_.front(), 0, domains, sizes);
  }

 private:
  [[nodiscard]] idx_t below(std::size_t block) const {
    idx_t sum = size_[block];
    for (const std::size_t child : child_[block]) sum += below(child);
    return sum;
  }
  bool find(std::size_t block, std::size_t node, std::size_t domains, std::vector<idx_t>& sizes) const {
    if (node + 1 >= domains) {
      sizes[2 * domains - 2 - node] = below(block);
      return true;
    }
    if (child_[block].size() != 2) return false;
    sizes[2 * domains - 2 - node] = size_[block];
    return find(child_[block][1], 2 * node + 1, domains, sizes) && find(child_[block][0], 2 * node + 2, domains, sizes);
  }

  std::vector<SCOTCH_Num> size_;
  std::vector<std::size_t> root_;
  std::vector<std::vector<std::size_t>> child_;
};

struct scotch_ordering {
  const SCOTCH_Dgraph& graph;
  SCOTCH_Dordering ordering;
  bool made = false;
  explicit scotch_ordering(const SCOTCH_Dgraph& g) : graph(g) {}
  ~scotch_ordering() {
    if (made) SCOTCH_dgraphOrderExit(&graph, &ordering);
  }
  scotch_ordering(const scotch_ordering&) = delete;
  scotch_ordering& operator=(const scotch_ordering&) = delete;
};

}  // namespace

std::vector<idx_t> scotch_graph::order(std::uint64_t seed, int domains, std::vector<idx_t>& sizes) {
  const communicator& c = s_->c;
  std::vector<idx_t> position;
  c.together([&] { position.resize(static_cast<std::size_t>(s_->g.local) + 1); });
  draw_from(s_->context, seed);
  const strategy by;
  scotch_ordering o(s_->graph);
  const int initialised = SCOTCH_dgraphOrderInit(&s_->graph, &o.ordering);
  o.made = initialised == 0;
  require(c, initialised, "dgraphOrderInit");
  require(c, SCOTCH_dgraphOrderCompute(&s_->graph, &o.ordering, &by.s), "dgraphOrderCompute");
  require(c, SCOTCH_dgraphOrderPerm(&s_->graph, &o.ordering, position.data()), "dgraphOrderPerm");
  position.pop_back();
  for (idx_t& x : position) x -= s_->g.base;

  const SCOTCH_Num blocks = SCOTCH_dgraphOrderCblkDist(&s_->graph, &o.ordering);
  std::vector<SCOTCH_Num> parent, size;
  c.together([&] {
    if (blocks < 0) throw error(status::internal, "PT-Scotch: dgraphOrderCblkDist failed");
    parent.resize(static_cast<std::size_t>(blocks) + 1);
    size.resize(parent.size());
  });
  require(c, SCOTCH_dgraphOrderTreeDist(&s_->graph, &o.ordering, parent.data(), size.data()), "dgraphOrderTreeDist");
  parent.pop_back();
  size.pop_back();
  const separator_tree tree(parent, size);
  if (!tree.find_sizes(static_cast<std::size_t>(domains), sizes) ||
      std::accumulate(sizes.begin(), sizes.end(), std::int64_t{0}) != s_->g.total()) {
    std::fill(sizes.begin(), sizes.end(), 0);
    sizes[0] = static_cast<idx_t>(s_->g.total());
  }
  return position;
}

}  // namespace amorph::parmetis
