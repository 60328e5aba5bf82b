// Contexts, and the way of a C call: without the GIL, stopped by Ctrl-C, its status as an exception.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <stdexcept>
#include <string>

#include "tools/bindings/amorph/amorph.h"

namespace amorph::python {

namespace nb = nanobind;

// What the C interface reported; translated to the exception class of its status.
struct failure : std::runtime_error {
  failure(amorph_status s, const std::string& why) : std::runtime_error(why), status(s) {}
  amorph_status status;
};

class context {
 public:
  context(std::int32_t backend, std::int32_t device, std::uint32_t threads, std::uint64_t memory_limit,
          nb::object progress);
  ~context();
  context(const context&) = delete;
  context& operator=(const context&) = delete;

  [[nodiscard]] amorph_context* handle() const { return handle_; }
  [[nodiscard]] std::int32_t device() const { return device_; }
  void stop() { amorph_context_stop(handle_); }
  void resume() { amorph_context_resume(handle_); }

  // Runs call() on this thread without the GIL. Throws failure, or what a signal handler or `progress` raised.
  template <class Call> void run(Call call) {
    const guard watch(*this);
    amorph_status status;
    std::string why;
    {
      const nb::gil_scoped_release unlocked;
      status = call();
      if (status != AMORPH_OK) why = amorph_last_error();
    }
    finish(status, why);
  }

 private:
  // While it lives, SIGINT stops the context, if this is the main thread; Python's own handler runs as well.
  class guard {
   public:
    explicit guard(context& c);
    ~guard();

   private:
    bool installed_ = false;
  };
  void finish(amorph_status status, const std::string& why);
  static void report(void* user, const char* phase, std::uint64_t done, std::uint64_t total);

  amorph_context* handle_ = nullptr;
  std::int32_t device_;
  nb::object progress_;
  nb::object raised_;  // by `progress`
};

void bind_context(nb::module_& m);
void bind_conversions(nb::module_& m);
void bind_graph(nb::module_& m);
void bind_incremental(nb::module_& m);
void bind_mesh(nb::module_& m);
void bind_solvers(nb::module_& m);

}  // namespace amorph::python
