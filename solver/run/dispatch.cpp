// Chooses the backend of a run by the estimates of its work, and calls the core there.
#include "solver/run/dispatch.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <string>

#include "amorph/kernels/backend/backend.hpp"
#include "amorph/kernels/backend/boundary.hpp"
#include "amorph/kernels/backend/device_start.hpp"
#include "amorph/kernels/base/error.hpp"
#include "solver/run/context.hpp"

namespace amorph {

namespace {

std::uint32_t stop_of(void* options) { return static_cast<const run_options*>(options)->stop_requested() ? 1 : 0; }
void report_to(void* options, const char* phase, std::uint64_t done, std::uint64_t total, const void* detail) {
  static_cast<const run_options*>(options)->progress({phase, done, total, detail});
}

}  // namespace

run_control control_of(const run_options& options) noexcept {
  return {options.can_stop() ? &stop_of : nullptr, options.progress ? &report_to : nullptr,
          const_cast<run_options*>(&options)};
}

backend weigh(const char* entry, const run_options& options, const run_work& once, std::string& weighed) {
  if (options.backend != backend::automatic) return options.backend;
  double start_ms = device_start::ms_to_pay();
  const bool loaded = device_start::has_run(entry);
  const unsigned threads = threads_or_all(options.threads);
  run_work work = once.repeated(std::max(1U, options.repeat));
  context* const in = options.context;
  if (in != nullptr) {
    if (in->holds(work.input)) work.upload_bytes = 0;
    start_ms = std::max(0.0, start_ms + run_work::upload_ms(in->bytes_to_upload()) - in->overhead_ms());
  }
  const double cpu_ms = work.cpu_ms(threads), device_ms = work.started_device_ms(loaded);
  std::array<char, 160> text{};
  std::snprintf(text.data(), text.size(), "cpu %.0f ms; cuda %.0f ms, and %.0f ms to start and end", cpu_ms, device_ms,
                start_ms);
  weighed = text.data();
  if (device_is_faster(work, threads, start_ms, loaded)) {
    const std::string refusal = in != nullptr ? in->refusal() : "";
    if (refusal.empty()) return backend::automatic;
    weighed += "; not on the device: " + refusal;
  } else if (in != nullptr && cpu_ms > device_ms) {
    in->add_overhead(cpu_ms - device_ms);
  }
  return backend::cpu;
}

std::uint32_t detail::dispatch(const char* name, std::uint32_t version, run_entry* cpu, const run_options& options,
                               const run_work& work, std::uint32_t strategy, const void* problem, void* answer,
                               run_statistics& stats, std::shared_ptr<const void>* memory) {
  const backend wanted = weigh(name, options, work, stats.weighed);
  const backend_choice choice = select_backend(wanted, name, version, options.device);
  if (choice.code != status::ok) throw error(choice.code, choice.message);
  if (wanted == backend::automatic && choice.backend == backend::cpu)
    stats.weighed += "; not on the device: " + cuda_module::get().reason();
  stats.ms.assign(std::max(1U, options.repeat), 0);
  run_request request{};
  request.device = options.device;
  request.threads = options.threads;
  request.repeat = static_cast<std::uint32_t>(stats.ms.size());
  request.memory_limit = options.memory_limit;
  request.control = control_of(options);
  request.ms = stats.ms.data();
  request.leave_answer = memory != nullptr ? 1 : 0;
  std::array<char, 512> message{};
  const auto run = [&](run_entry* entry, bool on_device) {
    request.strategy = strategy;  // a core that failed may have chosen another one
    return amorph::guarded(message.data(), message.size(), [&] {
      if (options.context != nullptr) request.sessions = options.context->sessions(on_device);
      return static_cast<status>(entry(&request, problem, answer, message.data(), message.size()));
    });
  };
  const bool on_device = choice.backend == backend::cuda;
  status code = run(on_device ? cuda_module::get().entry<run_entry>(name, version) : cpu, on_device);
  // Only a run detects a device that the module cannot use, or that has too little memory.
  if ((code == status::no_device || code == status::out_of_memory) && on_device &&
      options.backend == backend::automatic) {
    stats.weighed += std::string("; not on the device: ") + message.data();
    code = run(cpu, false);
  } else if (code == status::ok && on_device) {
    device_start::finished(name);
  }
  if (code != status::ok) throw error(code, message.data());
  if (memory != nullptr) *memory = std::shared_ptr<const void>(request.lease, request.release);
  stats.backend_name = request.backend;
  stats.threads = request.threads_used;
  stats.load_ms = request.load_ms;
  stats.finish_ms = request.finish_ms;
  stats.peak_bytes = request.peak_bytes;
  return request.strategy;
}

double run_statistics::median_ms() const {
  if (ms.empty()) return 0;
  std::vector<double> sorted = ms;
  std::sort(sorted.begin(), sorted.end());
  const std::size_t middle = sorted.size() / 2;
  return sorted.size() % 2 != 0 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

}  // namespace amorph
