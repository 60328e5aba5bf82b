// amorph-gen colouring, circuit and blocks: satisfiable formulas with structure.
#include "tools/generators/structured.hpp"

#include <charconv>

#include "tools/commands/amorph-gen/gen.hpp"
#include "tools/terminal/outputs.hpp"
#include "tools/terminal/run_command.hpp"

namespace amorph::gen {
namespace {

template <class T> T number(const std::string& word, const char* what, T low, T high) {
  T n{};
  const auto [end, code] = std::from_chars(word.data(), word.data() + word.size(), n);
  if (code != std::errc() || end != word.data() + word.size() || !(n >= low) || !(n <= high))
    refuse(std::string("expected ") + what + ", found '" + word + "'");
  return n;
}

sat::formula formula_of(const config& c, const std::string& family, const std::vector<std::string>& words) {
  if (family == "colouring") {
    cnf_file::colouring_shape shape;
    shape.vertices = number<std::uint32_t>(words[0], "a number of vertices (2 .. 30000000)", 2, 30000000);
    if (words.size() > 1) shape.degree = number<double>(words[1], "a mean degree (0 .. 1000)", 0, 1000);
    if (words.size() > 2) shape.colours = number<std::uint32_t>(words[2], "a number of colours (2 .. 64)", 2, 64);
    if (shape.vertices < shape.colours) refuse("expected at least as many vertices as colours");
    shape.seed = c.seed;
    return cnf_file::colouring(shape);
  }
  if (family == "circuit") {
    cnf_file::circuit_shape shape;
    shape.inputs = number<std::uint32_t>(words[0], "a number of inputs (2 .. 1000000)", 2, 1000000);
    shape.gates = number<std::uint32_t>(words[1], "a number of gates (INPUTS .. 100000000)", shape.inputs, 100000000);
    shape.seed = c.seed;
    return cnf_file::circuit(shape);
  }
  cnf_file::blocks_shape shape;
  shape.blocks = number<std::uint32_t>(words[0], "a number of blocks (2 .. 100)", 2, 100);
  shape.seed = c.seed;
  return cnf_file::blocks(shape);
}

}  // namespace

void write_structured(const config& c, const std::string& family, const std::vector<std::string>& words) {
  if (c.says_graph()) refuse("a formula is no graph: it has no weights, directions or terminals");
  outputs files({}, {c.output});
  const sat::formula f = formula_of(c, family, words);
  files.write(c.output, [&](output_file& out) {
    if (!is_binary_name(c.output)) {
      std::string line = "c amorph-gen " + family;
      for (const std::string& word : words) line += " " + word;
      out.write(line + " --seed " + std::to_string(c.seed) + "\n");
    }
    write_formula(out, c.output, f);
  });
  files.finish({});
}

}  // namespace amorph::gen
