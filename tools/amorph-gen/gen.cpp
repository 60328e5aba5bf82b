#include "gen.hpp"

#include <charconv>
#include <cmath>
#include <functional>

#include "amorph/arc_file.hpp"
#include "amorph/graph/generate.hpp"
#include "amorph/graph_file.hpp"
#include "amorph/outputs.hpp"
#include "amorph/run_command.hpp"

namespace amorph::gen {
namespace {

using operands = std::vector<std::string>;

// A family of graphs: its name, its arguments as messages show them, how many of them there are, and what makes one.
struct family {
  const char *name, *arguments;
  std::size_t least, most;
  std::function<host_graph(cpu_exec&, const config&, const operands&)> make;
  bool reads = false;  // its argument is a file
};

template <class T> T number(const std::string& word, const char* what) {
  T n{};
  const auto [end, code] = std::from_chars(word.data(), word.data() + word.size(), n);
  if (code != std::errc() || end != word.data() + word.size())
    refuse(std::string("expected ") + what + ", found '" + word + "'");
  return n;
}
std::uint64_t size(const std::string& word) { return number<std::uint64_t>(word, "a whole number"); }

host_graph expand(cpu_exec& exec, const config& c, const std::string& path) {
  graph_file::netlist list;
  std::string message;
  require(graph_file::read_netlist(path, list, message), message);
  const auto weights = c.clique_weights == "plain"   ? generate::clique::plain
                       : c.clique_weights == "count" ? generate::clique::count
                                                     : generate::clique::standard;
  host_graph g =
      generate::cliques(exec, {list.vertices, list.begin, list.pin, list.net_weight}, weights, c.largest_net);
  g.vertex_weight = std::move(list.vertex_weight);
  return g;
}

const std::vector<family>& families() {
  using stencil = generate::stencil;
  static const std::vector<family> all = {
      {"grid2d", "X Y", 2, 2,
       [](cpu_exec& e, const config&, const operands& a) { return generate::grid(e, size(a[0]), size(a[1]), 1); }},
      {"grid3d", "X Y Z", 3, 3,
       [](cpu_exec& e, const config&, const operands& a) {
         return generate::grid(e, size(a[0]), size(a[1]), size(a[2]));
       }},
      {"grid3d27", "X Y Z", 3, 3,
       [](cpu_exec& e, const config&, const operands& a) {
         return generate::grid(e, size(a[0]), size(a[1]), size(a[2]), stencil::box);
       }},
      {"rgg2d", "N [DEGREE]", 1, 2,
       [](cpu_exec& e, const config& c, const operands& a) {
         const std::uint64_t n = size(a[0]);
         const double connected = 3.141592653589793 * 0.55 * 0.55 * std::log(std::max(1.0, static_cast<double>(n)));
         return generate::geometric(e, n, a.size() > 1 ? number<double>(a[1], "a mean degree") : connected, c.seed);
       }},
      {"rmat", "SCALE DEGREE", 2, 2,
       [](cpu_exec& e, const config& c, const operands& a) {
         return generate::rmat(e, number<unsigned>(a[0], "a scale from 0 to 31"), size(a[1]), c.seed);
       }},
      {"uniform", "N DEGREE", 2, 2,
       [](cpu_exec& e, const config& c, const operands& a) {
         return generate::uniform(e, size(a[0]), size(a[1]), c.seed);
       }},
      {"road", "X Y [KEEP]", 2, 3,
       [](cpu_exec& e, const config& c, const operands& a) {
         return generate::road(e, size(a[0]), size(a[1]), a.size() > 2 ? number<double>(a[2], "a probability") : 0.62,
                               c.seed);
       }},
      {"clique", "NETLIST", 1, 1, [](cpu_exec& e, const config& c, const operands& a) { return expand(e, c, a[0]); },
       true},
  };
  return all;
}

void execute(const config& c, operands words) {
  if (words.empty())
    refuse(
        "expected what to make: grid2d, grid3d, grid3d27, rgg2d, rmat, uniform, road or clique; --help shows the "
        "usage");
  const family* chosen = nullptr;
  for (const family& f : families())
    if (words[0] == f.name) chosen = &f;
  if (chosen == nullptr)
    refuse("expected grid2d, grid3d, grid3d27, rgg2d, rmat, uniform, road or clique, found '" + words[0] + "'");
  words.erase(words.begin());
  if (words.size() < chosen->least || words.size() > chosen->most)
    refuse(std::string("expected ") + chosen->name + " " + chosen->arguments + ", found " +
           std::to_string(words.size()) + " arguments");
  if (c.constraints != 1 && c.vertex_weights == 0) refuse("expected --vertex-weights beside --constraints");
  outputs files(chosen->reads ? words : operands(), {c.output});
  cpu_exec exec(static_cast<unsigned>(c.threads));
  host_graph g = chosen->make(exec, c, words);
  if (c.vertex_weights != 0)
    generate::random_vertex_weights(exec, g, static_cast<std::uint32_t>(c.constraints),
                                    static_cast<std::int32_t>(c.vertex_weights), c.seed);
  if (c.edge_weights != 0) generate::random_edge_weights(exec, g, static_cast<std::int32_t>(c.edge_weights), c.seed);
  const bool binary = arc_file::format_of(c.output) == arc_file::format::binary;
  if (binary && !g.vertex_weight.empty()) refuse("the binary format has no vertex weights");
  const auto kind = g.edge_weight.empty() ? weight_kind::none : weight_kind::int32;
  files.write(c.output, [&](output_file& out) {
    if (binary)
      arc_file::write_binary(out, {g.view(), kind, g.edge_weight.data(), true}, 1);
    else
      graph_file::write_metis(out, g, static_cast<unsigned>(c.threads));
  });
  files.finish({});
}

}  // namespace

exit_code run(int argc, char** argv) {
  config c;
  const command about = describe(c);
  return run_command(about, argc, argv, [&](operands& words) { execute(c, std::move(words)); });
}

}  // namespace amorph::gen
