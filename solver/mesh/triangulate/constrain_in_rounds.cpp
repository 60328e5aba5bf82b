#include "solver/mesh/constrain/constrain.inl"
#include "solver/mesh/triangulate/steps.hpp"

namespace amorph::mesh {
namespace {

std::uint32_t* flat(host_array<corners3>& values) {
  static_assert(sizeof(corners3) == 3 * sizeof(std::uint32_t));
  return values.data()->at;
}

}  // namespace

bool insert_segments_in_rounds(cpu_exec& exec, working_mesh& m, const std::vector<piece>& segments) {
  using namespace constraining;
  std::vector<std::uint32_t> ends;
  ends.reserve(2 * segments.size());
  for (const piece& s : segments) ends.insert(ends.end(), {s.a, s.b});
  const mesh_arrays mesh{m.points.data(), flat(m.vertex), flat(m.neighbour), flat(m.segment), m.some_triangle.data()};
  segment_insertion<cpu_exec> insertion(exec, mesh, m.triangles());
  if (insertion.run(ends)) return true;
  // Without segments, flips lead back to the Delaunay triangulation of the points.
  cpu_exec::buffer<handle> constrained(exec, 3 * std::size_t{m.triangles()});
  constrained.resize_discard(select_indices(
      exec, constrained.size(), [&](std::size_t h) { return mesh.segment[h] != none; }, constrained.span()));
  for (handle& h : constrained.span()) {
    mesh.segment[h] = none;
    h = edge_of(h / 3, h % 3);
  }
  insertion.make_delaunay(constrained);
  return false;
}

}  // namespace amorph::mesh
