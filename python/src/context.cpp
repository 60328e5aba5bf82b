// Contexts, and what a run does with Ctrl-C and with exceptions of the progress callback.
#include "python/src/context.hpp"

#include <nanobind/stl/string.h>
#include <pthread.h>
#include <signal.h>

#include <atomic>

namespace amorph::python {
namespace {

pthread_t main_thread;

// What the handler of SIGINT reads: the context that the main thread runs in, and the handler before.
std::atomic<amorph_context*> running{nullptr};
std::atomic<bool> interrupted{false};
struct sigaction before;

void on_interrupt(int signal, siginfo_t* info, void* where) {
  if (amorph_context* c = running.load()) {
    interrupted = true;
    amorph_context_stop(c);
  }
  if ((before.sa_flags & SA_SIGINFO) != 0)
    before.sa_sigaction(signal, info, where);
  else if (before.sa_handler != SIG_DFL && before.sa_handler != SIG_IGN)
    before.sa_handler(signal);
}

}  // namespace

context::guard::guard(context& c) {
  if (pthread_equal(pthread_self(), main_thread) == 0 || running.load() != nullptr) return;
  if (sigaction(SIGINT, nullptr, &before) != 0) return;
  if ((before.sa_flags & SA_SIGINFO) == 0 && (before.sa_handler == SIG_DFL || before.sa_handler == SIG_IGN)) return;
  struct sigaction ours = {};
  ours.sa_sigaction = on_interrupt;
  ours.sa_flags = SA_SIGINFO | (before.sa_flags & SA_RESTART);
  interrupted = false;
  running = c.handle_;
  installed_ = sigaction(SIGINT, &ours, nullptr) == 0;
  if (!installed_) running = nullptr;
}

context::guard::~guard() {
  if (!installed_) return;
  sigaction(SIGINT, &before, nullptr);
  amorph_context* c = running.exchange(nullptr);
  if (interrupted.exchange(false)) amorph_context_resume(c);
}

context::context(std::int32_t backend, std::int32_t device, std::uint32_t threads, std::uint64_t memory_limit,
                 nb::object progress)
    : device_(device), progress_(std::move(progress)) {
  amorph_context_options o = {sizeof o};
  o.backend = backend;
  o.device = device;
  o.threads = threads;
  o.memory_limit = memory_limit;
  if (!progress_.is_none()) {
    o.progress = report;
    o.user = this;
  }
  if (const amorph_status s = amorph_context_create(&o, &handle_); s != AMORPH_OK)
    throw failure(s, amorph_last_error());
}

context::~context() { amorph_context_destroy(handle_); }

void context::report(void* user, const char* phase, std::uint64_t done, std::uint64_t total) {
  auto* c = static_cast<context*>(user);
  const nb::gil_scoped_acquire locked;
  if (c->raised_.is_valid()) return;
  try {
    c->progress_(phase, done, total);
  } catch (nb::python_error& e) {
    c->raised_ = nb::borrow(e.value());
    amorph_context_stop(c->handle_);
  }
}

void context::finish(amorph_status status, const std::string& why) {
  if (raised_.is_valid()) {
    amorph_context_resume(handle_);
    const nb::object error = std::move(raised_);
    raised_.reset();
    PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(error.ptr())), error.ptr());
    throw nb::python_error();
  }
  if (status == AMORPH_INTERRUPTED && PyErr_CheckSignals() != 0) throw nb::python_error();
  if (status != AMORPH_OK) throw failure(status, why);
}

void bind_context(nb::module_& m) {
  main_thread = pthread_self();
  nb::class_<context>(m, "Context")
      .def(nb::init<std::int32_t, std::int32_t, std::uint32_t, std::uint64_t, nb::object>(), nb::arg("backend"),
           nb::arg("device"), nb::arg("threads"), nb::arg("memory_limit"), nb::arg("progress").none())
      .def("stop", &context::stop)
      .def("resume", &context::resume);
}

}  // namespace amorph::python
