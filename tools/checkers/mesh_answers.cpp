// Checks run one after the other; the first violation ends them. Orientation and in-circle tests are exact. The bounds
// on angle, area and encroachment allow for rounding, the precision limit and small input angles.
#include "tools/checkers/mesh_answers.hpp"

#include <map>
#include <numeric>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "tools/checkers/mesh_exact.hpp"
#include "tools/checkers/mesh_face_values.hpp"
#include "tools/checkers/mesh_faces.hpp"
#include "tools/checkers/mesh_grid.hpp"
#include "tools/checkers/mesh_path_values.hpp"

namespace amorph::check {
namespace {

constexpr std::uint32_t none = ~std::uint32_t{0};
constexpr double degrees = 57.29577951308232;

struct wrong {
  std::string what;
};
[[noreturn]] void fail(std::string what) { throw wrong{std::move(what)}; }
std::string text(std::uint64_t n) { return std::to_string(n); }

std::vector<place> places(span<const double> xy) {
  std::vector<place> p(xy.size() / 2);
  for (std::size_t i = 0; i != p.size(); ++i) p[i] = {xy[2 * i], xy[2 * i + 1]};
  return p;
}

double distance(place a, place b) { return std::hypot(a.x - b.x, a.y - b.y); }
double angle_at(place o, place a, place b) {
  const double ux = a.x - o.x, uy = a.y - o.y, vx = b.x - o.x, vy = b.y - o.y;
  return std::fabs(std::atan2(ux * vy - uy * vx, ux * vx + uy * vy)) * degrees;
}

class checker {
 public:
  checker(const planar_input& in, const planar_mesh& m, const mesh_demands& d)
      : in_(in), m_(m), d_(d), p_(places(m.xy)), ip_(places(in.xy)), triangles_(m.corner.size() / 3) {}

  mesh_verdict run() {
    try {
      points();
      corners();
      edges();
      neighbours();
      euler();
      overlaps();
      hidden_points();
      segment_edges();
      sides();
      chains();
      explained();
      markers();
      area();
      values();
      find_crowded();
      delaunay();
      bounds();
    } catch (wrong& w) {
      v_.fault = std::move(w.what);
    }
    return std::move(v_);
  }

 private:
  // Numbers of vertices, triangles and segments as in the files.
  [[nodiscard]] std::string number(std::uint64_t i) const { return text(i + m_.first); }
  [[nodiscard]] std::string given(std::uint64_t i) const { return text(i + in_.first); }
  [[nodiscard]] std::uint32_t corner(std::size_t t, std::size_t i) const { return m_.corner[3 * t + i % 3]; }
  [[nodiscard]] place at(std::size_t t, std::size_t i) const { return p_[corner(t, i)]; }
  static std::uint64_t key(std::uint32_t a, std::uint32_t b) {
    return std::uint64_t{std::min(a, b)} << 32 | std::max(a, b);
  }

  void points() {
    if (p_.size() < ip_.size()) fail("fewer vertices than the input has");
    for (std::size_t i = 0; i != ip_.size(); ++i)
      if (p_[i].x != ip_[i].x || p_[i].y != ip_[i].y)
        fail("vertex " + number(i) + " has other coordinates than in the input");
    double largest = 0;
    for (const place& q : p_) {
      if (!std::isfinite(q.x) || !std::isfinite(q.y)) fail("a coordinate that is not a finite number");
      largest = std::max({largest, std::fabs(q.x), std::fabs(q.y)});
    }
    if (std::string why = point_values(in_, m_, p_).verify_kept(); !why.empty()) fail(std::move(why));
    double largest_given = 0;
    for (const place& q : ip_) largest_given = std::max({largest_given, std::fabs(q.x), std::fabs(q.y)});
    finest_ = (d_.finest > 0 ? d_.finest : 0x1p-46 * largest_given) * (1 + 1e-9);
    near_ = d_.slack > 0 ? d_.slack : 16 * std::numeric_limits<double>::epsilon() / 2 * largest;
  }

  void corners() {
    if (triangles_ == 0) fail("no triangles");
    used_.assign(p_.size(), 0);
    for (std::size_t t = 0; t != triangles_; ++t) {
      for (unsigned i = 0; i != 3; ++i) {
        if (corner(t, i) >= p_.size()) fail("triangle " + number(t) + " has a corner that does not exist");
        used_[corner(t, i)] = 1;
      }
      if (turn(at(t, 0), at(t, 1), at(t, 2)) <= 0) fail("triangle " + number(t) + " is flat or clockwise");
    }
  }

  // other_[3t + i]: the edge of the neighbour across the edge opposite to corner i, as 3t + i, or none.
  void edges() {
    std::vector<std::pair<std::uint64_t, std::uint32_t>> all(3 * triangles_);
    for (std::size_t h = 0; h != all.size(); ++h) all[h] = {key(from(h), to(h)), static_cast<std::uint32_t>(h)};
    std::sort(all.begin(), all.end());
    other_.assign(all.size(), none);
    for (std::size_t i = 0; i != all.size(); ++i) {
      if (i + 1 == all.size() || all[i].first != all[i + 1].first) continue;
      const std::uint32_t g = all[i].second, h = all[i + 1].second;
      if (from(g) == from(h))
        fail("triangles " + number(g / 3) + " and " + number(h / 3) + " lie on the same side of an edge");
      if (i + 2 < all.size() && all[i + 2].first == all[i].first)
        fail("triangle " + number(all[i + 2].second / 3) + " is the third at an edge");
      other_[g] = h;
      other_[h] = g;
      ++i;
    }
  }
  [[nodiscard]] std::uint32_t from(std::size_t h) const { return corner(h / 3, h % 3 + 1); }
  [[nodiscard]] std::uint32_t to(std::size_t h) const { return corner(h / 3, h % 3 + 2); }

  void neighbours() {
    if (m_.neighbour.empty()) return;
    if (m_.neighbour.size() != other_.size()) fail("neighbours for a wrong number of triangles");
    for (std::size_t h = 0; h != other_.size(); ++h)
      if (m_.neighbour[h] != (other_[h] == none ? none : other_[h] / 3))
        fail("triangle " + number(h / 3) + " has a wrong neighbour");
  }

  // A boundary vertex counts once per fan of triangles around it: as often as boundary edges leave it.
  void euler() {
    std::vector<char> on_boundary(p_.size(), 0);
    std::int64_t open = 0, inside = 0, loops = 0;
    for (std::size_t h = 0; h != other_.size(); ++h)
      if (other_[h] == none) {
        ++open;
        on_boundary[from(h)] = 1;
      }
    for (std::size_t v = 0; v != p_.size(); ++v) inside += used_[v] != 0 && on_boundary[v] == 0;
    std::vector<char> seen(other_.size(), 0);
    for (std::size_t start = 0; start != other_.size(); ++start) {
      if (other_[start] != none || seen[start] != 0) continue;
      std::vector<place> loop;
      std::size_t h = start;
      do {
        seen[h] = 1;
        loop.push_back(p_[from(h)]);
        // Around the end of h, through its triangles, to the boundary edge that leaves it.
        std::size_t g = h / 3 * 3 + (h % 3 + 1) % 3;
        while (other_[g] != none) g = other_[g] / 3 * 3 + (other_[g] % 3 + 1) % 3;
        h = g;
      } while (h != start);
      loops += turn_of_loop(loop) > 0 ? 1 : -1;
    }
    const std::int64_t all_edges = (static_cast<std::int64_t>(other_.size()) + open) / 2;
    const std::int64_t euler = inside + open - all_edges + static_cast<std::int64_t>(triangles_);
    if (euler != loops)
      fail("Euler's characteristic is " + std::to_string(euler) + ", the boundary loops give " + std::to_string(loops));
  }

  void overlaps() {
    grid_.emplace(p_, m_.corner);
    low_ = grid_->low();
    high_ = grid_->high();
    if (!in_.corner.empty()) input_overlaps();
    const auto [t, u] = overlap(p_, m_.corner, other_, *grid_);
    if (t != none) fail("triangles " + number(t) + " and " + number(u) + " overlap");
  }
  void input_overlaps() {
    for (std::size_t t = 0; 3 * t != in_.corner.size(); ++t) {
      for (unsigned i = 0; i != 3; ++i)
        if (in_.corner[3 * t + i] >= ip_.size())
          fail("triangle " + given(t) + " of the input has a corner that does not exist");
      if (turn(ip_[in_.corner[3 * t]], ip_[in_.corner[3 * t + 1]], ip_[in_.corner[3 * t + 2]]) <= 0)
        fail("triangle " + given(t) + " of the input is flat or clockwise");
    }
    std::vector<std::uint32_t> other(in_.corner.size(), none);
    each_input_edge([&](std::uint32_t h, std::uint32_t g) {
      if (g != none) other[h] = g, other[g] = h;
    });
    const auto [t, u] = overlap(ip_, in_.corner, other, triangle_grid(ip_, in_.corner));
    if (t != none) fail("triangles " + given(t) + " and " + given(u) + " of the input overlap");
  }
  // Calls edge(h, g) for both sides of each edge of the input's triangles; g is none on their boundary.
  template <class Edge> void each_input_edge(Edge edge) const {
    std::vector<std::pair<std::uint64_t, std::uint32_t>> all(in_.corner.size());
    for (std::uint32_t h = 0; h != all.size(); ++h)
      all[h] = {key(in_.corner[h / 3 * 3 + (h + 1) % 3], in_.corner[h / 3 * 3 + (h + 2) % 3]), h};
    std::sort(all.begin(), all.end());
    for (std::size_t i = 0; i != all.size(); ++i) {
      const bool two = i + 1 != all.size() && all[i + 1].first == all[i].first;
      if (i + 2 < all.size() && all[i + 2].first == all[i].first) fail("an edge of the input has three triangles");
      edge(all[i].second, two ? all[i + 1].second : none);
      i += two;
    }
  }

  // Whether q lies in a triangle, further than `far` from all its edges; its edges count if `far` is negative.
  [[nodiscard]] bool covered(place q, double far) const {
    bool found = false;
    grid_->each_near(q, 0, [&](std::uint32_t t) {
      found = true;
      for (unsigned i = 0; found && i != 3; ++i) {
        const place a = at(t, i), b = at(t, i + 1);
        if (far < 0)
          found = turn(a, b, q) >= 0;
        else
          found = ((b.x - a.x) * (q.y - a.y) - (b.y - a.y) * (q.x - a.x)) / distance(a, b) > far;
      }
      return !found;
    });
    return found;
  }

  void hidden_points() {
    std::map<std::pair<double, double>, std::uint32_t> first;
    same_.resize(p_.size());
    std::iota(same_.begin(), same_.end(), 0u);
    bool any = false;
    for (std::size_t v = 0; v != ip_.size(); ++v) any = any || used_[v] == 0;
    if (!any) return;
    for (std::uint32_t v = 0; v != ip_.size(); ++v) {
      const auto [there, is_new] = first.try_emplace({ip_[v].x, ip_[v].y}, v);
      if (!is_new) same_[v] = there->second;
    }
    for (std::size_t v = 0; v != ip_.size(); ++v) {
      if (used_[v] != 0) continue;
      if (same_[v] != v && used_[same_[v]] != 0) continue;
      if (covered(ip_[v], -1) && !is_beside_boundary(ip_[v]))
        fail("vertex " + given(v) + " of the input is in no triangle, but lies in the domain");
    }
    for (std::size_t v = ip_.size(); v != p_.size(); ++v)
      if (used_[v] == 0) fail("vertex " + number(v) + " was added and is in no triangle");
  }

  // Whether rounding may have moved a boundary edge over q: one that was split is off its line by an ulp.
  [[nodiscard]] bool is_beside_boundary(place q) const {
    if (p_.size() == ip_.size()) return false;
    for (std::size_t h = 0; h != other_.size(); ++h)
      if (other_[h] == none && (from(h) >= ip_.size() || to(h) >= ip_.size()) &&
          near_segment(p_[from(h)], p_[to(h)], q))
        return true;
    return false;
  }

  void segment_edges() {
    edge_of_.reserve(m_.segment.size());
    std::unordered_map<std::uint64_t, std::uint32_t> sides;
    for (std::size_t s = 0; 2 * s != m_.segment.size(); ++s) {
      const std::uint32_t a = m_.segment[2 * s], b = m_.segment[2 * s + 1];
      if (a >= p_.size() || b >= p_.size()) fail("segment " + number(s) + " has an end that does not exist");
      if (!edge_of_.try_emplace(key(a, b), static_cast<std::uint32_t>(s)).second)
        fail("segment " + number(s) + " occurs twice");
    }
    side_of_.assign(m_.segment.size() / 2, none);
    for (std::size_t h = 0; h != other_.size(); ++h) {
      const auto found = edge_of_.find(key(from(h), to(h)));
      if (found != edge_of_.end())
        side_of_[found->second] = static_cast<std::uint32_t>(h);
      else if (other_[h] == none)
        fail("a boundary edge of triangle " + number(h / 3) + " is not a segment");
    }
    for (std::size_t s = 0; s != side_of_.size(); ++s)
      if (side_of_[s] == none) fail("segment " + number(s) + " is not an edge");
    at_vertex_.assign(p_.size() + 1, 0);
    for (const std::uint32_t v : m_.segment) ++at_vertex_[v + 1];
    for (std::size_t v = 0; v != p_.size(); ++v) at_vertex_[v + 1] += at_vertex_[v];
    segments_at_.resize(m_.segment.size());
    std::vector<std::uint32_t> next(at_vertex_.begin(), at_vertex_.end() - 1);
    for (std::size_t i = 0; i != m_.segment.size(); ++i)
      segments_at_[next[m_.segment[i]]++] = static_cast<std::uint32_t>(i / 2);
  }

  [[nodiscard]] bool near_line(place a, place b, place q) const {
    const double length = distance(a, b);
    return std::fabs((b.x - a.x) * (q.y - a.y) - (b.y - a.y) * (q.x - a.x)) <= near_ * length;
  }

  // Segments of the input, and also the edges of the hull or the boundary of the mesh that was refined, each as a
  // segment without a marker.
  void sides() {
    ends_.assign(in_.segment.begin(), in_.segment.end());
    if (in_.carve && in_.corner.empty()) return;
    std::vector<std::uint64_t> have;
    for (std::size_t s = 0; s != ends_.size(); s += 2) have.push_back(key(same_[ends_[s]], same_[ends_[s + 1]]));
    std::sort(have.begin(), have.end());
    auto add = [&](std::uint32_t a, std::uint32_t b) {
      if (!std::binary_search(have.begin(), have.end(), key(a, b))) ends_.insert(ends_.end(), {a, b});
    };
    if (in_.corner.empty()) return each_hull_edge(add);
    // So do edges between triangles of different attributes.
    const std::size_t count = in_.corner_attribute.size() / (in_.corner.size() / 3);
    auto row = [&](std::uint32_t h) { return in_.corner_attribute.data() + h / 3 * count; };
    each_input_edge([&](std::uint32_t h, std::uint32_t g) {
      if (g == none || !std::equal(row(h), row(h) + count, row(g)))
        add(in_.corner[h / 3 * 3 + (h + 1) % 3], in_.corner[h / 3 * 3 + (h + 2) % 3]);
    });
  }

  // Follows an input segment along output segments; the parts that are missing must lie outside the mesh.
  void chains() {
    on_.resize(p_.size());
    const point_values values(in_, m_, p_);
    std::vector<segment_path> paths;
    for (std::uint32_t s = 0; 2 * s != ends_.size(); ++s) {
      const std::uint32_t first = same_[ends_[2 * s]], last = same_[ends_[2 * s + 1]];
      if (first == last) continue;
      if (std::vector<std::uint32_t> path = follow(s, first, last); !path.empty()) {
        if (!in_.attribute.empty()) paths.push_back({s, first, last, std::move(path)});
        continue;
      }
      missing_.push_back(s);
      const place a = p_[first], b = p_[last];
      for (int k = 1; k != 32; ++k) {
        const double t = k / 32.0;
        if (covered({a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)}, 4 * near_))
          fail("segment " + given(s) + " of the input is not a union of edges");
      }
      // The remaining parts still lie on it.
      std::vector<std::uint32_t> parts;
      for (std::uint32_t e = 0; e != side_of_.size(); ++e)
        if (lies_along(e, s)) {
          claim(e, s);
          parts.push_back(e);
        }
      add_parts(s, parts, paths);
    }
    if (in_.attribute.empty()) return;
    const auto is_near = [&](std::uint32_t s, std::uint32_t v) {
      return near_segment(p_[same_[ends_[2 * s]]], p_[same_[ends_[2 * s + 1]]], p_[v]);
    };
    const path_values along(values, paths, on_, ip_.size(), near_, is_near);
    if (std::string why = along.fault(m_.first); !why.empty()) fail(std::move(why));
  }
  // The chains of `edges`, which lie along segment s.
  void add_parts(std::uint32_t s, const std::vector<std::uint32_t>& edges, std::vector<segment_path>& paths) const {
    const std::uint32_t first = same_[ends_[2 * s]], last = same_[ends_[2 * s + 1]];
    const place a = p_[first], b = p_[last];
    std::unordered_set<std::uint64_t> have;
    std::vector<std::pair<double, std::uint32_t>> stops;
    for (const std::uint32_t e : edges) {
      have.insert(key(m_.segment[2 * e], m_.segment[2 * e + 1]));
      for (const std::uint32_t v : {m_.segment[2 * e], m_.segment[2 * e + 1]})
        stops.emplace_back((p_[v].x - a.x) * (b.x - a.x) + (p_[v].y - a.y) * (b.y - a.y), v);
    }
    std::sort(stops.begin(), stops.end());
    stops.erase(std::unique(stops.begin(), stops.end()), stops.end());
    for (std::size_t i = 0; i != stops.size(); ++i) {
      const std::uint32_t v = stops[i].second;
      if (i == 0 || !have.contains(key(stops[i - 1].second, v))) paths.push_back({s, first, last, {}});
      paths.back().vertices.push_back(v);
    }
  }
  [[nodiscard]] bool near_segment(place a, place b, place q) const {
    const double length = distance(a, b);
    return length > 0 && near_line(a, b, q) && distance(a, q) <= length + near_ && distance(b, q) <= length + near_;
  }
  [[nodiscard]] bool lies_along(std::uint32_t edge, std::uint32_t s) const {
    const place c = p_[same_[ends_[2 * s]]], d = p_[same_[ends_[2 * s + 1]]];
    return near_segment(c, d, p_[m_.segment[2 * edge]]) && near_segment(c, d, p_[m_.segment[2 * edge + 1]]);
  }
  // Depth first along edges that advance and stay near the line, straighter ones first.
  std::vector<std::uint32_t> follow(std::uint32_t s, std::uint32_t first, std::uint32_t last) {
    const place a = p_[first], b = p_[last];
    auto along = [&](place q) { return (q.x - a.x) * (b.x - a.x) + (q.y - a.y) * (b.y - a.y); };
    const double slack = near_ * distance(a, b);  // rounding may reorder crossings that nearly coincide
    std::vector<std::uint32_t> path{first}, by;
    std::unordered_set<std::uint32_t> seen{first};
    while (!path.empty() && path.back() != last) {
      const std::uint32_t v = path.back();
      std::uint32_t best = none, edge = none;
      double smallest = 0;
      for (std::size_t k = at_vertex_[v]; k != at_vertex_[v + 1]; ++k) {
        const std::uint32_t e = segments_at_[k], w = m_.segment[2 * e] == v ? m_.segment[2 * e + 1] : m_.segment[2 * e];
        const place o = p_[v], q = p_[w];
        if (along(q) <= along(o) - slack || along(q) > along(b) + slack || !near_line(a, b, q)) continue;
        if (seen.count(w) != 0) continue;
        const double bend = angle_at(o, q, b);
        if (best == none || w == last || bend < smallest) best = w, edge = e, smallest = bend;
        if (w == last) break;
      }
      if (best == none) {
        path.pop_back();
        if (!by.empty()) by.pop_back();
      } else {
        path.push_back(best);
        seen.insert(best);
        by.push_back(edge);
      }
    }
    for (const std::uint32_t v : path) on(v, s);
    for (const std::uint32_t e : by) claim(e, s);
    return path;
  }
  void on(std::uint32_t v, std::uint32_t s) {
    auto& list = on_[v];
    if (list.empty() || list.back() != s) list.push_back(s);
  }
  void claim(std::uint32_t edge, std::uint32_t s) {
    on(m_.segment[2 * edge], s);
    on(m_.segment[2 * edge + 1], s);
    claims_.emplace_back(edge, s);
  }

  // claimed_: the first of the segments that an edge lies on.
  void explained() {
    std::sort(claims_.begin(), claims_.end());
    claimed_.assign(m_.segment.size() / 2, none);
    for (const auto& [e, s] : claims_) claimed_[e] = std::min(claimed_[e], s);
    for (std::uint32_t e = 0; e != claimed_.size(); ++e) {
      // A chain may pass by an edge if segments that almost coincide cross each other, or end outside.
      for (std::uint32_t s = 0; claimed_[e] == none && 2 * s != ends_.size(); ++s)
        if (lies_along(e, s)) {
          claimed_[e] = s;
          on(m_.segment[2 * e], s);
          on(m_.segment[2 * e + 1], s);
        }
      if (claimed_[e] == none) fail("output segment " + number(e) + " lies on no segment of the input");
    }
    junctions_.resize(ends_.size() / 2);
    for (std::uint32_t v = 0; v != on_.size(); ++v)
      if (on_[v].size() > 1)
        for (const std::uint32_t s : on_[v])
          if (junctions_[s].empty() || junctions_[s].back() != v) junctions_[s].push_back(v);
  }

  [[nodiscard]] std::int32_t marker_of(std::uint32_t s) const {
    return s < in_.segment_marker.size() ? in_.segment_marker[s] : 0;
  }
  [[nodiscard]] bool exactly_on(std::uint32_t edge, std::uint32_t s) const {
    const place c = p_[same_[ends_[2 * s]]], d = p_[same_[ends_[2 * s + 1]]];
    const auto holds = [&](place q) {
      return turn(c, d, q) == 0 && std::min(c.x, d.x) <= q.x && q.x <= std::max(c.x, d.x) &&
             std::min(c.y, d.y) <= q.y && q.y <= std::max(c.y, d.y);
    };
    return holds(p_[m_.segment[2 * edge]]) && holds(p_[m_.segment[2 * edge + 1]]);
  }
  [[nodiscard]] bool is_marker_of(std::uint32_t edge, std::uint32_t s) const {
    const std::int32_t given = marker_of(s);
    return m_.segment_marker[edge] == (given == 0 && other_[side_of_[edge]] == none ? 1 : given);
  }
  // The marker of the first segment that the edge lies on; if rounding leaves open which that is, or has moved another
  // one onto the edge, of any nearby. (Of segments an ulp apart the output does not tell which one an edge follows.)
  [[nodiscard]] bool explains(std::uint32_t edge) const {
    if (is_marker_of(edge, claimed_[edge])) return true;
    for (std::uint32_t s = 0; 2 * s != ends_.size(); ++s)
      if (s != claimed_[edge] && is_marker_of(edge, s) && lies_along(edge, s) &&
          (s < claimed_[edge] || !exactly_on(edge, claimed_[edge]) || !exactly_on(edge, s)))
        return true;
    return false;
  }

  void markers() {
    for (std::uint32_t e = 0; e != claimed_.size(); ++e) {
      if (m_.segment_marker.empty()) break;
      if (!explains(e)) fail("output segment " + number(e) + " has the marker " + std::to_string(m_.segment_marker[e]));
    }
    if (m_.marker.empty()) return;
    for (std::size_t v = 0; v != ip_.size() && !in_.marker.empty(); ++v)
      if (in_.marker[v] != 0 && m_.marker[v] != in_.marker[v]) fail("vertex " + number(v) + " has lost its marker");
    std::vector<char> ends_here(p_.size(), 0);
    for (std::size_t h = 0; h != other_.size(); ++h)
      if (other_[h] == none) {
        ends_here[from(h)] = 1;
        if (m_.marker[from(h)] == 0) fail("vertex " + number(from(h)) + " on the boundary has no marker");
      }
    if (!m_.all_segments || m_.segment_marker.empty()) return;
    for (std::uint32_t v = 0; v != p_.size(); ++v) {
      if (used_[v] == 0 || (v < in_.marker.size() && in_.marker[v] != 0)) continue;
      // The first marked segment here; any, if rounding leaves open which segments these are.
      bool found = m_.marker[v] == ends_here[v], rounded = false;
      std::uint32_t first = none;
      for (std::size_t k = at_vertex_[v]; k != at_vertex_[v + 1]; ++k) {
        const std::uint32_t e = segments_at_[k], s = claimed_[e];
        found = found || m_.marker[v] == m_.segment_marker[e];
        rounded = rounded || !exactly_on(e, s) || !is_marker_of(e, s);
        if (marker_of(s) != 0) first = std::min(first, s);
      }
      const bool right = rounded ? found : m_.marker[v] == (first == none ? ends_here[v] : marker_of(first));
      if (!right) fail("vertex " + number(v) + " has the marker " + std::to_string(m_.marker[v]));
    }
  }

  void values() {
    if (std::string why = point_values(in_, m_, p_).verify_new(near_); !why.empty()) fail(std::move(why));
    if ((!d_.region_attributes && !d_.region_areas) || !m_.all_segments) return;
    const face_values faces(in_, m_, p_, ip_, other_, *grid_,
                            [&](std::size_t h) { return edge_of_.count(key(from(h), to(h))) != 0; });
    if (d_.region_attributes)
      if (std::string why = faces.verify_attributes(near_); !why.empty()) fail(std::move(why));
    if (d_.region_areas) area_bound_ = faces.area_bounds(near_);
  }

  void area() {
    long double twice = 0;
    for (std::size_t t = 0; t != triangles_; ++t) twice += twice_area(at(t, 0), at(t, 1), at(t, 2));
    v_.domain_area = static_cast<double>(twice / 2);
    double expected = 0;
    if (!in_.corner.empty()) {
      long double all = 0;
      for (std::size_t t = 0; 3 * t != in_.corner.size(); ++t)
        all += twice_area(ip_[in_.corner[3 * t]], ip_[in_.corner[3 * t + 1]], ip_[in_.corner[3 * t + 2]]);
      expected = static_cast<double>(all / 2);
    } else if (!expected_area(expected)) {
      return;
    }
    v_.area_checked = true;
    const double scale = std::max({expected, v_.domain_area, (high_.x - low_.x) * (high_.y - low_.y)});
    double length = 0;
    for (std::size_t e = 0; e != m_.segment.size(); e += 2)
      length += distance(p_[m_.segment[e]], p_[m_.segment[e + 1]]);
    if (!(std::fabs(expected - v_.domain_area) <= 1e-10 * scale + near_ * length))
      fail("the triangles' area is " + std::to_string(v_.domain_area) + ", the domain's " + std::to_string(expected));
  }
  static long double twice_area(place a, place b, place c) {
    using real = long double;
    return (real(b.x) - a.x) * (real(c.y) - a.y) - (real(b.y) - a.y) * (real(c.x) - a.x);
  }

  // False if it cannot be determined: a hole lies on a segment; without an input mesh, segments cross or are too near
  // to vertices.
  bool expected_area(double& expected) {
    std::vector<std::uint32_t> edges;
    std::map<std::uint64_t, bool> have;
    auto add = [&](std::uint32_t a, std::uint32_t b) {
      if (have.try_emplace(key(a, b), true).second) edges.insert(edges.end(), {a, b});
    };
    for (std::uint32_t e = 0; e != claimed_.size(); ++e)
      if (claimed_[e] != none) add(m_.segment[2 * e], m_.segment[2 * e + 1]);
    std::vector<std::pair<place, place>> bare;
    for (const std::uint32_t s : missing_) {
      const std::uint32_t first = same_[ends_[2 * s]], last = same_[ends_[2 * s + 1]];
      const place a = p_[first], b = p_[last];
      std::vector<std::pair<double, std::uint32_t>> stops{{0, first}, {distance(a, b), last}};
      for (std::uint32_t v = 0; v != p_.size(); ++v) {
        if (v == first || v == last || (v < same_.size() && same_[v] != v) || !near_line(a, b, p_[v])) continue;
        if ((p_[v].x - a.x) * (b.x - a.x) + (p_[v].y - a.y) * (b.y - a.y) <= 0 || distance(a, p_[v]) >= stops[1].first)
          continue;
        if (turn(a, b, p_[v]) != 0) return false;
        stops.emplace_back(distance(a, p_[v]), v);
      }
      std::sort(stops.begin(), stops.end());
      for (std::size_t k = 0; k + 1 != stops.size(); ++k) {
        if (stops[k + 1].first - stops[k].first < 64 * near_) return false;  // their order depends on rounding
        add(stops[k].second, stops[k + 1].second);
      }
      for (const auto& [c, d] : bare)
        if (turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0) return false;
      bare.emplace_back(a, b);
    }
    const std::vector<place> holes = places(in_.hole);
    for (const place& h : holes)  // on a segment: either side will do
      for (std::size_t e = 0; e != edges.size(); e += 2)
        if (turn(p_[edges[e]], p_[edges[e + 1]], h) == 0 && across(h, p_[edges[e]], p_[edges[e + 1]]) <= 0)
          return false;
    expected = edges.empty() ? 0 : face_area(p_, edges).enclosed(holes);
    return true;
  }

  // Around the convex hull of the input's vertices, including those on its edges.
  template <class Edge> void each_hull_edge(Edge edge) {
    std::vector<std::uint32_t> order;
    for (std::uint32_t v = 0; v != ip_.size(); ++v)
      if (same_[v] == v) order.push_back(v);
    std::sort(order.begin(), order.end(), [&](std::uint32_t v, std::uint32_t w) {
      return ip_[v].x < ip_[w].x || (ip_[v].x == ip_[w].x && ip_[v].y < ip_[w].y);
    });
    for (const int side : {1, -1}) {
      std::vector<std::uint32_t> chain;
      for (const std::uint32_t v : order) {
        while (chain.size() >= 2 && turn(ip_[chain[chain.size() - 2]], ip_[chain.back()], ip_[v]) * side < 0)
          chain.pop_back();
        chain.push_back(v);
      }
      for (std::size_t i = 0; i + 1 < chain.size(); ++i) edge(chain[i], chain[i + 1]);
    }
  }

  void delaunay() {
    for (std::size_t h = 0; h != other_.size(); ++h) {
      const std::uint32_t g = other_[h];
      if (g == none || g < h) continue;
      if (in_circle(at(h / 3, 0), at(h / 3, 1), at(h / 3, 2), p_[corner(g / 3, g % 3)]) <= 0) continue;
      if ((!d_.conforming || cannot_be_split(from(h), to(h))) && edge_of_.count(key(from(h), to(h))) != 0) continue;
      fail("the edge between triangles " + number(h / 3) + " and " + number(g / 3) + " is not Delaunay");
    }
  }

  // Whether an edge crosses a small input angle: its ends lie on two input segments that meet below 60 degrees, at
  // equal distances from there up to a quarter of its length (and rounding).
  [[nodiscard]] bool at_small_angle(std::uint32_t v, std::uint32_t w) const {
    const double apart = distance(p_[v], p_[w]) / 4 * (1 + 1e-9) + 2 * near_;
    for (const std::uint32_t s : on_[v])
      for (const std::uint32_t r : on_[w]) {
        if (s == r) continue;
        const auto &one = junctions_[s], &other = junctions_[r];
        for (auto a = one.begin(), b = other.begin(); a != one.end() && b != other.end();) {
          if (*a != *b) {
            *a < *b ? ++a : ++b;
            continue;
          }
          const place o = p_[*a];
          const double from = distance(o, p_[v]), to = distance(o, p_[w]);
          if (*a != v && *a != w && std::fabs(from - to) <= apart &&
              angle_at(o, p_[v], p_[w]) < 60 + 1e-6 + degrees * 2 * near_ / std::min(from, to))
            return true;
          ++a, ++b;
        }
      }
    return false;
  }
  // Whether two segments meet below 60 degrees.
  [[nodiscard]] bool meet_sharply(std::uint32_t s, std::uint32_t r) const {
    constexpr double sharp = 60 + 1e-6;
    const std::uint32_t a = same_[ends_[2 * s]], b = same_[ends_[2 * s + 1]];
    const std::uint32_t c = same_[ends_[2 * r]], d = same_[ends_[2 * r + 1]];
    for (const auto& [o, x] : {std::pair{a, b}, std::pair{b, a}})
      for (const auto& [q, y] : {std::pair{c, d}, std::pair{d, c}})
        if (o == q && x != y && angle_at(p_[o], p_[x], p_[y]) < sharp) return true;
    if (a == c || a == d || b == c || b == d) return false;
    // They cross, or one ends on the other up to rounding: then the angles are those of their lines.
    const place pa = p_[a], pb = p_[b], pc = p_[c], pd = p_[d];
    const bool apart = turn(pa, pb, pc) * turn(pa, pb, pd) > 0 || turn(pc, pd, pa) * turn(pc, pd, pb) > 0;
    if (apart && !near_segment(pa, pb, pc) && !near_segment(pa, pb, pd) && !near_segment(pc, pd, pa) &&
        !near_segment(pc, pd, pb))
      return false;
    const double angle = angle_at({0, 0}, {pb.x - pa.x, pb.y - pa.y}, {pd.x - pc.x, pd.y - pc.y});
    return std::min(angle, 180 - angle) < sharp;
  }

  [[nodiscard]] bool excused(std::uint32_t t) const {
    if (std::binary_search(d_.excused.begin(), d_.excused.end(), t)) return true;
    double smallest = std::numeric_limits<double>::infinity(), most = 0;
    for (unsigned i = 0; i != 3; ++i) {
      const double length = distance(at(t, i), at(t, i + 1));
      smallest = std::min(smallest, length);
      most = std::max(most, length);
    }
    if (smallest < finest_ && most <= 4 * finest_) return true;
    if (!std::binary_search(d_.at_precision.begin(), d_.at_precision.end(), t)) return false;
    for (unsigned i = 0; i != 3; ++i)
      if (crowded_[corner(t, i)] != 0) return true;
    return kept_away(t);
  }
  // Whether the point that the triangle needs, between the middle of its shortest edge and its circumcentre, may be
  // inside the diametral circle of a segment that cannot be split.
  [[nodiscard]] bool kept_away(std::uint32_t t) const {
    if (rigid_.empty()) return false;
    unsigned k = 0;
    for (unsigned i = 1; i != 3; ++i)
      if (distance(at(t, i + 1), at(t, i + 2)) < distance(at(t, k + 1), at(t, k + 2))) k = i;
    const place o = at(t, k), u = at(t, k + 1), v = at(t, k + 2), m{u.x / 2 + v.x / 2, u.y / 2 + v.y / 2};
    // The centre is on the perpendicular through m, at equal distances from o and u.
    const double x = v.y - u.y, y = u.x - v.x, ox = o.x - m.x, oy = o.y - m.y, along = 2 * (x * ox + y * oy);
    if (along == 0) return true;
    const double share = (ox * ox + oy * oy - (x * x + y * y) / 4) / along;
    const place c{m.x + share * x, m.y + share * y};
    const double length = distance(m, c);
    for (const std::uint32_t e : rigid_) {
      const place a = p_[m_.segment[2 * e]], b = p_[m_.segment[2 * e + 1]], q{a.x / 2 + b.x / 2, a.y / 2 + b.y / 2};
      double nearest = length > 0 ? ((q.x - m.x) * (c.x - m.x) + (q.y - m.y) * (c.y - m.y)) / (length * length) : 0;
      nearest = std::clamp(nearest, 0.0, 1.0);
      const place closest{m.x + nearest * (c.x - m.x), m.y + nearest * (c.y - m.y)};
      if (distance(q, closest) <= distance(a, b) / 2 * (1 + 1e-9)) return true;
    }
    return false;
  }
  // A segment that is too short to be split, or next to triangles that are too narrow.
  [[nodiscard]] bool cannot_be_split(std::uint32_t v, std::uint32_t w) const {
    return distance(p_[v], p_[w]) <= 4 * finest_ || crowded_[v] != 0 || crowded_[w] != 0;
  }

  // Corners of triangles about as narrow as the precision limit, and of their neighbours; and the segments there.
  void find_crowded() {
    crowded_.assign(p_.size(), 0);
    for (std::size_t t = 0; t != triangles_; ++t) {
      double most = 0;
      for (unsigned i = 0; i != 3; ++i) most = std::max(most, distance(at(t, i), at(t, i + 1)));
      if (twice_area(at(t, 0), at(t, 1), at(t, 2)) < 64 * finest_ * most)
        for (unsigned i = 0; i != 3; ++i) crowded_[corner(t, i)] = 1;
    }
    const std::vector<char> inner(crowded_);
    for (std::size_t t = 0; t != triangles_; ++t)
      if (inner[corner(t, 0)] != 0 || inner[corner(t, 1)] != 0 || inner[corner(t, 2)] != 0)
        for (unsigned i = 0; i != 3; ++i) crowded_[corner(t, i)] = 1;
    for (std::uint32_t e = 0; e != side_of_.size(); ++e) {
      bool rigid = cannot_be_split(m_.segment[2 * e], m_.segment[2 * e + 1]);
      for (std::uint32_t h = side_of_[e], k = 0; !rigid && h != none && k != 2; h = other_[h], ++k)
        rigid = beside_needle(h);
      if (rigid) rigid_.push_back(e);
    }
  }
  // Whether a triangle's circle deviates from its edge by less than rounding: points on the edge may lie outside it.
  [[nodiscard]] bool beside_needle(std::uint32_t h) const {
    const place a = p_[from(h)], b = p_[to(h)], o = p_[corner(h / 3, h % 3)];
    const double angle = angle_at(o, a, b) / degrees;  // the circle's height over the edge: length / 2 * tan(angle / 2)
    return angle < 1 && distance(a, b) / 2 * std::tan(angle / 2) < finest_ / 32;
  }

  void bounds() {
    std::uint32_t large = none;
    for (std::uint32_t t = 0; t != triangles_; ++t) {
      double smallest = 180;
      unsigned where = 0;
      for (unsigned i = 0; i != 3; ++i)
        if (const double angle = angle_at(at(t, i), at(t, i + 1), at(t, i + 2)); angle < smallest)
          smallest = angle, where = i;
      v_.least_angle = std::min(v_.least_angle, smallest);
      if (smallest < d_.min_angle - 1e-9) {
        ++v_.below_bound;
        const bool forced = at_small_angle(corner(t, where + 1), corner(t, where + 2));
        if (forced)
          v_.forced.push_back(t);
        else if (excused(t))
          ++v_.excused;
        else
          v_.unforced.push_back(t);
      }
      const double own = area_bound_.empty() ? 0 : area_bound_[t];
      const double most = own > 0 && (d_.max_area <= 0 || own < d_.max_area) ? own : d_.max_area;
      if (most > 0 && twice_area(at(t, 0), at(t, 1), at(t, 2)) / 2 > most * (1 + 1e-9)) {
        ++v_.too_large;
        if (excused(t))
          ++v_.excused;
        else if (large == none)
          large = t;
      }
    }
    std::string encroacher;
    for (std::uint32_t e = 0; e != claimed_.size(); ++e)
      for (std::uint32_t h = side_of_[e], k = 0; h != none && k != 2; h = other_[h], ++k) {
        const std::uint32_t v = corner(h / 3, h % 3), a = from(h), b = to(h);
        if (across(p_[v], p_[a], p_[b]) >= 0) continue;
        if (d_.encroachment > 90 && angle_at(p_[v], p_[a], p_[b]) <= d_.encroachment + 1e-7) continue;
        ++v_.encroached;
        bool forced = cannot_be_split(a, b) || excused(h / 3);
        if (claimed_[e] != none)
          for (const std::uint32_t r : on_[v]) forced = forced || (r != claimed_[e] && meet_sharply(claimed_[e], r));
        v_.encroached_forced += forced;
        if (!forced && encroacher.empty())
          encroacher = "output segment " + number(e) + " by vertex " + number(v) + " first";
      }
    if (d_.allow_bad) return;
    if (!v_.unforced.empty())
      fail(text(v_.unforced.size()) + (v_.unforced.size() == 1 ? " triangle has an angle" : " triangles have angles") +
           " below the bound that no input angle forces, triangle " + number(v_.unforced[0]) + " first");
    if (large != none)
      fail(text(v_.too_large) + (v_.too_large == 1 ? " triangle is" : " triangles are") +
           " larger than the bound, triangle " + number(large) + " first");
    if (d_.encroachment != 0 && v_.encroached != v_.encroached_forced)
      fail(text(v_.encroached - v_.encroached_forced) +
           (v_.encroached - v_.encroached_forced == 1 ? " segment is" : " segments are") + " encroached upon, " +
           encroacher);
  }

  const planar_input& in_;
  const planar_mesh& m_;
  const mesh_demands& d_;
  std::vector<place> p_, ip_;
  std::size_t triangles_;
  mesh_verdict v_;
  double near_ = 0, finest_ = 0;
  std::vector<char> used_, crowded_;
  std::vector<std::uint32_t> other_, same_;
  place low_{}, high_{};
  std::optional<triangle_grid> grid_;
  std::unordered_map<std::uint64_t, std::uint32_t> edge_of_;  // output segments by their ends
  std::vector<std::uint32_t> ends_;                           // of the input's segments
  std::vector<std::uint32_t> side_of_, at_vertex_, segments_at_, claimed_, missing_;
  std::vector<std::uint32_t> rigid_;                             // output segments that cannot be split
  std::vector<std::pair<std::uint32_t, std::uint32_t>> claims_;  // output segments, and the input's that they lie on
  std::vector<double> area_bound_;                               // of triangles, or empty
  std::vector<std::vector<std::uint32_t>> on_;                   // of each vertex: the input's segments that it lies on
  std::vector<std::vector<std::uint32_t>> junctions_;  // of each of these: the vertices on others too, ascending
};

}  // namespace

mesh_verdict verify_mesh(const planar_input& input, const planar_mesh& mesh, const mesh_demands& demands) {
  return checker(input, mesh, demands).run();
}

}  // namespace amorph::check
