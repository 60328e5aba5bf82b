// The readers of constraint files: whatever the bytes, they end with a system that is sound or with one line of
// explanation; and a system that was read survives being written and read again, and small ones are solved alike by
// the solver and the oracle. The first byte chooses the format: 'd' a dump, 'p' the three files of the PPoPP'12
// format, separated by lines "---".
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "tools/checkers/points_to.hpp"
#include "tools/formats/constraint_file.hpp"

namespace {

using namespace amorph;

void require(bool holds, const char* what, const std::string& detail) {
  if (holds) return;
  std::fprintf(stderr, "%s: %s\n", what, detail.c_str());
  std::abort();
}

std::string_view part(std::string_view& text) {
  constexpr std::string_view separator = "\n---\n";
  const std::size_t at = text.find(separator);
  const std::string_view first = text.substr(0, at);
  text = at == std::string_view::npos ? std::string_view() : text.substr(at + separator.size());
  return first;
}

void use(const andersen::problem& p, const std::vector<std::string>& names) {
  std::string message = andersen::validate(p), dump, again;
  require(message.empty(), "a system that was read is not sound", message);
  require(constraint_file::format(p, names, dump, message) == status::ok, "cannot be written", message);
  constraint_file::content back;
  require(constraint_file::parse(dump, "dump", back, message) == status::ok, "cannot be read back", message);
  require(constraint_file::format(back.problem, back.names, again, message) == status::ok, "not written again",
          message);
  require(dump == again, "reading back changed it", dump);
  if (std::uint64_t{p.variables} * p.objects > 4000 || p.constraints.size() > 100 || p.slot_position.size() > 100)
    return;
  andersen::problem q = p;
  q.online.clear();  // in a file of chance these hints are not true
  andersen::solution answer;
  andersen::options options;
  options.run.backend = andersen::backend::cpu;
  options.run.threads = 1;
  require(andersen::solve(q, options, answer, message) == status::ok, "cannot be solved", message);
  const std::string difference = check::difference(check::plain(answer), check::solve_naively(q));
  require(difference.empty(), "solved wrongly", difference + "\n" + dump);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  constraint_file::content c;
  std::string message;
  status s = status::bad_input;
  constexpr constraint_file::limits most{10000};
  if (*data == 'p') {
    constraint_file::ppopp12_texts texts;
    texts.nodes = part(text);
    texts.constraints = part(text);
    texts.has_cycles = !text.empty();
    texts.cycles = text;
    s = constraint_file::parse(texts, c.problem, message, most);
  } else {
    s = constraint_file::parse(text, "dump", c, message, most);
  }
  if (s == status::ok)
    use(c.problem, c.names);
  else
    require(s == status::bad_input && !message.empty() && message.find('\n') == std::string::npos, "not one line",
            message);
  return 0;
}
