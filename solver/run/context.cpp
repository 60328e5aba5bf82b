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

const context_functions* device_functions() {
  context_entry* entry = cuda_module::get().entry<context_entry>("context", context_version);
  return entry != nullptr ? entry() : nullptr;
}

void check(int code, const std::array<char, 512>& message) {
  if (const auto s = static_cast<status>(code); s != status::ok) throw error(s, message.data());
}

}  // namespace

context::context(const run_options& options) : options_(options) {
  options_.context = nullptr;
  if (options.backend == backend::cpu) return;
  const backend_choice choice = select_backend(options.backend, "context", context_version, options.device);
  if (choice.code != status::ok) throw error(choice.code, choice.message);
  if (options.backend == backend::cuda) (void)sessions(true);
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

void context::open(side& s, const context_functions* functions) {
  if (functions == nullptr) throw error(status::no_device, "backend cuda: " + cuda_module::get().reason());
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
  s = {functions, made};
}

void* context::sessions(bool on_device) {
  const std::unique_lock lock(mutex_);
  side& s = on_device ? device_ : cpu_;
  if (s.sessions == nullptr) open(s, on_device ? device_functions() : &context_on<cpu_exec>::functions);
  return s.sessions;
}

void context::keep(const void* array, std::uint64_t bytes, const void* copy) {
  if (options_.backend == backend::cpu) copy = nullptr;
  if (options_.backend == backend::cuda || copy != nullptr) (void)sessions(true);
  const std::unique_lock lock(mutex_);
  if (const auto kept = kept_.find(array); kept != kept_.end()) {
    if (kept->second.bytes != bytes)
      throw error(status::bad_input, "an array of " + std::to_string(kept->second.bytes) +
                                         " bytes is resident already, with " + std::to_string(bytes) + " bytes now");
    ++kept->second.times;
    return;
  }
  const auto kept = kept_.emplace(array, kept_array{bytes, 1, ++numbers_}).first;
  std::array<char, 512> message{};
  try {
    for (side* s : {&cpu_, &device_})
      if (s->sessions != nullptr)
        check(s->functions->keep(s->sessions, array, bytes, copy, message.data(), message.size()), message);
  } catch (...) {
    drop(array);
    kept_.erase(kept);
    throw;
  }
}

void context::drop(const void* array) noexcept {
  for (side* s : {&cpu_, &device_})
    if (s->sessions != nullptr) s->functions->forget(s->sessions, array);
  computed_.erase(computed_.lower_bound({array, 0}), computed_.upper_bound({array, ~std::uint64_t{0}}));
}

void context::forget(const void* array) noexcept {
  const std::unique_lock lock(mutex_);
  const auto kept = kept_.find(array);
  if (kept == kept_.end() || --kept->second.times != 0) return;
  drop(array);
  kept_.erase(kept);
}

std::uint64_t context::number(const void* array) const {
  const std::shared_lock lock(mutex_);
  const auto kept = kept_.find(array);
  return kept != kept_.end() ? kept->second.number : 0;
}
bool context::holds(const void* array) const { return number(array) != 0; }

void context::fetch(const void* from, void* to, std::uint64_t bytes) {
  // A device's sessions copy from either memory.
  const side& s = device_.sessions != nullptr ? device_ : cpu_;
  if (bytes == 0) return;
  if (s.sessions == nullptr) throw error(status::bad_input, "no run in this context has left an answer");
  std::array<char, 512> message{};
  check(s.functions->fetch(s.sessions, to, from, bytes, message.data(), message.size()), message);
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
