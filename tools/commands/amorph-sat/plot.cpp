// Decimation as a picture: free variables, their mean bias and sweeps, round by round. Attempts follow one another,
// with lines between them.
#include <algorithm>
#include <cstdio>

#include "tools/commands/amorph-sat/sat.hpp"

namespace amorph::sat_tool {
namespace {

constexpr double width = 900, panel = 180, left = 80, right = 20, top = 40, gap = 50;
constexpr std::size_t max_points = 2000;  // per curve: more than there are pixels

std::string number(const char* format, double x) {
  char text[48];
  std::snprintf(text, sizeof text, format, x);
  return text;
}
std::string at(double x) { return number("%.1f", x); }

std::string label(double x, double y, const std::string& what, const char* anchor) {
  std::string s = "<text x=\"";
  return ((((s += at(x)) += "\" y=\"") += at(y)) += "\" text-anchor=\"") + anchor + "\">" + what + "</text>\n";
}
std::string line(double x1, double y1, double x2, double y2) {
  std::string s = "<line x1=\"";
  return ((((((s += at(x1)) += "\" y1=\"") += at(y1)) += "\" x2=\"") += at(x2)) += "\" y2=\"") + at(y2) +
         "\" stroke=\"#ccc\"/>\n";
}

struct curve {
  const char* title;
  const char* colour;
  double (*value)(const sat::survey_round&);
  double maximum;  // 0: that of the values
};

}  // namespace

std::string plot(const outcome& o) {
  std::vector<const sat::survey_round*> rounds;
  std::vector<std::size_t> ends;
  for (const sat::survey_attempt& a : o.answer.attempts) {
    for (const sat::survey_round& r : a.history) rounds.push_back(&r);
    ends.push_back(rounds.size());
  }
  const curve curves[] = {
      {"free variables", "#1f77b4", [](const sat::survey_round& r) { return static_cast<double>(r.free); },
       static_cast<double>(o.variables)},
      {"mean bias", "#2ca02c", [](const sat::survey_round& r) { return r.magnetisation; }, 1},
      {"sweeps per round", "#d62728", [](const sat::survey_round& r) { return static_cast<double>(r.sweeps); }, 0}};
  const double height = top + 3 * (panel + gap), wide = width - left - right;
  std::string s =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + at(width) + "\" height=\"" + at(height) +
      "\" font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n";
  s += label(left, 20,
             number("%.0f variables, ", static_cast<double>(o.variables)) +
                 number("%.0f clauses: ", static_cast<double>(o.clauses)) +
                 number("%.0f rounds", static_cast<double>(rounds.size())),
             "start");
  const double step = wide / static_cast<double>(std::max<std::size_t>(rounds.size(), 2) - 1);
  double y = top;
  for (const curve& c : curves) {
    double maximum = c.maximum;
    for (const sat::survey_round* r : rounds) maximum = std::max(maximum, c.value(*r));
    if (maximum <= 0) maximum = 1;
    const double foot = y + panel;
    s += line(left, y, left, foot) + line(left, foot, left + wide, foot);
    for (const std::size_t end : ends)
      if (end != 0 && end != rounds.size()) {
        const double x = left + step * (static_cast<double>(end) - 0.5);
        s += line(x, y, x, foot);
      }
    s += label(left - 6, y + 10, number("%.6g", maximum), "end") + label(left - 6, foot, "0", "end") +
         label(left + 6, y - 6, c.title, "start") +
         label(left + wide, foot + 16, number("%.0f", static_cast<double>(rounds.size())), "end");
    s += std::string("<polyline fill=\"none\" stroke=\"") + c.colour + "\" stroke-width=\"1.5\" points=\"";
    const std::size_t stride = rounds.size() / max_points + 1;
    for (std::size_t i = 0; i < rounds.size(); i += stride)
      ((s += at(left + step * static_cast<double>(i))) += ',') +=
          at(foot - panel * c.value(*rounds[i]) / maximum) + ' ';
    s += "\"/>\n";
    y += panel + gap;
  }
  return s + "</svg>\n";
}

}  // namespace amorph::sat_tool
