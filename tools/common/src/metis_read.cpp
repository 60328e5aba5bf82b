// Reads METIS graphs, in one pass over the text. The text comes in stretches of whole lines; each is cut in pieces
// that threads parse into arrays of their own, then the pieces' sizes give each its place in the result, and threads
// copy them there, numbers still in the cache, and add up the sum that tells whether the graph is undirected.
//
// The parser of a piece knows well-formed lines alone and stops at the first that is not; that line is read again with
// text_reader, which finds the words for what is wrong.
#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <mutex>
#include <utility>

#include "amorph/boundary.hpp"
#include "amorph/cpu.hpp"
#include "amorph/graph/symmetry.hpp"
#include "amorph/graph_file.hpp"
#include "amorph/input_file.hpp"
#include "amorph/text_reader.hpp"
#include "text_source.hpp"

namespace amorph::graph_file {
namespace {

constexpr std::size_t piece_bytes = std::size_t{1} << 19, padding = 16;
constexpr std::uint32_t most_weight = std::numeric_limits<std::int32_t>::max();

constexpr char formats[] = "a format of 0, 1, 10, 11, 100, 101, 110 or 111";

struct header {
  std::uint32_t vertices = 0, constraints = 1;
  std::uint64_t edges = 0;
  bool sizes = false, vertex_weights = false, edge_weights = false;
  std::uint64_t line = 0;

  [[nodiscard]] std::size_t before_edges() const { return sizes + (vertex_weights ? std::size_t{constraints} : 0); }
};

// Whole lines, many at a time; the last has its newline even where the text does not.
class stretches {
 public:
  stretches(text_source& source, cpu_exec& exec)
      : source_(source), exec_(exec), bytes_(4 * exec.threads() * piece_bytes + padding) {}

  // False at the end of the text.
  bool next(const char*& first, const char*& last) {
    std::memmove(bytes_.data(), bytes_.data() + taken_, used_ - taken_);
    used_ -= taken_;
    std::size_t searched = 0;
    for (;;) {
      while (!ended_ && used_ < bytes_.size() - padding) {
        const std::size_t room = bytes_.size() - padding - used_, n = source_.read(bytes_.data() + used_, room, &exec_);
        ended_ = n == 0;
        used_ += n;
      }
      if (ended_ && used_ != 0 && bytes_[used_ - 1] != '\n') bytes_[used_++] = '\n';
      const void* newline = ::memrchr(bytes_.data() + searched, '\n', used_ - searched);
      if (newline != nullptr) taken_ = static_cast<std::size_t>(static_cast<const char*>(newline) - bytes_.data()) + 1;
      if (newline != nullptr || ended_) break;
      searched = used_;
      bytes_.resize(2 * bytes_.size());  // one line is longer than that
    }
    if (used_ == 0) return false;
    first = bytes_.data();
    last = first + taken_;
    return true;
  }

 private:
  text_source& source_;
  cpu_exec& exec_;
  host_array<char> bytes_;
  std::size_t used_ = 0, taken_ = 0;
  bool ended_ = false;
};

inline bool blank(char c) { return c == ' ' || c == '\t'; }

// The decimal number at p, at most 2^32 - 1, p moved behind it; false if there is none or no blank or line end follows.
// Eight bytes at a time; a newline follows within the padding.
[[gnu::always_inline]] inline bool number(const char*& p, std::uint64_t& value) {
  std::uint64_t word;
  std::memcpy(&word, p, 8);
  static_assert(std::endian::native == std::endian::little);
  word ^= 0x3030303030303030u;
  const std::uint64_t other = (word | (word + 0x7676767676767676u)) & 0x8080808080808080u;  // bytes that are no digits
  if (other != 0) {
    const int length = std::countr_zero(other) / 8;
    if (length == 0) return false;
    word <<= 64 - 8 * length;
    word = word * 10 + (word >> 8);  // pairs
    word = ((word & 0x000000ff000000ffu) * 0x000f424000000064u +
            ((word >> 16) & 0x000000ff000000ffu) * 0x0000271000000001u) >>
           32;
    value = word & 0xffffffffu;
    p += length;
  } else {
    value = 0;
    const char* at = p;
    for (unsigned digit; (digit = static_cast<unsigned char>(*at) - '0') < 10; ++at) {
      value = value * 10 + digit;
      if (value > std::numeric_limits<std::uint32_t>::max()) return false;
    }
    p = at;
  }
  return blank(*p) || *p == '\n' || (*p == '\r' && p[1] == '\n');
}

// A row as the slow reader takes it: throws what is wrong with it.
void explain_row(text_reader& in, const header& h) {
  if (h.sizes) in.blanks(), (void)in.number(0, most_weight, "the vertex's size");
  for (std::uint32_t c = 0; h.vertex_weights && c != h.constraints; ++c)
    in.blanks(), (void)in.number(0, most_weight, "a vertex weight");
  while (!in.at_line_end()) {
    (void)in.number(1, h.vertices, "a neighbour");
    if (!h.edge_weights) continue;
    in.blanks();
    (void)in.number(1, most_weight, "an edge weight");
  }
}

// Lines of the text, and what a thread made of them.
struct piece {
  const char *first = nullptr, *last = nullptr;
  host_array<std::uint32_t> degree, to;  // `degree` of each row that was read
  host_array<std::int32_t> edge_weight, vertex_weight, vertex_size;
  std::vector<std::size_t> bare;      // rows that hold nothing where weights are asked for; if any, a fault or the end
  std::vector<std::size_t> comments;  // the row that each comment stands before
  bool fault = false;                 // the row after the last one is not well formed
  std::uint64_t lines = 0;            // if there is no fault

  // Set when the sizes of all pieces are known.
  std::uint64_t first_line = 0, first_row = 0, first_edge = 0;
  std::size_t rows = 0;  // that go into the graph
  bool loop = false;     // found in `loop_row`
  std::size_t loop_row = 0;

  [[nodiscard]] std::uint64_t line_of(std::size_t row) const {
    return first_line + row +
           static_cast<std::uint64_t>(std::upper_bound(comments.begin(), comments.end(), row) - comments.begin());
  }

  void parse(const header& h);
  template <bool edge_weights>
  bool parse_edges(const char*& p, std::uint32_t*& to, std::int32_t*& weight, std::uint32_t vertices);
};

template <bool edge_weights>
bool piece::parse_edges(const char*& p, std::uint32_t*& to, std::int32_t*& weight, std::uint32_t vertices) {
  for (;;) {
    while (blank(*p)) ++p;
    if (*p == '\n') return true;
    if (*p == '\r' && p[1] == '\n') {
      ++p;
      return true;
    }
    std::uint64_t n;
    if (!number(p, n) || n - 1 >= vertices) return false;
    *to++ = static_cast<std::uint32_t>(n - 1);
    if constexpr (edge_weights) {
      while (blank(*p)) ++p;
      if (!number(p, n) || n - 1 >= most_weight) return false;
      *weight++ = static_cast<std::int32_t>(n);
    }
  }
}

void piece::parse(const header& h) {
  // Each number takes two bytes at least, and each row one; pages that nothing is written to cost nothing.
  const std::size_t bytes = static_cast<std::size_t>(last - first), numbers = bytes / 2 + 1;
  degree.resize(bytes);
  to.resize(numbers);
  if (h.edge_weights) edge_weight.resize(numbers);
  if (h.vertex_weights) vertex_weight.resize(numbers);
  if (h.sizes) vertex_size.resize(numbers);
  bare.clear();
  comments.clear();
  fault = loop = false;
  lines = 0;

  std::uint32_t *row = degree.data(), *edge = to.data();
  std::int32_t *weight = edge_weight.data(), *vweight = vertex_weight.data(), *vsize = vertex_size.data();
  for (const char* p = first; p != last; ++p, ++lines) {
    if (*p == '%') {
      p = static_cast<const char*>(std::memchr(p, '\n', static_cast<std::size_t>(last - p)));
      comments.push_back(static_cast<std::size_t>(row - degree.data()));
      continue;
    }
    const std::uint32_t* const row_begin = edge;
    if (const std::size_t wanted = h.before_edges(); wanted != 0) {
      while (blank(*p)) ++p;
      if (*p == '\r' && p[1] == '\n') ++p;
      if (*p == '\n') {
        bare.push_back(static_cast<std::size_t>(row - degree.data()));
        *row++ = 0;  // and no weights: what follows is either wrong or empty too
        continue;
      }
      for (std::size_t i = 0; i != wanted && !fault; ++i) {
        while (blank(*p)) ++p;
        std::uint64_t n = 0;
        fault = !number(p, n) || n > most_weight;
        *(h.sizes && i == 0 ? vsize : vweight)++ = static_cast<std::int32_t>(n);
      }
      if (fault) break;
    }
    fault = !(h.edge_weights ? parse_edges<true>(p, edge, weight, h.vertices)
                             : parse_edges<false>(p, edge, weight, h.vertices));
    if (fault) break;
    *row++ = static_cast<std::uint32_t>(edge - row_begin);
  }
  degree.resize(static_cast<std::size_t>(row - degree.data()));
}

class reader {
 public:
  reader(text_source& source, std::string_view name, host_graph& graph, const read_options& how)
      : exec_(how.threads), source_(source), lines_(source, exec_), name_(name), graph_(graph), how_(how) {}

  void read() {
    const char *first = nullptr, *last = nullptr;
    bool more = false;
    do {
      more = lines_.next(first, last);
      if (!more) fail(line_ + 1, "expected the numbers of vertices and edges, found the end of the file");
    } while (!read_header(first, last));
    prepare();
    for (; more; more = lines_.next(first, last)) take(first, last);
    finish();
  }

 private:
  [[noreturn]] void fail(std::uint64_t line, const std::string& what) const {
    throw error(status::bad_input, name_ + ":" + std::to_string(line) + ": " + what);
  }

  // Looks for the header in these lines and moves `first` behind it.
  bool read_header(const char*& first, const char* last) {
    while (first != last) {
      const char* end = static_cast<const char*>(std::memchr(first, '\n', static_cast<std::size_t>(last - first)));
      ++line_;
      const std::string_view text(first, static_cast<std::size_t>(end + 1 - first));
      first = end + 1;
      if (text.starts_with('%')) continue;
      text_reader in(text, name_, '%', line_);
      header_.line = line_;
      in.blanks();
      header_.vertices = in.number32(0, how_.most_vertices, "the number of vertices");
      in.blanks();
      header_.edges = in.number(0, std::uint64_t{1} << 40, "the number of edges");
      if (!in.at_line_end()) {
        const text_reader at_format = in;
        const std::int64_t format = in.signed_number(formats);
        if (format < 0 || format / 100 > 1 || format / 10 % 10 > 1 || format % 10 > 1) at_format.fail(formats);
        header_.sizes = format / 100 != 0;
        header_.vertex_weights = format / 10 % 10 != 0;
        header_.edge_weights = format % 10 != 0;
        if (!in.at_line_end()) {
          const text_reader at_constraints = in;
          const std::uint32_t n = in.number32(0, 1u << 20, "the number of weights a vertex");
          if (n == 0 && header_.vertex_weights) at_constraints.fail("one weight a vertex at least, as the format says");
          if (n != 0 && !header_.vertex_weights)
            at_constraints.fail("no number of weights: the format says that vertices have none");
          header_.constraints = std::max(1u, n);
        }
      }
      if (!in.at_line_end()) in.fail("the end of the line");
      if (how_.need_edges && (header_.vertices == 0 || header_.edges == 0))
        fail(line_, "expected at least one vertex and one edge, found " + std::to_string(header_.vertices) + " and " +
                        std::to_string(header_.edges));
      return true;
    }
    return false;
  }

  // Room for what the header says, as far as the file can hold it. Pages are taken when they are filled.
  void prepare() {
    graph_ = {};
    graph_.vertices = header_.vertices;
    graph_.constraints = header_.constraints;
    const std::uint64_t bytes = source_.size() != 0 ? source_.size() : std::uint64_t{1} << 24;
    const std::uint64_t rows = std::min<std::uint64_t>(header_.vertices, bytes);
    graph_.begin.reserve(rows + 1);
    graph_.begin.push_back(0);
    const std::uint64_t edges = std::min<std::uint64_t>(2 * header_.edges, bytes / (header_.edge_weights ? 4 : 2) + 1);
    graph_.to.reserve(edges);
    if (header_.edge_weights) graph_.edge_weight.reserve(edges);
    if (header_.vertex_weights) graph_.vertex_weight.reserve(std::min(rows * header_.constraints, bytes / 2 + 1));
    if (header_.sizes) graph_.vertex_size.reserve(rows);
  }

  void take(const char* first, const char* last) {
    const std::size_t bytes = static_cast<std::size_t>(last - first);
    std::size_t count = std::max<std::size_t>(1, std::min<std::size_t>(bytes / piece_bytes, 4 * exec_.threads()));
    if (pieces_.size() < count) pieces_.resize(count);
    std::size_t used = 0;
    for (const char* from = first; from != last; ++used) {
      const char* to = used + 1 == count ? last : std::max(from, first + bytes / count * (used + 1));
      if (to != last) to = static_cast<const char*>(std::memchr(to, '\n', static_cast<std::size_t>(last - to))) + 1;
      pieces_[used].first = std::exchange(from, to);
      pieces_[used].last = to;
    }
    count = used;
    exec_.ranges(count, 1, [this](std::size_t a, std::size_t b, unsigned) {
      for (; a != b; ++a) pieces_[a].parse(header_);
    });
    place(count);
    const std::size_t edges = edges_, rows = rows_;
    grow(graph_.begin, rows + 1);
    grow(graph_.to, edges);
    if (header_.edge_weights) grow(graph_.edge_weight, edges);
    if (header_.vertex_weights) grow(graph_.vertex_weight, rows * header_.constraints);
    if (header_.sizes) grow(graph_.vertex_size, rows);
    exec_.ranges(count, 1, [this](std::size_t a, std::size_t b, unsigned) {
      for (; a != b; ++a) copy(pieces_[a]);
    });
    for (std::size_t i = 0; i != count; ++i)
      if (const piece& p = pieces_[i]; p.loop)
        fail(p.line_of(p.loop_row), "expected other vertices as neighbours of vertex " +
                                        std::to_string(p.first_row + p.loop_row + 1) + ", found a self loop");
    if (!failure_.empty()) throw error(status::bad_input, failure_);
  }

  template <class T> static void grow(host_array<T>& a, std::size_t size) {
    if (size > a.capacity()) a.reserve(std::max(size, 2 * a.capacity()));
    a.resize(size);
  }

  // Gives each piece its lines, rows and edges; stops before the first line that is wrong, and remembers why.
  void place(std::size_t count) {
    for (std::size_t i = 0; i != count; ++i) {
      piece& p = pieces_[i];
      p.first_line = line_ + 1;
      p.first_row = rows_;
      p.first_edge = edges_;
      p.rows = 0;
      if (!failure_.empty()) continue;
      line_ += p.lines;
      const std::size_t room = header_.vertices - rows_, most = std::min(room, p.degree.size());
      std::size_t rows = 0;
      std::uint64_t edges = 0;
      const std::uint64_t left = 2 * header_.edges - edges_;
      for (; rows != most && edges + p.degree[rows] <= left; ++rows) edges += p.degree[rows];
      std::size_t bad = p.fault ? p.degree.size() : std::numeric_limits<std::size_t>::max();
      if (!p.bare.empty() && p.bare.front() < room) bad = std::min(bad, p.bare.front());
      if (rows != most && rows < bad) {
        failure_ = name_ + ":" + std::to_string(p.line_of(rows)) + ": expected " + edges_said() + ", found more";
      } else if (bad < room) {
        for (std::size_t r = rows; r > bad; --r) edges -= p.degree[r - 1];
        rows = std::min(rows, bad);
        explain(p, bad);
      } else if (most == room) {
        check_end(p, room);
      }
      p.rows = rows;
      rows_ += rows;
      edges_ += edges;
      if (failure_.empty())
        for (const std::size_t row : p.comments) comments_.push_back(p.first_row + row);
    }
  }

  [[nodiscard]] static std::string_view text_of_row(const piece& p, std::size_t row) {
    const char* at = p.first;
    for (std::uint64_t skip = p.line_of(row) - p.first_line; skip != 0; --skip)
      at = static_cast<const char*>(std::memchr(at, '\n', static_cast<std::size_t>(p.last - at))) + 1;
    const char* end = static_cast<const char*>(std::memchr(at, '\n', static_cast<std::size_t>(p.last - at)));
    return {at, static_cast<std::size_t>(end - at) + 1};
  }

  void explain(const piece& p, std::size_t row) {
    try {
      text_reader in(text_of_row(p, row), name_, '%', p.line_of(row));
      explain_row(in, header_);
    } catch (const error& e) {
      failure_ = e.what();
      return;
    }
    throw error(status::internal,
                name_ + ":" + std::to_string(p.line_of(row)) + ": two readers disagree about this line");
  }

  // After the last vertex there are blank lines and comments.
  void check_end(const piece& p, std::size_t row) {
    const bool weights = header_.before_edges() != 0;
    for (; row < p.degree.size(); ++row)
      if (weights ? !std::binary_search(p.bare.begin(), p.bare.end(), row) : p.degree[row] != 0) break;
    if (row < p.degree.size() || p.fault)
      failure_ = name_ + ":" + std::to_string(p.line_of(row)) + ": expected the end of the file after " +
                 std::to_string(header_.vertices) + " vertices, found another line";
  }

  void copy(piece& p) {
    std::uint64_t* begin = graph_.begin.data() + p.first_row + 1;
    std::uint64_t at = p.first_edge;
    const std::uint32_t* const to = p.to.data() - p.first_edge;
    const std::int32_t* const weight = header_.edge_weights ? p.edge_weight.data() - p.first_edge : nullptr;
    edge_sums sums;
    for (std::size_t r = 0; r != p.rows; ++r) {
      const std::uint32_t v = static_cast<std::uint32_t>(p.first_row + r);
      for (const std::uint64_t end = at + p.degree[r]; at != end; ++at) {
        if (to[at] == v && how_.undirected && !p.loop) p.loop = true, p.loop_row = r;
        sums.add(v, to[at], weight != nullptr ? static_cast<std::uint32_t>(weight[at]) : 1u);
      }
      begin[r] = at;
    }
    const std::size_t edges = at - p.first_edge;
    std::copy_n(p.to.data(), edges, graph_.to.data() + p.first_edge);
    if (weight != nullptr) std::copy_n(p.edge_weight.data(), edges, graph_.edge_weight.data() + p.first_edge);
    if (header_.vertex_weights)
      std::copy_n(p.vertex_weight.data(), p.rows * header_.constraints,
                  graph_.vertex_weight.data() + p.first_row * header_.constraints);
    if (header_.sizes) std::copy_n(p.vertex_size.data(), p.rows, graph_.vertex_size.data() + p.first_row);
    const std::lock_guard<std::mutex> lock(mutex_);
    sums_ = sums_ + sums;
  }

  [[nodiscard]] std::string edges_said() const {
    return std::to_string(header_.edges) + " edges, as line " + std::to_string(header_.line) + " says (" +
           std::to_string(2 * header_.edges) + " neighbours: each edge stands on two lines)";
  }

  void finish() {
    if (rows_ != header_.vertices)
      fail(line_ + 1, "expected " + std::to_string(header_.vertices) + " vertices, as line " +
                          std::to_string(header_.line) + " says, found the end of the file after " +
                          std::to_string(rows_));
    if (how_.undirected && !sums_.zero()) {
      const graph_fault fault = find_asymmetry(exec_, graph_.view(), graph_.edge_weight);
      const std::uint64_t row = fault.what == graph_fault::kind::missing ? fault.other : fault.vertex;
      const auto comments = std::upper_bound(comments_.begin(), comments_.end(), row) - comments_.begin();
      fail(header_.line + 1 + row + static_cast<std::uint64_t>(comments), describe(fault, 1));
    }
    if (edges_ != 2 * header_.edges)
      fail(header_.line,
           "expected " + edges_said() + ", found " + std::to_string(edges_) + " neighbours" +
               (edges_ == header_.edges ? ": line " + std::to_string(header_.line) + " counts each edge twice" : ""));
  }

  cpu_exec exec_;
  text_source& source_;
  stretches lines_;
  const std::string name_;
  host_graph& graph_;
  const read_options how_;
  header header_;
  std::vector<piece> pieces_;
  std::uint64_t line_ = 0, rows_ = 0, edges_ = 0;
  std::vector<std::uint64_t> comments_;  // the row that each stands before
  std::string failure_;                  // the first line that is wrong
  edge_sums sums_;
  std::mutex mutex_;
};

}  // namespace

status read_metis(const std::string& path, host_graph& graph, std::string& message, const read_options& how) noexcept {
  return guarded(message, [&] {
    text_source source(path);
    reader(source, input_name(path), graph, how).read();
  });
}

status parse_metis(std::string_view text, const std::string& name, host_graph& graph, std::string& message,
                   const read_options& how) noexcept {
  return guarded(message, [&] {
    text_source source(text);
    reader(source, name, graph, how).read();
  });
}

}  // namespace amorph::graph_file
