// The default width of the window of distances that near-far processes at once.
#pragma once

#include <algorithm>
#include <limits>

#include "amorph/kernels/primitives/reduce.hpp"
#include "solver/graph/common/device_graph.hpp"
#include "solver/graph/common/lengths.hpp"

namespace amorph {

// Both types of floating-point weights, by one kernel.
template <class Exec> [[nodiscard]] real_length real_length_of(const device_graph<Exec>& device) {
  if (device.kind() == weight_kind::float32) return {device.template weight<float>()};
  return {nullptr, device.template weight<double>()};
}

template <class Weight> struct integer_value {
  const Weight* weight;
  AMORPH_BODY double operator()(std::size_t e) const { return static_cast<double>(weight[e]); }
};
struct real_value {
  real_length length;
  AMORPH_BODY double operator()(std::size_t e) const { return length.word(e); }
};

template <class Exec> [[nodiscard]] double mean_weight(Exec& exec, const device_graph<Exec>& device) {
  const std::uint64_t m = device.graph().edges();
  typename Exec::template buffer<double> sum(exec, 1);
  const auto mean = [&](auto values) {
    reduce_into<double>(exec, m, values, sum.data(), 0.0);
    return exec.read(sum.data()) / static_cast<double>(m);
  };
  switch (device.kind()) {
    case weight_kind::int32: return mean(integer_value<std::int32_t>{device.template weight<std::int32_t>()});
    case weight_kind::int64: return mean(integer_value<std::int64_t>{device.template weight<std::int64_t>()});
    case weight_kind::float32:
    case weight_kind::float64: return mean(real_value{real_length_of(device)});
    case weight_kind::none: break;
  }
  return 1;
}

// 32 mean weights over the average degree (the rule of Davidson et al.): enough for the 32 threads of a warp. Four
// times as much for the persistent kernel, in which a window costs two grid barriers (measured on road networks: 26.6
// ms for windows of 12,500, 21.4 ms for 50,000). A CPU's few threads need less parallel work, the less the higher the
// degree.
template <class Exec>
[[nodiscard]] double default_window(Exec& exec, const device_graph<Exec>& device, bool persistent) {
  const std::uint64_t m = device.graph().edges();
  if (m == 0) return 1;
  const double degree = std::max(1.0, static_cast<double>(m) / device.graph().vertices);
  const double factor = persistent ? 128 / degree : Exec::on_device ? 32 / degree : 64 / degree / degree;
  const double width = mean_weight(exec, device) * factor;
  return width > 0 ? width : 1;  // all weights are 0
}

// A width as a label.
template <class Label> [[nodiscard]] Label integer_window(double width) {
  constexpr Label widest = std::numeric_limits<Label>::max() / 4;
  return width >= static_cast<double>(widest) ? widest : static_cast<Label>(std::max(1.0, width));
}

}  // namespace amorph
