// Plots of the rows, a panel per problem: bars by input and strategy; lines over the number of arcs if a family of
// inputs occurs in three sizes or more; and, for profiles, vertices over levels. Time axes are logarithmic.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <map>
#include <set>

#include "tools/base/utf8.hpp"
#include "tools/commands/amorph-bench/bench.hpp"
#include "tools/commands/amorph-bench/numbers.hpp"

namespace amorph::bench {
namespace {

constexpr double width = 960, left = 300, right = 130, bar_height = 15, line_panel = 320;
constexpr std::array<const char*, 16> colours = {"#1f77b4", "#ff7f0e", "#2ca02c", "#d62728", "#9467bd", "#8c564b",
                                                 "#e377c2", "#7f7f7f", "#bcbd22", "#17becf", "#aec7e8", "#ffbb78",
                                                 "#98df8a", "#ff9896", "#c5b0d5", "#000000"};

// A number on an axis: 0.01, 5, 20k, 3M.
std::string tick(double x) {
  std::array<char, 32> text{};
  const bool millions = x >= 1e6, thousands = x >= 1e4 && !millions;
  std::snprintf(text.data(), text.size(), "%.4g%s",
                millions    ? x / 1e6
                : thousands ? x / 1e3
                            : x,
                millions    ? "M"
                : thousands ? "k"
                            : "");
  return text.data();
}

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : one_line(text)) switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      default: out += c;
    }
  return out;
}

std::string fixed(double x) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.1f", x);
  return text.data();
}

// Powers of ten around all values.
struct scale {
  double low = 0, high = 1, from = 0, to = 1;  // logarithms, and their positions
  scale(double minimum, double maximum, double at, double until) : from(at), to(until) {
    low = std::floor(std::log10(std::max(minimum, 1e-6)));
    high = std::max(low + 1, std::ceil(std::log10(std::max(maximum, 1e-6))));
  }
  [[nodiscard]] double place(double value) const {
    return from + (std::log10(std::max(value, 1e-6)) - low) / (high - low) * (to - from);
  }
};

class drawing {
 public:
  void text(double x, double y, const std::string& what, const char* anchor = "start", bool bold = false) {
    body_ += "<text x=\"" + fixed(x) + "\" y=\"" + fixed(y) + "\" text-anchor=\"" + anchor + "\"" +
             (bold ? " font-weight=\"bold\"" : "") + ">" + escaped(what) + "</text>\n";
  }
  void rectangle(double x, double y, double w, double h, const char* colour) {
    body_ += "<rect x=\"" + fixed(x) + "\" y=\"" + fixed(y) + "\" width=\"" + fixed(w) + "\" height=\"" + fixed(h) +
             "\" fill=\"" + colour + "\"/>\n";
  }
  void line(double x1, double y1, double x2, double y2) {
    body_ += "<line x1=\"" + fixed(x1) + "\" y1=\"" + fixed(y1) + "\" x2=\"" + fixed(x2) + "\" y2=\"" + fixed(y2) +
             "\" stroke=\"#ddd\"/>\n";
  }
  void curve(const std::vector<std::pair<double, double>>& points, const char* colour) {
    body_ += std::string("<polyline fill=\"none\" stroke=\"") + colour + "\" stroke-width=\"1.5\" points=\"";
    for (const auto& [x, y] : points) body_ += fixed(x) + "," + fixed(y) + " ";
    body_ += "\"/>\n";
  }
  void dot(double x, double y, const char* colour) {
    body_ += "<circle cx=\"" + fixed(x) + "\" cy=\"" + fixed(y) + "\" r=\"3\" fill=\"" + colour + "\"/>\n";
  }
  [[nodiscard]] std::string document(double height) const {
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + fixed(width) + " " + fixed(height) +
           "\" font-family=\"sans-serif\" font-size=\"11\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n" +
           body_ + "</svg>\n";
  }

 private:
  std::string body_;
};

// One colour per series, in order of appearance.
class palette {
 public:
  const char* of(const std::string& series) {
    const auto [at, fresh] = number_.emplace(series, number_.size());
    return colours[at->second % colours.size()];
  }

 private:
  std::map<std::string, std::size_t> number_;
};

std::string series_of(const row& r, bool devices) { return r.strategy + (devices ? ", " + r.device() : ""); }

// Whether rows ran on different devices: then each series names its device.
bool many_devices(const std::vector<const row*>& rows) {
  return std::any_of(rows.begin(), rows.end(), [&](const row* r) { return r->device() != rows[0]->device(); });
}

double bars(drawing& d, double y, const std::string& title, const std::vector<const row*>& rows) {
  double minimum = 1e300, maximum = 0;
  for (const row* r : rows)
    if (r->what == row::state::measured)
      minimum = std::min(minimum, r->median()), maximum = std::max(maximum, r->median());
  const scale x(std::min(minimum, maximum), maximum, left, width - right);
  const bool devices = many_devices(rows);
  palette colour;
  d.text(10, y += 18, title + ", ms", "start", true);
  const double top = y + 6;
  double bottom = top;
  for (std::size_t i = 0; i != rows.size(); ++i)
    bottom += bar_height + (i == 0 || rows[i]->input != rows[i - 1]->input ? bar_height + 4 : 0);
  for (int power = static_cast<int>(x.low); power <= x.high; ++power) {
    const double at = x.place(std::pow(10, power));
    d.line(at, top, at, bottom);
    d.text(at, bottom + 12, tick(std::pow(10, power)), "middle");
  }
  y = top;
  for (std::size_t i = 0; i != rows.size(); ++i) {
    const row& r = *rows[i];
    if (i == 0 || r.input != rows[i - 1]->input) {
      y += bar_height + 4;
      d.text(10, y - 4, r.input + ", " + std::to_string(r.arcs) + " arcs");
    }
    const std::string series = series_of(r, devices);
    d.text(left - 6, y + bar_height - 4, series, "end");
    if (r.what == row::state::measured) {
      const double end = std::max(x.place(r.median()), left + 1);
      d.rectangle(left, y + 2, end - left, bar_height - 4, colour.of(series));
      d.text(end + 4, y + bar_height - 4, significant(r.median()));
    } else {
      d.text(left + 4, y + bar_height - 4, r.what == row::state::failed ? "failed" : "refused");
    }
    y += bar_height;
  }
  return bottom + 24;
}

struct series_points {
  std::string name;
  std::vector<std::pair<double, double>> points;
};

double lines(drawing& d, double y, const std::string& title, const std::string& across, const std::string& up,
             const std::vector<series_points>& all, bool log_scales) {
  double x_min = 1e300, x_max = 0, y_min = 1e300, y_max = 0;
  for (const series_points& s : all)
    for (const auto& [a, b] : s.points) {
      x_min = std::min(x_min, a), x_max = std::max(x_max, a);
      y_min = std::min(y_min, b), y_max = std::max(y_max, b);
    }
  const double begin = 80, end = width - 250, top = y + 30, bottom = y + line_panel - 30;
  const scale xs(x_min, x_max, begin, end), ys(y_min, y_max, bottom, top);
  const auto place = [&](std::pair<double, double> p) {
    if (log_scales) return std::pair{xs.place(p.first), ys.place(p.second)};
    return std::pair{begin + p.first / std::max(x_max, 1.0) * (end - begin),
                     bottom - p.second / std::max(y_max, 1.0) * (bottom - top)};
  };
  d.text(10, y + 18, title + ", " + up + " over " + across, "start", true);
  for (int i = 0; i != 5 || log_scales; ++i) {
    const double power = xs.low + i, value = log_scales ? std::pow(10, power) : std::round(x_max * i / 4);
    if (log_scales && power > xs.high) break;
    const double at = place({value, y_min}).first;
    d.line(at, top, at, bottom);
    d.text(at, bottom + 14, tick(value), "middle");
  }
  for (int i = 0; i != 5 || log_scales; ++i) {
    const double power = ys.low + i, value = log_scales ? std::pow(10, power) : std::round(y_max * i / 4);
    if (log_scales && power > ys.high) break;
    const double at = place({x_min, value}).second;
    d.line(begin, at, end, at);
    d.text(begin - 6, at + 4, tick(value), "end");
  }
  palette colour;
  double legend = top;
  for (const series_points& s : all) {
    std::vector<std::pair<double, double>> placed;
    placed.reserve(s.points.size());
    for (const auto& p : s.points) placed.push_back(place(p));
    d.curve(placed, colour.of(s.name));
    if (placed.size() < 50)
      for (const auto& [a, b] : placed) d.dot(a, b, colour.of(s.name));
    d.rectangle(end + 14, legend, 10, 10, colour.of(s.name));
    d.text(end + 30, legend + 9, s.name);
    legend += 15;
  }
  return std::max(y + line_panel, legend + 10);
}

// Rows of one problem and one family of inputs as curves over the number of arcs.
std::vector<series_points> curves(const std::vector<const row*>& rows) {
  const bool devices = many_devices(rows);
  std::vector<series_points> all;
  for (const row* r : rows) {
    if (r->what != row::state::measured) continue;
    const std::string name = series_of(*r, devices);
    auto at = std::find_if(all.begin(), all.end(), [&](const series_points& s) { return s.name == name; });
    if (at == all.end()) at = all.insert(at, {name, {}});
    at->points.emplace_back(static_cast<double>(r->arcs), r->median());
  }
  for (series_points& s : all) std::sort(s.points.begin(), s.points.end());
  return all;
}

}  // namespace

std::string svg(const std::vector<row>& rows, const std::string& title) {
  drawing d;
  double y = 10;
  if (!title.empty()) d.text(10, y += 14, title, "start", true);
  std::vector<std::string> problems;
  for (const row& r : rows)
    if (std::find(problems.begin(), problems.end(), r.problem) == problems.end()) problems.push_back(r.problem);
  for (const std::string& problem : problems) {
    std::map<std::string, std::set<std::uint64_t>> sizes;
    for (const row& r : rows)
      if (r.problem == problem && r.what == row::state::measured && !r.family.empty()) sizes[r.family].insert(r.arcs);
    std::vector<const row*> single;
    std::map<std::string, std::vector<const row*>> sweeps;
    for (const row& r : rows)
      if (r.problem == problem) (sizes[r.family].size() >= 3 ? sweeps[r.family] : single).push_back(&r);
    if (!single.empty()) y = bars(d, y, problem, single);
    for (const auto& [family, list] : sweeps)
      y = lines(d, y, std::string(problem).append(", ").append(family), "arcs", "ms", curves(list), true);
    std::vector<series_points> profiles;
    for (const row& r : rows)
      if (r.problem == problem && !r.found.profile.empty() &&
          (profiles.empty() || profiles.back().name != r.input)) {  // the same for all strategies
        profiles.push_back({r.input, {}});
        for (std::size_t i = 0; i != r.found.profile.size(); ++i)
          profiles.back().points.emplace_back(static_cast<double>(i), static_cast<double>(r.found.profile[i]));
      }
    for (const series_points& one : profiles) y = lines(d, y, problem, "level", "vertices", {one}, false);
  }
  return d.document(y + 10);
}

}  // namespace amorph::bench
