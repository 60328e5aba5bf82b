#include "tools/formats/triangle_attribute_rows.hpp"

#include <map>
#include <utility>

namespace amorph::mesh_tool {

std::vector<double> number_rows(const mesh_file::triangle_list& t, std::vector<std::vector<double>>& rows) {
  std::map<std::vector<double>, std::size_t> known;
  std::vector<double> number(t.size());
  for (std::size_t i = 0; i != t.size(); ++i) {
    std::vector<double> row(t.attribute.begin() + static_cast<std::ptrdiff_t>(i * t.attributes),
                            t.attribute.begin() + static_cast<std::ptrdiff_t>((i + 1) * t.attributes));
    const auto [at, is_new] = known.try_emplace(row, rows.size());
    if (is_new) rows.push_back(std::move(row));
    number[i] = static_cast<double>(at->second);
  }
  return number;
}

}  // namespace amorph::mesh_tool
