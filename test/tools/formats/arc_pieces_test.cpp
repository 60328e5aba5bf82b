// Arc lists parsed serially in one piece and in parallel in small pieces give the same graph or the same error message.
// The inputs are random texts of each format, most of them damaged; a counterexample is shrunk before it is reported.
#include <gtest/gtest.h>

#include <random>
#include <sstream>

#include "tools/formats/arc_file.hpp"

namespace amorph::test {
namespace {

std::string answer(const std::string& text, const arc_file::graph_format* what, unsigned threads, std::size_t piece) {
  arc_file::flow_network net;
  std::string message;
  arc_file::read_options options;
  options.format = what;
  options.threads = threads;
  options.piece_bytes = piece;
  if (arc_file::parse_network(text, "F", net, message, options) != status::ok) return message;
  const weighted_graph& g = net.graph;
  std::ostringstream out;
  out << g.vertices << " " << net.has_ends << net.source << " " << net.sink << (g.undirected ? " u" : " d");
  for (std::uint32_t v = 0; v != g.vertices; ++v)
    for (std::uint64_t e = g.begin[v]; e != g.begin[v + std::size_t{1}]; ++e) {
      out << ", " << v << ">" << g.to[e];
      if (g.kind == weight_kind::int32) out << ":" << g.weight32[e];
      if (g.kind == weight_kind::int64) out << ":" << g.weight64[e] << "L";
      if (g.kind == weight_kind::float32) out << ":" << g.weight_float[e] << "f";
    }
  return out.str();
}

bool tells_apart(const std::string& text, const arc_file::graph_format* what) {
  const std::string expected = answer(text, what, 1, text.size() + 1);
  for (const std::size_t piece : {1, 7, 40, 300})
    if (answer(text, what, 3, piece) != expected) return true;
  return false;
}

class maker {
 public:
  explicit maker(std::uint64_t seed) : random_(seed) {}

  std::string text(const arc_file::graph_format*& what) {
    const std::uint64_t kind = below(5);
    const std::uint64_t n = 1 + below(30), m = below(60);
    const std::string end = below(4) == 0 ? "\r\n" : "\n", gap = below(5) == 0 ? "\t" : " ";
    const bool weights = kind < 2 || below(2) == 0, real = below(4) == 0, wide = below(4) == 0;
    std::string t;
    what = kind < 2   ? &arc_file::dimacs_format
           : kind < 4 ? &arc_file::edge_list_format
                      : &arc_file::matrix_market_format;
    const std::uint64_t base = what == &arc_file::edge_list_format ? 0 : 1;
    if (kind == 0) t = "c x" + end + "p sp " + number(n) + " " + number(m) + end;
    if (kind == 1) t = "p max " + number(n) + " " + number(m) + end + "n 1 s" + end + "n " + number(n) + " t" + end;
    if (what == &arc_file::matrix_market_format)
      t = std::string("%%MatrixMarket matrix coordinate ") + (weights ? "real" : "pattern") +
          (below(2) == 0 ? " symmetric" : " general") + end + number(n) + " " + number(n) + " " + number(m) + end;
    for (std::uint64_t i = 0; i != m; ++i) {
      if (below(15) == 0) t += (kind < 2 ? "c 1 2" : what == &arc_file::edge_list_format ? "# 1 2" : "% 1 2") + end;
      if (below(25) == 0) t += end;
      if (kind < 2) t += "a ";
      t += number(base + below(n)) + gap + number(base + below(n));
      if (weights) {
        t += gap + number(below(1000));
        if (wide && below(10) == 0) t += "0000000000";
        if (real && below(8) == 0) t += ".5";
      }
      t += below(10) == 0 ? " " + end : end;
    }
    if (below(3) == 0 && !t.empty()) t.pop_back();
    for (std::uint64_t damage = below(3); damage != 0 && !t.empty(); --damage) spoil(t);
    return t;
  }

 private:
  std::uint64_t below(std::uint64_t n) { return random_() % n; }
  static std::string number(std::uint64_t n) { return std::to_string(n); }
  void spoil(std::string& t) {
    static constexpr char bytes[] = "0 9\nax-.\t#%\r";
    const std::size_t at = below(t.size());
    switch (below(4)) {
      case 0: t.erase(at, 1 + below(4)); break;
      case 1: t.insert(at, 1, bytes[below(sizeof bytes - 1)]); break;
      case 2: t[at] = bytes[below(sizeof bytes - 1)]; break;
      default: t.erase(at, t.find('\n', at) - at); break;
    }
  }
  std::mt19937_64 random_;
};

// Leaves out lines, then bytes, as long as the text still tells the readers apart.
std::string smaller(std::string text, const arc_file::graph_format* what) {
  for (bool again = true; again;) {
    again = false;
    for (std::size_t length : {text.size() / 2, std::size_t{20}, std::size_t{5}, std::size_t{1}})
      for (std::size_t at = 0; length != 0 && at + length <= text.size();) {
        std::string less = text;
        less.erase(at, length);
        if (tells_apart(less, what)) {
          text = std::move(less);
          again = true;
        } else {
          at += length;
        }
      }
  }
  return text;
}

TEST(arc_pieces, say_what_one_thread_says) {
  std::size_t good = 0, bad = 0;
  for (std::uint64_t seed = 0; seed != 3000; ++seed) {
    const arc_file::graph_format* what = nullptr;
    const std::string text = maker(seed).text(what);
    (answer(text, what, 1, text.size() + 1).starts_with("F:") ? bad : good) += 1;
    if (!tells_apart(text, what)) continue;
    const std::string least = smaller(text, what);
    FAIL() << "seed " << seed << ", smaller:\n"
           << least << "\none thread: " << answer(least, what, 1, least.size() + 1)
           << "\npieces of 7: " << answer(least, what, 3, 7);
  }
  EXPECT_GT(good, 500u);
  EXPECT_GT(bad, 500u);
}

// Rows are made by stretches of vertices where there are many: arcs keep the order of the file in each.
TEST(arc_pieces, many_vertices) {
  std::mt19937_64 random(5);
  std::string text = "p sp 30000 40000\n";
  for (int i = 0; i != 40000; ++i) {
    const std::uint64_t r = random() % 30000;
    text += "a " + std::to_string(1 + r * r / 30000) + " " + std::to_string(1 + random() % 30000) + " " +
            std::to_string(random() % 50) + "\n";
  }
  const std::string expected = answer(text, &arc_file::dimacs_format, 1, text.size() + 1);
  EXPECT_TRUE(answer(text, &arc_file::dimacs_format, 5, 1000) == expected);
  EXPECT_TRUE(answer(text, &arc_file::dimacs_format, 2, 100000) == expected);
}

}  // namespace
}  // namespace amorph::test
