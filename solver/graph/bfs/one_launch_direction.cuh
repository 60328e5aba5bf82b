// The direction-optimizing search (direction.hpp) in one launch: a level costs a grid barrier or two, and the host
// reads nothing back. Compiled by nvcc only.
//
// A frontier is a list of adjacency lists, each with the number of arcs before it. A block reserves places and arcs for
// all vertices that it has found by one addition to a 64-bit word that holds both sums, so that the offsets ascend with
// the places; each block of the next level finds its equal share of the arcs by a search in them, without a scan (as in
// Davidson, Baxter, Garland, Owens, IPDPS 2014). Vertices without arcs are not listed.
//
// The levels do not depend on the order of the list.
#pragma once

#include "amorph/kernels/base/bits.hpp"
#include "amorph/kernels/sync/persistent.cuh"
#include "solver/graph/bfs/direction.hpp"

namespace amorph::bfs {

namespace detail {

// The sums of a list in one word.
struct list_sums {
  static constexpr unsigned vertex_bits = 28;
  unsigned long long packed = 0;

  AMORPH_HD static list_sums of(std::uint64_t arcs) { return {arcs << vertex_bits | 1}; }
  [[nodiscard]] AMORPH_HD std::uint64_t vertices() const { return packed & ((1ull << vertex_bits) - 1); }
  [[nodiscard]] AMORPH_HD std::uint64_t arcs() const { return packed >> vertex_bits; }
};

AMORPH_HD constexpr std::uint64_t least(std::uint64_t a, std::uint64_t b) { return a < b ? a : b; }

// One per level, for three levels: one is read, one written, one cleared.
struct level_counters {
  unsigned long long listed[3];  // list_sums
  std::int64_t found[3];         // bottom-up: vertices
};

struct arc_list {
  std::uint64_t *before, *shift;  // arc i of the frontier, if it belongs to this list, is arc i + shift of the graph
};

struct direction_kernel {
  static constexpr unsigned block = 256, blocks_each = 4, arcs_each = 4, tile = block * arcs_each;
  static constexpr unsigned words_each = 4;  // of a warp in a bottom-up step, so that their memory accesses overlap
  using block_team = block_of<block>;

  csr graph, transpose;
  const std::uint32_t* source;
  std::uint32_t sources;
  std::uint32_t* level;
  arc_list lists[2];
  std::uint32_t* bits[2];
  level_counters* counters;

  struct shared {
    std::uint32_t before[tile];  // relative to the tile
    std::uint64_t shift[tile];
    unsigned long long base;
  };
  struct found_row {
    bool found = false;
    std::uint64_t begin = 0, arcs = 0;
  };
  __device__ found_row row_of(std::size_t v) const {
    const std::uint64_t begin = graph.begin[v], end = graph.begin[v + 1];
    return {begin != end, begin, end - begin};
  }

  // Appends the rows that the block has found to the list of level `depth`.
  template <unsigned Each> __device__ void append(shared& s, std::uint32_t depth, const found_row (&row)[Each]) const {
    unsigned long long packed = 0, total;
    AMORPH_UNROLL
    for (const found_row& r : row) packed += r.found ? list_sums::of(r.arcs).packed : 0;
    const unsigned long long below = block_team::exclusive_scan(packed, total);
    if (total == 0) return;  // the same for all threads
    if (threadIdx.x == 0) s.base = atomicAdd(&counters->listed[depth % 3], total);
    __syncthreads();
    list_sums at{s.base + below};
    const arc_list& to = lists[depth % 2];
    AMORPH_UNROLL
    for (const found_row& r : row) {
      if (!r.found) continue;
      to.before[at.vertices()] = at.arcs();
      to.shift[at.vertices()] = r.begin - at.arcs();
      at.packed += list_sums::of(r.arcs).packed;
    }
  }
  // The same for the vertices vertex(i), i in 0 .. n-1, that are wanted.
  template <class Vertex, class Wanted>
  __device__ void list_all(whole_grid grid, shared& s, std::uint32_t depth, std::size_t n, Vertex vertex,
                           Wanted wanted) const {
    for (std::size_t first = grid.block() * std::size_t{block}; first < n; first += grid.threads()) {
      const std::size_t i = first + threadIdx.x;
      found_row row[1];
      if (i < n && wanted(i)) row[0] = row_of(vertex(i));
      append(s, depth, row);
    }
  }

  // The last list that begins at or before arc `target`: a search by all threads of the block.
  __device__ static std::uint64_t list_at(const std::uint64_t* before, std::uint64_t n, std::uint64_t target) {
    std::uint64_t low = 0;
    while (n > 1) {
      const std::uint64_t stride = (n + block - 1) / block, i = threadIdx.x * stride;
      const auto passed = static_cast<std::uint64_t>(__syncthreads_count(i < n && before[low + i] <= target)) - 1;
      low += passed * stride;
      n = least(stride, n - passed * stride);
    }
    return low;
  }
  // Copies the lists from `first` on that begin before arc `end` to shared memory; returns their number.
  __device__ static std::uint32_t load(shared& s, const arc_list& from, std::uint64_t n, std::uint64_t first,
                                       std::uint64_t begin, std::uint64_t end) {
    std::uint32_t count = 0;
    for (unsigned at = threadIdx.x; at < tile; at += block) {
      const std::uint64_t i = first + at;
      const std::uint64_t before = i < n ? from.before[i] : end;
      if (before < end) {
        s.before[at] = before < begin ? 0 : static_cast<std::uint32_t>(before - begin);
        s.shift[at] = from.shift[i];
      }
      const auto more = static_cast<std::uint32_t>(__syncthreads_count(before < end));
      count += more;
      if (more != block) break;
    }
    return count;
  }
  __device__ static std::uint64_t shift_of(const shared& s, std::uint32_t count, std::uint32_t arc) {
    std::uint32_t low = 0;
    while (count > 1) {
      const std::uint32_t half = count / 2;
      low = s.before[low + half] <= arc ? low + half : low;
      count -= half;
    }
    return s.shift[low];
  }

  // The arcs of the frontier in equal shares: claims unreached vertices and lists them.
  __device__ void top_down(whole_grid grid, shared& s, std::uint32_t depth, list_sums front) const {
    const arc_list& from = lists[(depth - 1) % 2];
    const std::uint64_t n = front.vertices(), arcs = front.arcs(), share = (arcs + grid.blocks() - 1) / grid.blocks(),
                        first = share * grid.block(), last = least(first + share, arcs);
    if (first >= arcs) return;
    std::uint64_t list = list_at(from.before, n, first);
    for (std::uint64_t at = first, end; at < last; at = end) {
      end = least(at + tile, last);
      const std::uint32_t count = load(s, from, n, list, at, end);
      std::uint32_t to[arcs_each];
      AMORPH_UNROLL
      for (unsigned k = 0; k != arcs_each; ++k) {
        const std::uint64_t i = at + k * block + threadIdx.x;
        if (i < end) to[k] = graph.to[i + shift_of(s, count, static_cast<std::uint32_t>(i - at))];
      }
      list += count;  // the next tile begins with this list, or with the rest of the one before
      if (list == n || from.before[list] != end) --list;
      found_row row[arcs_each];
      bool claimed[arcs_each];
      AMORPH_UNROLL
      for (unsigned k = 0; k != arcs_each; ++k)
        claimed[k] = at + k * block + threadIdx.x < end && claim{level, depth}(0, 0, to[k]);
      AMORPH_UNROLL
      for (unsigned k = 0; k != arcs_each; ++k)
        if (claimed[k]) row[k] = row_of(to[k]);
      append(s, depth, row);
      __syncthreads();
    }
  }

  // A bottom-up step for words first to first + words_each - 1: each unreached vertex searches for a neighbour in
  // `front`. Returns the number of vertices reached, to one thread of the warp.
  __device__ std::int64_t reach_words(warp_team team, std::size_t first, const std::uint32_t* front,
                                      std::uint32_t* next, std::uint32_t depth) const {
    constexpr unsigned each = words_each;
    const std::size_t n = graph.vertices, v = first * 32 + team.rank();
    std::uint64_t e[each], end[each];
    bool hit[each], searching = false;
    AMORPH_UNROLL
    for (unsigned k = 0; k != each; ++k) hit[k] = v + k * 32 < n && level[v + k * 32] == unreached;
    AMORPH_UNROLL
    for (unsigned k = 0; k != each; ++k) {
      e[k] = hit[k] ? transpose.begin[v + k * 32] : 0;
      end[k] = hit[k] ? transpose.begin[v + k * 32 + 1] : 0;
      hit[k] = false;
      searching |= e[k] != end[k];
    }
    while (searching) {
      std::uint32_t u[each], word[each];
      searching = false;
      AMORPH_UNROLL
      for (unsigned k = 0; k != each; ++k) u[k] = e[k] != end[k] ? transpose.to[e[k]] : 0;
      AMORPH_UNROLL
      for (unsigned k = 0; k != each; ++k) word[k] = e[k] != end[k] ? front[u[k] / 32] : 0;
      AMORPH_UNROLL
      for (unsigned k = 0; k != each; ++k) {
        if (e[k] == end[k]) continue;
        hit[k] = (word[k] >> u[k] % 32 & 1) != 0;
        e[k] = hit[k] ? end[k] : e[k] + 1;
        searching |= e[k] != end[k];
      }
    }
    std::int64_t reached = 0;
    AMORPH_UNROLL
    for (unsigned k = 0; k != each; ++k) {
      if (hit[k]) level[v + k * 32] = depth;
      const std::uint32_t bits = team.ballot(hit[k]);
      if (team.rank() != 0 || (first + k) * 32 >= n) continue;
      next[first + k] = bits;
      reached += count_bits(bits);
    }
    return reached;
  }
  // Bottom-up levels from `depth` on, while the frontier is large. Returns the next depth; `now` becomes the number of
  // vertices on the last level.
  __device__ std::uint32_t bottom_up(whole_grid grid, std::uint32_t depth, std::uint64_t& now) const {
    const std::size_t n = graph.vertices, words = (n + 31) / 32;
    grid.for_each_team(words, [&](warp_team team, std::size_t word) {
      const std::size_t v = word * 32 + team.rank();
      const std::uint32_t in_front = team.ballot(v < n && level[v] == depth - 1);
      if (team.rank() == 0) bits[0][word] = in_front;
    });
    if (grid.first()) counters->found[depth % 3] = 0;
    grid.sync();
    for (unsigned from = 0;; from ^= 1) {
      const std::uint64_t before = now;
      if (grid.first()) counters->found[(depth + 1) % 3] = counters->listed[depth % 3] = 0;
      grid.add_up<warp_team>((words + words_each - 1) / words_each, &counters->found[depth % 3],
                             [&](warp_team team, std::size_t group) {
                               return reach_words(team, group * words_each, bits[from], bits[from ^ 1], depth);
                             });
      grid.sync();
      now = static_cast<std::uint64_t>(atomic_load(&counters->found[depth++ % 3]));
      if (now == 0 || (now < before && favours_top_down(now, n))) return depth;
    }
  }

  __device__ void operator()(whole_grid grid) const {
    __shared__ shared s;
    if (grid.first()) *counters = {};
    grid.for_each(graph.vertices, [&](std::size_t v) { level[v] = unreached; });
    grid.sync();
    grid.for_each(sources, [&](std::size_t i) { level[source[i]] = 0; });
    list_all(grid, s, 0, sources, [&](std::size_t i) { return source[i]; }, [](std::size_t) { return true; });
    grid.sync();
    std::uint64_t left = graph.edges();
    bool down = true;  // at least one top-down step after bottom-up ones
    for (std::uint32_t depth = 1;; down = true) {
      const list_sums front{atomic_load(&counters->listed[(depth - 1) % 3])};
      if (front.vertices() == 0) return;
      if (!down || !favours_bottom_up(front.arcs(), left)) {
        if (grid.first()) counters->listed[(depth + 1) % 3] = 0;
        top_down(grid, s, depth++, front);
        left -= least(left, front.arcs());
        grid.sync();
        continue;
      }
      std::uint64_t now = front.vertices();
      depth = bottom_up(grid, depth, now);
      if (now == 0) return;
      if (grid.first()) counters->listed[depth % 3] = 0;
      list_all(
          grid, s, depth - 1, graph.vertices, [](std::size_t v) { return v; },
          [&](std::size_t v) { return level[v] == depth - 1; });
      grid.sync();
      down = false;
    }
  }
};

}  // namespace detail

class one_launch_direction final : public search {
 public:
  one_launch_direction(search_state<cuda_exec>& s, const csr& transpose)
      : s_(s), transpose_(transpose), counters_(s.exec, 1) {
    for (auto* rows : {&before_, &shift_})
      for (auto& list : *rows) list = buffer<std::uint64_t, cuda_exec>(s.exec, s.graph.vertices);
    for (auto& bits : bits_) bits = buffer<std::uint32_t, cuda_exec>(s.exec, (s.graph.vertices + std::size_t{31}) / 32);
  }
  // The sums of larger graphs exceed the word.
  [[nodiscard]] static bool serves(const csr& graph) {
    return graph.vertices >> detail::list_sums::vertex_bits == 0 &&
           graph.edges() >> (64 - detail::list_sums::vertex_bits) == 0;
  }
  [[nodiscard]] static std::uint64_t bytes(const device_graph<cuda_exec>& graph, const cuda_exec&) {
    const auto transpose = graph.bytes_of_transpose();
    const std::uint64_t n = graph.graph().vertices;
    return std::max(transpose.peak, transpose.kept + 32 * n + n / 4 + scratch_for(n));
  }

  [[nodiscard]] bool sets_first_levels() const override { return true; }
  void run() override {
    detail::direction_kernel body{
        s_.graph, transpose_, s_.source.data(), static_cast<std::uint32_t>(s_.source.size()), s_.level.data(),
        {},       {},         counters_.data()};
    for (int i = 0; i != 2; ++i) {
      body.lists[i] = {before_[i].data(), shift_[i].data()};
      body.bits[i] = bits_[i].data();
    }
    persistent(s_.exec, body);
  }

 private:
  search_state<cuda_exec>& s_;
  csr transpose_;
  buffer<std::uint64_t, cuda_exec> before_[2], shift_[2];
  buffer<std::uint32_t, cuda_exec> bits_[2];
  buffer<detail::level_counters, cuda_exec> counters_;
};

}  // namespace amorph::bfs
