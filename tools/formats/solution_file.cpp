// Writes and reads points-to sets. Many variables share a set: it is formatted once (up to 256 MB of cached text) and
// parsed once.
#include "tools/formats/solution_file.hpp"

#include <charconv>
#include <unordered_map>

#include "amorph/kernels/backend/boundary.hpp"
#include "tools/formats/input_file.hpp"
#include "tools/formats/text_reader.hpp"

namespace amorph {
namespace {

using andersen::var;

constexpr std::uint64_t cache_bytes = std::uint64_t{256} << 20;

// Appends a set, " o1 o2 ...", to `text`.
void format(const andersen::solution& s, var v, std::string& text) {
  s.for_each(v, [&](var o) {
    char digits[16];
    digits[0] = ' ';
    text.append(digits, std::to_chars(digits + 1, digits + sizeof digits, o).ptr);
  });
}

status read_whole(const std::string& path, std::string& message, set_table& result,
                  void (*parse)(text_reader, var, set_table&), var variables) noexcept {
  result = {};
  input_text text;
  if (const status s = read_file(path, text, message); s != status::ok) return s;
  return guarded(message, [&] { parse(text_reader(text.view(), input_name(path)), variables, result); });
}

void read_lines(text_reader in, var variables, set_table& result) {
  std::unordered_map<std::string_view, std::uint32_t> known;  // most sets occur on many lines and are parsed once
  for (var v = 0; v != variables; ++v) {
    in.require_line("the line of the next variable");
    in.number(v, v, "the next variable");
    in.punctuation(':', "a colon");
    text_reader set_text = in;
    const auto [at, is_new] = known.try_emplace(in.rest_of_line(), static_cast<std::uint32_t>(result.sets.size()));
    result.set_of.push_back(at->second);
    if (!is_new) continue;
    std::vector<var>& set = result.sets.emplace_back();
    for (const char* end = at->first.data() + at->first.size(); set_text.position() != end; set_text.blanks())
      set.push_back(set_text.number32(set.empty() ? 0 : std::uint64_t{set.back()} + 1, variables - 1,
                                      "an object, greater than the one before"));
  }
  if (in.next_line()) in.fail("the end of the file: every variable has its line");
}

// "[a, b, c]"
std::vector<var> bracketed(text_reader& in, var variables, const char* what) {
  std::vector<var> ids;
  in.punctuation('[', "'['");
  while (!in.here(']')) {
    if (!ids.empty()) in.comma("',' or ']'");
    ids.push_back(in.number32(0, variables - 1, what));
    in.blanks();
  }
  in.punctuation(']', "']'");
  return ids;
}

void read_ppopp12(text_reader in, var variables, set_table& result) {
  in.require_line("the number of variables");
  in.number(variables, variables, "the number of variables of the constraints");
  in.end_line();
  result.set_of.assign(variables, 0);
  result.sets.emplace_back();
  std::vector<bool> named(variables);
  while (in.next_line()) {
    const text_reader start = in;
    const std::vector<var> vars = bracketed(in, variables, "a variable");
    in.punctuation('=', "'=>'");
    in.punctuation('>', "'=>'");
    result.sets.push_back(bracketed(in, variables, "an object"));
    in.end_line();
    for (const var v : vars) {
      if (named[v]) start.fail_plain("variable " + std::to_string(v) + " is named on an earlier line");
      named[v] = true;
      result.set_of[v] = static_cast<std::uint32_t>(result.sets.size() - 1);
    }
  }
}

}  // namespace

status write_solution(const andersen::solution& s, output_file& out) noexcept try {
  const std::size_t sets = s.set_begin.empty() ? 0 : s.set_begin.size() - 1;
  std::vector<std::string> cached(sets);
  std::vector<bool> known(sets);
  std::uint64_t held = 0;
  std::string scratch;
  for (var v = 0; v != s.set_of.size() && !out.failed(); ++v) {
    const std::uint32_t set = s.set_of[v];
    out.write_number(std::uint64_t{v});
    out.write(':');
    if (known[set]) {
      out.write(cached[set]);
    } else {
      scratch.clear();
      format(s, v, scratch);
      out.write(scratch);
      if (held + scratch.size() <= cache_bytes) {
        cached[set] = scratch;
        known[set] = true;
        held += scratch.size();
      }
    }
    out.write('\n');
  }
  return status::ok;
} catch (const std::bad_alloc&) {
  return status::out_of_memory;
}

status write_solution(const andersen::solution& s, const std::string& path, std::string& message) noexcept {
  output_file out;
  if (const status opened = out.open(path, message); opened != status::ok) return opened;
  if (const status written = write_solution(s, out); written != status::ok) {
    message = "out of memory";  // fits without an allocation
    return written;
  }
  return out.commit(message);
}

status read_solution(const std::string& path, var variables, set_table& result, std::string& message) noexcept {
  return read_whole(path, message, result, read_lines, variables);
}

status read_ppopp12_solution(const std::string& path, var variables, set_table& result, std::string& message) noexcept {
  return read_whole(path, message, result, read_ppopp12, variables);
}

}  // namespace amorph
