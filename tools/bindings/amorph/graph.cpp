// Graph algorithms by their descriptors: the rows that amorph-graph prints become columns.
#include <cmath>
#include <cstring>
#include <limits>
#include <memory>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "solver/graph/algorithm.hpp"
#include "tools/bindings/amorph/handles.hpp"

using namespace amorph;
using namespace amorph::c_interface;

namespace {

struct values {
  std::string tag, name;
  std::vector<std::int64_t> integers;
  std::vector<double> reals;  // of columns that are not vertices or counts: distances, ranks, flows
  bool has_reals = false, has_integers = true;
};

// Collects the rows of an answer by column.
class column_writer final : public graph::row_writer {
 public:
  column_writer(const graph::algorithm& a, std::vector<values>& columns) : columns_(columns) {
    for (const graph::column& c : a.columns) columns_.push_back({c.tag, c.name, {}, {}, false, true});
  }
  row_writer& line(const char* tag) override {
    at_ = 0;
    while (at_ != columns_.size() && columns_[at_].tag != tag) ++at_;
    return *this;
  }
  row_writer& vertex(std::uint32_t v) override { return number(v); }
  row_writer& number(std::uint64_t n) override {
    if (at_ != columns_.size()) columns_[at_++].integers.push_back(static_cast<std::int64_t>(n));
    return *this;
  }
  row_writer& integer(std::int64_t n) override {
    if (at_ == columns_.size()) return *this;
    values& column = columns_[at_];
    if (column.has_integers) column.integers.push_back(n);
    return add(static_cast<double>(n));
  }
  row_writer& integer(std::uint64_t n) override {
    const bool fits = n <= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    return fits ? integer(static_cast<std::int64_t>(n)) : real(static_cast<double>(n));
  }
  row_writer& real(double x) override {
    if (at_ != columns_.size()) columns_[at_].has_integers = false;
    return add(x);
  }
  row_writer& total(std::string_view) override { return skip(); }  // a figure
  row_writer& none(const char*) override { return real(std::numeric_limits<double>::quiet_NaN()); }
  [[nodiscard]] bool failed() const override { return false; }

 private:
  row_writer& add(double x) {
    if (at_ == columns_.size()) return *this;
    columns_[at_].reals.push_back(x);
    columns_[at_].has_reals = true;
    return skip();
  }
  row_writer& skip() {
    if (at_ != columns_.size()) ++at_;
    return *this;
  }
  std::vector<values>& columns_;
  std::size_t at_ = 0;
};

weighted_csr view_of(const amorph_graph& g) {
  if (g.vertices != 0) require(g.begin, "row offsets");
  if (g.weights < AMORPH_UNWEIGHTED || g.weights > AMORPH_FLOAT64)
    refuse("expected a type of weights 0 .. 4, found " + std::to_string(g.weights));
  const std::uint64_t arcs = g.vertices == 0 ? 0 : g.begin[g.vertices];
  if (arcs != 0) require(g.to, "the targets of arcs");
  weighted_csr view;
  if (g.vertices != 0)
    view.graph = {g.vertices, span<const std::uint64_t>(g.begin, g.vertices + std::size_t{1}),
                  span<const std::uint32_t>(g.to, arcs)};
  view.kind = g.weight != nullptr ? static_cast<weight_kind>(g.weights) : weight_kind::none;
  view.weight = view.kind != weight_kind::none ? g.weight : nullptr;
  view.undirected = g.undirected != 0;
  return view;
}

const graph::algorithm& named(const char* name) {
  require(name, "the name of an algorithm");
  const graph::algorithm* a = graph::find(name);
  if (a == nullptr) refuse(std::string("there is no algorithm '") + name + "'");
  return *a;
}

std::uint32_t strategy_of(const graph::algorithm& a, const char* name) {
  if (name == nullptr) return 0;
  if (const auto number = a.strategy_named(name)) return *number;
  refuse(std::string(a.name) + " has no strategy '" + name + "'");
}

std::vector<std::optional<double>> options_of(const graph::algorithm& a, const amorph_graph_options& o) {
  if (o.option_count != 0) require(o.options, "options");
  std::vector<std::optional<double>> all(a.options.size());
  for (std::size_t i = 0; i != o.option_count; ++i) {
    const amorph_option& given = o.options[i];
    require(given.name, "the name of an option");
    std::size_t at = 0;
    while (at != a.options.size() && std::strcmp(a.options[at].name, given.name) != 0) ++at;
    if (at == a.options.size()) refuse(std::string(a.name) + " has no option '" + given.name + "'");
    const graph::option_info& info = a.options[at];
    if (!(given.value >= info.low && given.value <= info.high) || (info.above && given.value == info.low))
      refuse(std::string(info.name) + ": expected " + graph::shortest(info.low) + " .. " + graph::shortest(info.high) +
             ", found " + graph::shortest(given.value));
    if (info.kind != graph::option_kind::real && given.value != std::trunc(given.value))
      refuse(std::string(info.name) + ": expected an integer, found " + graph::shortest(given.value));
    all[at] = given.value;
  }
  return all;
}

void check_ends(const graph::algorithm& a, const amorph_graph_options& o, std::uint32_t vertices) {
  const bool has_target = a.needs.ends == graph::ends::pair || a.needs.ends == graph::ends::network;
  if (a.needs.ends == graph::ends::none && o.source_count != 0) refuse(std::string(a.name) + " takes no sources");
  if (has_target && o.source_count != 1) refuse(std::string(a.name) + ": expected one source");
  if (has_target && o.target >= vertices)
    refuse("there is no vertex " + std::to_string(o.target) + " among " + std::to_string(vertices));
  if (o.source_count != 0) require(o.sources, "sources");
  for (std::size_t i = 0; i != o.source_count; ++i)
    if (o.sources[i] >= vertices)
      refuse("there is no vertex " + std::to_string(o.sources[i]) + " among " + std::to_string(vertices));
}

}  // namespace

struct amorph_result {
  graph::outcome found;
  std::vector<values> columns;
};

namespace {

const values& column_of(const amorph_result* result, const char* tag, const char* name, const void* to,
                        const void* rows) {
  require(result, "a result");
  require(tag, "a tag");
  require(name, "the name of a column");
  require(to, "a place for the values");
  require(rows, "a place for the number of rows");
  for (const values& column : result->columns)
    if (column.tag == tag && column.name == name) return column;
  refuse(std::string("there is no column '") + name + "' of rows '" + tag + "'");
}

const figure& figure_of(const amorph_result* result, const char* name, const void* value) {
  require(result, "a result");
  require(name, "the name of a figure");
  require(value, "a place for the value");
  for (const figure& f : result->found.figures)
    if (f.name == name) return f;
  refuse(std::string("there is no figure '") + name + "'");
}

}  // namespace

extern "C" {

const char* amorph_algorithm(uint32_t number) {
  const auto all = graph::algorithms();
  return number < all.size() ? all[number]->name : nullptr;
}

amorph_status amorph_graph_run(amorph_context* context, const amorph_graph* graph, const char* algorithm,
                               const amorph_graph_options* options, amorph_result** result) {
  return run([&] {
    require(context, "a context");
    require(result, "a place for the result");
    const graph::algorithm& a = named(algorithm);
    const amorph_graph g = require_struct(graph, "graph");
    const amorph_graph_options o = read_struct(options, "amorph_graph_options");
    check_ends(a, o, g.vertices);
    const std::vector<std::optional<double>> values = options_of(a, o);
    graph::request r;
    r.graph = view_of(g);
    r.sources = span<const std::uint32_t>(o.sources, o.source_count);
    r.target = o.target;
    r.run = context->run;
    r.strategy = strategy_of(a, o.strategy);
    r.values = span<const std::optional<double>>(values.data(), values.size());
    r.rows = o.figures_only == 0 && o.leave == 0;
    r.leave = o.leave != 0;
    if (r.leave && !a.leaves) refuse(std::string(a.name) + " leaves no answer in the memory of the backend");
    auto made = std::make_unique<amorph_result>();
    made->found = a.run(r);
    if (r.rows && o.arrays_only == 0) {
      column_writer writer(a, made->columns);
      a.rows(r, made->found, writer);
    }
    *result = made.release();
  });
}

amorph_status amorph_result_figure(const amorph_result* result, const char* name, double* value) {
  return run([&] {
    const figure& f = figure_of(result, name, value);
    if (const auto* whole = std::get_if<__int128>(&f.value))
      *value = static_cast<double>(*whole);
    else if (const auto* real = std::get_if<double>(&f.value))
      *value = *real;
    else
      refuse(std::string("'") + name + "' is not a number");
  });
}

amorph_status amorph_result_integer(const amorph_result* result, const char* name, int64_t* value) {
  return run([&] {
    const auto* whole = std::get_if<__int128>(&figure_of(result, name, value).value);
    if (whole == nullptr || *whole != static_cast<int64_t>(*whole))
      refuse(std::string("'") + name + "' is not an integer of 64 bits");
    *value = static_cast<int64_t>(*whole);
  });
}

amorph_status amorph_result_integers(const amorph_result* result, const char* tag, const char* name,
                                     const int64_t** values, size_t* rows) {
  return run([&] {
    const auto& column = column_of(result, tag, name, values, rows);
    if (!column.has_integers) refuse(std::string("column '") + name + "' has values that are not integers");
    *values = column.integers.data();
    *rows = column.integers.size();
  });
}

amorph_status amorph_result_reals(const amorph_result* result, const char* tag, const char* name, const double** values,
                                  size_t* rows) {
  return run([&] {
    const auto& column = column_of(result, tag, name, values, rows);
    if (!column.has_reals && !column.integers.empty()) refuse(std::string("column '") + name + "' has integers");
    *values = column.reals.data();
    *rows = column.reals.size();
  });
}

amorph_status amorph_result_array(const amorph_result* result, const char* name, amorph_array* array) {
  return run([&] {
    require(result, "a result");
    require(name, "the name of an array");
    require(array, "a place for the array");
    for (const graph::answer_array& a : result->found.arrays) {
      if (std::strcmp(a.name, name) != 0) continue;
      using types = decltype(a.values);
      static_assert(std::is_same_v<std::variant_alternative_t<AMORPH_TYPE_UINT32, types>, span<const std::uint32_t>> &&
                    std::is_same_v<std::variant_alternative_t<AMORPH_TYPE_UINT64, types>, span<const std::uint64_t>> &&
                    std::is_same_v<std::variant_alternative_t<AMORPH_TYPE_FLOAT64, types>, span<const double>>);
      amorph_array all{};
      all.type = static_cast<std::int32_t>(a.values.index());
      std::visit(
          [&](const auto& values) {
            all.values = values.data();
            all.count = values.size();
          },
          a.values);
      write_struct(all, array, "amorph_array");
      return;
    }
    refuse(std::string("there is no array '") + name + "'");
  });
}

const char* amorph_result_backend(const amorph_result* result) {
  return result != nullptr ? result->found.stats.backend_name.c_str() : "";
}

void amorph_result_destroy(amorph_result* result) { delete result; }

}  // extern "C"
