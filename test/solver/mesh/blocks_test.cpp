// Blocks that are triangulated independently and joined: the triangulation of one block, number by number.
#include <gtest/gtest.h>

#include <random>

#include "amorph/kernels/base/error.hpp"
#include "solver/mesh/triangulate/steps.hpp"
#include "test/solver/mesh/point_sets.hpp"
#include "test/support/sanitized.hpp"

namespace amorph::test {
namespace {

using mesh::point;

struct numbered {
  std::vector<std::uint32_t> corners;
  std::vector<std::uint32_t> neighbours;
};

numbered number(cpu_exec& exec, const mesh::working_mesh& m) {
  std::vector<char> gone(m.triangles());
  for (std::uint32_t t = 0; t != m.triangles(); ++t) gone[t] = m.is_ghost(t) ? 1 : 0;
  const mesh::numbering numbers = mesh::number_triangles(exec, m, gone);
  numbered all;
  for (const mesh::handle first : numbers.triangle)
    for (std::uint32_t i = 0; i != 3; ++i) {
      const mesh::handle h = mesh::edge_of(mesh::triangle_of(first), (mesh::corner_of(first) + i) % 3);
      all.corners.push_back(m.corner(h));
      all.neighbours.push_back(numbers.number[mesh::triangle_of(m.across(h))]);
    }
  return all;
}

void expect_consistent(const mesh::working_mesh& m) {
  for (std::uint32_t t = 0; t != m.triangles(); ++t)
    for (std::uint32_t i = 0; i != 3; ++i) {
      const mesh::handle h = mesh::edge_of(t, i), other = m.across(h);
      ASSERT_EQ(m.across(other), h);
      ASSERT_EQ(m.from(other), m.to(h));
      ASSERT_EQ(m.to(other), m.from(h));
    }
}

TEST(blocks, join_to_the_triangulation_of_one) {
  const auto silent = [](std::uint64_t, std::uint64_t) {};
  for (const point_set& s : degenerate_points()) {
    SCOPED_TRACE(s.name);
    cpu_exec alone(1);
    mesh::working_mesh whole;
    const mesh::curve_order order = mesh::triangulate_points(alone, whole, s.points, silent);
    const numbered expected = number(alone, whole);
    for (const unsigned threads : {1U, 2U, 16U})
      for (const std::size_t blocks : {5, 1, 2, 40}) {
        if (sanitized && blocks != 5) continue;
        SCOPED_TRACE(blocks);
        cpu_exec exec(threads);
        mesh::working_mesh m;
        m.points = whole.points;
        mesh::triangulate_in_blocks(exec, m, order, blocks, silent);
        expect_consistent(m);
        const numbered joined = number(exec, m);
        ASSERT_EQ(joined.corners, expected.corners);
        ASSERT_EQ(joined.neighbours, expected.neighbours);
      }
  }
}

// Large enough for blocks, with segments that cross, a hole and regions on an edge.
TEST(blocks, the_number_of_threads_does_not_matter) {
  std::mt19937_64 random(4);
  std::vector<point> points;
  for (int i = 0; i != 60000; ++i) {
    const auto x = static_cast<double>(random() % 1000);
    points.push_back({x, static_cast<double>(random() % 1000)});
  }
  std::vector<std::uint32_t> segments;
  for (int i = 0; i != 40; ++i) segments.push_back(static_cast<std::uint32_t>(random() % points.size()));
  const std::vector<mesh::region> regions{{{500, 500}, 1, 0}, {points[7], 2, 0}};
  mesh::planar_graph g;
  g.points = points;
  g.segments = segments;
  g.regions = regions;
  mesh::triangulate_options options{.run = {.backend = backend::cpu, .threads = 1}, .carve = false};
  const mesh::triangulate_result one = mesh::triangulate(g, options);
  EXPECT_NE(one.crossings, 0U);
  for (const unsigned threads : {2U, 16U}) {
    options.run.threads = threads;
    const mesh::triangulate_result many = mesh::triangulate(g, options);
    ASSERT_EQ(many.mesh.corners, one.mesh.corners);
    ASSERT_EQ(many.mesh.neighbours, one.mesh.neighbours);
    ASSERT_EQ(many.mesh.segments, one.mesh.segments);
    ASSERT_EQ(many.mesh.segment_ends, one.mesh.segment_ends);
    ASSERT_EQ(many.mesh.region_attribute, one.mesh.region_attribute);
    ASSERT_EQ(many.duplicates, one.duplicates);
  }
}

}  // namespace
}  // namespace amorph::test
