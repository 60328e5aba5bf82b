// The table of resident arrays, and the sessions of both backends, made on first use.
#include "solver/run/context.hpp"

#include <array>
#include <mutex>

#include "amorph/kernels/backend/backend.hpp"
#include "amorph/kernels/backend/boundary.hpp"
#include "amorph/kernels/base/error.hpp"
#include "solver/run/sessions.hpp"

namespace amorph {
namespace {

const context_functions* device_functions(int device) {
  const backend_choice choice = select_backend(backend::cuda, "context", context_version, device);
  if (choice.code != status::ok) throw error(choice.code, choice.message);
  return cuda_module::get().entry<context_entry>("context", context_version)();
}

void check(int code, const std::array<char, 512>& message) {
  if (const auto s = static_cast<status>(code); s != status::ok) throw error(s, message.data());
}

}  // namespace

context::context(const run_options& options) : options_(options) {
  options_.context = nullptr;
  if (options.backend == backend::automatic && options.device < 0)
    throw error(status::bad_input, "expected a CUDA device 0 or more, found " + std::to_string(options.device));
  if (options.backend != backend::cuda) return;
  const backend_choice choice = select_backend(options.backend, "context", context_version, options.device);
  if (choice.code != status::ok) throw error(choice.code, choice.message);
  (void)sessions(true);
}

context::~context() {
  for (side* s : {&cpu_, &device_})
    if (s->sessions != nullptr) s->functions->destroy(s->sessions);
}

run_options context::run() {
  run_options all = options_;
  all.context = this;
  return all;
}

context::side context::open(const context_functions* functions) {
  std::array<char, 512> message{};
  void* made = nullptr;
  check(functions->create(options_.device, options_.threads, &made, message.data(), message.size()), message);
  try {
    for (const auto& [array, kept] : kept_)
      check(functions->keep(made, array, kept.bytes, nullptr, message.data(), message.size()), message);
  } catch (...) {
    functions->destroy(made);
    throw;
  }
  return {functions, made};
}

void* context::sessions(bool on_device) {
  const side& s = on_device ? device_ : cpu_;
  const auto opened = [&] {
    const std::shared_lock lock(mutex_);
    return s.sessions;
  };
  if (void* const sessions = opened(); sessions != nullptr) return sessions;
  const std::lock_guard keeping(keep_mutex_);
  if (void* const sessions = opened(); sessions != nullptr) return sessions;
  try {
    const side made = open(on_device ? device_functions(options_.device) : &context_on<cpu_exec>::functions);
    const std::unique_lock lock(mutex_);
    (on_device ? device_ : cpu_) = made;
    return made.sessions;
  } catch (const error& e) {
    const std::unique_lock lock(mutex_);
    if (on_device) refusal_ = e.what();
    throw;
  }
}

void context::keep(const void* array, std::uint64_t bytes, const void* copy) {
  if (options_.backend == backend::cpu) copy = nullptr;
  if (options_.backend == backend::cuda || copy != nullptr) (void)sessions(true);
  // The copies are made under this lock only, so that runs are not blocked.
  const std::lock_guard keeping(keep_mutex_);
  if (const auto kept = kept_.find(array); kept != kept_.end()) {
    if (kept->second.bytes != bytes)
      throw error(status::bad_input, "an array of " + std::to_string(kept->second.bytes) +
                                         " bytes is resident already, with " + std::to_string(bytes) + " bytes now");
    if (copy != nullptr && copy != kept->second.copy)
      throw error(status::bad_input, "this array is resident already, with another copy on the device");
    ++kept->second.times;
    return;
  }
  std::array<char, 512> message{};
  try {
    for (const side& s : {cpu_, device_})
      if (s.sessions != nullptr)
        check(s.functions->keep(s.sessions, array, bytes, copy, message.data(), message.size()), message);
    const std::unique_lock lock(mutex_);
    kept_.emplace(array, kept_array{bytes, 1, ++numbers_, copy});
  } catch (...) {
    drop(array);
    throw;
  }
}

void context::drop(const void* array) noexcept {
  for (const side& s : {cpu_, device_})
    if (s.sessions != nullptr) s.functions->forget(s.sessions, array);
}

void context::forget(const void* array) noexcept {
  const std::lock_guard keeping(keep_mutex_);
  const auto kept = kept_.find(array);
  if (kept == kept_.end() || --kept->second.times != 0) return;
  drop(array);
  const std::unique_lock lock(mutex_);
  computed_.erase(computed_.lower_bound({array, 0}), computed_.upper_bound({array, ~std::uint64_t{0}}));
  kept_.erase(kept);
  refusal_.clear();  // there may be enough memory now
}

std::uint64_t context::number(const void* array) const {
  const std::shared_lock lock(mutex_);
  const auto kept = kept_.find(array);
  return kept != kept_.end() ? kept->second.number : 0;
}
bool context::holds(const void* array) const { return number(array) != 0; }

void context::fetch(const void* from, void* to, std::uint64_t bytes) {
  if (bytes == 0) return;
  const side s = [&] {  // a device's sessions copy from device and host memory
    const std::shared_lock lock(mutex_);
    return device_.sessions != nullptr ? device_ : cpu_;
  }();
  if (s.sessions == nullptr) throw error(status::bad_input, "no run in this context has left an answer");
  std::array<char, 512> message{};
  check(s.functions->fetch(s.sessions, to, from, bytes, message.data(), message.size()), message);
}

std::string context::refusal() const {
  const std::shared_lock lock(mutex_);
  return refusal_;
}

std::uint64_t context::bytes_to_upload() const {
  const std::shared_lock lock(mutex_);
  std::uint64_t all = 0;
  if (device_.sessions == nullptr)
    for (const auto& [array, kept] : kept_) all += kept.bytes;
  return all;
}

double context::overhead_ms() const {
  const std::shared_lock lock(mutex_);
  return overhead_ms_;
}
void context::add_overhead(double ms) {
  const std::unique_lock lock(mutex_);
  overhead_ms_ += ms;
}

std::optional<std::uint64_t> context::find(const void* array, std::uint64_t key) const {
  const std::shared_lock lock(mutex_);
  const auto known = computed_.find({array, key});
  return known != computed_.end() ? std::optional(known->second) : std::nullopt;
}

void context::store(const void* array, std::uint64_t key, std::uint64_t value) {
  const std::unique_lock lock(mutex_);
  if (kept_.count(array) != 0) computed_.insert_or_assign({array, key}, value);
}

}  // namespace amorph
