// Reading METIS files, for the checkers of this folder: they share no code with the readers that they check. Single-
// threaded and as simple as possible.
#pragma once

#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

namespace amorph::check {

inline const char* program = "";  // in messages

// Ends the program.
[[noreturn]] inline void end(int code, const std::string& message) {
  std::fprintf(stderr, "%s: %s\n", program, message.c_str());
  std::exit(code);
}

inline std::string read_all(const char* path) {
  gzFile file = gzopen(path, "rb");
  if (file == nullptr) end(1, std::string(path) + ": cannot read: " + std::strerror(errno));
  std::string text;
  for (std::size_t used = 0, block = std::size_t{1} << 16;; block = std::min(2 * block, std::size_t{1} << 26)) {
    text.resize(used + block);
    const int n = gzread(file, text.data() + used, static_cast<unsigned>(block));
    if (n < 0) end(1, std::string(path) + ": cannot read");
    used += static_cast<std::size_t>(n);
    text.resize(used);
    if (n == 0) break;
  }
  gzclose(file);
  return text;
}

// Numbers of a text, line by line; lines that begin with '%' are skipped.
class lines {
 public:
  explicit lines(const char* path) : path_(path), text_(read_all(path)), at_(text_.c_str()) {}

  bool next(std::vector<std::int64_t>& numbers) {
    numbers.clear();
    do {
      if (at_ == text_.c_str() + text_.size()) return false;
      ++line_;
      from_ = at_;
      while (*at_ != '\n' && at_ != text_.c_str() + text_.size()) ++at_;
      to_ = at_;
      if (*at_ == '\n') ++at_;
    } while (*from_ == '%');
    for (const char* c = from_; c != to_;) {
      if (*c == ' ' || *c == '\t' || *c == '\r') {
        ++c;
        continue;
      }
      std::int64_t n = 0;
      const char* first = c;
      for (; c != to_ && *c >= '0' && *c <= '9' && c - first < 18; ++c) n = n * 10 + (*c - '0');
      if (c == first || (c != to_ && *c != ' ' && *c != '\t' && *c != '\r')) fail("expected numbers");
      numbers.push_back(n);
    }
    return true;
  }
  [[noreturn]] void fail(const std::string& what) const {
    end(1, std::string(path_) + ":" + std::to_string(line_) + ": " + what);
  }

 private:
  const char* path_;
  const std::string text_;
  const char *at_, *from_ = nullptr, *to_ = nullptr;
  std::uint64_t line_ = 0;
};

struct neighbour {
  std::int64_t vertex, weight;
};
struct graph {
  std::size_t vertices = 0, edges = 0, constraints = 1;
  std::vector<std::size_t> begin{0};
  std::vector<neighbour> to;
  std::vector<std::int64_t> weight, size;
};

inline graph read_graph(const char* path) {
  lines in(path);
  std::vector<std::int64_t> row;
  graph g;
  if (!in.next(row) || row.size() < 2) in.fail("expected the numbers of vertices and edges");
  const std::int64_t format = row.size() > 2 ? row[2] : 0;
  const bool sizes = format / 100 % 10 == 1, weights = format / 10 % 10 == 1, edge_weights = format % 10 == 1;
  g.vertices = static_cast<std::size_t>(row[0]);
  g.edges = static_cast<std::size_t>(row[1]);
  if (weights && row.size() > 3) g.constraints = static_cast<std::size_t>(row[3]);
  for (std::size_t v = 0; v != g.vertices; ++v) {
    if (!in.next(row)) in.fail("expected more vertices");
    std::size_t at = 0;
    auto take = [&] {
      if (at == row.size()) in.fail("expected more numbers");
      return row[at++];
    };
    g.size.push_back(sizes ? take() : 1);
    for (std::size_t c = 0; c != g.constraints; ++c) g.weight.push_back(weights ? take() : 1);
    while (at != row.size()) {
      const std::int64_t u = take() - 1;
      if (u < 0 || u >= static_cast<std::int64_t>(g.vertices) || u == static_cast<std::int64_t>(v))
        in.fail("expected other vertices as neighbours");
      g.to.push_back({u, edge_weights ? take() : 1});
    }
    g.begin.push_back(g.to.size());
  }
  if (g.to.size() != 2 * g.edges) in.fail("expected " + std::to_string(g.edges) + " edges, each on two lines");
  return g;
}

// The transpose must equal the graph, with equal weights.
inline void check_symmetry(const char* path, const graph& g) {
  std::vector<std::vector<neighbour>> back(g.vertices);
  for (std::size_t v = 0; v != g.vertices; ++v)
    for (std::size_t e = g.begin[v]; e != g.begin[v + 1]; ++e)
      back[static_cast<std::size_t>(g.to[e].vertex)].push_back({static_cast<std::int64_t>(v), g.to[e].weight});
  auto less = [](const neighbour& a, const neighbour& b) {
    return a.vertex != b.vertex ? a.vertex < b.vertex : a.weight < b.weight;
  };
  for (std::size_t v = 0; v != g.vertices; ++v) {
    std::vector<neighbour> row(g.to.begin() + static_cast<std::ptrdiff_t>(g.begin[v]),
                               g.to.begin() + static_cast<std::ptrdiff_t>(g.begin[v + 1]));
    std::sort(row.begin(), row.end(), less);
    std::sort(back[v].begin(), back[v].end(), less);
    if (!std::equal(row.begin(), row.end(), back[v].begin(), back[v].end(), [](const neighbour& a, const neighbour& b) {
          return a.vertex == b.vertex && a.weight == b.weight;
        }))
      end(1, std::string(path) + ": vertex " + std::to_string(v + 1) +
                 ": the adjacency lists of its neighbours do not contain the same edges");
  }
}

}  // namespace amorph::check
