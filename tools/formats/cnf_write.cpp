// Writes formulas and models in DIMACS's formats.
#include <charconv>
#include <cstring>

#include "tools/formats/cnf_file.hpp"
#include "tools/formats/output_file.hpp"

namespace amorph::cnf_file {
namespace {

// A literal in DIMACS's notation, such as "-17".
char* put(char* to, char* end, sat::literal l) {
  if (sat::negated(l)) *to++ = '-';
  return std::to_chars(to, end - 1, std::uint64_t{sat::variable_of(l)} + 1).ptr;
}

}  // namespace

void write(output_file& to, const sat::formula& f) noexcept {
  to.write("p cnf ");
  to.write_number(std::uint64_t{f.variables});
  to.write(' ');
  to.write_number(f.clauses());
  to.write('\n');
  char word[32];
  for (std::uint64_t c = 0; c != f.clauses() && !to.failed(); ++c) {
    for (const sat::literal l : f.clause(c)) {
      char* end = put(word, word + sizeof word, l);
      *end++ = ' ';
      to.write(std::string_view(word, static_cast<std::size_t>(end - word)));
    }
    to.write("0\n");
  }
}

void write_model(output_file& to, span<const sat::truth> model) noexcept {
  constexpr std::size_t width = 78;
  char line[width + 1] = {'v'};
  std::size_t used = 1;
  const auto add = [&](const char* word, std::size_t length) {
    if (used + 1 + length > width) {
      line[used++] = '\n';
      to.write(std::string_view(line, used));
      used = 1;
    }
    line[used++] = ' ';
    std::memcpy(line + used, word, length);
    used += length;
  };
  char word[32];
  for (std::size_t v = 0; v != model.size() && !to.failed(); ++v) {
    const char* const end =
        put(word, word + sizeof word, sat::make_literal(static_cast<std::uint32_t>(v), model[v] != sat::truth::yes));
    add(word, static_cast<std::size_t>(end - word));
  }
  add("0", 1);
  line[used++] = '\n';
  to.write(std::string_view(line, used));
}

}  // namespace amorph::cnf_file
