// amorph-gen netlist: random netlists in hMETIS's format that obey Rent's rule.
//
// Each cell drives a net. Cells are numbered as in a hierarchy of blocks, each of two halves, and a pin is in the other
// half of a block of 2^l cells around its driver with a probability in proportion to 2^(l (p - 1)): then a block of B
// cells has about B^p nets to the outside (Landman and Russo, "On a pin versus block relationship for partitions of
// logic graphs", 1971). Net sizes are drawn as they occur in ibm01, 03, 07 and 12 of the ISPD98 benchmarks (Alpert
// 1998), with 3.8 pins on average.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string>
#include <vector>

#include "amorph/kernels/exec/cpu.hpp"
#include "amorph/kernels/random/random.hpp"
#include "tools/commands/amorph-gen/gen.hpp"
#include "tools/formats/input_file.hpp"
#include "tools/terminal/outputs.hpp"
#include "tools/terminal/run_command.hpp"

namespace amorph::gen {
namespace {

constexpr unsigned leaf_bits = 3;  // cells of a smallest block, as a power of 2

// Of 10,000 nets, those of 2, 3, ... pins; the others have 21 to 40.
constexpr std::array<std::uint32_t, 19> nets_by_size = {5809, 1285, 716, 399, 371, 225, 160, 192, 179, 200,
                                                        137,  84,   37,  30,  29,  35,  27,  16,  13};

class rent_netlist {
 public:
  rent_netlist(std::uint32_t cells, double exponent, std::uint64_t seed) : cells_(cells), seed_(seed) {
    double share = 1, sum = 0;
    for (unsigned level = 0; cells > std::uint64_t{1} << (leaf_bits + level) || level == 0; ++level) {
      upto_.push_back(sum += share);
      share *= std::exp2(exponent - 1);
    }
    for (double& u : upto_) u /= sum;
  }

  // A line with the pins of the net that cell `driver` drives.
  void append(std::uint32_t driver, std::string& text) const {
    const random_stream random(seed_, driver);
    std::array<std::uint32_t, 40> pin{driver};
    const std::uint32_t wanted = std::min(size(random.below(0, 10000), random.below(1, 20)), cells_);
    std::uint32_t n = 1;
    constexpr std::uint64_t draws = 400;
    for (std::uint64_t i = 2; n != wanted && i < draws; i += 2) {
      const std::uint32_t p = other(driver, random.unit(i), random(i + 1));
      if (std::find(pin.begin(), pin.begin() + n, p) == pin.begin() + n) pin[n++] = p;
    }
    if (n == 1) pin[n++] = driver != 0 ? driver - 1 : 1;
    for (std::uint32_t i = 0; i != n; ++i) {
      std::array<char, 12> digits;
      const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), pin[i] + 1).ptr;
      text.append(digits.data(), end);
      text.push_back(i + 1 == n ? '\n' : ' ');
    }
  }

 private:
  static std::uint32_t size(std::uint64_t place, std::uint64_t more) {
    for (std::uint32_t i = 0; i != nets_by_size.size(); ++i) {
      if (place < nets_by_size[i]) return i + 2;
      place -= nets_by_size[i];
    }
    return static_cast<std::uint32_t>(21 + more);
  }
  [[nodiscard]] std::uint32_t other(std::uint32_t driver, double u, std::uint64_t random) const {
    auto level = static_cast<unsigned>(std::upper_bound(upto_.begin(), upto_.end() - 1, u) - upto_.begin());
    std::uint64_t first = 0, bits = 0;
    for (;; --level) {
      bits = leaf_bits + level - (level != 0 ? 1 : 0);
      first = ((driver >> bits) ^ (level != 0 ? 1u : 0u)) << bits;
      if (first < cells_) break;  // always so at level 0
    }
    const std::uint64_t end = std::min<std::uint64_t>(cells_, first + (std::uint64_t{1} << bits));
    return static_cast<std::uint32_t>(first + (random >> 32) * (end - first) / (std::uint64_t{1} << 32));
  }

  std::uint32_t cells_;
  std::uint64_t seed_;
  std::vector<double> upto_;  // per level of the hierarchy: the probability of it or a lower one
};

template <class T> T number(const std::string& word, const char* what, T low, T high) {
  T n{};
  const auto [end, code] = std::from_chars(word.data(), word.data() + word.size(), n);
  if (code != std::errc() || end != word.data() + word.size() || !(n >= low) || !(n <= high))
    refuse(std::string("expected ") + what + ", found '" + word + "'");
  return n;
}

}  // namespace

void write_netlist(const config& c, const std::vector<std::string>& words) {
  if (c.says_graph()) refuse("a netlist is no graph: it has no weights, directions or terminals");
  const auto cells = number<std::uint32_t>(words[0], "a number of cells (2 .. 2000000000)", 2, 2000000000);
  const double exponent =
      words.size() == 1 ? 0.65 : number<double>(words[1], "an exponent of Rent's rule (0 .. 1)", 0, 1);
  const rent_netlist list(cells, exponent, c.seed);
  outputs files({}, {c.output});
  cpu_exec exec(static_cast<unsigned>(c.threads));
  files.write(c.output, [&](output_file& out) {
    out.write(std::to_string(cells) + " " + std::to_string(cells) + "\n");
    constexpr std::uint64_t piece = 1 << 14;
    std::vector<std::string> text(4 * exec.threads());
    for (std::uint64_t first = 0; first < cells && !out.failed(); first += piece * text.size()) {
      exec.ranges(text.size(), 1, [&](std::size_t begin, std::size_t end, unsigned) {
        for (; begin != end; ++begin) {
          text[begin].clear();
          const std::uint64_t from = first + begin * piece;
          for (std::uint64_t i = from; i < std::min<std::uint64_t>(cells, from + piece); ++i)
            list.append(static_cast<std::uint32_t>(i), text[begin]);
        }
      });
      for (const std::string& t : text) out.write(t);
    }
  });
  files.finish({});
}

}  // namespace amorph::gen
