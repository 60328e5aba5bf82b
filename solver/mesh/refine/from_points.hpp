// The mesh of points that are not triangulated yet: their triangulation by stars stays in the executor's memory, and is
// given a segment on each edge of its hull, as add_boundary_segments() gives it on the host.
#pragma once

#include <cstdint>
#include <utility>

#include "amorph/kernels/primitives/scan.hpp"
#include "solver/mesh/refine/mesh_state.hpp"
#include "solver/mesh/stars/stars.inl"

namespace amorph::mesh::refining {

struct count_hull_edges {
  const std::uint32_t* neighbours;
  AMORPH_BODY std::uint32_t operator()(std::size_t t) const {
    std::uint32_t count = 0;
    for (unsigned e = 0; e != 3; ++e) count += neighbours[3 * t + e] == none;
    return count;
  }
};
struct add_hull_segments {
  const std::uint32_t *corners, *neighbours;
  const std::uint32_t* first;  // per triangle: the number of its first segment
  std::uint32_t *segments, *ends;
  AMORPH_BODY void operator()(std::size_t t) const {
    std::uint32_t number = first[t];
    for (std::uint32_t e = 0; e != 3; ++e) {
      segments[3 * t + e] = none;
      if (neighbours[3 * t + e] != none) continue;
      ends[2 * std::size_t{number}] = corners[3 * t + after(e)];
      ends[2 * std::size_t{number} + 1] = corners[3 * t + after(after(e))];
      segments[3 * t + e] = number++;
    }
  }
};
struct set_sharp {
  const std::uint32_t* vertices;
  std::uint8_t* sharp;
  AMORPH_BODY void operator()(std::size_t i) const { sharp[vertices[i]] = 1; }
};

template <class Exec> class points_mesh {
  template <class T> using buffer = typename Exec::template buffer<T>;

 public:
  points_mesh(Exec& exec, mesh_state<Exec>& mesh) : exec_(exec), mesh_(mesh), in_(mesh.in) {}

  // Returns the number of unfinished stars if they are too many, and 0 otherwise.
  std::uint64_t make(run_request& request) {
    {
      stars::delaunay<Exec> stars(exec_, *in_.stars, request);
      stars.solve();
      if (stars.unfinished() != 0) return stars.unfinished();
      auto found = stars.take();
      mesh_.point_at = std::move(found.points);
      mesh_.corners = std::move(found.corners);
      mesh_.neighbours = std::move(found.neighbours);
    }
    in_.triangles = mesh_.triangles = static_cast<std::uint32_t>(mesh_.corners.size() / 3);
    mesh_.point_segment = buffer<std::uint32_t>(exec_, mesh_.points);
    exec_.fill(mesh_.point_segment.span(), none);
    add_segments();
    find_sharp_vertices();
    return 0;
  }

 private:
  void add_segments() {
    const std::size_t n = mesh_.triangles;
    buffer<std::uint32_t> first(exec_, n + 1);
    offsets_of(exec_, n, count_hull_edges{mesh_.neighbours.data()}, first.span());
    in_.segments = exec_.read(first.data() + n);
    mesh_.segments = buffer<std::uint32_t>(exec_, 3 * n);
    mesh_.segment_ends = buffer<std::uint32_t>(exec_, 2 * std::size_t{in_.segments});
    exec_.for_each(n, add_hull_segments{mesh_.corners.data(), mesh_.neighbours.data(), first.data(),
                                        mesh_.segments.data(), mesh_.segment_ends.data()});
  }
  // On the host, since they depend on arctangents.
  void find_sharp_vertices() {
    const std::size_t ends = mesh_.segment_ends.size();
    auto* const to = static_cast<std::uint32_t*>(in_.allocate(in_.context, part::segment_ends, ends));
    exec_.template copy_out<std::uint32_t>(mesh_.segment_ends.span(), span<std::uint32_t>(to, ends));
    const sharp_vertices found = in_.sharp_ends(in_.sharp_context);
    if (found.count == 0) return;
    const buffer<std::uint32_t> vertices(exec_, span<const std::uint32_t>(found.at, found.count));
    mesh_.sharp = buffer<std::uint8_t>(exec_, mesh_.points);
    exec_.fill(mesh_.sharp.span(), 0);
    exec_.for_each(vertices.size(), set_sharp{vertices.data(), mesh_.sharp.data()});
  }

  Exec& exec_;
  mesh_state<Exec>& mesh_;
  refine_problem& in_;
};

}  // namespace amorph::mesh::refining
