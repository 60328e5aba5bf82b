// amorph._core: amorph.h for Python, as thin as it can be. The package's Python files are the interface.
#include <dlfcn.h>
#include <nanobind/stl/string.h>

#include <string>

#include "python/src/context.hpp"

namespace amorph::python {
namespace {

// The file of libamorph.so, beside which other libraries lie.
std::string library_file() {
  Dl_info info{};
  return ::dladdr(reinterpret_cast<void*>(&amorph_version), &info) != 0 && info.dli_fname != nullptr ? info.dli_fname
                                                                                                     : "";
}

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
  m.def("library_file", library_file);
  bind_context(m);
  bind_conversions(m);
  bind_graph(m);
  bind_incremental(m);
  bind_mesh(m);
  bind_solvers(m);
}
