// A triangulation that is checked and uploaded once, and refined several times in a context: to other angles, areas or
// sizes.
#pragma once

#include <memory>

#include "solver/mesh/refine/refine.hpp"
#include "solver/run/context.hpp"

namespace amorph::mesh {

struct checked_mesh;

class resident_mesh {
 public:
  // Must not outlive the context. Takes the mesh, unless it throws. O(n). error: as refine() about its input,
  // no_device, out_of_memory.
  resident_mesh(context& in, triangulation&& mesh);
  ~resident_mesh();
  resident_mesh(const resident_mesh&) = delete;
  resident_mesh& operator=(const resident_mesh&) = delete;

  // With the segments that refine() adds on boundaries and between regions.
  [[nodiscard]] const triangulation& view() const;
  [[nodiscard]] const checked_mesh& checked() const { return *checked_; }  // for refine()

 private:
  std::unique_ptr<checked_mesh> checked_;
};

// refine() in the mesh's context: options.run is that of context::run(). The resident mesh stays as it is.
[[nodiscard]] refine_result refine(const resident_mesh& mesh, const refine_options& options = {});

}  // namespace amorph::mesh
