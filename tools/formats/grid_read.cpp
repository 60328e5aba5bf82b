// Reads grids of numbers in ESRI's ASCII format (.asc).
#include <algorithm>
#include <cctype>
#include <limits>
#include <optional>

#include "amorph/kernels/backend/boundary.hpp"
#include "tools/formats/input_file.hpp"
#include "tools/formats/mesh_file.hpp"
#include "tools/formats/text_reader.hpp"

namespace amorph::mesh_file {
namespace {

constexpr std::uint64_t max_nodes = std::uint64_t{1} << 31;

std::string lower_case(std::string_view word) {
  std::string lower(word);
  std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) { return std::tolower(c); });
  return lower;
}

struct header {
  std::optional<std::uint32_t> columns, rows;
  std::optional<double> x, y, step, none;
  bool x_at_corner = false, y_at_corner = false;
};

header read_header(text_reader& in) {
  header h;
  while (in.next_line()) {
    const std::string word = lower_case(in.token());
    const text_reader here = in;
    if (word.empty() || std::isalpha(static_cast<unsigned char>(word[0])) == 0) break;
    in.skip_token();
    in.blanks();
    if (word == "ncols") {
      h.columns = in.number32(1, max_nodes, "the number of columns");
    } else if (word == "nrows") {
      h.rows = in.number32(1, max_nodes, "the number of rows");
    } else if (word == "xllcorner" || word == "xllcenter") {
      h.x = in.real("a finite number");
      h.x_at_corner = word == "xllcorner";
    } else if (word == "yllcorner" || word == "yllcenter") {
      h.y = in.real("a finite number");
      h.y_at_corner = word == "yllcorner";
    } else if (word == "cellsize") {
      const text_reader value = in;
      h.step = in.real("the size of a cell, a number above 0");
      if (!(*h.step > 0)) value.fail("the size of a cell, a number above 0");
    } else if (word == "nodata_value") {
      h.none = in.real("a finite number");
    } else {
      here.fail("ncols, nrows, xllcorner, yllcorner, cellsize, NODATA_value or a number");
    }
    in.end_line();
  }
  if (!h.columns || !h.rows || !h.x || !h.y || !h.step)
    in.fail("ncols, nrows, xllcorner, yllcorner and cellsize before the values");
  if (std::uint64_t{*h.columns} * *h.rows > max_nodes) in.fail_plain("expected a grid of at most 2^31 values");
  return h;
}

void read_grid_from(text_reader in, mesh::grid_field& grid) {
  const header h = read_header(in);
  grid.columns = *h.columns;
  grid.rows = *h.rows;
  grid.step = *h.step;
  grid.first = {*h.x + (h.x_at_corner ? 0.5 * grid.step : 0), *h.y + (h.y_at_corner ? 0.5 * grid.step : 0)};
  const std::size_t n = std::size_t{grid.columns} * grid.rows;
  grid.size.clear();
  grid.size.reserve(std::min<std::size_t>(n, in.left() / 2 + 1));
  while (grid.size.size() != n) {
    if (!in.next_line()) in.fail("value " + std::to_string(grid.size.size() + 1) + " of " + std::to_string(n));
    const text_reader here = in;
    const double x = in.real("a length, a number above 0");
    const bool no_bound = h.none && x == *h.none;
    if (!no_bound && !(x > 0)) here.fail("a length, a number above 0");
    grid.size.push_back(no_bound ? std::numeric_limits<double>::infinity() : x);
  }
  if (in.next_line()) in.fail("the end of the file");
}

}  // namespace

status read_grid(const std::string& path, mesh::grid_field& result, std::string& message,
                 std::uint64_t max_bytes) noexcept {
  return guarded(message, [&] {
    input_text text;
    const status s = read_file(path, text, message, nullptr, max_bytes);
    if (s == status::ok) read_grid_from(text_reader(text.view(), input_name(path)), result);
    return s;
  });
}

}  // namespace amorph::mesh_file
