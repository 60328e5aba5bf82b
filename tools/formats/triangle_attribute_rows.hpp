// Solvers carry one attribute per triangle: of several, the number of their row among the distinct ones.
#pragma once

#include <vector>

#include "tools/formats/mesh_file.hpp"

namespace amorph::mesh_tool {

// The number of each triangle's row; appends the distinct rows.
[[nodiscard]] std::vector<double> number_rows(const mesh_file::triangle_list& t,
                                              std::vector<std::vector<double>>& rows);

}  // namespace amorph::mesh_tool
