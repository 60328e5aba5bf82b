// Graphs, resident if wanted, and the answers of their algorithms as arrays that are not copied.
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <utility>
#include <vector>

#include "python/src/context.hpp"

namespace amorph::python {
namespace {

template <class T> using array = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
class result {
 public:
  result(nb::object in, amorph_result* handle, bool left)
      : context_(std::move(in)), handle_(handle), on_device_(left && backend().rfind("cuda", 0) == 0) {
    device_ = nb::cast<context&>(context_).device();
  }
  ~result() { amorph_result_destroy(handle_); }
  result(const result&) = delete;
  result& operator=(const result&) = delete;

  [[nodiscard]] std::string backend() const { return amorph_result_backend(handle_); }
  [[nodiscard]] bool on_device() const { return on_device_; }
  [[nodiscard]] std::int32_t device() const { return device_; }
  [[nodiscard]] double figure(const char* name) const {
    double value = 0;
    check(amorph_result_figure(handle_, name, &value));
    return value;
  }
  [[nodiscard]] std::int64_t integer(const char* name) const {
    std::int64_t value = 0;
    check(amorph_result_integer(handle_, name, &value));
    return value;
  }
  [[nodiscard]] amorph_array array_of(const char* name) const {
    amorph_array a = {sizeof a};
    check(amorph_result_array(handle_, name, &a));
    return a;
  }

 private:
  static void check(amorph_status s) {
    if (s != AMORPH_OK) throw failure(s, amorph_last_error());
  }
  nb::object context_;  // outlives the handle
  amorph_result* handle_;
  bool on_device_;
  std::int32_t device_;
};

nb::dlpack::dtype type_of(const amorph_array& a, bool bits_are_reals) {
  switch (a.type) {
    case AMORPH_TYPE_UINT32: return nb::dtype<std::uint32_t>();
    case AMORPH_TYPE_UINT64: return bits_are_reals ? nb::dtype<double>() : nb::dtype<std::uint64_t>();
    case AMORPH_TYPE_INT64: return nb::dtype<std::int64_t>();
    case AMORPH_TYPE_UINT8: return nb::dtype<std::uint8_t>();
    default: return nb::dtype<double>();
  }
}

// The array stays in the result, which it keeps alive. With `columns` it is a table.
nb::object view(nb::handle self, const char* name, bool bits_are_reals, std::size_t columns) {
  const auto& r = *nb::inst_ptr<result>(self);
  const amorph_array a = r.array_of(name);
  const auto count = static_cast<std::size_t>(a.count);
  const std::size_t shape[] = {columns == 0 ? count : count / columns, columns}, dimensions = columns == 0 ? 1 : 2;
  void* data = const_cast<void*>(a.values);
  const nb::dlpack::dtype type = type_of(a, bits_are_reals);
  if (r.on_device())
    return nb::cast(nb::ndarray<>(data, dimensions, shape, self, nullptr, type, nb::device::cuda::value, r.device()));
  static char nothing;
  return nb::cast(nb::ndarray<nb::numpy>(data != nullptr ? data : &nothing, dimensions, shape, self, nullptr, type));
}

// Where an array is, for other libraries' interfaces: address, elements, amorph_type.
nb::tuple place(const result& r, const char* name) {
  const amorph_array a = r.array_of(name);
  return nb::make_tuple(reinterpret_cast<std::uintptr_t>(a.values), a.count, a.type);
}

class graph {
 public:
  graph(array<std::uint64_t> begin, array<std::uint32_t> to, nb::object weight, bool undirected)
      : begin_(std::move(begin)), to_(std::move(to)), weight_object_(std::move(weight)) {
    if (begin_.shape(0) == 0) throw nb::value_error("indptr: expected vertices + 1 offsets, found none");
    if (begin_.shape(0) - 1 > UINT32_MAX - 1) throw nb::value_error("indptr: too many vertices");
    if (begin_.data()[begin_.shape(0) - 1] != to_.shape(0))
      throw nb::value_error("indptr: expected its last offset to be the length of indices");
    c_.size = sizeof c_;
    c_.vertices = static_cast<std::uint32_t>(begin_.shape(0) - 1);
    c_.begin = begin_.data();
    c_.to = to_.data();
    c_.undirected = undirected ? 1 : 0;
    if (!weight_object_.is_none()) take_weights();
  }
  ~graph() {
    for (const void* a : kept_) amorph_forget(context_handle_, a);
  }
  graph(const graph&) = delete;
  graph& operator=(const graph&) = delete;

  [[nodiscard]] std::uint32_t vertices() const { return c_.vertices; }
  [[nodiscard]] std::uint64_t arcs() const { return to_.shape(0); }

  // Copies on the device, by address; 0: none.
  void keep(nb::object in, std::uintptr_t begin, std::uintptr_t to, std::uintptr_t weight) {
    auto& c = nb::cast<context&>(in);
    if (context_.is_valid()) throw nb::value_error("the graph is resident already");
    context_ = in;
    context_handle_ = c.handle();
    keep_one(c, c_.begin, begin_.nbytes(), begin);
    keep_one(c, c_.to, to_.nbytes(), to);
    keep_one(c, c_.weight, c_.weight != nullptr ? weight_.nbytes() : 0, weight);
  }

  nb::object run(nb::object in, const char* algorithm, std::optional<std::string> strategy, nb::object sources,
                 std::uint32_t target, const nb::dict& options, bool leave, bool figures_only) {
    auto& c = nb::cast<context&>(in);
    amorph_graph_options o = {sizeof o};
    o.strategy = strategy ? strategy->c_str() : nullptr;
    std::uint32_t one = 0;
    array<std::uint32_t> many;
    if (PyLong_Check(sources.ptr())) {
      one = nb::cast<std::uint32_t>(sources);
      o.sources = &one;
      o.source_count = 1;
    } else if (!sources.is_none()) {
      many = nb::cast<array<std::uint32_t>>(sources);
      o.sources = many.data();
      o.source_count = many.shape(0);
    }
    o.target = target;
    std::vector<amorph_option> given;
    given.reserve(options.size());
    for (const auto& [name, value] : options) {
      const char* const word = nb::borrow<nb::str>(name).c_str();
      double number = 0;
      if (!nb::try_cast(value, number)) throw nb::type_error((std::string(word) + ": expected a number").c_str());
      given.push_back({word, number});
    }
    o.options = given.data();
    o.option_count = given.size();
    o.leave = leave ? 1 : 0;
    o.arrays_only = 1;
    o.figures_only = figures_only ? 1 : 0;
    amorph_result* r = nullptr;
    c.run([&] { return amorph_graph_run(c.handle(), &c_, algorithm, &o, &r); });
    return nb::cast(new result(in, r, leave), nb::rv_policy::take_ownership);
  }

 private:
  void take_weights() {
    weight_ = nb::cast<nb::ndarray<nb::ro, nb::ndim<1>, nb::c_contig, nb::device::cpu>>(weight_object_);
    if (weight_.shape(0) != to_.shape(0)) throw nb::value_error("weights: expected one per arc");
    if (weight_.dtype() == nb::dtype<std::int32_t>())
      c_.weights = AMORPH_INT32;
    else if (weight_.dtype() == nb::dtype<std::int64_t>())
      c_.weights = AMORPH_INT64;
    else if (weight_.dtype() == nb::dtype<float>())
      c_.weights = AMORPH_FLOAT32;
    else if (weight_.dtype() == nb::dtype<double>())
      c_.weights = AMORPH_FLOAT64;
    else
      throw nb::type_error("weights: expected int32, int64, float32 or float64");
    c_.weight = weight_.data();
    if (weight_.shape(0) == 0) c_.weights = AMORPH_UNWEIGHTED, c_.weight = nullptr;
  }
  void keep_one(context& c, const void* at, std::uint64_t bytes, std::uintptr_t copy) {
    if (at == nullptr || bytes == 0) return;
    c.run([&] { return amorph_keep(c.handle(), at, bytes, reinterpret_cast<const void*>(copy)); });
    kept_.push_back(at);
  }

  array<std::uint64_t> begin_;
  array<std::uint32_t> to_;
  nb::object weight_object_;
  nb::ndarray<nb::ro, nb::ndim<1>, nb::c_contig, nb::device::cpu> weight_;
  amorph_graph c_ = {};
  nb::object context_;
  amorph_context* context_handle_ = nullptr;
  std::vector<const void*> kept_;
};

std::vector<std::string> algorithm_names() {
  std::vector<std::string> names;
  for (std::uint32_t i = 0; const char* name = amorph_algorithm(i); ++i) names.emplace_back(name);
  return names;
}

}  // namespace

void bind_graph(nb::module_& m) {
  nb::class_<result>(m, "Result")
      .def_prop_ro("backend", &result::backend)
      .def_prop_ro("on_device", &result::on_device)
      .def_prop_ro("device", &result::device)
      .def("figure", &result::figure, nb::arg("name"))
      .def("integer", &result::integer, nb::arg("name"))
      .def(
          "array",
          [](nb::handle self, const char* name, bool reals, std::size_t columns) {
            return view(self, name, reals, columns);
          },
          nb::arg("name"), nb::arg("bits_are_reals") = false, nb::arg("columns") = 0)
      .def("place", &place, nb::arg("name"));
  nb::class_<graph>(m, "Graph")
      .def(nb::init<array<std::uint64_t>, array<std::uint32_t>, nb::object, bool>(), nb::arg("begin"), nb::arg("to"),
           nb::arg("weight").none(), nb::arg("undirected"))
      .def_prop_ro("vertices", &graph::vertices)
      .def_prop_ro("arcs", &graph::arcs)
      .def("keep", &graph::keep, nb::arg("context"), nb::arg("begin") = 0, nb::arg("to") = 0, nb::arg("weight") = 0)
      .def("run", &graph::run, nb::arg("context"), nb::arg("algorithm"), nb::arg("strategy").none(),
           nb::arg("sources").none(), nb::arg("target"), nb::arg("options"), nb::arg("leave"), nb::arg("figures_only"));
  m.def("algorithms", &algorithm_names);
}

}  // namespace amorph::python
