// A partition as SVG, with one path per part and one for the cut edges; three dimensions in isometric projection. Hues
// of consecutive parts differ by the golden angle.
#include "tools/commands/metis/picture.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "tools/commands/metis/report.hpp"
#include "tools/commands/metis/run.hpp"
#include "tools/formats/input_file.hpp"
#include "tools/formats/text_reader.hpp"

namespace amorph::metis {
namespace {

constexpr double width = 1000;  // of the longer side

double read_number(text_reader& in) {
  const std::string_view word = in.token();
  double x = 0;
  const auto [end, code] = std::from_chars(word.data(), word.data() + word.size(), x);
  if (word.empty() || code != std::errc() || end != word.data() + word.size() || !std::isfinite(x))
    in.fail("a coordinate");
  in.skip_token();
  return x;
}

// Hues by the golden angle: parts with consecutive numbers have clearly different colours.
std::string colour(std::uint32_t part) {
  const double hue = std::fmod(137.508 * part, 360.0);
  return text("hsl(%.0f,%d%%,%d%%)", hue, 70, part % 3 == 0 ? 45 : part % 3 == 1 ? 60 : 35);
}

struct frame {
  double left = 0, top = 0, scale = 1, height = 0;
  [[nodiscard]] point to_page(point p) const { return {(p.x - left) * scale, (top - p.y) * scale}; }
};

frame fit(const std::vector<point>& position) {
  point low = position[0], high = position[0];
  for (const point p : position) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y)};
  }
  const double side = std::max({high.x - low.x, high.y - low.y, 1e-300});
  frame f;
  f.scale = width / side;
  f.left = low.x;
  f.top = high.y;
  f.height = (high.y - low.y) * f.scale;
  return f;
}

}  // namespace

std::vector<point> read_coordinates(const std::string& path, std::uint32_t vertices) {
  input_text file;
  std::string message;
  require(read_file(path, file, message), message);
  text_reader in(file.view(), path, '%');
  std::vector<point> position;
  unsigned dimensions = 0;
  while (in.next_line()) {
    if (in.here('#')) {
      (void)in.rest_of_line();
      continue;
    }
    if (position.size() == vertices) in.fail("the end of the file after " + std::to_string(vertices) + " vertices");
    double at[3] = {0, 0, 0};
    unsigned d = 0;
    for (; d != 3 && !in.at_line_end(); ++d) at[d] = read_number(in);
    if (d < 2) in.fail("two or three coordinates");
    if (dimensions == 0) dimensions = d;
    if (d != dimensions) in.fail(std::to_string(dimensions) + " coordinates, as in the lines before");
    in.end_line();
    const point flat{at[0], at[1]};
    const point projected{(at[0] - at[1]) * 0.8660254037844386, (at[0] + at[1]) * 0.5 + at[2]};
    position.push_back(d == 2 ? flat : projected);
  }
  if (position.size() != vertices)
    refuse(path + ": expected a line for each of " + std::to_string(vertices) + " vertices, found " +
           std::to_string(position.size()));
  return position;
}

std::string draw_svg(const partition::graph& g, const std::vector<std::uint32_t>& part, std::uint32_t parts,
                     const std::vector<point>& position) {
  const frame f = fit(position);
  const double dot = std::clamp(width / std::sqrt(static_cast<double>(g.vertices)) / 6, 0.3, 8.0);
  std::string out = text("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"%.1f %.1f %.1f %.1f\">\n", -2 * dot,
                         -2 * dot, width + 4 * dot, f.height + 4 * dot);
  // One path per part and one for the cut: files stay small, and viewers are fast.
  std::vector<std::string> inside(parts), dots(parts);
  std::string between;
  for (std::uint32_t v = 0; v != g.vertices; ++v) {
    const point a = f.to_page(position[v]);
    for (std::uint64_t e = g.begin[v]; e != g.begin[v + std::size_t{1}]; ++e) {
      const std::uint32_t u = g.to[e];
      if (u <= v) continue;
      const point b = f.to_page(position[u]);
      (part[u] == part[v] ? inside[part[v]] : between) += text("M%.1f %.1fL%.1f %.1f", a.x, a.y, b.x, b.y);
    }
    dots[part[v]] += text("M%.1f %.1fh0", a.x, a.y);
  }
  for (std::uint32_t p = 0; p != parts; ++p) {
    if (dots[p].empty()) continue;
    const std::string c = colour(p);
    if (!inside[p].empty())
      out += text("<path fill=\"none\" stroke=\"%s\" stroke-width=\"%.2f\" d=\"", c.c_str(), dot / 3) + inside[p] +
             "\"/>\n";
    out +=
        text("<path fill=\"none\" stroke=\"%s\" stroke-width=\"%.2f\" stroke-linecap=\"round\" d=\"", c.c_str(), dot) +
        dots[p] + "\"/>\n";
  }
  if (!between.empty())
    out += text("<path fill=\"none\" stroke=\"#222\" stroke-width=\"%.2f\" d=\"", dot / 4) + between + "\"/>\n";
  return out + "</svg>\n";
}

}  // namespace amorph::metis
