// The table of options. Parsing, printing and error messages iterate over it, as with CaDiCaL's options.
#include "tools/base/points_to_options.hpp"

#include <algorithm>
#include <optional>

#include "amorph/kernels/base/byte_text.hpp"
#include "tools/base/settings.hpp"
#include "tools/base/utf8.hpp"

namespace amorph {
namespace {

using row = points_to_option;
using options = points_to_options;

const std::vector<row>& table() {
  static const std::vector<row> rows = {
      {"backend",
       row::choice{&options::backend, {"auto", "cpu", "cuda"}},
       "Backend; cuda without a device is an error.",
       {"backend", 'b', "B",
        "Backend; auto uses a CUDA device if that is estimated to be faster, including its start."}},
      {"device", row::number{&options::device, 0, 1023}, "Number of the CUDA device.", {"device", 0, "N"}},
      {"threads",
       row::number{&options::threads, 0, 4096, "all"},
       "CPU threads.",
       {"threads", 't', "T", "CPU threads; 0 means all."}},
      {"memory-limit",
       row::size{&options::memory_limit, "the machine's memory"},
       "End with an error if the solver needs more memory; suffixes K, M, G and T.",
       {"memory-limit", 0, "BYTES", "End with exit code 3 if more memory is needed; suffixes K, M, G and T."}},
      {"world",
       row::choice{&options::world, {"open", "closed"}},
       "Assumptions on code outside the program; closed: it does nothing.",
       {"world", 0, "W",
        "Assumptions on code outside the program. closed: functions that are neither defined nor modelled do "
        "nothing."}},
      {"preset",
       row::choice{&options::preset, {"auto", "strict", "c", "compiler"}},
       "Assumptions on the program. strict: as few as possible; c: rules that C and C++ programs usually follow, and "
       "guarantees of the platform's ABI; compiler: assumptions that LLVM's passes may make; auto: c; strict if debug "
       "information names a language other than C, C++ and their relatives; for amorph-aa compiler.",
       {"preset", 0, "P",
        "Assumptions on the program. strict: as few as possible; c: rules that C and C++ programs usually follow, and "
        "guarantees of the platform's ABI; compiler: assumptions that LLVM's passes may make; auto: c; strict for "
        "code in languages other than C and C++."}},
      {"calls",
       row::choice{&options::calls, {"preset", "any", "abi", "types", "source"}, {"any", "source", "any"}},
       "Possible targets of a call through a pointer. abi: functions whose parameters and result are in the same "
       "registers; types: functions of the call's function type; source: of these, functions whose pointers are "
       "declared to point to the same types; any: all.",
       {"calls", 0, "C"}},
      {"files",
       row::choice{&options::files, {"preset", "followed", "data"}, {"followed", "data", "followed"}},
       "Whether pointers that were written to a file or pipe may be read back; data: no.",
       {"files", 0, "F"}},
      {"allocators",
       row::choice{&options::allocators, {"preset", "named", "pointers"}, {"named", "pointers", "named"}},
       "Allocators whose calls are separate allocation sites: those called by name, or also those called through "
       "pointers.",
       {"allocators", 0, "A"}},
      {"layers",
       row::choice{&options::layers, {"preset", "any", "members"}, {"any", "members", "any"}},
       "Where a stored function pointer may be found; members: in a closed world, in the same member of the same type "
       "of structure.",
       {"layers", 0, "L"}},
      {"types",
       row::choice{&options::types, {"preset", "any", "members", "variables", "declared"}, {"any", "variables", "any"}},
       "Memory that a structure's member may occupy. members: none of another structure's member, unless one "
       "structure or union contains both; variables: of variables, only those declared as such a structure; declared: "
       "also for allocated memory.",
       {"types", 0, "T"}},
      {"bounds",
       row::choice{&options::bounds, {"preset", "any", "known"}, {"any", "known", "any"}},
       "Whether a structure's member may lie beyond the end of its memory; known: not if the memory's size is known.",
       {"bounds", 0, "B"}},
      {"vtables",
       row::choice{&options::vtables, {"preset", "any", "abi"}, {"any", "abi", "any"}},
       "Virtual tables that an object may have, and pointers to them; abi: those that its constructor stores.",
       {"vtables", 0, "V"}},
      {"integers",
       row::choice{&options::integers, {"preset", "all", "words"}, {"all", "words", "all"}},
       "Pointers that may be computed from a part of a pointer; words: only by bitwise operations, or from entire "
       "words.",
       {"integers", 0, "I"}},
      {"fields",
       row::flag{&options::fields},
       "off: one slot per block of memory.",
       {"no-fields", 0, nullptr, "Do not distinguish the fields of structures."}},
      {"field-limit",
       row::number{&options::field_limit, 1, options::max_field_limit},
       "Maximum number of slots per block; the rest of the block shares the last slot.",
       {"field-limit", 0, "N"}},
      {"array-limit",
       row::number{&options::array_limit, 0, 1024, "none"},
       "Maximum length of a variable's array whose elements get separate slots.",
       {"array-limit", 0, "N"}},
      {"heap-types",
       row::flag{&options::heap_types},
       "off: heap memory is untyped words.",
       {"no-heap-types", 0, nullptr, "Do not infer the type of heap memory from its uses; it is untyped words."}},
      {"wrappers",
       row::choice{&options::wrappers, {"off", "on", "constructors"}},
       "Functions that become allocation sites at their calls.",
       {"wrappers", 0, "W",
        "Functions that become allocation sites at their calls. off: none; on: functions that only allocate (xmalloc); "
        "constructors: also functions that fill or keep the memory (new_node)."}},
      {"contexts",
       row::choice{&options::contexts, {"off", "1", "2", "3", "auto"}},
       "Distinguish the calls of a function: by its last 1, 2 or 3 call sites; auto: by 2, for the functions that pay "
       "off within context-budget.",
       {"contexts", 0, "K"}},
      {"heap-contexts",
       row::number{&options::heap_contexts, 0, 3},
       "With contexts: call sites by which the allocations of a function are distinguished.",
       {"heap-contexts", 0, "N"}},
      {"context-budget",
       row::number{&options::context_budget, 1, 40'000'000},
       "With contexts=auto: maximum number of constraints, over all contexts.",
       {"context-budget", 0, "N"}},
      {"call-limit",
       row::number{&options::call_limit, 0, 1000000, "none"},
       "Warn about indirect calls that may reach more functions than this.",
       {"call-limit", 0, "N",
        "Warn about indirect calls that may reach more than N functions; 0 means never. Answers do not change."}},
      {"solve", row::flag{&options::solve}, "off: only extract the constraints."},
      {"models", row::file{&options::models}, "Read additional library models.", {"models", 0, "FILE"}},
      {"json", row::file{&options::json}, "Write the sets as JSON."},
      {"dot", row::file{&options::dot}, "Write the points-to graph for Graphviz.", {"dot", 0, "FILE"}},
      {"constraints",
       row::file{&options::constraints},
       "Write the constraints, for amorph-pta(1).",
       {"dump", 0, "FILE", "Write the constraints, which this command reads; a name in .gz is compressed."}},
      {"stats",
       row::flag{&options::statistics},
       "on: size, time and precision, as two lines on stderr.",
       {"statistics", 's', nullptr,
        "Print a table of statistics instead of one line; of programs also precision metrics."}},
  };
  return rows;
}

// f(row, its type, its word in the preset), for every assumption.
template <class F> void for_each_assumption(std::string_view preset, F f) {
  const auto at = std::find(points_to_presets.begin(), points_to_presets.end(), preset) - points_to_presets.begin();
  for (const row& r : table())
    if (is_assumption(r)) {
      const auto& type = std::get<row::choice>(r.type);
      f(r, type, type.in_presets[static_cast<std::size_t>(at)]);
    }
}

// "a", "a or b", "a, b or c"
template <class Words> std::string alternatives(const Words& words) {
  std::string text;
  for (std::size_t i = 0; i != words.size(); ++i)
    (text += i == 0 ? "" : i + 1 == words.size() ? " or " : ", ") += words[i];
  return text;
}

std::string unknown(std::string_view key) {
  std::vector<const char*> names;
  for (const row& r : table()) names.push_back(r.name);
  return "unknown parameter '" + one_line(key) + "', expected " + alternatives(names);
}

// Stores a value in `o`; returns the expected values if it is invalid.
struct storing {
  options& o;
  std::string_view value;

  std::string operator()(const row::choice& type) const {
    if (std::find(type.words.begin(), type.words.end(), value) == type.words.end()) return alternatives(type.words);
    o.*type.value = value;
    return {};
  }
  std::string operator()(const row::number& type) const {
    return parse_number_setting(value, type.low, type.high, type.zero, o.*type.value);
  }
  std::string operator()(const row::size& type) const {
    const std::optional<std::uint64_t> bytes = parse_bytes(value);
    if (!bytes) return expected_bytes;
    o.*type.value = *bytes;
    return {};
  }
  std::string operator()(const row::flag& type) const { return parse_switch_setting(value, o.*type.value); }
  std::string operator()(const row::file& type) const {
    if (value.empty()) return "a file name";
    o.*type.name = value;
    return {};
  }
};

const row* find(std::string_view name) {
  const auto at = std::find_if(table().begin(), table().end(), [&](const row& r) { return r.name == name; });
  return at == table().end() ? nullptr : &*at;
}

}  // namespace

std::span<const points_to_option> points_to_option_table() { return table(); }
const points_to_option& find_points_to_option(std::string_view name) { return *find(name); }

bool is_assumption(const points_to_option& r) {
  const auto* type = std::get_if<row::choice>(&r.type);
  return type != nullptr && !type->in_presets.empty();
}

void apply_preset(points_to_options& o, std::string_view fallback) {
  if (o.preset == "auto") o.preset = fallback;
  for_each_assumption(o.preset, [&](const row&, const row::choice& type, const char* word) {
    if (o.*type.value == points_to_options::by_preset) o.*type.value = word;
  });
}

std::string preset_text(const points_to_options& o) {
  std::string text = o.preset;
  for_each_assumption(o.preset, [&](const row& r, const row::choice& type, const char* word) {
    if (o.*type.value != word) ((text += ", ") += r.name) += "=" + o.*type.value;
  });
  return text;
}

std::string value_range(const points_to_option& r) {
  if (const auto* type = std::get_if<row::choice>(&r.type)) {
    std::string text;
    for (const char* word : type->words) (text += text.empty() ? "" : ", ") += word;
    return text;
  }
  if (const auto* type = std::get_if<row::number>(&r.type))
    return std::to_string(type->low) + " to " + std::to_string(type->high);
  if (std::holds_alternative<row::size>(r.type)) return "bytes";
  return std::holds_alternative<row::flag>(r.type) ? "off, on" : "file";
}

std::string value_text(const points_to_option& r, const points_to_options& o) {
  if (const auto* type = std::get_if<row::choice>(&r.type)) return o.*type->value;
  if (const auto* type = std::get_if<row::number>(&r.type)) return std::to_string(o.*type->value);
  if (const auto* type = std::get_if<row::size>(&r.type)) return std::to_string(o.*type->value);
  if (const auto* type = std::get_if<row::flag>(&r.type)) return o.*type->value ? "on" : "off";
  return o.*std::get<row::file>(r.type).name;
}

std::string set_points_to_option(std::string_view key, std::string_view value, points_to_options& o) {
  const row* r = find(key);
  if (r == nullptr) return unknown(key);
  const std::string expected = std::visit(storing{o, value}, r->type);
  if (expected.empty()) return {};
  return value.empty() && std::holds_alternative<row::file>(r->type)
             ? "parameter '" + std::string(key) + "': expected " + expected
             : invalid_setting(key, expected, value);
}

std::string idle_points_to_option(const points_to_options& o) {
  const points_to_options usual;
  if (o.heap_contexts != usual.heap_contexts && o.contexts == "off")
    return "'heap-contexts' has no effect without 'contexts'";
  if (o.context_budget != usual.context_budget && o.contexts != "auto")
    return "'context-budget' has no effect without 'contexts' auto";
  return "";
}

std::string parse_points_to_options(std::string_view text, points_to_options& o) {
  o = {};
  const std::string wrong = parse_settings(
      text, [&](std::string_view key, std::string_view value) { return set_points_to_option(key, value, o); });
  if (!wrong.empty()) return wrong;
  const std::string idle = idle_points_to_option(o);
  return idle.empty() ? "" : "parameter " + idle;
}

std::string to_string(const points_to_options& o) {
  std::string text;
  for (const row& r : table())
    if (const std::string value = value_text(r, o); value != value_text(r, {}))
      ((text += text.empty() ? "" : ";") += r.name) += "=" + value;
  return text;
}

}  // namespace amorph
