// Reads and writes the binary form of formulas: a header of 32 bytes, then the arrays as in memory, little-endian. The
// size of the text is compared with the header before memory is allocated.
#include <atomic>
#include <cstring>

#include "amorph/kernels/exec/cpu.hpp"
#include "tools/formats/binary_header.hpp"
#include "tools/formats/cnf_file.hpp"
#include "tools/formats/output_file.hpp"
#include "tools/formats/proportion.hpp"

namespace amorph::cnf_file {
namespace {

constexpr std::string_view magic = "amorphs1";

struct header {
  char magic[8];
  std::uint32_t variables, length;  // the length of all clauses; 0: they differ, and there are offsets
  std::uint64_t clauses, literals;
};
static_assert(sizeof(header) == 32);

void copy_array(cpu_exec& exec, const char* from, std::uint64_t bytes, void* to) {
  constexpr std::uint64_t piece = std::uint64_t{1} << 20;
  exec.for_each(static_cast<std::size_t>((bytes + piece - 1) / piece), [=](std::size_t i) {
    const std::uint64_t at = i * piece;
    std::memcpy(static_cast<char*>(to) + at, from + at, std::min(piece, bytes - at));
  });
}

}  // namespace

bool is_binary(std::string_view text) noexcept { return text.starts_with(magic); }

void parse_binary(std::string_view text, const std::string& name, cpu_exec& exec, sat::formula& f) {
  f = {};
  header h{};
  if (text.size() < sizeof h) refuse_binary(name, "the file is truncated");
  std::memcpy(&h, text.data(), sizeof h);
  if (h.variables > sat::max_variables || (h.length != 0 && h.literals / h.length != h.clauses) ||
      (h.length != 0 && h.literals % h.length != 0) || h.clauses >> 40 != 0 || h.literals >> 48 != 0)
    refuse_binary(name, "the header is damaged");
  const std::uint64_t offsets = h.length != 0 ? 0 : 8 * (h.clauses + 1);
  if (text.size() != sizeof h + offsets + 4 * h.literals)
    refuse_binary(name, "the size of the file does not match its header");
  if (const std::uint64_t most = plausible_items(text.size()); h.variables > most)
    refuse_binary(name, "expected at most " + std::to_string(most) + " variables in " + std::to_string(text.size()) +
                            " bytes, found " + std::to_string(h.variables));
  f.variables = h.variables;
  f.clause_begin.resize(h.clauses + 1);
  f.literals.resize(h.literals);
  if (h.length != 0)
    exec.for_each(h.clauses + 1, [&](std::size_t c) { f.clause_begin[c] = c * h.length; });
  else
    copy_array(exec, text.data() + sizeof h, offsets, f.clause_begin.data());
  copy_array(exec, text.data() + sizeof h + offsets, 4 * h.literals, f.literals.data());
  std::atomic<bool> ascends{f.clause_begin[0] == 0 && f.clause_begin[h.clauses] == h.literals}, inside{true};
  exec.for_each(h.clauses, [&](std::size_t c) {
    if (f.clause_begin[c] > f.clause_begin[c + 1]) ascends.store(false, std::memory_order_relaxed);
  });
  exec.for_each(h.literals, [&](std::size_t i) {
    if (sat::variable_of(f.literals[i]) >= h.variables) inside.store(false, std::memory_order_relaxed);
  });
  if (!ascends) refuse_binary(name, "the offsets are damaged");
  if (!inside) refuse_binary(name, "a literal is of a variable that does not exist");
}

void write_binary(output_file& to, const sat::formula& f) noexcept {
  header h{};
  std::memcpy(h.magic, magic.data(), sizeof h.magic);
  h.variables = f.variables;
  h.length = f.uniform_length();
  h.clauses = f.clauses();
  h.literals = f.literals.size();
  to.write(bytes_of(&h, sizeof h));
  if (h.length == 0) to.write(bytes_of(f.clause_begin.data(), f.clause_begin.size() * sizeof f.clause_begin[0]));
  to.write(bytes_of(f.literals.data(), f.literals.size() * sizeof f.literals[0]));
}

}  // namespace amorph::cnf_file
