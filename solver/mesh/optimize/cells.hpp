// A mesh that is changed in place, block by block: triangles with their neighbours and segments, and a journal that
// takes changes back. A block owns its triangles; a change that would read or write another block's fails, so that
// blocks can be changed in parallel, with a result that does not depend on the threads.
#pragma once

#include <cstdint>
#include <vector>

#include "amorph/kernels/graph/host_graph.hpp"
#include "solver/mesh/geometry/geometry.hpp"
#include "solver/mesh/handle.hpp"
#include "solver/mesh/mesh.hpp"

namespace amorph::mesh::optimizing {

inline constexpr std::uint32_t next3[] = {1, 2, 0}, previous3[] = {2, 0, 1};

struct cell {
  std::uint32_t corner[3];   // counter-clockwise; none: removed
  handle next[3];            // across edge i, or none
  std::uint32_t segment[3];  // on edge i, or none
};

struct cells {
  host_array<cell> at;
  host_array<std::uint32_t> owner;  // the block
  host_array<std::uint32_t> stamp;  // of the block's change that saved it last
  std::vector<char> frozen;         // these keep their corners
  host_array<point> points;
  host_array<std::uint32_t> point_segment;
  std::vector<double> attributes;
  std::vector<char> removed;  // per vertex
  std::size_t fixed = 0;      // vertices that neither move nor go: the first ones

  [[nodiscard]] std::size_t attribute_count() const { return points.empty() ? 0 : attributes.size() / points.size(); }
};

// The triangles around a vertex, counter-clockwise, as edges opposite to it. On the boundary they lead from one
// boundary edge to the other; at a vertex on an inner segment they begin beside one of its halves.
struct star {
  std::vector<handle> edges;
  bool closed = true;
  std::size_t first_side = 0;  // of a vertex on an inner segment: triangles on the first side; otherwise all
};

class change {
 public:
  change(cells& mesh, std::uint32_t block) : mesh_(mesh), block_(block) {}

  void begin() {
    ++number_;
    saved_.clear();
    moved_.clear();
    changed_.clear();
    beyond_ = false;
  }
  void take_back();

  // False if another block's triangles are needed, or the geometry forbids it; then the change must be taken back.
  [[nodiscard]] bool collect(handle at, star& s);  // `at`: an edge opposite to the vertex
  [[nodiscard]] bool remove(handle at);            // Delaunay again afterwards
  [[nodiscard]] bool move(const star& s, point to);
  [[nodiscard]] bool legalise();

  [[nodiscard]] std::uint32_t corner(handle h) const { return mesh_.at[triangle_of(h)].corner[corner_of(h)]; }
  [[nodiscard]] std::uint32_t from(handle h) const { return mesh_.at[triangle_of(h)].corner[next3[corner_of(h)]]; }
  [[nodiscard]] std::uint32_t to(handle h) const { return mesh_.at[triangle_of(h)].corner[previous3[corner_of(h)]]; }
  [[nodiscard]] bool owns(std::uint32_t t) {
    beyond_ = beyond_ || mesh_.owner[t] != block_;
    return mesh_.owner[t] == block_;
  }
  // Whether it needed another block's triangles.
  [[nodiscard]] bool beyond() const { return beyond_; }
  // Triangles with other corners, or corners elsewhere, than before the change; some several times, some removed.
  [[nodiscard]] const std::vector<std::uint32_t>& changed() const { return changed_; }

 private:
  [[nodiscard]] bool save(std::uint32_t t);     // before its links change
  [[nodiscard]] bool reshape(std::uint32_t t);  // before its corners change
  [[nodiscard]] bool link(handle a, handle b);
  [[nodiscard]] bool flip(handle h);
  [[nodiscard]] bool reduce(star& s, std::size_t first, std::size_t count, std::size_t to);
  [[nodiscard]] bool merge_three(const star& s);
  [[nodiscard]] bool merge_two(handle a, handle b, std::uint32_t segment, handle& edge);
  void interpolate(const star& s, std::uint32_t v, point to);
  [[nodiscard]] int turn(std::uint32_t a, std::uint32_t b, std::uint32_t c) const {
    return orientation(mesh_.points[a], mesh_.points[b], mesh_.points[c]);
  }

  cells& mesh_;
  std::uint32_t block_, number_ = 0;
  bool beyond_ = false;
  struct saved_cell {
    std::uint32_t t;
    cell was;
  };
  struct saved_point {
    std::uint32_t v;
    point at;
    std::vector<double> attributes;
  };
  std::vector<saved_cell> saved_;
  std::vector<saved_point> moved_;
  std::vector<std::uint32_t> changed_;
  std::vector<handle> pending_;
  star scratch_;
};

}  // namespace amorph::mesh::optimizing
