// A query names things by location or by name. Expressions are parsed in expression.cpp; here their location is found.
#include "tools/commands/amorph-pta/source/locations.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>
#include <utility>

#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "tools/commands/amorph-pta/source/debug_info.hpp"
#include "tools/commands/amorph-pta/source/expression.hpp"
#include "tools/commands/amorph-pta/source/lists.hpp"
#include "tools/terminal/run_command.hpp"

namespace amorph::pta {
namespace {

using llvm::dyn_cast;

// FILE:LINE at the start of a text, and the text after the next colon.
struct line_prefix {
  std::string file;
  unsigned line = 0;
  std::string_view rest;
};

std::optional<line_prefix> leading_line(std::string_view text) {
  for (std::size_t colon = text.find(':'); colon != std::string_view::npos; colon = text.find(':', colon + 1)) {
    if (colon == 0 || text.substr(0, colon).find('@') != std::string_view::npos) continue;
    unsigned line = 0;
    const char* begin = text.data() + colon + 1;
    const auto [end, code] = std::from_chars(begin, text.data() + text.size(), line);
    if (code != std::errc() || end == begin) continue;
    if (end != text.data() + text.size() && *end != ':') continue;
    line_prefix p{std::string(text.substr(0, colon)), line, {}};
    if (end != text.data() + text.size()) p.rest = text.substr(static_cast<std::size_t>(end - text.data()) + 1);
    return p;
  }
  return std::nullopt;
}

// Instances of one function of the source, variants of one constructor, or parts of a coroutine, of which those without
// a line are in no source. Throws if there are other functions among them.
void check_one_place(const source_index& program, const std::vector<const function_lines*>& all) {
  std::vector<std::string> where;
  where.reserve(all.size());
  for (const function_lines* f : all)
    where.push_back(f->file + ":" + std::to_string(f->first) + " (" + program.names().symbol(*f->function) + ")");
  const auto in_source = [](const function_lines* f) { return f->first != 0; };
  const auto one = std::find_if(all.begin(), all.end(), in_source);
  for (auto f = one; f != all.end(); ++f)
    if (in_source(*f) && ((*f)->file != (*one)->file || (*f)->first != (*one)->first))
      throw ambiguous("expected FILE:LINE:, since there are several functions of that name: " + listed(where));
}

// Limits the length of a message.
std::string abridged(std::string text) {
  constexpr std::size_t max_length = 1000;
  if (text.size() > max_length) text.replace(max_length, std::string::npos, "...");
  return text;
}

using functions = std::vector<const function_lines*>;

pointer evaluate(const source_index& program, std::string_view text, functions around, unsigned line,
                 std::string file = {}) {
  return expression(program, text, std::move(around), line, std::move(file)).evaluate();
}

// The functions that a text names: NAME as answers have it, or FILE:NAME.
std::vector<const llvm::Function*> functions_of(const source_index& program, const std::string& text) {
  if (const auto* named = program.functions_named(text)) return *named;
  const std::size_t colon = text.find(':');
  if (colon == 0 || colon == std::string::npos || text.compare(colon, 2, "::") == 0) return {};
  const auto* named = program.functions_named(text.substr(colon + 1));
  if (named == nullptr) return {};
  const std::string file = program.find_file(text.substr(0, colon));
  std::vector<const llvm::Function*> all;
  for (const llvm::Function* f : *named)
    if (source_index::location(*f).file == file) all.push_back(f);
  return all;
}

// FILE:LINE:EXPRESSION. Operators may precede the location: *list.c:40:p.
std::optional<pointer> at_line(const source_index& program, std::string_view text) {
  const std::size_t first = std::min(text.find_first_not_of("*& "), text.size());
  const auto at = leading_line(text.substr(first));
  if (!at) return std::nullopt;
  const std::string file = program.find_file(at->file);
  if (at->rest.empty()) refuse("expected FILE:LINE:NAME");
  const std::string whole = std::string(text.substr(0, first)) + std::string(at->rest);
  return evaluate(program, whole, program.around(file, at->line), at->line, file);
}

// FILE:EXPRESSION, of a static name. Operators may precede the file.
std::optional<pointer> in_file(const source_index& program, std::string_view text) {
  const std::size_t first = std::min(text.find_first_not_of("*& "), text.size());
  const std::size_t colon = text.find(':', first);
  if (colon == std::string_view::npos || colon == first || text.substr(colon).starts_with("::")) return std::nullopt;
  const std::string_view name = text.substr(first, colon - first);
  if (name.find('@') != std::string_view::npos) return std::nullopt;
  const std::string file = program.find_file(std::string(name));
  return evaluate(program, std::string(text.substr(0, first)) + std::string(text.substr(colon + 1)), {}, 0, file);
}

// FUNCTION::EXPRESSION; the last '::' that follows the name of a function.
std::optional<pointer> in_function(const source_index& program, std::string_view text) {
  for (std::size_t at = text.rfind("::"); at != std::string_view::npos && at != 0; at = text.rfind("::", at - 1)) {
    std::string_view prefix = text.substr(0, at);
    std::string_view operators;
    while (!prefix.empty() && (prefix[0] == '*' || prefix[0] == '&' || prefix[0] == '(')) {
      operators = text.substr(0, operators.size() + 1);
      prefix.remove_prefix(1);
    }
    const auto named = functions_of(program, std::string(prefix));
    if (named.empty() || program.blocks_named(text) != nullptr) continue;
    functions all;
    for (const function_lines& f : program.functions())
      if (std::find(named.begin(), named.end(), f.function) != named.end()) all.push_back(&f);
    if (all.empty()) continue;
    check_one_place(program, all);
    const std::string inner = std::string(operators) + std::string(text.substr(at + 2));
    return evaluate(program, inner, std::move(all), 0);
  }
  return std::nullopt;
}

pointer resolved_pointer(const source_index& program, std::string_view text) {
  if (auto p = at_line(program, text)) return *std::move(p);
  if (auto p = in_function(program, text)) return *std::move(p);
  if (auto p = in_file(program, text)) return *std::move(p);
  return evaluate(program, text.starts_with("::") ? text.substr(2) : text, {}, 0);
}

}  // namespace

pointer find_pointer(const source_index& program, const std::string& text) {
  try {
    return resolved_pointer(program, text);
  } catch (const ambiguous& e) {
    throw error(e.code(), "'" + abridged(text) + "': " + abridged(e.what()));
  } catch (const error& e) {
    if (std::optional<pointer> p = program.printed(text)) return *std::move(p);
    throw error(e.code(), "'" + abridged(text) + "': " + abridged(e.what()));
  }
}

const llvm::Function& behind_thunk(const llvm::Function& f) {
  // _ZTh, _ZTv or _ZTc, offsets that end in underscores, and the function's name without _Z.
  if (!f.getName().starts_with("_ZT") || f.isDeclaration()) return f;
  for (const llvm::Instruction& i : llvm::instructions(f))
    if (const auto* call = dyn_cast<llvm::CallBase>(&i))
      if (const auto* behind = dyn_cast<llvm::Function>(calleeOf(*call)); behind != nullptr)
        if (llvm::StringRef name = behind->getName(); name.consume_front("_Z") && f.getName().ends_with(name))
          return *behind;
  return f;
}

std::vector<const llvm::Function*> find_function(const source_index& program, const std::string& text) {
  std::vector<const llvm::Function*> fitting = functions_of(program, text);
  if (fitting.empty()) refuse("'" + abridged(text) + "': expected a function of the program");
  std::vector<std::string> where;
  for (const llvm::Function* f : fitting) {
    const std::string name = program.names().symbol(*f), with_file = Names::withFile(*f);
    where.push_back(name.find('@') == std::string::npos && !with_file.empty() ? with_file : name);
  }
  if (std::any_of(where.begin(), where.end(), [&](const std::string& other) { return other != where[0]; }))
    refuse("'" + abridged(text) + "': expected one function, found several: " + listed(where));
  for (const llvm::Function& f : *program.result().Constraints.Source)
    if (const llvm::Function& behind = behind_thunk(f);
        &behind != &f && std::find(fitting.begin(), fitting.end(), &behind) != fitting.end())
      fitting.push_back(&f);
  return fitting;
}

namespace {

constexpr const char* expected_place = "expected FILE:LINE, FILE:LINE:COLUMN, or a function";

// The functions whose calls are meant: parts of one function of the source, such as instances of a template and the
// parts of a coroutine. Throws if they are of several.
std::vector<const llvm::Function*> function_parts(const source_index& program, const std::string& text) {
  const std::vector<const llvm::Function*> named = functions_of(program, text);
  functions lines;
  for (const function_lines& f : program.functions())
    if (std::find(named.begin(), named.end(), f.function) != named.end()) lines.push_back(&f);
  if (!lines.empty()) check_one_place(program, lines);
  return named;
}

}  // namespace

std::vector<const llvm::CallBase*> find_calls(const source_index& program, const std::string& text) {
  // As the call graph prints it: FILE:LINE in FUNCTION, or the function alone if the call has no line.
  constexpr std::string_view in = " in ";
  std::string place = text, unknown;
  std::vector<const llvm::Function*> within;
  for (std::size_t at = text.find(in); at != std::string::npos && within.empty(); at = text.find(in, at + 1))
    if (leading_line(std::string_view(text).substr(0, at))) {
      within = functions_of(program, text.substr(at + in.size()));
      if (!within.empty()) place.resize(at);
      if (unknown.empty()) unknown = text.substr(at + in.size());
    }
  if (within.empty() && !unknown.empty())
    refuse("'" + abridged(text) + "': expected a function of the program after 'in', found '" + abridged(unknown) +
           "'");
  std::vector<const llvm::CallBase*> found;
  const auto line = leading_line(place);
  unsigned column = 0;
  std::string file;
  if (line) {
    const auto [end, code] = std::from_chars(line->rest.data(), line->rest.data() + line->rest.size(), column);
    if (!line->rest.empty() && (code != std::errc() || end != line->rest.data() + line->rest.size() || column == 0))
      refuse("'" + abridged(text) + "': " + expected_place);
    file = program.find_file(line->file);
  } else {
    within = function_parts(program, text);
    if (within.empty()) refuse("'" + abridged(text) + "': " + expected_place);
  }
  const auto on_the_line = [&](const llvm::Instruction& i) {
    // Where it is written, or where a function that contains it was inlined. Looking up the file is slower.
    for (const llvm::DILocation* here = i.getDebugLoc(); here != nullptr; here = here->getInlinedAt())
      if (here->getLine() == line->line && (column == 0 || here->getColumn() == column) &&
          file_of(here->getScope()) == file)
        return true;
    return false;
  };
  for (const function_lines& f : program.functions()) {
    if (!within.empty() && std::find(within.begin(), within.end(), f.function) == within.end()) continue;
    for (const llvm::Instruction& i : llvm::instructions(*f.function))
      if (const auto* call = dyn_cast<llvm::CallBase>(&i);
          call != nullptr && !llvm::isa<llvm::IntrinsicInst>(call) && (!line || on_the_line(i)))
        found.push_back(call);
  }
  if (found.empty()) refuse("'" + abridged(text) + "': expected a " + (line ? "line" : "function") + " with a call");
  return found;
}

}  // namespace amorph::pta
