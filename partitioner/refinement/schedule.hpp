// The schedule of one level's refinement: how many steps, and how large a loss each tolerates.
//
// Jet tolerates the same loss until a dozen steps bring no improvement. Here the tolerance falls linearly to zero, as
// in simulated annealing, and is followed by steps that must gain. Small levels are cheap and get more steps, unless
// the graph is large and has many parts; the finest level is smoothed at the end.
#pragma once

#include "partitioner/common/level.hpp"

namespace amorph::partition {

enum class pace : uint8_t {
  standard,
  fast,      // fewer steps
  expander,  // of a graph without small cuts: fewer steps that may lose
  improve,   // from a good partition, which should change little
};

struct refine_rule {
  uint32_t parts;
  uint32_t effort;  // METIS's niter: 10 is usual; 0: balance only
  bool finest;
  partition::pace pace;
  uint32_t seed;
  bool of_large = false;  // a level of a graph of many vertices
  static constexpr uint32_t many_vertices = 500000, many_parts = 32;
};

struct annealing {
  unsigned steps, steps_within;  // steps that may lose; steps within the limits that must gain
  unsigned smoothing = 0;        // rounds of smoothing
  float initial_tolerance;
  AMORPH_HD annealing(refine_rule rule, uint32_t vertices) {
    const bool small = vertices < 50000, many_boundaries = rule.of_large && rule.parts >= rule.many_parts;
    steps = rule.effort * (rule.finest ? 24 : small ? (many_boundaries ? 12 : 24) : 8) / 10;
    steps_within = rule.effort * (rule.finest ? 40 : 4) / 10;
    initial_tolerance = small && !rule.finest ? 1.0f : 0.5f;
    if (rule.finest && (rule.pace == pace::standard || rule.pace == pace::expander)) smoothing = rule.effort * 6 / 10;
    if (rule.pace == pace::expander) steps = rule.effort * (rule.finest ? 12 : 8) / 10;
    if (rule.pace == pace::fast) {
      steps = rule.effort * (rule.finest ? 6 : small ? 4 : 2) / 10;
      steps_within = rule.effort * (rule.finest ? 8 : 2) / 10;
      initial_tolerance = 0.5f;
      if (rule.finest) smoothing = rule.effort * 2 / 10;
    } else if (rule.pace == pace::improve) {
      steps = rule.effort * 4 / 10;
      steps_within = rule.effort;
      initial_tolerance = 0.25f;
    }
  }
  AMORPH_HD float tolerance(unsigned step) const {
    return initial_tolerance * static_cast<float>(steps - step) / static_cast<float>(steps);
  }
  // Steps of a round of smoothing in either direction. What a round straightens is at most twice as wide.
  AMORPH_HD static unsigned smoothing_steps(unsigned round) { return round < 3 ? 4u << round : 32; }
  // Its last steps, which change few of the boundary's vertices, take as long as others on a device.
  AMORPH_HD static bool is_over(size_t changed, size_t boundary) { return changed < boundary / 256; }
  // Smoothing ends after a round that reduces the cut by less than 1/1000.
  AMORPH_HD static bool is_smooth(int64_t before, int64_t after) { return after >= before - before / 1000; }
  // Steps within the limits end after this many in a row that reduce the cut by less than 1/2000.
  static constexpr unsigned idle_within = 2;
  AMORPH_HD static bool is_idle(int64_t before, int64_t after) { return after >= before - before / 2000; }
};

}  // namespace amorph::partition
