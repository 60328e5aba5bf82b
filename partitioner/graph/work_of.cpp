// What divide() is estimated to take.
#include <algorithm>
#include <cmath>

#include "partitioner/common/partition.hpp"

namespace amorph::partition {
namespace {
double hubs_of(double skew) { return std::clamp(skew, 1.0, 10.0); }
double on_device(double skew) { return 1 + (hubs_of(skew) - 1) / 4; }
}  // namespace

// Points of calibration: docs/benchmarks.md, "auto".
run_work work_of(std::uint64_t vertices, std::uint64_t arcs, std::uint32_t parts, double skew, std::uint32_t weights) {
  const auto n = static_cast<double>(vertices), m = static_cast<double>(arcs);
  const double more_parts = 0.4 + 0.2 * std::log2(std::max(2.0, static_cast<double>(parts)));
  const double hubs = hubs_of(skew);    // they make refinement longer, and coarsening slower
  const double others = weights - 1.0;  // several weights: the host refines boundaries once more
  return {.serial_ms = 40 + (0.06 + 0.1 * std::min(others, 1.0) + 0.02 * others) * 1e-3 * n,
          .core_ms = (0.3e-3 * n + 50e-6 * m) * more_parts * hubs * (1 + 0.25 * others),
          .device_ms = (30 + 0.005e-3 * n + 0.8e-6 * m) * on_device(skew) * (1 + 0.25 * others),
          .upload_bytes = 8 * (vertices + arcs) + 4 * (weights > 1 ? weights : 0) * vertices};
}

double streaming_ms(std::uint64_t arc_bytes, double skew) {
  constexpr double ms_per_byte = 1.4e-6;
  return static_cast<double>(arc_bytes) * ms_per_byte * on_device(skew);
}

}  // namespace amorph::partition
