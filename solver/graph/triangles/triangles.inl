// Triangles by intersecting rows of the graph oriented by degree (Schank, Wagner, WEA 2005; on devices Green,
// Yalamanchili, Munguia, IA3 2014, Polak, IPDPSW 2016, and Hu, Liu, Huang, "TriCore", SC 2018). In every
// strategy the triangle u, v, w is found once: at the arc u -> v, with w in both rows. On a CPU a
// graph of short rows need not be oriented (mark_rows.hpp).
#pragma once

#include "solver/graph/common/device_graph.hpp"
#include "solver/graph/common/followed_loop.hpp"
#include "solver/graph/common/long_paths.hpp"
#include "solver/graph/triangles/core.hpp"
#include "solver/graph/triangles/mark_rows.hpp"
#include "solver/graph/triangles/oriented.hpp"
#include "solver/graph/triangles/tally.hpp"
#include "solver/graph/triangles/triangles.hpp"

namespace amorph::triangles {

// Whether w is among the n ascending vertices.
AMORPH_BODY inline bool is_in(const std::uint32_t* row, std::uint32_t n, std::uint32_t w) {
  std::uint32_t low = 0;
  while (n > 1) {
    const std::uint32_t half = n / 2;
    low += row[low + half] <= w ? half : 0;
    n -= half;
  }
  return n == 1 && row[low] == w;
}

// A device's teams: tiles of arcs. The lookups of 32 arcs are laid end to end; members take places in turn.
inline constexpr std::size_t arc_tile = 256;
struct search_tile {
  oriented_rows rows;
  const std::uint32_t* origin;
  std::uint64_t arcs;
  tally per_vertex;
  std::uint64_t* triangles;
  template <class Team> AMORPH_BODY void operator()(Team team, std::size_t t) const {
    const std::uint64_t first = t * arc_tile, last = arcs - first < arc_tile ? arcs : first + arc_tile;
    std::uint64_t sum = 0;
    for (std::uint64_t base = first; base < last; base += Team::size()) {
      const std::uint64_t e = base + team.rank();
      std::uint32_t u = 0, v = 0, items = 0, in = 0;
      std::uint64_t list = 0, table = 0;
      if (e < last) {
        u = origin[e];
        v = rows.to[e];
        items = rows.size[u];
        in = rows.size[v];
        list = rows.begin[u];
        table = rows.begin[v];
        if (in < items) {
          const std::uint32_t size = in;
          in = items;
          items = size;
          const std::uint64_t begin = table;
          table = list;
          list = begin;
        }
      }
      std::uint64_t total = 0;
      const std::uint64_t start = team.exclusive_scan(static_cast<std::uint64_t>(items), total);
      for (std::uint64_t from = 0; from < total; from += Team::size()) {
        const std::uint64_t place = from + team.rank();
        unsigned owner = 0;  // the last member whose list starts at or before this place
        for (unsigned step = Team::size() / 2; step != 0; step /= 2)
          if (team.broadcast(start, owner + step) <= place) owner += step;
        const std::uint64_t w_at = team.broadcast(list, owner) + (place - team.broadcast(start, owner));
        const std::uint64_t table_at = team.broadcast(table, owner);
        const std::uint32_t table_size = team.broadcast(in, owner);
        const std::uint32_t a = team.broadcast(u, owner), b = team.broadcast(v, owner);
        if (place < total) {
          const std::uint32_t w = rows.to[w_at];
          if (is_in(rows.to + table_at, table_size, w)) {
            ++sum;
            per_vertex.found(a, b, w);
          }
        }
      }
    }
    sum = team.reduce_add(sum);
    if (sum != 0 && team.rank() == 0) atomic_add(triangles, sum);
  }
};

// CPU threads: tiles of vertices. `Marks` remembers a row.
inline constexpr std::size_t vertex_tile = 64;
struct no_marks {
  static constexpr bool useful(std::uint32_t) { return false; }
  template <class Team> AMORPH_BODY static void set(Team, const std::uint32_t*, std::uint32_t) {}
  template <class Team> AMORPH_BODY static void clear(Team, const std::uint32_t*, std::uint32_t) {}
  template <class Team> AMORPH_BODY static bool test(Team, std::uint32_t) { return false; }
};
// One bitmap per thread, empty between rows.
struct bitmap_marks {
  std::uint64_t* words;
  std::size_t words_per_team;
  // Shorter rows are cheaper to merge.
  AMORPH_BODY static constexpr bool useful(std::uint32_t size) { return size > 8; }
  template <class Team> AMORPH_BODY std::uint64_t* of(Team team) const { return words + team.index() * words_per_team; }
  template <class Team> AMORPH_BODY void set(Team team, const std::uint32_t* row, std::uint32_t n) const {
    std::uint64_t* bitmap = of(team);
    for (std::uint32_t i = 0; i != n; ++i) bitmap[row[i] / 64] |= std::uint64_t{1} << row[i] % 64;
  }
  template <class Team> AMORPH_BODY void clear(Team team, const std::uint32_t* row, std::uint32_t n) const {
    std::uint64_t* bitmap = of(team);
    for (std::uint32_t i = 0; i != n; ++i) bitmap[row[i] / 64] = 0;
  }
  template <class Team> AMORPH_BODY bool test(Team team, std::uint32_t w) const {
    return (of(team)[w / 64] >> w % 64 & 1) != 0;
  }
};

template <class Marks> struct intersect_rows {
  oriented_rows rows;
  Marks marks;
  tally per_vertex;
  std::uint64_t* triangles;
  static constexpr std::uint32_t similar = 16;  // rows whose lengths differ by no more are merged

  AMORPH_BODY std::uint64_t common(std::uint32_t u, std::uint32_t v, const std::uint32_t* a, std::uint32_t na,
                                   const std::uint32_t* b, std::uint32_t nb) const {
    if (na > nb) return common(u, v, b, nb, a, na);
    std::uint64_t sum = 0;
    auto found = [&](std::uint32_t w) {
      ++sum;
      per_vertex.found(u, v, w);
    };
    if (nb / similar > na) {
      for (std::uint32_t i = 0; i != na; ++i)
        if (is_in(b, nb, a[i])) found(a[i]);
      return sum;
    }
    std::uint32_t i = 0, j = 0;
    while (i != na && j != nb) {  // without branches that would be mispredicted
      const std::uint32_t x = a[i], y = b[j];
      if (x == y) found(x);
      i += x <= y ? 1 : 0;
      j += y <= x ? 1 : 0;
    }
    return sum;
  }

  template <class Team> AMORPH_BODY void operator()(Team team, std::size_t t) const {
    const std::size_t first = t * vertex_tile,
                      last = rows.vertices - first < vertex_tile ? rows.vertices : first + vertex_tile;
    std::uint64_t sum = 0;
    for (std::size_t i = first; i != last; ++i) {
      const auto u = static_cast<std::uint32_t>(i);
      const std::uint32_t* row = rows.to + rows.begin[u];
      const std::uint32_t size = rows.size[u];
      if (size < 2) continue;
      const bool marked = Marks::useful(size);
      if (marked) marks.set(team, row, size);
      for (std::uint32_t k = 0; k != size; ++k) {
        const std::uint32_t v = row[k];
        const std::uint32_t* other = rows.to + rows.begin[v];
        const std::uint32_t others = rows.size[v];
        if (!marked) {
          sum += common(u, v, row, size, other, others);
          continue;
        }
        if (per_vertex.count == nullptr) {
          for (std::uint32_t j = 0; j != others; ++j) sum += marks.test(team, other[j]) ? 1 : 0;
          continue;
        }
        for (std::uint32_t j = 0; j != others; ++j)
          if (marks.test(team, other[j])) {
            ++sum;
            per_vertex.found(u, v, other[j]);
          }
      }
      if (marked) marks.clear(team, row, size);
    }
    if (sum != 0) atomic_add(triangles, sum);
  }
};

template <class Exec> class core {
  template <class T> using buffer = typename Exec::template buffer<T>;

 public:
  core(Exec& exec, const triangles::problem& problem, run_request& run)
      : exec_(exec),
        device_(exec, problem.graph),
        oriented_(exec),
        triangles_(exec, 1),
        per_vertex_(exec, problem.per_vertex != 0 ? device_.graph().vertices : 0),
        words_((std::size_t{device_.graph().vertices} + 63) / 64),
        strategy_(static_cast<strategy>(run.strategy)) {
    const bool ascends = !Exec::on_device && strategy_ != strategy::search && short_rows_ascend();
    if (strategy_ == strategy::automatic) strategy_ = fastest(ascends);
    if (Exec::on_device) strategy_ = strategy::search;
    run.strategy = static_cast<std::uint32_t>(strategy_);
    if (strategy_ == strategy::bitmap) {
      in_place_ = ascends;
      marks_ = buffer<std::uint64_t>(exec, exec.team_count() * words_);
      exec.fill(marks_.span(), 0);
    }
  }

  void solve() {
    exec_.write(triangles_.data(), 0);
    exec_.fill(per_vertex_.span(), 0);
    if (device_.graph().edges() == 0) return;
    if (!in_place_) oriented_.make(device_.graph(), device_.undirected());
    count({per_vertex_.size() != 0 ? per_vertex_.data() : nullptr});
  }

  void finish(answer& answer) {
    answer.triangles = exec_.read(triangles_.data());
    if (answer.count != nullptr)
      exec_.template copy_out<std::uint64_t>(per_vertex_.span(), span<std::uint64_t>(answer.count, per_vertex_.size()));
  }

 private:
  [[nodiscard]] strategy fastest(bool ascends) {
    if (Exec::on_device) return strategy::search;
    const csr graph = device_.graph();
    const std::uint64_t marks = exec_.team_count() * words_ * sizeof(std::uint64_t),
                        oriented = ascends ? 0 : 4 * (graph.edges() + 2 * std::uint64_t{graph.vertices});
    return first_that_fits<Exec, strategy>(exec_, {{strategy::bitmap, marks + oriented}, {strategy::search, 0}});
  }
  // Whether the graph is undirected with short rows that ascend strictly.
  bool short_rows_ascend() {
    if (!device_.undirected() || arcs_in_long_rows(exec_, device_.graph(), short_row) != 0) return false;
    buffer<std::uint32_t> descends(exec_, 1);
    exec_.write(descends.data(), 0);
    exec_.for_each(device_.graph().vertices, find_descent{device_.graph(), descends.data()});
    return exec_.read(descends.data()) == 0;
  }

  void count(tally per_vertex) {
    const oriented_rows& rows = oriented_.rows();
    if constexpr (Exec::on_device) {
      const std::uint64_t arcs = oriented_.arcs();
      over((arcs + arc_tile - 1) / arc_tile,
           search_tile{rows, oriented_.origin(), arcs, per_vertex, triangles_.data()});
    } else {
      const std::size_t tiles = (rows.vertices + vertex_tile - 1) / vertex_tile;
      if (in_place_)
        over((device_.graph().vertices + mark_rows::tile - 1) / mark_rows::tile,
             mark_rows{device_.graph(), marks_.data(), words_, per_vertex, triangles_.data()});
      else if (strategy_ == strategy::bitmap)
        over(tiles, intersect_rows<bitmap_marks>{rows, {marks_.data(), words_}, per_vertex, triangles_.data()});
      else
        over(tiles, intersect_rows<no_marks>{rows, {}, per_vertex, triangles_.data()});
    }
  }
  template <class F> void over(std::size_t tiles, F f) { for_each_team_followed(exec_, "tiles", tiles, f); }

  Exec& exec_;
  device_graph<Exec> device_;
  orientation<Exec> oriented_;
  buffer<std::uint64_t> triangles_, per_vertex_, marks_;
  std::size_t words_;  // of a bitmap of vertices
  strategy strategy_;
  bool in_place_ = false;  // rows are not oriented
};

}  // namespace amorph::triangles
