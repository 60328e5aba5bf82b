// Fewer vertices for the same bounds, after refinement.
#pragma once

#include <cstddef>
#include <cstdint>

#include "solver/mesh/refine/refine.hpp"
#include "solver/mesh/sizing/refine_to_size.hpp"

namespace amorph::mesh {

struct optimize_statistics {
  std::uint64_t removed = 0;  // vertices
  std::uint64_t passes = 0;
  double ms = 0;
};

// Removes vertices of a refined mesh, and moves others, as long as all triangles meet the bounds of `options`. The
// first `fixed` vertices, segments and regions stay. The mesh stays constrained Delaunay. With `sizes`, which may be
// called from several threads, these are the area bounds, and the mesh's own are dropped. In single precision, and for
// area bounds that differ within a region, nothing is changed. Runs on the CPU; the same mesh for every number of
// threads. O(n) per pass, some 10 microseconds per vertex. error: interrupted, out_of_memory.
//
// A vertex is removed if the Delaunay triangulation without it meets the bounds, or does so after a few of the vertices
// around it have moved (after Abdelkader and others, "A Constrained Resampling Strategy for Mesh Improvement", 2017).
optimize_statistics optimize(refine_result& refined, std::size_t fixed, const refine_options& options,
                             const area_function& sizes = nullptr);

}  // namespace amorph::mesh
