// A solver that clauses are added to between searches: IPASIR's functions, of a library that need not be there.
#include <dlfcn.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>

#include <atomic>
#include <chrono>
#include <climits>
#include <string>
#include <vector>

#include "python/src/context.hpp"

namespace amorph::python {
namespace {

using literals = nb::ndarray<const std::int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// tools/bindings/ipasir/ipasir.h
struct ipasir {
  void* (*init)();
  void (*release)(void*);
  void (*add)(void*, int);
  void (*assume)(void*, int);
  int (*solve)(void*);
  int (*val)(void*, int);
  int (*failed)(void*, int);
  void (*set_terminate)(void*, void*, int (*)(void*));
};

ipasir load(const std::string& file) {
  void* const library = ::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) throw std::runtime_error(::dlerror());
  const auto find = [&]<class F>(F*& f, const char* name) {
    f = reinterpret_cast<F*>(::dlsym(library, name));
    if (f == nullptr) throw std::runtime_error(file + ": no function " + name);
  };
  ipasir f{};
  find(f.init, "ipasir_init");
  find(f.release, "ipasir_release");
  find(f.add, "ipasir_add");
  find(f.assume, "ipasir_assume");
  find(f.solve, "ipasir_solve");
  find(f.val, "ipasir_val");
  find(f.failed, "ipasir_failed");
  find(f.set_terminate, "ipasir_set_terminate");
  return f;
}

class incremental {
 public:
  explicit incremental(const std::string& file) : f_(load(file)), solver_(f_.init()) {
    f_.set_terminate(solver_, this, terminate);
  }
  ~incremental() { f_.release(solver_); }
  incremental(const incremental&) = delete;
  incremental& operator=(const incremental&) = delete;

  // Clauses, each ended by 0.
  void add(literals clauses) {
    check(clauses);
    const use here(*this);
    const nb::gil_scoped_release unlocked;
    for (std::size_t i = 0; i != clauses.shape(0); ++i) f_.add(solver_, clauses.data()[i]);
  }

  // 10, 20, or 0 if interrupt() was called. Throws what a signal handler raised.
  int solve(literals assumptions) {
    check(assumptions);
    const use here(*this);
    int found = 0;
    next_check_ = std::chrono::steady_clock::now() + check_every;
    {
      const nb::gil_scoped_release unlocked;
      for (std::size_t i = 0; i != assumptions.shape(0); ++i) f_.assume(solver_, assumptions.data()[i]);
      found = f_.solve(solver_);
    }
    if (raised_.is_valid()) {
      const nb::object error = std::move(raised_);
      raised_.reset();
      PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(error.ptr())), error.ptr());
      throw nb::python_error();
    }
    return found;
  }

  // After 10: the literals of variables 1 .. variables that are true.
  nb::list model(std::int32_t variables) {
    const use here(*this);
    nb::list found;
    for (std::int32_t v = 1; v <= variables; ++v) found.append(f_.val(solver_, v));
    return found;
  }

  // After 20: those of the assumptions that the answer needs, in their order.
  nb::list failed(literals assumptions) {
    check(assumptions);
    const use here(*this);
    nb::list found;
    for (std::size_t i = 0; i != assumptions.shape(0); ++i)
      if (f_.failed(solver_, assumptions.data()[i]) != 0) found.append(assumptions.data()[i]);
    return found;
  }

  void interrupt() { interrupted_ = true; }
  void clear_interrupt() { interrupted_ = false; }

 private:
  // One thread at a time; IPASIR leaves the rest undefined.
  class use {
   public:
    explicit use(incremental& s) : s_(s) {
      if (s_.busy_.exchange(true)) throw std::runtime_error("the solver is in use by another thread");
    }
    ~use() { s_.busy_ = false; }
    use(const use&) = delete;
    use& operator=(const use&) = delete;

   private:
    incremental& s_;
  };

  // (The least integer has no negation.)
  static void check(const literals& of) {
    for (std::size_t i = 0; i != of.shape(0); ++i)
      if (of.data()[i] == INT_MIN) throw nb::value_error("expected a literal between -2147483647 and 2147483647");
  }

  // Runs pending signal handlers, which needs the GIL, a few times per second.
  static int terminate(void* state) {
    auto* s = static_cast<incremental*>(state);
    if (s->interrupted_ || s->raised_.is_valid()) return 1;
    const auto now = std::chrono::steady_clock::now();
    if (now < s->next_check_) return 0;
    s->next_check_ = now + check_every;
    const nb::gil_scoped_acquire locked;
    if (PyErr_CheckSignals() == 0) return 0;
    nb::python_error error;
    s->raised_ = nb::borrow(error.value());
    return 1;
  }

  static constexpr std::chrono::milliseconds check_every{50};  // of signals

  ipasir f_;
  void* solver_;
  std::atomic<bool> interrupted_{false}, busy_{false};
  std::chrono::steady_clock::time_point next_check_;
  nb::object raised_;  // by a signal handler
};

}  // namespace

void bind_incremental(nb::module_& m) {
  nb::class_<incremental>(m, "Incremental")
      .def(nb::init<std::string>(), nb::arg("library"))
      .def("add", &incremental::add, nb::arg("clauses"))
      .def("solve", &incremental::solve, nb::arg("assumptions"))
      .def("model", &incremental::model, nb::arg("variables"))
      .def("failed", &incremental::failed, nb::arg("assumptions"))
      .def("interrupt", &incremental::interrupt)
      .def("clear_interrupt", &incremental::clear_interrupt);
}

}  // namespace amorph::python
