#include "tools/commands/metis/target_weights.hpp"

#include <charconv>
#include <cmath>

#include "amorph/kernels/base/error.hpp"
#include "tools/commands/metis/run.hpp"
#include "tools/formats/input_file.hpp"
#include "tools/formats/text_reader.hpp"

namespace amorph::metis {
namespace {

struct range {
  std::uint32_t first, last;
};

// "A" or "A-B", all below `count`. For text_reader "A-B" is one token, so it is split here.
range read_range(text_reader& in, std::uint32_t count, const char* what) {
  const std::string_view word = in.token();
  const std::size_t dash = word.find('-');
  auto value = [&](std::string_view digits) -> std::uint32_t {
    std::uint32_t n = 0;
    const auto [end, code] = std::from_chars(digits.data(), digits.data() + digits.size(), n);
    if (digits.empty() || code != std::errc() || end != digits.data() + digits.size() || n >= count)
      in.fail(std::string("a ") + what + " 0 .. " + std::to_string(count - 1) + ", or a range of them");
    return n;
  };
  const range r{value(word.substr(0, dash)), value(dash == std::string_view::npos ? word : word.substr(dash + 1))};
  if (r.last < r.first) in.fail(std::string("a range of ") + what + "s in ascending order");
  in.skip_token();
  return r;
}

float read_fraction(text_reader& in) {
  const std::string_view word = in.token();
  float x = 0;
  const auto [end, code] = std::from_chars(word.data(), word.data() + word.size(), x);
  if (code != std::errc() || end != word.data() + word.size() || !(x > 0) || !std::isfinite(x))
    in.fail("a fraction greater than 0");
  in.skip_token();
  return x;
}

}  // namespace

std::vector<float> parse_target_weights(std::string_view text, const std::string& name, std::uint32_t parts,
                                        std::uint32_t constraints) {
  std::vector<float> weight(std::size_t{parts} * constraints, 0);  // 0: not given
  text_reader in(text, name, '%');
  while (in.next_line()) {
    if (in.here('#')) {
      (void)in.rest_of_line();
      continue;
    }
    const range of = read_range(in, parts, "part");
    range about{0, constraints - 1};
    in.blanks();
    if (in.here(':')) {
      in.punctuation(':', "':'");
      about = read_range(in, constraints, "constraint");
    }
    in.punctuation('=', "'=' and a fraction");
    const float fraction = read_fraction(in);
    in.end_line();
    for (std::uint32_t p = of.first; p <= of.last; ++p)
      for (std::uint32_t c = about.first; c <= about.last; ++c) weight[std::size_t{p} * constraints + c] = fraction;
  }
  for (std::uint32_t c = 0; c != constraints; ++c) {
    double sum = 0;
    std::uint32_t open = 0;
    for (std::size_t i = c; i < weight.size(); i += constraints) sum += weight[i], open += weight[i] == 0;
    if (open != 0 && sum >= 1)
      throw error(status::bad_input, name + ": fractions of constraint " + std::to_string(c) +
                                         ": expected a sum below 1, as not all parts are given, found " +
                                         std::to_string(sum));
    for (std::size_t i = c; i < weight.size(); i += constraints)
      weight[i] = static_cast<float>(weight[i] == 0 ? (1 - sum) / open : open == 0 ? weight[i] / sum : weight[i]);
  }
  return weight;
}

std::vector<float> read_target_weights(const std::string& path, std::uint32_t parts, std::uint32_t constraints) {
  input_text text;
  std::string message;
  require(read_file(path, text, message), message);
  return parse_target_weights(text.view(), path, parts, constraints);
}

}  // namespace amorph::metis
