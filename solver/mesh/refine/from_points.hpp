// The mesh of points that are not triangulated yet: their triangulation by stars stays in the executor's memory, is
// constrained to the segments of the domain, and is given a segment on each other edge of its boundary, as
// add_boundary_segments() gives it on the host.
#pragma once

#include <cstdint>
#include <utility>

#include "amorph/kernels/primitives/scan.hpp"
#include "solver/mesh/constrain/constrained_mesh.hpp"
#include "solver/mesh/refine/mesh_state.hpp"
#include "solver/mesh/stars/stars.inl"

namespace amorph::mesh::refining {

struct count_open_edges {
  const std::uint32_t *neighbours, *segments;
  AMORPH_BODY std::uint32_t operator()(std::size_t t) const {
    std::uint32_t count = 0;
    for (unsigned e = 0; e != 3; ++e) count += neighbours[3 * t + e] == none && segments[3 * t + e] == none;
    return count;
  }
};
struct add_open_segments {
  const std::uint32_t *corners, *neighbours;
  const std::uint32_t* first;  // per triangle: the number of its first segment
  std::uint32_t before;        // segments that there are
  std::uint32_t *segments, *ends;
  AMORPH_BODY void operator()(std::size_t t) const {
    std::uint32_t number = before + first[t];
    for (std::uint32_t e = 0; e != 3; ++e) {
      if (neighbours[3 * t + e] != none || segments[3 * t + e] != none) continue;
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

  // False if it is left to the host: `answer` says why.
  [[nodiscard]] bool make(run_request& request, refine_answer& answer) {
    {
      stars::delaunay<Exec> stars(exec_, *in_.stars, request);
      stars.solve();
      answer.unfinished = stars.unfinished();
      if (answer.unfinished != 0) return false;
      auto found = stars.take();
      mesh_.point_at = std::move(found.points);
      mesh_.corners = std::move(found.corners);
      mesh_.neighbours = std::move(found.neighbours);
      if (in_.domain != nullptr && !constrain(found.point_of, found.duplicates, answer)) return false;
    }
    in_.triangles = mesh_.triangles = static_cast<std::uint32_t>(mesh_.corners.size() / 3);
    mesh_.point_segment = buffer<std::uint32_t>(exec_, mesh_.points);
    exec_.fill(mesh_.point_segment.span(), none);
    add_segments();
    find_sharp_vertices();
    return true;
  }

 private:
  bool constrain(const buffer<std::uint32_t>& point_of, const buffer<std::uint32_t>& duplicates,
                 refine_answer& answer) {
    constraining::constrained_mesh<Exec> domain(
        exec_, *in_.domain,
        {&mesh_.point_at, &point_of, &duplicates, &mesh_.corners, &mesh_.neighbours, &mesh_.segments,
         &mesh_.segment_ends, &segment_of_});
    if (!domain.make()) {
      answer.left_to_host = 1;
      return false;
    }
    answer.unused = domain.unused();
    write(part::segment_of, segment_of_);
    return true;
  }
  void add_segments() {
    const std::size_t n = mesh_.triangles;
    if (in_.domain == nullptr) {
      mesh_.segments = buffer<std::uint32_t>(exec_, 3 * n);
      exec_.fill(mesh_.segments.span(), none);
    }
    buffer<std::uint32_t> first(exec_, n + 1);
    offsets_of(exec_, n, count_open_edges{mesh_.neighbours.data(), mesh_.segments.data()}, first.span());
    const auto before = static_cast<std::uint32_t>(segment_of_.size());
    in_.segments = before + exec_.read(first.data() + n);
    mesh_.segment_ends.resize(2 * std::size_t{in_.segments});
    exec_.for_each(n, add_open_segments{mesh_.corners.data(), mesh_.neighbours.data(), first.data(), before,
                                        mesh_.segments.data(), mesh_.segment_ends.data()});
  }
  // On the host, since they depend on arctangents.
  void find_sharp_vertices() {
    write(part::segment_ends, mesh_.segment_ends);
    const sharp_vertices found = in_.sharp_ends(in_.sharp_context);
    if (found.count == 0) return;
    const buffer<std::uint32_t> vertices(exec_, span<const std::uint32_t>(found.at, found.count));
    mesh_.sharp = buffer<std::uint8_t>(exec_, mesh_.points);
    exec_.fill(mesh_.sharp.span(), 0);
    exec_.for_each(vertices.size(), set_sharp{vertices.data(), mesh_.sharp.data()});
  }

  void write(std::uint32_t which, const buffer<std::uint32_t>& values) {
    auto* const to = static_cast<std::uint32_t*>(in_.allocate(in_.context, which, values.size()));
    if (!values.empty()) exec_.template copy_out<std::uint32_t>(values.span(), span<std::uint32_t>(to, values.size()));
  }

  Exec& exec_;
  mesh_state<Exec>& mesh_;
  refine_problem& in_;
  buffer<std::uint32_t> segment_of_{exec_};
};

}  // namespace amorph::mesh::refining
