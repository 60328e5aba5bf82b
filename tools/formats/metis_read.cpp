// Reads METIS graphs and meshes: a header, then rows of numbers (see rows.hpp). The sizes of the parsed pieces
// determine their positions in the result. Threads copy them there while the numbers are in cache, and compute the
// checksum that detects whether the graph is undirected.
#include <algorithm>
#include <cstring>
#include <limits>
#include <mutex>
#include <utility>

#include "amorph/kernels/backend/boundary.hpp"
#include "amorph/kernels/graph/symmetry.hpp"
#include "tools/base/counted.hpp"
#include "tools/formats/graph_file.hpp"
#include "tools/formats/input_file.hpp"
#include "tools/formats/proportion.hpp"
#include "tools/formats/rows.hpp"

namespace amorph::graph_file {
namespace {

constexpr std::uint32_t max_constraints = 1u << 20, max_vertices = std::numeric_limits<std::uint32_t>::max() - 1;
constexpr std::uint64_t any_edges = std::uint64_t{1} << 60;
constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

struct header {
  std::uint32_t rows = 0;
  std::uint64_t edges = 0;
  std::uint64_t line = 0;
  row_format format;
};

// Differences between graphs and meshes.
struct kind {
  const char *row, *rows;  // names in messages, singular and plural
  void (*read_header)(text_reader& in, header& h, const read_options& options);
  bool counted;  // the header contains the number of edges, and each edge is in two rows
};

constexpr char formats[] = "a format of 0, 1, 10, 11, 100, 101, 110 or 111";

void read_graph_header(text_reader& in, header& h, const read_options& options) {
  in.blanks();
  const text_reader start = in;
  h.rows = h.format.max_id = in.number32(0, max_vertices, "the number of vertices");
  in.blanks();
  h.edges = in.number(0, std::uint64_t{1} << 40, "the number of edges");
  if (!in.at_line_end()) {
    const text_reader at_format = in;
    const std::int64_t format = in.signed_number(formats);
    if (format < 0 || format / 100 > 1 || format / 10 % 10 > 1 || format % 10 > 1) at_format.fail(formats);
    h.format.sizes = format / 100 != 0;
    h.format.weights = format / 10 % 10 != 0;
    h.format.id_weights = format % 10 != 0;
  }
  if (!in.at_line_end()) {
    const text_reader at_constraints = in;
    const std::uint32_t n = in.number32(0, max_constraints, "the number of weights per vertex");
    if (n == 0 && h.format.weights) at_constraints.fail("at least one weight per vertex, as the format says");
    if (n != 0 && !h.format.weights)
      at_constraints.fail("no number of weights: the format says that vertices have none");
    h.format.constraints = std::max(1u, n);
  }
  if (options.need_edges && (h.rows == 0 || h.edges == 0))
    start.fail_plain("expected at least one vertex and one edge, found " + std::to_string(h.rows) + " and " +
                     std::to_string(h.edges));
}

void read_mesh_header(text_reader& in, header& h, const read_options&) {
  in.blanks();
  h.rows = in.number32(1, max_vertices, "the number of elements");
  h.format.max_id = max_vertices;
  h.format.empty_rows = false;
  h.format.id_name = "a node";
  h.format.weight_name = "an element's weight";
  h.edges = any_edges;
  const std::uint32_t n = in.at_line_end() ? 0 : in.number32(0, max_constraints, "the number of weights per element");
  h.format.weights = n != 0;
  h.format.constraints = std::max(1u, n);
}

constexpr kind graph_kind{"vertex", "vertices", read_graph_header, true},
    mesh_kind{"element", "elements", read_mesh_header, false};

class reader {
 public:
  reader(const kind& of, text_source& source, std::string_view name, host_graph& graph, const read_options& options)
      : kind_(of),
        exec_(options.threads),
        source_(source),
        lines_(source, exec_, name, options.max_bytes),
        name_(name),
        graph_(graph),
        options_(options) {}

  void read() {
    const char *first = nullptr, *last = nullptr;
    bool more = false;
    do {
      more = lines_.next(first, last);
      if (!more) fail(line_ + 1, std::string("expected the number of ") + kind_.rows + ", found the end of the file");
    } while (!read_header(first, last));
    prepare();
    for (; more; more = lines_.next(first, last)) take(first, last);
    finish();
  }

 private:
  [[noreturn]] void fail(std::uint64_t line, const std::string& what) const {
    throw error(status::bad_input, name_ + ":" + std::to_string(line) + ": " + what);
  }

  // Finds the header in these lines and moves `first` past it.
  bool read_header(const char*& first, const char* last) {
    while (first != last) {
      const char* end = static_cast<const char*>(std::memchr(first, '\n', static_cast<std::size_t>(last - first)));
      ++line_;
      const std::string_view text(first, static_cast<std::size_t>(end + 1 - first));
      first = end + 1;
      if (text.starts_with('%')) continue;
      text_reader in(text, name_, '%', line_);
      header_.line = line_;
      kind_.read_header(in, header_, options_);
      if (!in.at_line_end()) in.fail("the end of the line");
      return true;
    }
    return false;
  }

  // Capacity for the header's sizes, as far as the file can contain them. Pages are allocated when they are written.
  void prepare() {
    graph_ = {};
    graph_.vertices = header_.rows;
    graph_.constraints = header_.format.constraints;
    const std::uint64_t bytes = source_.size() != 0 ? source_.size() : std::uint64_t{1} << 24;
    const std::uint64_t rows = std::min<std::uint64_t>(header_.rows, bytes);
    graph_.begin.reserve(rows + 1);
    graph_.begin.push_back(0);
    const std::uint64_t edges =
        std::min<std::uint64_t>(2 * header_.edges, bytes / (header_.format.id_weights ? 4 : 2) + 1);
    graph_.to.reserve(edges);
    if (header_.format.id_weights) graph_.edge_weight.reserve(edges);
    if (header_.format.weights)
      graph_.vertex_weight.reserve(std::min(rows * header_.format.constraints, bytes / 2 + 1));
    if (header_.format.sizes) graph_.vertex_size.reserve(rows);
  }

  void take(const char* first, const char* last) {
    const std::size_t bytes = static_cast<std::size_t>(last - first);
    std::size_t count = std::max<std::size_t>(1, std::min<std::size_t>(bytes / piece_bytes, 4 * exec_.threads()));
    if (pieces_.size() < count) {
      pieces_.resize(count);
      loops_.resize(count);
    }
    std::size_t used = 0;
    for (const char* from = first; from != last; ++used) {
      const char* to = used + 1 == count ? last : std::max(from, first + bytes / count * (used + 1));
      if (to != last) to = static_cast<const char*>(std::memchr(to, '\n', static_cast<std::size_t>(last - to))) + 1;
      pieces_[used].first = std::exchange(from, to);
      pieces_[used].last = to;
    }
    count = used;
    exec_.ranges(count, 1, [this](std::size_t a, std::size_t b, unsigned) {
      for (; a != b; ++a) pieces_[a].parse(header_.format);
    });
    place(count);
    const std::size_t edges = edges_, rows = rows_;
    grow(graph_.begin, rows + 1);
    grow(graph_.to, edges);
    if (header_.format.id_weights) grow(graph_.edge_weight, edges);
    if (header_.format.weights) grow(graph_.vertex_weight, rows * header_.format.constraints);
    if (header_.format.sizes) grow(graph_.vertex_size, rows);
    exec_.ranges(count, 1, [this](std::size_t a, std::size_t b, unsigned) {
      for (; a != b; ++a) loops_[a] = copy(pieces_[a]);
    });
    for (std::size_t i = 0; i != count; ++i)
      if (const std::size_t row = loops_[i]; row != none)
        fail(pieces_[i].line_of(row), "expected other vertices as neighbours of vertex " +
                                          std::to_string(pieces_[i].first_row + row + 1) + ", found a self-loop");
    if (!failure_.empty()) throw error(status::bad_input, failure_);
  }

  template <class T> static void grow(host_array<T>& a, std::size_t size) {
    if (size > a.capacity()) a.reserve(std::max(size, 2 * a.capacity()));
    a.resize(size);
  }

  // Assigns lines, rows and edges to each piece, up to the first malformed line, whose error is kept in failure_.
  void place(std::size_t count) {
    for (std::size_t i = 0; i != count; ++i) {
      row_piece& p = pieces_[i];
      p.first_line = line_ + 1;
      p.first_row = rows_;
      p.first_id = edges_;
      p.rows = 0;
      if (!failure_.empty()) continue;
      line_ += p.lines;
      const std::size_t rows_left = header_.rows - rows_, available = std::min(rows_left, p.degree.size());
      std::size_t rows = 0;
      std::uint64_t edges = 0;
      const std::uint64_t left = 2 * (options_.count_fault == nullptr ? header_.edges : any_edges) - edges_;
      if (available == p.degree.size() && p.count <= left) {
        rows = available;
        edges = p.count;
      }
      for (; rows != available && edges + p.degree[rows] <= left; ++rows) edges += p.degree[rows];
      std::size_t bad = p.fault ? p.degree.size() : std::numeric_limits<std::size_t>::max();
      if (!p.bare.empty() && p.bare.front() < rows_left) bad = std::min(bad, p.bare.front());
      if (rows != available && rows < bad) {
        failure_ = name_ + ":" + std::to_string(p.line_of(rows)) + ": expected " + edges_said() + ", found more";
      } else if (bad < rows_left) {
        for (std::size_t r = rows; r > bad; --r) edges -= p.degree[r - 1];
        rows = std::min(rows, bad);
        explain(p, bad);
      } else if (available == rows_left) {
        check_end(p, rows_left);
      }
      p.rows = rows;
      rows_ += rows;
      edges_ += edges;
      if (failure_.empty())
        for (const std::size_t row : p.comments) comments_.push_back(p.first_row + row);
    }
  }

  void explain(const row_piece& p, std::size_t row) {
    try {
      text_reader in(p.text_of(row), name_, '%', p.line_of(row));
      explain_row(in, header_.format);
    } catch (const error& e) {
      failure_ = e.what();
      return;
    }
    throw error(status::internal,
                name_ + ":" + std::to_string(p.line_of(row)) + ": the fast and the slow parser disagree");
  }

  // Only blank lines and comments may follow the last vertex.
  void check_end(const row_piece& p, std::size_t row) {
    const bool bare = header_.format.before_ids() != 0 || !header_.format.empty_rows;
    for (; row < p.degree.size(); ++row)
      if (bare ? !std::binary_search(p.bare.begin(), p.bare.end(), row) : p.degree[row] != 0) break;
    if (row < p.degree.size() || p.fault)
      failure_ = name_ + ":" + std::to_string(p.line_of(row)) + ": expected the end of the file after " +
                 counted(header_.rows, kind_.row, kind_.rows) + ", found another line";
  }

  // Returns the first row that contains a self-loop, or none.
  std::size_t copy(const row_piece& p) {
    std::uint64_t* begin = graph_.begin.data() + p.first_row + 1;
    std::uint64_t at = p.first_id;
    const std::uint32_t* const to = p.ids.data() - p.first_id;
    const std::int32_t* const weight = header_.format.id_weights ? p.id_weight.data() - p.first_id : nullptr;
    std::size_t loop = none;
    edge_sums sums;
    for (std::size_t r = 0; r != p.rows; ++r) {
      const std::uint32_t v = static_cast<std::uint32_t>(p.first_row + r);
      const std::uint64_t end = at + p.degree[r];
      for (; at != end && undirected_; ++at) {
        if (to[at] == v && loop == none) loop = r;
        sums.add(v, to[at], weight != nullptr ? static_cast<std::uint32_t>(weight[at]) : 1u);
      }
      begin[r] = at = end;
    }
    const std::size_t edges = at - p.first_id;
    std::copy_n(p.ids.data(), edges, graph_.to.data() + p.first_id);
    if (weight != nullptr) std::copy_n(p.id_weight.data(), edges, graph_.edge_weight.data() + p.first_id);
    if (header_.format.weights)
      std::copy_n(p.weight.data(), p.rows * header_.format.constraints,
                  graph_.vertex_weight.data() + p.first_row * header_.format.constraints);
    if (header_.format.sizes) std::copy_n(p.size.data(), p.rows, graph_.vertex_size.data() + p.first_row);
    const std::lock_guard<std::mutex> lock(mutex_);
    sums_ = sums_ + sums;
    return loop;
  }

  [[nodiscard]] std::string edges_said() const {
    return counted(header_.edges, "edge", "edges") + ", as line " + std::to_string(header_.line) + " says (" +
           std::to_string(2 * header_.edges) + " neighbours: each edge occurs on two lines)";
  }

  void finish() {
    if (rows_ != header_.rows)
      fail(line_ + 1, "expected " + counted(header_.rows, kind_.row, kind_.rows) + ", as line " +
                          std::to_string(header_.line) + " says, found the end of the file after " +
                          std::to_string(rows_));
    if (undirected_ && !sums_.zero()) {
      const graph_fault fault = find_asymmetry(exec_, graph_.view(), graph_.edge_weight);
      const std::uint64_t row = fault.what == graph_fault::kind::missing ? fault.other : fault.vertex;
      const auto comments = std::upper_bound(comments_.begin(), comments_.end(), row) - comments_.begin();
      fail(header_.line + 1 + row + static_cast<std::uint64_t>(comments), describe(fault, 1));
    }
    if (options_.count_fault != nullptr) options_.count_fault->clear();
    if (!kind_.counted || edges_ == 2 * header_.edges) return;
    const std::string fault =
        "expected " + edges_said() + ", found " + counted(edges_, "neighbour", "neighbours") +
        (edges_ == header_.edges ? ": line " + std::to_string(header_.line) + " counts each edge twice" : "");
    if (options_.count_fault == nullptr) fail(header_.line, fault);
    *options_.count_fault = name_ + ":" + std::to_string(header_.line) + ": " + fault;
  }

  const kind& kind_;
  cpu_exec exec_;
  text_source& source_;
  line_blocks lines_;
  const std::string name_;
  host_graph& graph_;
  const read_options options_;
  const bool undirected_ = kind_.counted && options_.undirected;
  header header_;
  std::vector<row_piece> pieces_;
  std::vector<std::size_t> loops_;  // per piece: the first row that contains a self-loop, or none
  std::uint64_t line_ = 0, rows_ = 0, edges_ = 0;
  std::vector<std::uint64_t> comments_;  // per comment: the row that it precedes
  std::string failure_;                  // the error of the first malformed line
  edge_sums sums_;
  std::mutex mutex_;
};

}  // namespace

void read_metis(text_source& source, const std::string& name, host_graph& graph, const read_options& options) {
  reader(graph_kind, source, name, graph, options).read();
}

status parse_metis(std::string_view text, const std::string& name, host_graph& graph, std::string& message,
                   const read_options& options) noexcept {
  return guarded(message, [&] {
    text_source source(text);
    read_metis(source, name, graph, options);
  });
}

namespace {
void read_mesh_from(text_source& source, std::string_view name, mesh& result, unsigned threads) {
  host_graph rows;
  read_options options;
  options.threads = threads;
  reader(mesh_kind, source, name, rows, options).read();
  result.elements = rows.vertices;
  result.constraints = rows.constraints;
  result.begin = std::move(rows.begin);
  result.node = std::move(rows.to);
  result.element_weight = std::move(rows.vertex_weight);
  const auto last = std::max_element(result.node.begin(), result.node.end());
  // Nodes that no element has are allowed.
  if (const std::uint64_t most = plausible_items(result.node.size()); *last >= most) {
    const auto element = std::upper_bound(result.begin.begin(), result.begin.end(),
                                          static_cast<std::uint64_t>(last - result.node.begin())) -
                         result.begin.begin();
    throw error(status::bad_input, std::string(name) + ": element " + std::to_string(element) +
                                       ": expected a node 1 .. " + std::to_string(most) + " in a mesh of " +
                                       std::to_string(result.elements) +
                                       (result.elements == 1 ? " element" : " elements") + ", found " +
                                       std::to_string(std::uint64_t{*last} + 1));
  }
  result.nodes = *last + 1;
}
}  // namespace

status read_mesh(const std::string& path, mesh& result, std::string& message, unsigned threads) noexcept {
  return guarded(message, [&] {
    text_source source(path);
    read_mesh_from(source, input_name(path), result, threads);
  });
}

status parse_mesh(std::string_view text, const std::string& name, mesh& result, std::string& message,
                  unsigned threads) noexcept {
  return guarded(message, [&] {
    text_source source(text);
    read_mesh_from(source, name, result, threads);
  });
}

}  // namespace amorph::graph_file
