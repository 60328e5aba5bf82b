// What a device has counted of the partition that it returned, so that the host need not read the whole graph.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "amorph/kernels/graph/host_graph.hpp"
#include "partitioner/common/core.hpp"
#include "partitioner/common/partition.hpp"

namespace amorph::partition {

struct moved_vertex {
  std::uint32_t vertex, from;
};

// The arrays of `counts` (core.hpp). Known until the partition changes; join_strays() follows its own moves.
class device_figures {
 public:
  device_figures(std::uint32_t vertices, std::uint32_t parts)
      : weight_(parts), main_weight_(parts), main_(parts), stray_(vertices), root_(vertices) {
    of_device_.weight = weight_.data();
    of_device_.main = main_.data();
    of_device_.main_weight = main_weight_.data();
    of_device_.stray = stray_.data();
    of_device_.root = root_.data();
  }
  // The weights of parts and the cut are those of a partition, if `known`.
  [[nodiscard]] bool known() const { return of_device_.known != 0; }
  [[nodiscard]] counts& of_device() { return of_device_; }
  [[nodiscard]] const counts& of_device() const { return of_device_; }
  void forget() { of_device_.known = 0; }
  // The figures of `part`, in which `moved` has left the partition that was counted; each vertex moved from the part of
  // its first entry. O(the arcs of their neighbours); forgets if these are many.
  void follow(const graph& g, span<const moved_vertex> moved, std::vector<std::uint32_t>& part);

 private:
  counts of_device_{};
  std::vector<std::int64_t> weight_, main_weight_;
  std::vector<std::uint32_t> main_;
  host_array<std::uint32_t> stray_, root_;
};

}  // namespace amorph::partition
