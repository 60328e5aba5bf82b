// The triangulation of points on several threads: blocks of the plane are triangulated independently, and then joined
// (after Funke and Sanders, "Parallel d-D Delaunay triangulations in shared and distributed memory", ALENEX 2017).
//
// A block is a range of cells of the Hilbert curve. If the circle of a triangle lies in its block, the triangle is one
// of the whole triangulation: it is settled. The corners of all others, and of ghosts, are the border; its
// triangulation contains all triangles that are not settled. It may contain others. One whose corners are in different
// blocks belongs to the whole, as one whose corners are in one block does if it is a triangle of that block: otherwise
// its circle holds a point of the whole, and the Delaunay neighbours of its corners in the circle are connected in it
// by edges of settled triangles, which do not leave a block. How this differs: the border is triangulated at once
// instead of recursively, and cocircular points are no special case, since a rule breaks ties.
#include <algorithm>
#include <array>
#include <cmath>

#include "solver/mesh/triangulate/steps.hpp"

namespace amorph::mesh {
namespace {

using corner_triple = std::array<std::uint32_t, 3>;

// From the lowest vertex on.
corner_triple sorted(const corners3& v) {
  const std::uint32_t i = v.at[0] < v.at[1] ? (v.at[0] < v.at[2] ? 0 : 2) : (v.at[1] < v.at[2] ? 1 : 2);
  return {v.at[i], v.at[next3[i]], v.at[previous3[i]]};
}

// Which block a cell of a coarse grid belongs to.
class block_map {
 public:
  static constexpr unsigned bits = 8, finer = fine_curve::bits - bits;

  block_map(cpu_exec& exec, const fine_curve& curve, const host_array<std::uint64_t>& cell, std::size_t blocks)
      : curve_(curve) {
    begin_.push_back(0);
    for (std::size_t b = 1; b < blocks; ++b) {
      const std::uint64_t coarse = cell[b * cell.size() / blocks] >> 2 * finer;
      const auto at = std::lower_bound(cell.begin(), cell.end(), coarse << 2 * finer) - cell.begin();
      if (static_cast<std::uint32_t>(at) == begin_.back()) continue;
      begin_.push_back(static_cast<std::uint32_t>(at));
      first_cell_.push_back(coarse);
    }
    begin_.push_back(static_cast<std::uint32_t>(cell.size()));
    constexpr std::uint32_t side = 1U << bits;
    block_of_.resize(std::size_t{side} * side);
    std::vector<std::uint32_t> index(block_of_.size());
    exec.for_each(block_of_.size(), [&](std::size_t i) {
      index[i] = static_cast<std::uint32_t>(hilbert_index_by_fours(static_cast<std::uint32_t>(i) & (side - 1),
                                                                   static_cast<std::uint32_t>(i >> bits), bits));
      block_of_[i] = static_cast<std::uint32_t>(
          std::upper_bound(first_cell_.begin(), first_cell_.end(), std::uint64_t{index[i]}) - first_cell_.begin());
    });
    inside_.resize(block_of_.size());
    exec.for_each(block_of_.size(), [&](std::size_t i) {
      const std::size_t x = i & (side - 1), y = i >> bits;
      bool same = true;
      for (std::size_t v = y == 0 ? 0 : y - 1; v <= std::min<std::size_t>(y + 1, side - 1); ++v)
        for (std::size_t u = x == 0 ? 0 : x - 1; u <= std::min<std::size_t>(x + 1, side - 1); ++u)
          same = same && block_of_[v << bits | u] == block_of_[i];
      inside_[index[i]] = same ? 1 : 0;
    });
  }
  [[nodiscard]] std::size_t size() const { return begin_.size() - 1; }
  [[nodiscard]] std::uint32_t begin(std::size_t b) const { return begin_[b]; }  // its first vertex
  [[nodiscard]] std::uint32_t of(std::uint32_t vertex) const {
    return static_cast<std::uint32_t>(std::upper_bound(begin_.begin(), begin_.end(), vertex) - begin_.begin() - 1);
  }

  // Whether the circle through three points, which are counter-clockwise, lies in the block; `at` is the cell of p on
  // the curve. (No, in doubt.)
  [[nodiscard]] bool holds_circle(std::uint32_t block, std::uint64_t at, point p, point q, point r) const {
    constexpr double slack = 1e-14;
    using detail::magnitude;
    const double ax = q.x - p.x, ay = q.y - p.y, bx = r.x - p.x, by = r.y - p.y;
    const double left = ax * by, right = ay * bx, area = left - right;
    const double a_square = ax * ax + ay * ay, b_square = bx * bx + by * by;
    const double area_error = slack * (magnitude(left) + magnitude(right));
    if (!(area > 100 * area_error)) return false;
    // Most circles are narrower than a cell, and their cell is surrounded by cells of the block. The diameter is
    // |q - p| |r - p| |r - q| / area.
    const double dx = bx - ax, dy = by - ay, c_square = dx * dx + dy * dy + slack * (a_square + b_square);
    const double limit = 0.9 * curve_.side / (1U << bits) * area;
    if (inside_[at >> 2 * finer] != 0 && a_square * b_square * c_square < limit * limit) return true;
    const double x = 0.5 * (a_square * by - b_square * ay) / area, y = 0.5 * (ax * b_square - bx * a_square) / area;
    const double error =
        (slack * (a_square + b_square) * (magnitude(ax) + magnitude(ay) + magnitude(bx) + magnitude(by)) +
         (magnitude(x) + magnitude(y)) * area_error) /
        area;
    const double radius = std::sqrt(x * x + y * y) * (1 + slack) + 4 * error;
    const double far = slack * (magnitude(p.x) + magnitude(p.y));
    const std::uint32_t x0 = cell(p.x + (x - radius) - far - curve_.low.x),
                        x1 = cell(p.x + (x + radius) + far - curve_.low.x),
                        y0 = cell(p.y + (y - radius) - far - curve_.low.y),
                        y1 = cell(p.y + (y + radius) + far - curve_.low.y);
    if ((x1 - x0) > 16 || (y1 - y0) > 16) return false;
    for (std::uint32_t j = y0; j <= y1; ++j)
      for (std::uint32_t i = x0; i <= x1; ++i)
        if (block_of_[std::size_t{j} << bits | i] != block) return false;
    return true;
  }

 private:
  // Outside the grid there are no points.
  [[nodiscard]] std::uint32_t cell(double from) const {
    if (!(from > 0)) return 0;
    return from >= curve_.side ? (1U << bits) - 1 : curve_.cell(from) >> finer;
  }

  fine_curve curve_;
  std::vector<std::uint32_t> begin_;
  std::vector<std::uint64_t> first_cell_;  // of all blocks but the first
  std::vector<std::uint32_t> block_of_;    // of a cell by coordinates
  std::vector<std::uint8_t> inside_;       // of a cell on the curve: the cells around it are in its block
};

struct block {
  working_mesh mesh;                     // its vertices are numbered from 0
  std::vector<std::uint32_t> number;     // per triangle: its number among the settled ones, or none
  std::vector<corner_triple> unsettled;  // not ghosts; ascending
  std::vector<std::uint32_t> border;     // vertices of the whole, ascending
  std::uint32_t settled = 0;
};

struct open_edge {
  std::uint32_t low, high;
  handle side;
  bool operator<(const open_edge& other) const { return low != other.low ? low < other.low : high < other.high; }
};

class joined_blocks {
 public:
  joined_blocks(cpu_exec& exec, working_mesh& m, const curve_order& order, std::size_t blocks)
      : exec_(exec), m_(m), order_(order), map_(exec, order.curve, order.cell, blocks), blocks_(map_.size()) {}

  void run(const progress_callback& report) {
    const std::size_t batch = 4 * std::size_t{exec_.threads()};
    for (std::size_t done = 0; done < blocks_.size(); done += batch) {
      if (done != 0) report(map_.begin(done), m_.points.size());
      exec_.ranges(std::min(batch, blocks_.size() - done), 1, [&](std::size_t first, std::size_t last, unsigned) {
        for (std::size_t b = first; b != last; ++b) triangulate(done + b);
      });
    }
    std::vector<std::uint32_t> border;
    for (const block& b : blocks_) border.insert(border.end(), b.border.begin(), b.border.end());
    if (!insert_vertices(m_, border, [&](std::size_t) { exec_.check_stop(); }))
      throw error(status::bad_input, "expected three points that are not collinear, found none");
    join();
  }

 private:
  void triangulate(std::size_t which) {
    block& b = blocks_[which];
    const std::uint32_t first = map_.begin(which), last = map_.begin(which + 1);
    b.mesh.points.assign(m_.points.begin() + first, m_.points.begin() + last);
    std::vector<std::uint32_t> different;
    different.reserve(last - first);
    for (std::uint32_t k = first; k != last; ++k)
      if (order_.same_as[k] == k) different.push_back(k - first);
    if (!insert_vertices(b.mesh, different, [&](std::size_t) { exec_.check_stop(); })) {
      for (const std::uint32_t k : different) b.border.push_back(first + k);
      return;
    }
    std::vector<char> on_border(last - first, 0);
    b.number.resize(b.mesh.triangles());
    for (std::uint32_t t = 0; t != b.mesh.triangles(); ++t) {
      corners3& v = b.mesh.vertex[t];
      const auto& p = b.mesh.points;
      const bool ghost = b.mesh.is_ghost(t);
      b.number[t] = none;
      if (!ghost && map_.holds_circle(static_cast<std::uint32_t>(which), order_.cell[first + v.at[0]], p[v.at[0]],
                                      p[v.at[1]], p[v.at[2]])) {
        b.number[t] = b.settled++;
        continue;
      }
      for (const std::uint32_t k : v.at)
        if (k != working_mesh::ghost) on_border[k] = 1;
      if (!ghost) b.unsettled.push_back(sorted({{v.at[0] + first, v.at[1] + first, v.at[2] + first}}));
    }
    std::sort(b.unsettled.begin(), b.unsettled.end());
    for (std::uint32_t k = 0; k != on_border.size(); ++k)
      if (on_border[k] != 0) b.border.push_back(first + k);
  }

  [[nodiscard]] bool belongs(std::uint32_t t) const {
    if (m_.is_ghost(t)) return true;
    const corner_triple v = sorted(m_.vertex[t]);
    const std::uint32_t b = map_.of(v[0]);
    if (map_.of(v[1]) != b || map_.of(v[2]) != b) return true;
    return std::binary_search(blocks_[b].unsettled.begin(), blocks_[b].unsettled.end(), v);
  }

  // Settled triangles of all blocks, then those of the border's triangulation that belong to the whole.
  void join() {
    std::vector<std::uint32_t> first(blocks_.size() + 1, 0);
    for (std::size_t b = 0; b != blocks_.size(); ++b) first[b + 1] = first[b] + blocks_[b].settled;
    host_array<corners3> vertex(first.back()), neighbour(first.back());
    std::vector<std::vector<open_edge>> open(blocks_.size());
    exec_.ranges(blocks_.size(), 1, [&](std::size_t from, std::size_t to, unsigned) {
      for (std::size_t b = from; b != to; ++b) {
        const block& of = blocks_[b];
        for (std::uint32_t t = 0; t != of.number.size(); ++t)
          if (of.number[t] != none)
            copy(of.mesh, t, of.number, first[b], map_.begin(b), vertex[first[b] + of.number[t]],
                 neighbour[first[b] + of.number[t]], open[b]);
        blocks_[b].mesh = {};
      }
    });
    std::vector<std::uint32_t> number(m_.triangles());
    std::uint32_t count = 0;
    for (std::uint32_t t = 0; t != m_.triangles(); ++t) number[t] = belongs(t) ? count++ : none;
    vertex.resize(first.back() + std::size_t{count});
    neighbour.resize(vertex.size());
    std::vector<open_edge> all;
    for (std::uint32_t t = 0; t != m_.triangles(); ++t)
      if (number[t] != none)
        copy(m_, t, number, first.back(), 0, vertex[first.back() + number[t]], neighbour[first.back() + number[t]],
             all);
    for (const auto& of_block : open) all.insert(all.end(), of_block.begin(), of_block.end());
    m_.vertex.swap(vertex);
    m_.neighbour.swap(neighbour);
    std::sort(all.begin(), all.end());
    for (std::size_t i = 0; i + 1 < all.size(); i += 2) m_.link(all[i].side, all[i + 1].side);
  }
  // Triangle t of `from`, with new numbers of triangles and vertices. Edges whose other side has no number are open.
  static void copy(const working_mesh& from, std::uint32_t t, const std::vector<std::uint32_t>& number,
                   std::uint32_t first, std::uint32_t first_vertex, corners3& vertex, corners3& neighbour,
                   std::vector<open_edge>& open) {
    for (std::uint32_t i = 0; i != 3; ++i) {
      const std::uint32_t v = from.vertex[t].at[i];
      vertex.at[i] = v == working_mesh::ghost ? v : v + first_vertex;
    }
    for (std::uint32_t i = 0; i != 3; ++i) {
      const handle other = from.neighbour[t].at[i];
      if (number[triangle_of(other)] != none) {
        neighbour.at[i] = edge_of(first + number[triangle_of(other)], corner_of(other));
        continue;
      }
      const std::uint32_t a = vertex.at[next3[i]], b = vertex.at[previous3[i]];
      open.push_back({std::min(a, b), std::max(a, b), edge_of(first + number[t], i)});
    }
  }

  cpu_exec& exec_;
  working_mesh& m_;
  const curve_order& order_;
  block_map map_;
  std::vector<block> blocks_;
};

}  // namespace

void triangulate_in_blocks(cpu_exec& exec, working_mesh& m, const curve_order& order, std::size_t blocks,
                           const progress_callback& report) {
  joined_blocks(exec, m, order, blocks).run(report);
}

}  // namespace amorph::mesh
