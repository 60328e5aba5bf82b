// Parses the letters of Triangle's switches and the numbers that follow them.
#include "tools/bindings/triangle/switches.hpp"

#include <charconv>
#include <string>
#include "amorph/kernels/base/refuse.hpp"

namespace amorph::triangle_library {
namespace {

class reader {
 public:
  explicit reader(std::string_view text) : text_(text) {}

  [[nodiscard]] bool more() const { return at_ != text_.size(); }
  char letter() { return text_[at_++]; }
  [[nodiscard]] bool follows(char c) const { return more() && text_[at_] == c; }
  // Digits and points, or nothing.
  std::string_view digits() {
    const std::size_t from = at_;
    while (more() && ((text_[at_] >= '0' && text_[at_] <= '9') || text_[at_] == '.')) ++at_;
    return text_.substr(from, at_ - from);
  }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
};

double number(std::string_view digits, char letter) {
  double x = 0;
  const auto [end, code] = std::from_chars(digits.data(), digits.data() + digits.size(), x);
  if (code != std::errc() || end != digits.data() + digits.size())
    refuse(std::string("switch ") + letter + ": expected a number, found '" + std::string(digits) + "'");
  return x;
}

void take_area(switches& s, std::string_view digits) {
  s.refines = true;
  if (digits.empty()) {
    s.area_bounds = true;
    return;
  }
  s.max_area = number(digits, 'a');
  if (!(s.max_area > 0)) refuse("switch a: expected an area above 0, found '" + std::string(digits) + "'");
}

void take_angle(switches& s, std::string_view digits) {
  s.refines = true;
  s.min_angle = digits.empty() ? 20 : number(digits, 'q');
  if (s.min_angle > 60) refuse("switch q: expected an angle of 0 to 60 degrees, found '" + std::string(digits) + "'");
}

void take_points(switches& s, reader& in) {
  // (Triangle reads digits only: in S10.5 the rest is ignored.)
  const std::string_view digits = in.digits();
  s.max_points = static_cast<std::uint64_t>(digits.empty() ? 0 : number(digits.substr(0, digits.find('.')), 'S'));
}

}  // namespace

switches parse(std::string_view text) {
  switches s;
  reader in(text);
  while (in.more()) {
    switch (const char letter = in.letter()) {
      case 'p': s.poly = true; break;
      case 'r': s.rebuild = true; break;
      case 'q': take_angle(s, in.digits()); break;
      case 'a': take_area(s, in.digits()); break;
      case 'u': s.refines = s.user_test = true; break;
      case 'D':
      case 'L': s.refines = s.conforming = true; break;
      case 'S': take_points(s, in); break;
      case 's': s.splits = true; break;
      case 'A': s.regions = true; break;
      case 'c': s.convex = true; break;
      case 'Y': ++s.whole; break;
      case 'O': s.no_holes = true; break;
      case 'z': s.zero = true; break;
      case 'j': s.jettison = true; break;
      case 'e': s.edges = true; break;
      case 'n': s.neighbours = true; break;
      case 'v': s.voronoi = true; break;
      case 'o':
        if (in.follows('2')) {
          (void)in.letter();
          s.quadratic = true;
        }
        break;
      case 'B': s.no_markers = true; break;
      case 'P': s.no_segments = true; break;
      case 'N': s.no_points = true; break;
      case 'E': s.no_triangles = true; break;
      case 'Q': s.quiet = true; break;
      case 'V': s.verbose = true; break;
      case 'C': s.check = true; break;
      case 'w':
      case 'W': refuse(std::string("switch ") + letter + ": weighted triangulations are not supported");
      default: break;
    }
  }
  if (s.rebuild || !s.poly) s.regions = false;
  if (!s.rebuild && !s.poly) s.area_bounds = false;
  if (s.rebuild) s.splits = false;
  return s;
}

}  // namespace amorph::triangle_library
