// The reader of METIS graphs against a plain one: whatever the bytes, both refuse them, the one with a line of
// explanation, or both read the same graph. Read as any format, matrices among them, every text gives a graph without
// fault or a line.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "amorph/kernels/exec/cpu.hpp"
#include "amorph/kernels/graph/symmetry.hpp"
#include "test/tools/formats/plain_reader.hpp"
#include "tools/formats/arc_file.hpp"
#include "tools/formats/graph_file.hpp"

namespace {

void require(bool holds, const char* what, const std::string& detail) {
  if (holds) return;
  std::fprintf(stderr, "%s: %s\n", what, detail.c_str());
  std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  amorph::host_graph graph;
  std::string message;
  amorph::cpu_exec exec(1);
  if (amorph::arc_file::parse_partition_graph(text, "graph", graph, message, {.threads = 1}) == amorph::status::ok)
    require(amorph::describe(amorph::find_fault(exec, graph.view(), graph.edge_weight), 1).empty(), "a fault", text);
  else
    require(message.starts_with("graph:") && message.find('\n') == message.npos, "not one line", message);
  const amorph::status s = amorph::graph_file::parse_metis(text, "graph", graph, message, {.threads = 1});
  const auto expected = amorph::test::read_plainly(text);
  if (s == amorph::status::ok) {
    require(expected.has_value(), "the plain reader refuses it", text);
    require(amorph::test::text_of(graph) == amorph::test::text_of(*expected), "the plain reader reads another graph",
            text);
  } else {
    require(s == amorph::status::bad_input && message.starts_with("graph:") && message.find('\n') == message.npos,
            "not one line", message);
    require(!expected, "the plain reader takes it", message);
  }
  return 0;
}
