// The checker of vertex attributes along the input's segments: linear between input vertices and crossings, and at a
// crossing linear along one of the segments there.
#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "tools/checkers/mesh_point_values.hpp"

namespace amorph::check {

class path_values {
 public:
  using vertices = std::vector<std::uint32_t>;
  // on[v]: the segments that vertex v lies on. is_near(s, v): whether v lies on segment s up to rounding. The first
  // `points` vertices are the input's.
  path_values(const point_values& values, const std::vector<segment_path>& paths, const std::vector<vertices>& on,
              std::size_t points, double near, std::function<bool(std::uint32_t, std::uint32_t)> is_near)
      : values_(values), paths_(paths), on_(on), points_(points), near_(near), is_near_(std::move(is_near)) {}

  [[nodiscard]] std::string fault(std::uint32_t first_number) const {
    for (const segment_path& path : paths_) {
      std::string why = values_.path_fault(
          path.vertices, near_, [&](std::uint32_t v) { return is_fixed(v); },
          [&](std::uint32_t v) { return is_explained(v, path.segment); });
      if (!why.empty()) return why;
    }
    const std::vector<char> right = right_crossings();
    for (std::uint32_t v = 0; v != right.size(); ++v)
      if (is_crossing(v) && right[v] == 0 && !may_be_right(v))
        return "the attributes of vertex " + std::to_string(v + first_number) +
               " are not those of a point on any of its segments";
    return {};
  }

 private:
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  [[nodiscard]] bool is_crossing(std::uint32_t v) const { return v >= points_ && on_[v].size() > 1; }
  [[nodiscard]] bool is_fixed(std::uint32_t v) const { return v < points_ || on_[v].size() > 1; }

  // Whether v lies on another segment than `own`, too, up to rounding, and has a value that may come from there.
  [[nodiscard]] bool is_explained(std::uint32_t v, std::uint32_t own) const {
    point_values::ranges allowed = values_.no_values();
    bool is_shared = false;
    for (const segment_path& path : paths_) {
      if (path.segment != own && !is_near_(path.segment, v)) continue;
      is_shared = is_shared || path.segment != own;
      values_.add_values(allowed, v, path, [&](std::uint32_t w) { return is_fixed(w); });
    }
    return is_shared && values_.has_values_of(v, allowed);
  }

  // Crossings that are linear between the nearest input vertices on one of their segments.
  [[nodiscard]] std::vector<char> right_crossings() const {
    std::vector<char> right(on_.size(), 0);
    for (const segment_path& path : paths_) {
      const vertices& v = path.vertices;
      std::vector<std::uint32_t> after(v.size());
      std::uint32_t next = path.last;
      for (std::size_t i = v.size(); i-- != 0;) {
        after[i] = next;
        if (v[i] < points_) next = v[i];
      }
      std::uint32_t before = path.first;
      for (std::size_t i = 0; i != v.size(); ++i) {
        if (v[i] < points_)
          before = v[i];
        else if (is_crossing(v[i]) && values_.is_between(before, after[i], v[i], near_))
          right[v[i]] = 1;
      }
    }
    return right;
  }

  // Rounding moves segments, so that two may cross repeatedly: then at a point between any two vertices of one.
  [[nodiscard]] bool may_be_right(std::uint32_t v) const {
    bool any = false, open = false;
    for (const segment_path& path : paths_) {
      const vertices& all = path.vertices;
      const auto here = std::find(all.begin(), all.end(), v);
      if (here == all.end()) continue;
      any = true;
      vertices before(all.begin(), here), after(here + 1, all.end());
      if (all.front() != path.first || all.back() != path.last) add_hidden(path, v, before, after);
      for (const std::uint32_t a : before)
        for (const std::uint32_t b : after)
          if (values_.is_between(a, b, v, near_)) return true;
      open = open || (here != all.begin() && is_mixed(path.segment, v, here[-1])) ||
             (here + 1 != all.end() && is_mixed(path.segment, v, here[1]));
    }
    return !any || (open && is_explained(v, none));
  }
  // The segment's ends, and what it passes through where it is outside, or where its edges are those of a segment that
  // nearly coincides with it: input vertices and crossings.
  void add_hidden(const segment_path& path, std::uint32_t v, vertices& before, vertices& after) const {
    before.push_back(path.first);
    after.push_back(path.last);
    for (std::uint32_t w = 0; w != on_.size(); ++w)
      if (w != v && is_fixed(w) && is_near_(path.segment, w))
        (values_.distance(path.first, w) < values_.distance(path.first, v) ? before : after).push_back(w);
  }
  // Whether vertices v and w, neighbours on a segment, nearly coincide, or another segment passes both of them.
  [[nodiscard]] bool is_mixed(std::uint32_t segment, std::uint32_t v, std::uint32_t w) const {
    if (values_.distance(v, w) <= 4 * near_) return true;
    return std::any_of(paths_.begin(), paths_.end(), [&](const segment_path& other) {
      return other.segment != segment && is_near_(other.segment, v) && is_near_(other.segment, w);
    });
  }

  const point_values& values_;
  const std::vector<segment_path>& paths_;
  const std::vector<vertices>& on_;
  std::size_t points_;
  double near_;
  std::function<bool(std::uint32_t, std::uint32_t)> is_near_;
};

}  // namespace amorph::check
