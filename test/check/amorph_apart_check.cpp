// amorph-apart-check: contradicts an alias analysis. See --help.
#include <fstream>
#include <new>
#include <set>
#include <sstream>

#include "amorph/check/points_to.hpp"
#include "amorph/command_line.hpp"
#include "amorph/constraint_file.hpp"
#include "amorph/interrupt.hpp"

namespace {

using namespace amorph;

command describe() {
  return {
      .name = "amorph-apart-check",
      .summary = "contradict an alias analysis",
      .synopsis = {"DUMP PAIRS"},
      .description =
          {"Solves the constraints in DUMP with a solver that shares no code with amorph-pta, and looks for pairs in "
           "PAIRS that may meet by its sets. A line of PAIRS is two variables that are said to point into different "
           "blocks, or two variables and for each the bytes of its access and a mask of where in a word it may "
           "stand, said to touch no common byte."},
      .groups = {},
      .examples = {{"opt-19 -load-pass-plugin=AmorphPTA.so "
                    "-passes='check<amorph-alias><pairs=p.txt>,amorph-pta<constraints=p.dump>' -disable-output p.bc",
                    "Makes both files."},
                   {"amorph-apart-check p.dump p.txt", "Judges them."}},
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

bool may_meet(const andersen::problem& p, const check::points_to& sets, const access& a, const access& b) {
  const std::set<std::uint64_t> in_a = blocks(p, sets[a.pointer]), in_b = blocks(p, sets[b.pointer]);
  // Nothing known of a pointer is no reason to hold it apart.
  if (in_a.empty() || in_b.empty()) return true;
  for (const std::uint64_t block : in_a) {
    if (!in_b.contains(block)) continue;
    if (a.size == 0 || block >> 32 != 0) return true;
    const auto bytes_a = touched(p, static_cast<std::uint32_t>(block), sets[a.pointer], a);
    for (const std::uint64_t byte : touched(p, static_cast<std::uint32_t>(block), sets[b.pointer], b))
      if (bytes_a.contains(byte)) return true;
  }
  return false;
}

exit_code judge(const command& about, const std::string& dump, const std::string& pairs) {
  constraint_file::content input;
  std::string message;
  if (const status s = constraint_file::read(dump, input, message); s != status::ok)
    return complain(about, message, exit_code_of(s));
  std::ifstream in(pairs);
  if (!in) return complain(about, pairs + ": cannot be read", exit_code::bad_input);
  const andersen::problem& p = input.problem;
  const check::points_to sets = check::solve_in_rounds(p);
  std::uint64_t judged = 0, wrong = 0, by_bytes = 0;
  std::string line, report;
  while (std::getline(in, line)) {
    ++judged;
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
      return complain(
          about, pairs + ":" + std::to_string(judged) + ": expected two variables, or two variables and two accesses",
          exit_code::bad_input);
    if (may_meet(p, sets, a, b) && ++wrong <= 10)
      report += pairs + ":" + std::to_string(judged) + ": may meet: " + line + "\n";
  }
  report += std::to_string(judged) + " pairs, " + std::to_string(by_bytes) + " of them apart within a block; " +
            std::to_string(wrong) + " contradicted\n";
  if (!print(report, message)) return complain(about, message, exit_code::bad_input);
  return wrong == 0 ? exit_code::success : exit_code::internal;
}

}  // namespace

int main(int argc, char** argv) {
  const command about = describe();
  exit_on_interrupt(about.name);
  try {
    std::vector<std::string> operands;
    if (const auto ended = parse(about, argc, argv, operands)) return static_cast<int>(*ended);
    if (operands.size() != 2)
      return static_cast<int>(complain(about, "expected a constraint dump and a file of pairs", exit_code::bad_input));
    return static_cast<int>(judge(about, operands[0], operands[1]));
  } catch (const std::bad_alloc&) {
    return static_cast<int>(complain(about, "out of memory", exit_code::out_of_memory));
  }
}
