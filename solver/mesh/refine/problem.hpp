// Refinement's problem from its options and its input, and the run.
#pragma once

#include "amorph/kernels/base/stopwatch.hpp"
#include "amorph/kernels/exec/cpu.hpp"
#include "solver/mesh/geometry/extent.hpp"
#include "solver/mesh/refine/core.hpp"
#include "solver/mesh/refine/refine.hpp"

namespace amorph::mesh {

// Throws error: bad_input (bounds out of range), no_device. Before checks of the input, which take time.
void check_request(const refine_options& options);
// Without a bound there is nothing to refine, unless triangles have bounds of their own.
[[nodiscard]] inline bool has_bounds(const refine_options& options) {
  return options.min_angle != 0 || options.max_area != 0 || options.conforming;
}

// With the options' bounds, and the arrays of `r` for the answer; without a mesh.
[[nodiscard]] refine_problem problem_of(const refine_options& options, refine_result& r);
// All but the scale.
void set_mesh(const triangulation& m, refine_problem& p);
// Sets the precision limit and the other values that depend on the vertices' extent.
void set_scale(cpu_exec& exec, span<const point> points, const extent& all, precision kept, refine_problem& p);

// Everything but what the result has of the input's segments. `cpu` is the core on the CPU.
void run_refinement(const refine_problem& problem, const run_work& work, run_entry* cpu, const refine_options& options,
                    refine_answer& answer, refine_result& r);

// refine() of a mesh that needs no checks, as one that triangulate() has made; `checking` counts as its check_ms.
[[nodiscard]] refine_result refine_checked(cpu_exec& exec, triangulation&& mesh, const refine_options& options,
                                           const stopwatch& checking);

}  // namespace amorph::mesh
