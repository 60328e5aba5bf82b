#include "tools/commands/amorph-hmetis/arguments.hpp"

#include <unistd.h>

#include <charconv>
#include <cmath>

#include "tools/terminal/run_command.hpp"

namespace amorph::hmetis {
namespace {

constexpr const char* lists[] = {
    "NETLIST [FIX] PARTS UBFACTOR",
    "NETLIST [FIX] PARTS UBFACTOR NRUNS CTYPE RTYPE VCYCLE RECONST DBGLVL",
    "NETLIST PARTS UBFACTOR NRUNS CTYPE OTYPE VCYCLE DBGLVL",
};
constexpr std::size_t numbers[] = {2, 8, 7};  // operands after NETLIST and FIX

program program_of(std::string_view name, std::size_t operands) {
  if (name == "shmetis") return program::shmetis;
  if (name == "hmetis") return program::hmetis;
  if (name == "khmetis") return program::khmetis;
  return operands == 9 || operands == 10 ? program::hmetis : operands == 8 ? program::khmetis : program::shmetis;
}

// Takes the operands from the front.
class operand_list {
 public:
  explicit operand_list(const std::vector<std::string>& words) : words_(words) {}
  const std::string& text() { return words_[next_++]; }
  std::uint32_t integer(const char* name, std::uint32_t low, std::uint32_t high) {
    const std::string& word = text();
    std::uint32_t n = 0;
    const auto [end, code] = std::from_chars(word.data(), word.data() + word.size(), n);
    if (code != std::errc() || end != word.data() + word.size() || n < low || n > high)
      refuse(std::string(name) + ": expected " + std::to_string(low) + " .. " + std::to_string(high) + ", found '" +
             word + "'");
    return n;
  }
  double percentage(const char* name, double high) {
    const std::string& word = text();
    double x = 0;
    const auto [end, code] = std::from_chars(word.data(), word.data() + word.size(), x);
    if (code != std::errc() || end != word.data() + word.size() || !(x >= 0 && x <= high))
      refuse(std::string(name) + ": expected a percentage 0 .. " + std::to_string(static_cast<int>(high)) +
             ", found '" + word + "'");
    return x;
  }

 private:
  const std::vector<std::string>& words_;
  std::size_t next_ = 0;
};

}  // namespace

arguments read_arguments(const std::vector<std::string>& operands, std::string_view name, const char* balance) {
  const bool balance_is_given = balance != nullptr;
  arguments a;
  a.program = program_of(name, operands.size() + (balance_is_given ? 1 : 0));
  const auto which = static_cast<std::size_t>(a.program);
  const std::size_t least = 1 + numbers[which] - (balance_is_given ? 1 : 0);
  const bool has_fix = a.program != program::khmetis && operands.size() == least + 1;
  if (operands.size() != least && !has_fix)
    refuse("expected " + std::string(lists[which]) +
           (balance_is_given ? " without UBFACTOR (--" + std::string(balance) + " is given)" : "") +
           "; --help lists the options");
  operand_list in(operands);
  a.netlist = in.text();
  if (has_fix) a.fix = in.text();
  if (has_fix && balance_is_given && a.fix.find_first_not_of("0123456789") == std::string::npos &&
      access(a.fix.c_str(), F_OK) != 0)  // PARTS UBFACTOR
    refuse("UBFACTOR is left out with --" + std::string(balance) + ": expected " + std::string(lists[which]) +
           " without it");
  a.parts = in.integer("PARTS", 1, 1u << 28);
  if (!balance_is_given) a.ubfactor = in.percentage("UBFACTOR", a.program == program::khmetis ? 1000 : 49);
  if (a.program == program::shmetis) return a;
  a.runs = in.integer("NRUNS", 1, 1u << 20);
  (void)in.integer("CTYPE", 1, 5);
  if (a.program == program::hmetis)
    (void)in.integer("RTYPE", 1, 3);
  else
    a.objective = hypergraph::objective_of_otype(in.integer("OTYPE", 1, hypergraph::most_otype()));
  a.vcycles = in.integer("VCYCLE", 0, 3);
  a.has_vcycles = true;
  if (a.program == program::hmetis) (void)in.integer("RECONST", 0, 1);
  (void)in.integer("DBGLVL", 0, 1u << 20);
  return a;
}

}  // namespace amorph::hmetis
