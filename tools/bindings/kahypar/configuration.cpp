#include "tools/bindings/kahypar/configuration.hpp"

#include <charconv>
#include <istream>
#include <string_view>

#include "amorph/kernels/base/error.hpp"

namespace amorph::hmetis {
namespace {

std::string_view trim(std::string_view text) {
  constexpr std::string_view blank = " \t\r";
  const std::size_t first = text.find_first_not_of(blank);
  return first == std::string_view::npos ? "" : text.substr(first, text.find_last_not_of(blank) - first + 1);
}

class reader {
 public:
  reader(std::istream& in, const char* name) : name_(name), in_(in) {
    if (!in_) throw error(status::bad_input, name_ + ": cannot read");
  }

  void run(configuration& c, std::string& ignored) {
    for (std::string line; std::getline(in_, line);) {
      ++line_;
      const std::string_view text = trim(std::string_view(line).substr(0, line.find('#')));
      if (text.empty() || text.front() == '[') continue;
      const std::size_t equals = text.find('=');
      if (equals == std::string_view::npos) fail("KEY=VALUE", text);
      take(c, trim(text.substr(0, equals)), trim(text.substr(equals + 1)), ignored);
    }
    if (in_.bad()) throw error(status::bad_input, name_ + ": cannot read");  // a directory
  }

 private:
  void take(configuration& c, std::string_view key, std::string_view value, std::string& ignored) {
    if (key == "objective") {
      const auto o = partition::find_by_name<hypergraph::objective>(hypergraph::objectives, value);
      if (!o) fail("objective=" + partition::alternatives(hypergraph::objectives), value);
      c.objective = *o;
    } else if (key == "seed") {
      const std::int64_t seed = integer(value);
      c.seed = seed < 0 ? 0 : static_cast<std::uint64_t>(seed);
    } else if (key == "vcycles") {
      const std::int64_t n = integer(value);
      if (n < 0 || n > 1000000) fail("vcycles=0 .. 1000000", value);
      // KaHyPar's refinement has no V-cycles unless asked; 0 is the value of all its configurations.
      c.vcycles = n == 0 ? -1 : static_cast<std::int32_t>(n);
    } else {
      ignored += (ignored.empty() ? "" : ", ") + std::string(key);
    }
  }
  std::int64_t integer(std::string_view text) {
    std::int64_t n = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), n);
    if (code != std::errc() || end != text.data() + text.size()) fail("an integer", text);
    return n;
  }
  [[noreturn]] void fail(const std::string& expected, std::string_view found) {
    throw error(status::bad_input, name_ + ":" + std::to_string(line_) + ": expected " + expected + ", found '" +
                                       std::string(found) + "'");
  }

  const std::string name_;
  std::istream& in_;
  std::uint32_t line_ = 0;
};

}  // namespace

void read_configuration(std::istream& in, const char* name, configuration& c, std::string& ignored) {
  reader(in, name).run(c, ignored);
}

}  // namespace amorph::hmetis
