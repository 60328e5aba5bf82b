// What the host does for a run that triangulates points by stars: completes stars, and holds the answer.
#pragma once

#include "solver/mesh/stars/complete.hpp"
#include "solver/mesh/stars/delaunay.hpp"

namespace amorph::mesh {

class stars_host_part {
 public:
  stars_host_part(span<const point> points, star_triangulation& answer) : points_(points), answer_(answer) {}
  stars_host_part(const stars_host_part&) = delete;
  stars_host_part& operator=(const stars_host_part&) = delete;

  [[nodiscard]] delaunay_problem problem() {
    return {static_cast<std::uint32_t>(points_.size()), points_.data(), &complete, &allocate, this};
  }

 private:
  static std::uint32_t* allocate(void* context, std::uint32_t which, std::uint64_t count) {
    star_triangulation& t = static_cast<stars_host_part*>(context)->answer_;
    auto& part = which == delaunay_part::corners      ? t.corners
                 : which == delaunay_part::neighbours ? t.neighbours
                                                      : t.duplicates;
    part.resize(count);
    return part.data();
  }
  static bool complete(void* context, const unfinished_stars& stars, finished_stars& found) {
    completed_stars& to = static_cast<stars_host_part*>(context)->completed_;
    if (!complete_stars(stars, to)) return false;
    found = {to.begin.data(), to.ids.data()};
    return true;
  }

  const span<const point> points_;
  star_triangulation& answer_;
  completed_stars completed_;
};

}  // namespace amorph::mesh
