// The undirected simple graph with every edge in one row only: that of its end of lower (degree, vertex). Rows ascend
// by vertex.
//
// There are two methods. If the graph is undirected and its rows ascend strictly, each row keeps some of its arcs, in
// their order: O(m). Otherwise edges become keys that are sorted and made unique.
#pragma once

#include <bit>
#include <cstdint>

#include "amorph/kernels/base/bits.hpp"
#include "amorph/kernels/graph/edge_keys.hpp"
#include "amorph/kernels/operators/advance.hpp"
#include "amorph/kernels/primitives/scan.hpp"
#include "amorph/kernels/primitives/select.hpp"
#include "amorph/kernels/primitives/sort.hpp"
#include "solver/graph/common/device_graph.hpp"

namespace amorph::triangles {

// Rows may have gaps between them.
struct oriented_rows {
  std::uint32_t vertices;
  const std::uint64_t* begin;
  const std::uint32_t* size;
  const std::uint32_t* to;
};

struct by_degree {
  const std::uint32_t* degree;
  AMORPH_BODY bool operator()(std::uint32_t a, std::uint32_t b) const {
    const std::uint32_t da = degree[a], db = degree[b];
    return da < db || (da == db && a < b);
  }
};

struct store_degree {
  const std::uint64_t* begin;
  std::uint32_t* degree;
  AMORPH_BODY void operator()(std::size_t v) const {
    const std::uint64_t d = begin[v + 1] - begin[v];
    degree[v] = d < 0xffffffffu ? static_cast<std::uint32_t>(d) : 0xffffffffu;
  }
};
// Any total order is correct, so a degree may wrap around.
struct add_incoming {
  std::uint32_t* degree;
  AMORPH_BODY void operator()(std::uint32_t, std::uint64_t, std::uint32_t to) const { atomic_add(&degree[to], 1); }
};

// Tiles of 32 rows: a member keeps the arcs of short rows, the team those of a long one, in their order. Intended race:
// all threads that find a row that does not ascend strictly set the flag to the same 1, and it is read after the loop.
inline constexpr std::size_t row_tile = 32;
struct keep_upward {
  csr graph;
  by_degree lower;
  std::uint32_t *to, *size, *descends;
  template <class Team> AMORPH_BODY void operator()(Team team, std::size_t t) const {
    const std::size_t first = t * row_tile,
                      last = graph.vertices - first < row_tile ? graph.vertices : first + row_tile;
    for (std::size_t base = first; base < last; base += Team::size()) {
      const std::size_t place = base + team.rank();
      const std::uint64_t degree = place < last ? graph.begin[place + 1] - graph.begin[place] : 0;
      const bool is_long = Team::size() != 1 && degree > 32;
      if (place < last && !is_long) {
        const auto v = static_cast<std::uint32_t>(place);
        const std::uint64_t begin = graph.begin[v];
        std::uint32_t kept = 0, before = 0;
        bool ascends = true;
        for (std::uint64_t e = begin; e != begin + degree; ++e) {
          const std::uint32_t u = graph.to[e];
          ascends = ascends && (e == begin || before < u);
          before = u;
          to[begin + kept] = u;  // overwritten if it is not kept
          kept += lower(v, u) ? 1 : 0;
        }
        size[v] = kept;
        if (!ascends) atomic_store(descends, 1);
      }
      if constexpr (Team::size() != 1) {
        for (std::uint32_t rest = team.ballot(is_long); rest != 0; rest &= rest - 1) {
          const auto v = static_cast<std::uint32_t>(base + lowest_bit(rest));
          const std::uint64_t begin = graph.begin[v], end = graph.begin[v + std::size_t{1}];
          std::uint32_t kept = 0;
          for (std::uint64_t e = begin; e < end; e += Team::size()) {
            const std::uint64_t at = e + team.rank();
            const std::uint32_t u = at < end ? graph.to[at] : 0;
            const bool keep = at < end && lower(v, u);
            if (at + 1 < end && graph.to[at + 1] <= u) atomic_store(descends, 1);
            const std::uint32_t votes = team.ballot(keep);
            if (keep) to[begin + kept + count_bits(votes & ((1u << team.rank()) - 1))] = u;
            kept += count_bits(votes);
          }
          if (team.rank() == 0) size[v] = kept;
        }
      }
    }
  }
};

struct listed_size {
  const std::uint32_t* size;
  AMORPH_BODY std::uint64_t operator()(std::size_t v) const { return size[v]; }
};
// A row without its gap, and the source of its arcs.
struct close_gap {
  const std::uint64_t* from_begin;
  const std::uint32_t* from;
  std::uint32_t *to, *origin;
  const std::uint64_t* begin;
  AMORPH_BODY void operator()(std::uint32_t v, std::uint64_t e, std::uint32_t) const {
    to[e] = from[from_begin[v] + (e - begin[v])];
    origin[e] = v;
  }
};

struct store_upward_key {
  by_degree lower;
  edge_key key;
  std::uint32_t vertices;
  bool undirected;
  std::uint64_t* keys;
  AMORPH_BODY void operator()(std::uint32_t v, std::uint64_t e, std::uint32_t u) const {
    const bool up = lower(v, u);
    // In an undirected graph the reverse arc is in the other row.
    if (u == v || (undirected && !up))
      keys[e] = key(vertices, 0);
    else
      keys[e] = up ? key(v, u) : key(u, v);
  }
};
struct row_size {
  const std::uint64_t* begin;
  std::uint32_t* size;
  AMORPH_BODY void operator()(std::size_t v) const { size[v] = static_cast<std::uint32_t>(begin[v + 1] - begin[v]); }
};
struct store_origin {
  std::uint32_t* origin;
  AMORPH_BODY void operator()(std::uint32_t v, std::uint64_t e, std::uint32_t) const { origin[e] = v; }
};

template <class Exec> class orientation {
  template <class T> using buffer = typename Exec::template buffer<T>;

 public:
  explicit orientation(Exec& exec)
      : exec_(exec),
        begin_(exec),
        degree_(exec),
        size_(exec),
        gapped_(exec),
        to_(exec),
        origin_(exec),
        flag_(exec, 1) {}

  void make(const csr& graph, bool undirected) {
    const std::size_t n = graph.vertices;
    degree_.resize_discard(n);
    size_.resize_discard(n);
    exec_.for_each(n, store_degree{graph.begin.data(), degree_.data()});
    if (!undirected || !from_rows(graph)) from_keys(graph, undirected);
  }
  [[nodiscard]] const oriented_rows& rows() const { return rows_; }
  // On a device: as many arcs, without gaps, and the vertex that each leaves.
  [[nodiscard]] std::uint64_t arcs() const { return to_.size(); }
  [[nodiscard]] const std::uint32_t* origin() const { return origin_.data(); }

 private:
  // False if the rows turn out not to ascend.
  bool from_rows(const csr& graph) {
    const std::size_t n = graph.vertices;
    gapped_.resize_discard(graph.edges());
    exec_.write(flag_.data(), 0);
    exec_.for_each_team((n + row_tile - 1) / row_tile,
                        keep_upward{graph, {degree_.data()}, gapped_.data(), size_.data(), flag_.data()});
    if (exec_.read(flag_.data()) != 0) {
      gapped_.release();
      return false;
    }
    rows_ = {graph.vertices, graph.begin.data(), size_.data(), gapped_.data()};
    if constexpr (Exec::on_device) {
      begin_.resize_discard(n + 1);
      offsets_of(exec_, n, listed_size{size_.data()}, begin_.span());
      const std::uint64_t m = exec_.read(begin_.data() + n);
      to_.resize_discard(m);
      origin_.resize_discard(m);
      for_each_edge(exec_, csr{graph.vertices, begin_.span(), to_.span()}, balance::edge,
                    close_gap{graph.begin.data(), gapped_.data(), to_.data(), origin_.data(), begin_.data()});
      rows_.begin = begin_.data();
      rows_.to = to_.data();
    }
    return true;
  }

  void from_keys(const csr& graph, bool undirected) {
    const std::size_t n = graph.vertices, m = graph.edges();
    if (!undirected) for_each_edge(exec_, graph, balance::edge, add_incoming{degree_.data()});
    const edge_key key{static_cast<unsigned>(std::bit_width(graph.vertices))};
    buffer<std::uint64_t> keys(exec_, m), unique_keys(exec_, m);
    for_each_edge(exec_, graph, balance::edge,
                  store_upward_key{{degree_.data()}, key, graph.vertices, undirected, keys.data()});
    sort(exec_, keys.span(), 0, 2 * key.bits);
    const std::uint64_t kept = unique(exec_, keys.span(), unique_keys.span());
    begin_.resize_discard(n + 1);
    exec_.for_each(kept + 1, store_row_begin{unique_keys.data(), kept, key, graph.vertices, begin_.data()});
    const std::uint64_t arcs = exec_.read(begin_.data() + n);  // dropped arcs follow all rows
    to_.resize_discard(arcs);
    exec_.for_each(arcs, store_row_entry{unique_keys.data(), key, to_.data()});
    exec_.for_each(n, row_size{begin_.data(), size_.data()});
    if constexpr (Exec::on_device) {
      origin_.resize_discard(arcs);
      for_each_edge(exec_, csr{graph.vertices, begin_.span(), to_.span()}, balance::edge, store_origin{origin_.data()});
    }
    rows_ = {graph.vertices, begin_.data(), size_.data(), to_.data()};
  }

  Exec& exec_;
  buffer<std::uint64_t> begin_;
  buffer<std::uint32_t> degree_, size_, gapped_, to_, origin_, flag_;
  oriented_rows rows_{};
};

}  // namespace amorph::triangles
