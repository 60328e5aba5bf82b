// amorph._core: amorph.h for Python, as thin as it can be. The package's Python files are the interface.
#include "python/src/context.hpp"

namespace amorph::python {
namespace {

// The exception classes of amorph._errors, by status; looked up when something fails.
void raise(const failure& f) {
  static constexpr const char* names[] = {"InternalError", "BadInputError",    "OutOfMemoryError",
                                          "NoDeviceError", "InterruptedError", "InternalError"};
  const auto status = static_cast<std::size_t>(f.status);
  const nb::object type = nb::module_::import_("amorph._errors").attr(names[status < std::size(names) ? status : 0]);
  PyErr_SetString(type.ptr(), f.what());
}

}  // namespace
}  // namespace amorph::python

NB_MODULE(_core, m) {
  using namespace amorph::python;
  nb::register_exception_translator(
      [](const std::exception_ptr& p, void*) {
        try {
          std::rethrow_exception(p);
        } catch (const failure& f) {
          raise(f);
        }
      },
      nullptr);
  m.def("version", amorph_version);
  bind_context(m);
  bind_graph(m);
  bind_solvers(m);
}
