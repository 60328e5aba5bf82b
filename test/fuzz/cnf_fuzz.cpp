// The reader of formulas: whatever the bytes, it ends with a formula or with one line of explanation, the same for all
// pieces of the text; what it takes means to the checker what it means to the solver, and is simplified soundly.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "solver/sat/formula/simplify.hpp"
#include "test/solver/sat/truth_table.hpp"
#include "tools/checkers/sat_answers.hpp"
#include "tools/formats/cnf_file.hpp"

namespace {

using namespace amorph;

void require(bool holds, const char* what, const std::string& detail) {
  if (holds) return;
  std::fprintf(stderr, "%s: %s\n", what, detail.c_str());
  std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  sat::formula f, again;
  std::string message, said;
  const status s = cnf_file::parse(text, "f", f, message, {.threads = 1});
  require(cnf_file::parse(text, "f", again, said, {.threads = 1, .piece_bytes = 5}) == s && said == message, "pieces",
          message + " | " + said);
  if (s != status::ok) {
    require(s == status::bad_input && message.starts_with("f:") && message.find('\n') == message.npos, "not one line",
            message);
    return 0;
  }
  require(f.variables == again.variables && f.clause_begin == again.clause_begin && f.literals == again.literals,
          "pieces read another formula", text);
  sat::check_formula(f);
  if (f.variables > sat_test::most_variables) return 0;
  for (std::uint32_t bits = 0; bits < 1U << f.variables; bits += 1 + bits / 3) {
    std::vector<unsigned char> value(f.variables);
    std::vector<sat::truth> model(f.variables);
    for (std::uint32_t v = 0; v != f.variables; ++v) {
      value[v] = static_cast<unsigned char>(bits >> v & 1);
      model[v] = value[v] != 0 ? sat::truth::yes : sat::truth::no;
    }
    const std::string fault = check::model_fault(text, value, 2);
    require(fault.empty() == sat_test::satisfies(f, model), "the checker reads another formula", fault);
  }
  const sat::simplified rest = sat::simplify(f, {}, {.run = {.threads = 1}});
  require((!rest.contradiction && sat_test::satisfiable(rest.rest)) == sat_test::satisfiable(f), "simplified", text);
  return 0;
}
