#include "solver/graph/common/component_labels.hpp"

#include <algorithm>

namespace amorph {

void count_components(component_labels& found) {
  std::vector<std::uint32_t> size(found.label.size());
  for (const std::uint32_t l : found.label) found.largest = std::max<std::uint64_t>(found.largest, ++size[l]);
  for (const std::uint32_t s : size) found.components += s != 0 ? 1 : 0;
}

}  // namespace amorph
