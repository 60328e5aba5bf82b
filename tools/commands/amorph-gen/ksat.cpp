// amorph-gen ksat: random k-SAT, in DIMACS's format or in binary.
#include "tools/generators/ksat.hpp"

#include <charconv>
#include <cmath>

#include "amorph/kernels/exec/cpu.hpp"
#include "tools/commands/amorph-gen/gen.hpp"
#include "tools/formats/cnf_file.hpp"
#include "tools/terminal/outputs.hpp"
#include "tools/terminal/run_command.hpp"

namespace amorph::gen {

void write_ksat(const config& c) {
  if (c.vertex_weights != 0 || c.constraints != 0 || c.edge_weights != 0 || c.terminals != 0 || c.directed)
    refuse("a formula is no graph: it has no weights, directions or terminals");
  if (c.says_nets()) refuse("--clique-weights and --largest-net are for clique alone");
  const std::uint64_t k = c.k != 0 ? c.k : 3;
  double ratio = 0;
  const char* const end = c.ratio.data() + c.ratio.size();
  const auto [behind, code] = std::from_chars(c.ratio.data(), end, ratio);
  if (c.vars == 0 || c.ratio.empty()) refuse("expected --vars and --ratio, as in ksat --vars 10000 --ratio 4.2");
  if (code != std::errc() || behind != end || !(ratio >= 0) || !(ratio <= 1e6))
    refuse("option '--ratio': expected a number of clauses per variable (0 .. 1000000), found '" + c.ratio + "'");
  if (c.vars < k)
    refuse("clauses of " + std::to_string(k) + " different variables need as many: expected --vars of " +
           std::to_string(k) + " at least");
  cnf_file::ksat_shape shape;
  shape.variables = static_cast<std::uint32_t>(c.vars);
  const double clauses = std::round(ratio * static_cast<double>(c.vars));
  if (clauses > 2147483647) refuse("a formula has at most 2147483647 clauses");
  shape.clauses = static_cast<std::uint64_t>(clauses);
  shape.k = static_cast<std::uint32_t>(k);
  shape.seed = c.seed;
  shape.planted = c.planted;
  outputs files({}, {c.output});
  cpu_exec exec(static_cast<unsigned>(c.threads));
  const sat::formula f = cnf_file::random_ksat(exec, shape);
  files.write(c.output, [&](output_file& out) {
    if (!is_binary_name(c.output))
      out.write("c amorph-gen ksat --vars " + std::to_string(c.vars) + " --ratio " + c.ratio + " --k " +
                std::to_string(k) + " --seed " + std::to_string(c.seed) + (c.planted ? " --planted\n" : "\n"));
    write_formula(out, c.output, f);
  });
  files.finish({});
}

}  // namespace amorph::gen
