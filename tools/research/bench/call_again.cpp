// amorph-call-again FILE BACKEND CALLS [PARTS [PRESET]]
//
// Calls the C interface CALLS times on one input in host memory and prints the milliseconds of each call, then the
// figures of its answer; ends with 1 if a call fails or two answers differ. FILE.hgr, a hypergraph, is divided into
// PARTS parts (km1, imbalance 0.03), any other FILE is a graph in METIS's format, divided into PARTS parts, or ordered
// if PARTS is 0 or missing. PRESET: default, fast, quality.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include "amorph/kernels/base/error.hpp"
#include "amorph/kernels/base/stopwatch.hpp"
#include "tools/bindings/amorph/amorph.h"
#include "tools/formats/arc_file.hpp"
#include "tools/formats/graph_file.hpp"

namespace {

using namespace amorph;

struct arguments {
  std::string file;
  int backend;
  unsigned calls;
  std::uint32_t parts;
  int preset;
};

template <class T> const T* data_or_null(const host_array<T>& values) {
  return values.empty() ? nullptr : values.data();
}

void require(amorph_status code) {
  if (code != AMORPH_OK) throw error(status::internal, amorph_last_error());
}

// `call` writes the answer; `figures` prints its quality.
int repeat(const arguments& a, std::uint32_t size, const std::function<void(std::uint32_t*)>& call,
           const std::function<void()>& figures) {
  std::vector<std::uint32_t> answer(size), first;
  bool same = true;
  for (unsigned i = 0; i != a.calls; ++i) {
    stopwatch time;
    call(answer.data());
    std::printf("%s%.1f", i == 0 ? "ms: " : " ", time.lap());
    if (i == 0) first = answer;
    same = same && answer == first;
  }
  figures();
  if (!same) std::puts("answers DIFFER");
  return same ? 0 : 1;
}

int divide_hypergraph(const arguments& a, amorph_context* context) {
  graph_file::netlist n;
  std::string message;
  if (const status s = graph_file::read_netlist(a.file, n, message); s != status::ok) throw error(s, message);
  amorph_hypergraph h{};
  h.size = sizeof h;
  h.vertices = n.vertices;
  h.nets = n.nets;
  h.net_begin = n.begin.data();
  h.pin = n.pin.data();
  h.net_weight = data_or_null(n.net_weight);
  h.vertex_weight = data_or_null(n.vertex_weight);
  amorph_hypergraph_options o{};
  o.size = sizeof o;
  o.parts = a.parts;
  o.preset = a.preset;
  amorph_hypergraph_figures f{};
  f.size = sizeof f;
  return repeat(
      a, n.vertices, [&](auto* part) { require(amorph_hypergraph_partition(context, &h, &o, part, &f)); },
      [&] { std::printf("  km1 %lld imbalance %.4f\n", static_cast<long long>(f.km1), f.imbalance); });
}

int order_again(const arguments& a, amorph_context* context, const amorph_partition_graph& g) {
  amorph_order_options o{};
  o.size = sizeof o;
  o.preset = a.preset;
  std::vector<std::uint32_t> last(g.vertices);
  const auto call = [&](std::uint32_t* order) {
    require(amorph_order(context, &g, &o, order, nullptr, nullptr));
    std::copy_n(order, g.vertices, last.begin());
  };
  return repeat(a, g.vertices, call, [&] {
    std::uint64_t sum = 0;
    for (const std::uint32_t v : last) sum = sum * 31 + v;
    std::printf("  hash of the order %016llx\n", static_cast<unsigned long long>(sum));
  });
}

int divide_or_order(const arguments& a, amorph_context* context) {
  host_graph read;
  std::string message;
  if (const status s = arc_file::read_partition_graph(a.file, read, message); s != status::ok) throw error(s, message);
  amorph_partition_graph g{};
  g.size = sizeof g;
  g.vertices = read.vertices;
  g.begin = read.begin.data();
  g.to = read.to.data();
  g.vertex_weight = data_or_null(read.vertex_weight);
  g.edge_weight = data_or_null(read.edge_weight);
  if (a.parts == 0) return order_again(a, context, g);
  amorph_partition_options o{};
  o.size = sizeof o;
  o.parts = a.parts;
  o.preset = a.preset;
  amorph_partition_figures f{};
  f.size = sizeof f;
  return repeat(
      a, read.vertices, [&](auto* part) { require(amorph_partition(context, &g, &o, part, &f)); },
      [&] { std::printf("  cut %lld balance %.4f\n", static_cast<long long>(f.cut), f.balance); });
}

int named(const char* name, std::initializer_list<const char*> names) {
  int number = 0;
  for (const char* each : names) {
    if (std::strcmp(each, name) == 0) return number;
    ++number;
  }
  throw error(status::bad_input, std::string("unknown name: ") + name);
}

int measure(int argc, char** argv) {
  arguments a;
  a.file = argv[1];
  a.backend = named(argv[2], {"auto", "cpu", "cuda"});
  a.calls = static_cast<unsigned>(std::strtoul(argv[3], nullptr, 10));
  a.parts = argc > 4 ? static_cast<std::uint32_t>(std::strtoul(argv[4], nullptr, 10)) : 0;
  a.preset = argc > 5 ? named(argv[5], {"default", "fast", "quality"}) : 0;
  amorph_context_options options{};
  options.size = sizeof options;
  options.backend = a.backend;
  amorph_context* context = nullptr;
  require(amorph_context_create(&options, &context));
  const bool hypergraph = a.file.find(".hgr") != std::string::npos;
  const int code = hypergraph ? divide_hypergraph(a, context) : divide_or_order(a, context);
  amorph_context_destroy(context);
  return code;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4 || argc > 6) {
    std::fputs("usage: amorph-call-again FILE auto|cpu|cuda CALLS [PARTS [default|fast|quality]]\n", stderr);
    return 1;
  }
  try {
    return measure(argc, argv);
  } catch (const std::exception& e) {
    std::fprintf(stderr, "amorph-call-again: %s\n", e.what());
    return 1;
  }
}
