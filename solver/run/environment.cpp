#include "solver/run/environment.hpp"

#include "amorph/kernels/base/byte_text.hpp"

namespace amorph {
namespace {

template <class T> auto number_up_to(T& to, T high) {
  return [&to, high](std::string_view text) {
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), to);
    return code == std::errc() && end == text.data() + text.size() && to >= 0 && to <= high;
  };
}

}  // namespace

run_options read_run_environment() {
  run_options run;
  read_variable("AMORPH_BACKEND", "auto, cpu or cuda",
                [&](auto text) { return store(parse_backend(text), run.backend); });
  read_variable("AMORPH_DEVICE", "a number 0 .. 1023", number_up_to(run.device, 1023));
  read_variable("AMORPH_THREADS", "a number 0 .. 4096", number_up_to(run.threads, 4096U));
  read_variable("AMORPH_MEMORY_LIMIT", expected_bytes,
                [&](auto text) { return store(parse_bytes(text), run.memory_limit); });
  return run;
}

}  // namespace amorph
