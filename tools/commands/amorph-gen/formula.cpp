// amorph-gen convert: formulas from DIMACS's format to binary, or back.
#include "tools/commands/amorph-gen/gen.hpp"
#include "tools/formats/cnf_file.hpp"
#include "tools/terminal/outputs.hpp"
#include "tools/terminal/run_command.hpp"

namespace amorph::gen {

void write_formula(output_file& to, const std::string& name, const sat::formula& f) {
  if (is_binary_name(name))
    cnf_file::write_binary(to, f);
  else
    cnf_file::write(to, f);
}

void convert_formula(const config& c, const std::string& path) {
  if (c.says_graph() || c.says_conversion()) refuse("a formula is converted as it is: --output alone is for it");
  outputs results({path}, {c.output});
  sat::formula f;
  std::string message;
  require(cnf_file::read(path, f, message, {.threads = static_cast<unsigned>(c.threads)}), message);
  results.write(c.output, [&](output_file& out) { write_formula(out, c.output, f); });
  results.finish({});
}

}  // namespace amorph::gen
