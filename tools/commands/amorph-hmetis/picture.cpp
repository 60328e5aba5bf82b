// Which parts nets join, as SVG: parts as discs on a circle, of areas in proportion to their weights; a line between
// two parts is as wide as the nets that join them are heavy.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "tools/base/printf_text.hpp"
#include "tools/commands/amorph-hmetis/hmetis.hpp"

namespace amorph::hmetis {
namespace {

constexpr double page = 1000, ring = 380, widest = 24;  // widest: of a line
constexpr std::uint32_t most_names = 128;               // parts whose numbers can be read

struct place {
  double x, y;
};

place place_of(std::uint32_t part, std::uint32_t parts) {
  const double angle = 2 * std::numbers::pi * part / parts - std::numbers::pi / 2;
  return {page / 2 + ring * std::cos(angle), page / 2 + ring * std::sin(angle)};
}

// Of the nets that join parts p < q, at p * parts + q.
std::vector<std::int64_t> joining_weights(const report_input& in) {
  const hypergraph::netlist& n = in.netlist;
  const std::size_t k = in.options.parts;
  std::vector<std::int64_t> weight(k * k, 0);
  std::vector<std::uint32_t> last(k, n.nets), joined;  // last: the net that a part was seen in last
  for (std::uint32_t e = 0; e != n.nets; ++e) {
    joined.clear();
    for (std::uint64_t i = n.net_begin[e]; i != n.net_begin[e + std::size_t{1}]; ++i) {
      const std::uint32_t p = in.found.part[n.pin[i]];
      if (std::exchange(last[p], e) != e) joined.push_back(p);
    }
    std::sort(joined.begin(), joined.end());
    for (std::size_t a = 0; a != joined.size(); ++a)
      for (std::size_t b = a + 1; b != joined.size(); ++b)
        weight[joined[a] * k + joined[b]] += n.net_weight.empty() ? 1 : n.net_weight[e];
  }
  return weight;
}

std::string line(place a, place b, double width, const std::string& title) {
  return text("<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke-width=\"%.2f\"><title>", a.x, a.y, b.x, b.y,
              width) +
         title + "</title></line>\n";
}

}  // namespace

std::string picture(const report_input& in) {
  const std::uint32_t k = in.options.parts;
  const std::vector<std::int64_t> joins = joining_weights(in);
  const double heaviest = std::max(1.0, static_cast<double>(*std::max_element(joins.begin(), joins.end())));
  std::string out = text("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\">\n", page, page);
  out += text("<title>%u parts; the widest line stands for nets of weight %.0f</title>\n", k, heaviest);
  out += "<g stroke=\"#d08770\" stroke-opacity=\"0.7\">\n";
  for (std::uint32_t p = 0; p != k; ++p)
    for (std::uint32_t q = p + 1; q != k; ++q) {
      const std::int64_t w = joins[std::size_t{p} * k + q];
      if (w == 0) continue;
      out += line(place_of(p, k), place_of(q, k), std::max(0.3, widest * static_cast<double>(w) / heaviest),
                  text("%u and %u: %lld", p, q, static_cast<long long>(w)));
    }
  out += "</g>\n<g fill=\"#5e81ac\" font-family=\"sans-serif\" text-anchor=\"middle\">\n";
  const std::size_t dimensions = in.figures.part_weight.size() / k;
  const auto weight_of = [&](std::uint32_t p) { return in.figures.part_weight[p * dimensions]; };
  double largest = 1;
  for (std::uint32_t p = 0; p != k; ++p) largest = std::max(largest, static_cast<double>(weight_of(p)));
  const double radius = std::min(60.0, 0.8 * std::numbers::pi * ring / std::max(2u, k));  // of the largest part
  for (std::uint32_t p = 0; p != k; ++p) {
    const place at = place_of(p, k);
    const double r = radius * std::sqrt(static_cast<double>(weight_of(p)) / largest);
    out += text("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.2f\"><title>part %u: weight %lld</title></circle>\n", at.x, at.y,
                r, p, static_cast<long long>(weight_of(p)));
    if (k > most_names) continue;
    out += text("<text fill=\"#fff\" x=\"%.1f\" y=\"%.1f\" font-size=\"%.1f\">%u</text>\n", at.x, at.y + radius * 0.25,
                radius * 0.7, p);
  }
  return out + "</g>\n</svg>\n";
}

}  // namespace amorph::hmetis
