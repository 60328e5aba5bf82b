// amorph-apart-check: contradicts an alias analysis. See --help.
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "tools/checkers/points_to.hpp"
#include "tools/formats/constraint_file.hpp"
#include "tools/terminal/run_command.hpp"

namespace {

using namespace amorph;

command describe(bool& quick) {
  return {
      .name = "amorph-apart-check",
      .summary = "contradict an alias analysis",
      .synopsis = {"[--quick] DUMP PAIRS"},
      .description =
          {"Solves the constraints in DUMP with a solver that shares no code with amorph-pta, and looks for pairs in "
           "PAIRS that may meet by its sets. A line of PAIRS is two variables that are said to point into different "
           "blocks, or two variables and for each the bytes of its access and a mask of where in a word it may "
           "stand, said to touch no common byte."},
      .groups = {{"Options",
                  {{.name = "quick",
                    .letter = 'q',
                    .target = &quick,
                    .help = "Take amorph-pta's sets, once an independent checker has found that they satisfy every "
                            "constraint: sets that do hold the least ones, so what they hold apart is apart. For "
                            "systems that take the independent solver hours."}}}},
      .examples = {{"opt-19 -load-pass-plugin=AmorphPTA.so "
                    "-passes='check<amorph-alias><pairs=p.txt;constraints=p.dump>' -disable-output p.bc",
                    "Makes both files."},
                   {"amorph-apart-check p.dump p.txt", "Verifies them."}},
      .see_also = {"amorph-pta(1)"},
      .operands = true,
      .exits = {exit_code::success, exit_code::bad_input, exit_code::out_of_memory, exit_code::internal,
                exit_code::interrupted}};
}

struct access {
  andersen::var pointer = 0;
  std::uint64_t size = 0;
  unsigned residues = 0;
};

// The bytes of a block's element that an access from the given slots may touch, one by one.
std::set<std::uint64_t> touched(const andersen::problem& p, std::uint32_t block,
                                const std::vector<andersen::var>& objects, const access& a) {
  std::set<std::uint64_t> bytes;
  const andersen::layout& l = p.layouts[p.blocks[block].layout];
  for (const andersen::var o : objects) {
    if (p.block_of[o] != block) continue;
    for (std::uint64_t at = 0; at < l.size; ++at)
      if (p.slot_of_word[l.first_word + at / 8] == o - p.blocks[block].first && (a.residues >> at % 8 & 1) != 0)
        for (std::uint64_t n = 0; n != a.size; ++n) bytes.insert((at + n) % l.size);
  }
  return bytes;
}

// The blocks of memory that a set leads into. An object without a layout stands for itself.
std::set<std::uint64_t> blocks(const andersen::problem& p, const std::vector<andersen::var>& objects) {
  constexpr std::uint64_t single = std::uint64_t{1} << 32;
  std::set<std::uint64_t> found;
  for (const andersen::var o : objects)
    found.insert(o >= p.block_of.size() || p.block_of[o] == andersen::none ? single + o : p.block_of[o]);
  return found;
}

class verdict {
  const andersen::problem& p_;
  const check::points_to& sets_;
  std::map<std::uint32_t, std::set<std::uint64_t>> blocks_;  // by set

  const std::set<std::uint64_t>& blocks_of(andersen::var v) {
    auto [at, fresh] = blocks_.try_emplace(sets_.set_of[v]);
    if (fresh) at->second = blocks(p_, sets_[v]);
    return at->second;
  }

 public:
  verdict(const andersen::problem& p, const check::points_to& sets) : p_(p), sets_(sets) {}
  bool may_meet(const access& a, const access& b);
};

bool verdict::may_meet(const access& a, const access& b) {
  const std::set<std::uint64_t>& in_a = blocks_of(a.pointer);
  const std::set<std::uint64_t>& in_b = blocks_of(b.pointer);
  // Nothing known of a pointer is no reason to hold it apart.
  if (in_a.empty() || in_b.empty()) return true;
  for (const std::uint64_t block : in_a) {
    if (!in_b.contains(block)) continue;
    if (a.size == 0 || block >> 32 != 0) return true;
    const auto bytes_a = touched(p_, static_cast<std::uint32_t>(block), sets_[a.pointer], a);
    for (const std::uint64_t byte : touched(p_, static_cast<std::uint32_t>(block), sets_[b.pointer], b))
      if (bytes_a.contains(byte)) return true;
  }
  return false;
}

// The sets to verify by. False: the reason is in `message`.
bool solve(const andersen::problem& p, bool quick, check::points_to& sets, std::string& message) {
  if (!quick) {
    sets = check::solve_in_rounds(p);
    return true;
  }
  andersen::solution found;
  andersen::options options;
  options.run.backend = andersen::backend::cpu;
  if (andersen::solve(p, options, found, message) != status::ok) return false;
  sets = check::plain(found);
  message = check::violated_constraint(p, sets);
  if (!message.empty()) message = "the sets violate " + message;
  return message.empty();
}

// How many pairs are contradicted.
std::uint64_t verify(bool quick, const std::string& dump, const std::string& pairs) {
  constraint_file::content input;
  std::string message;
  require(constraint_file::read(dump, input, message), message);
  std::ifstream in(pairs);
  if (!in) refuse(pairs + ": cannot be read");
  const andersen::problem& p = input.problem;
  check::points_to sets;
  if (!solve(p, quick, sets, message)) throw error(status::internal, dump + ": " + message);
  verdict by(p, sets);
  std::uint64_t verified = 0, wrong = 0, by_bytes = 0;
  std::string line, report;
  while (std::getline(in, line)) {
    ++verified;
    access a, b;
    std::istringstream fields(line);
    fields >> a.pointer >> b.pointer;
    bool good = !fields.fail();
    if (good && !(fields >> std::ws).eof()) {
      fields >> a.size >> a.residues >> b.size >> b.residues;
      good = !fields.fail() && (fields >> std::ws).eof() && a.size != 0 && b.size != 0;
      ++by_bytes;
    }
    if (!good || a.pointer >= p.variables || b.pointer >= p.variables)
      refuse(pairs + ":" + std::to_string(verified) + ": expected two variables, or two variables and two accesses");
    if (by.may_meet(a, b) && ++wrong <= 10)
      report.append(pairs)
          .append(":")
          .append(std::to_string(verified))
          .append(": may meet: ")
          .append(line)
          .append("\n");
  }
  report += std::to_string(verified) + " pairs, " + std::to_string(by_bytes) + " of them apart within a block; " +
            std::to_string(wrong) + " contradicted\n";
  if (!print(report, message)) refuse(message);
  return wrong;
}

}  // namespace

int main(int argc, char** argv) {
  bool quick = false;
  const command about = describe(quick);
  std::uint64_t wrong = 0;
  const exit_code code = run_command(about, argc, argv, [&](const std::vector<std::string>& operands) {
    if (operands.size() != 2) refuse("expected a constraint dump and a file of pairs");
    wrong = verify(quick, operands[0], operands[1]);
  });
  return static_cast<int>(code == exit_code::success && wrong != 0 ? exit_code::internal : code);
}
