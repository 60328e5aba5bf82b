// The queries, each a function over the solved sets, and how answers are printed.
#include "tools/amorph-pta/source/answers.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <tuple>

#include "llvm-pass/models/Models.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "tools/amorph-pta/source/locations.hpp"
#include "tools/amorph-pta/source/overlap.hpp"
#include "tools/amorph-pta/source/why.hpp"
#include "tools/formats/utf8.hpp"
#include "tools/terminal/run_command.hpp"

namespace amorph::pta {

const char* kind_name(ObjectKind k) {
  switch (k) {
    case ObjectKind::Global: return "global";
    case ObjectKind::Function:
    case ObjectKind::FunctionSlot: return "function";
    case ObjectKind::Stack: return "local";
    case ObjectKind::Heap: return "heap";
    case ObjectKind::Library: return "library";
    default: return "unknown";
  }
}

namespace {

using llvm::dyn_cast;

item object_item(const source_index& p, Var o) {
  const ModuleConstraints& c = p.result().Constraints;
  const MemoryBlock& b = c.blockOf(o);
  return {p.names().object(c, o), kind_name(b.Kind), p.location(b), {}, p.names().object(c, b.First)};
}

// A function's slots are no memory that a reader asks for by the field.
bool is_function(const item& i) { return i.kind == "function"; }

// Functions before data; otherwise in the order of the module.
void functions_first(std::vector<item>& items) { std::stable_partition(items.begin(), items.end(), is_function); }

item function_item(const llvm::Function& f, const char* call = "") {
  return {Names::function(f), f.isDeclaration() ? "declared function" : "function", source_index::location(f), call};
}

item unknown_code(const char* call, const char* name = "<unknown code>") {
  item i;
  i.name = name;
  i.kind = "unknown";
  i.call = call;
  return i;
}

// All splits of an argument in two: at commas, then at blanks, outside brackets and quotes first. C++ names contain all
// of these, and names of operators contain unmatched brackets.
std::vector<std::pair<std::string, std::string>> splits(const std::string& argument) {
  const auto trimmed = [](std::string s) {
    while (!s.empty() && s.front() == ' ') s.erase(0, 1);
    while (!s.empty() && s.back() == ' ') s.pop_back();
    return s;
  };
  std::vector<std::pair<std::string, std::string>> outside, inside;
  for (const char sign : {',', ' '}) {
    int depth = 0;
    bool quoted = false;
    for (std::size_t i = 0; i != argument.size(); ++i) {
      const char c = argument[i];
      const bool arrow = c == '>' && i != 0 && argument[i - 1] == '-';
      if (c == '"') quoted = !quoted;
      if (!quoted && (c == '(' || c == '[' || c == '<')) ++depth;
      if (!quoted && (c == ')' || c == ']' || (c == '>' && !arrow))) --depth;
      if (c != sign) continue;
      std::pair<std::string, std::string> both{trimmed(argument.substr(0, i)), trimmed(argument.substr(i + 1))};
      if (!both.first.empty() && !both.second.empty())
        (depth == 0 && !quoted ? outside : inside).push_back(std::move(both));
    }
  }
  outside.insert(outside.end(), inside.begin(), inside.end());
  if (outside.empty()) refuse("'" + argument + "': expected two, separated by a comma or a blank");
  return outside;
}

struct operands {
  pointer left, right;
  std::string right_text;
};

// The first split where both parts are found; otherwise throws the error of the first split.
operands two(const source_index& p, const std::string& argument) {
  const auto all = splits(argument);
  std::optional<error> first;
  for (const auto& [left, right] : all) {
    try {
      return {find_pointer(p, left), find_pointer(p, right), right};
    } catch (const error& e) {
      if (!first) first = e;
    }
  }
  throw error(*first);
}

void points_to(const source_index& p, answer& a) {
  for (const Var o : p.points_to(find_pointer(p, a.argument))) a.items.push_back(object_item(p, o));
  functions_first(a.items);
}

// The pointers that may point into the block or, with a field, to that field.
void pointed_by(const source_index& p, answer& a) {
  const pointer what = find_pointer(p, a.argument);
  const ModuleConstraints& c = p.result().Constraints;
  if (!what.in_memory) refuse("'" + a.argument + "': expected something in memory; registers have no address");
  std::vector<Var> wanted;
  for (const Var cell : what.memory) {
    const MemoryBlock& b = c.blockOf(cell);
    const bool whole = cell == b.First && b.Kind != ObjectKind::Function;
    for (unsigned i = 0; i != (whole ? b.Count : 1); ++i) wanted.push_back(whole ? b.First + i : cell);
  }
  for (const PointerRow& row : p.rows()) {
    const bool points = std::any_of(wanted.begin(), wanted.end(), [&](Var o) {
      return std::find(row.Objects.begin(), row.Objects.end(), o) != row.Objects.end() ||
             std::any_of(row.Holders.begin(), row.Holders.end(),
                         [&](Var v) { return p.result().Solution.contains(v, o); });
    });
    // With debug information, values that are not variables have no name in the source.
    const bool passing =
        row.Name.starts_with('%') && row.Function != nullptr && row.Function->getSubprogram() != nullptr;
    if (!points || passing) continue;
    item i;
    i.name = row.Function != nullptr ? Names::function(*row.Function) + "::" + row.Name : row.Name;
    i.kind = row.Function != nullptr ? "local" : "memory";
    i.location = p.location(row);
    a.items.push_back(std::move(i));
  }
}

void aliases(const source_index& p, answer& a) {
  const operands both_of = two(p, a.argument);
  std::vector<Var> both;
  if (!accesses_are_apart(p, both_of.left, both_of.right)) {
    const std::vector<Var> x = p.points_to(both_of.left), y = p.points_to(both_of.right);
    std::set_intersection(x.begin(), x.end(), y.begin(), y.end(), std::back_inserter(both));
  }
  for (const Var o : both) a.items.push_back(object_item(p, o));
  functions_first(a.items);
  a.verdict = both.empty() ? "no" : "may";
}

void callees_of(const source_index& p, const llvm::CallBase& call, answer& a) {
  const llvm::Value* callee = calleeOf(call);
  if (const auto* f = dyn_cast<llvm::Function>(callee)) {
    a.items.push_back(function_item(*f, "direct"));
    return;
  }
  if (call.isInlineAsm()) {
    a.items.push_back(unknown_code("direct", "<assembly>"));
    return;
  }
  bool unknown = false;
  for (const llvm::Function* f : p.result().targets(call, unknown)) a.items.push_back(function_item(*f, "indirect"));
  if (unknown) a.items.push_back(unknown_code("indirect"));
}

void callees(const source_index& p, answer& a) {
  for (const llvm::CallBase* call : find_calls(p, a.argument)) callees_of(p, *call, a);
}

void callers(const source_index& p, answer& a) {
  const llvm::Function& wanted = find_function(p, a.argument);
  for (const llvm::Function& f : *p.result().Constraints.Source)
    for (const llvm::Instruction& i : llvm::instructions(f)) {
      const auto* call = dyn_cast<llvm::CallBase>(&i);
      if (call == nullptr || call->isInlineAsm()) continue;
      const char* kind = nullptr;
      if (calleeOf(*call) == &wanted) {
        kind = "direct";
      } else if (!llvm::isa<llvm::Function>(calleeOf(*call))) {
        bool unknown = false;
        const auto targets = p.result().targets(*call, unknown);
        if (std::find(targets.begin(), targets.end(), &wanted) != targets.end()) kind = "indirect";
      }
      if (kind != nullptr) a.items.push_back({Names::function(f), "function", source_index::location(i), kind});
    }
  const MemoryBlock* b = p.result().Constraints.blockFor(&wanted);
  if (b == nullptr) return;
  for (const auto& [site, holder] : p.result().Constraints.CallBacks) {
    if (!p.result().Solution.contains(holder, b->First)) continue;
    const auto* call = llvm::dyn_cast_or_null<llvm::CallBase>(site);
    const auto* library = call != nullptr ? dyn_cast<llvm::Function>(calleeOf(*call)) : nullptr;
    a.items.push_back({library != nullptr ? llvm::demangle(library->getName().str()) : "<library>", "library",
                       call != nullptr ? source_index::location(*call) : source_location{}, "called back by"});
  }
  if (p.result().escapes(b->First)) a.items.push_back(unknown_code("indirect"));
}

// Memory and functions that unknown code may reach.
void escapes(const source_index& p, answer& a) {
  const ModuleConstraints& c = p.result().Constraints;
  if (!a.argument.empty()) {
    const pointer what = find_pointer(p, a.argument);
    if (!what.in_memory) refuse("'" + a.argument + "': expected something in memory; registers have no address");
    bool any = false;
    for (const Var cell : what.memory) {
      const MemoryBlock& b = c.blockOf(cell);
      for (unsigned i = 0; i != b.Count; ++i) any |= p.result().escapes(b.First + i);
    }
    a.verdict = any ? "yes" : "no";
    return;
  }
  for (const MemoryBlock& b : c.Blocks) {
    if (b.Kind == ObjectKind::Null || b.Kind == ObjectKind::Integer || b.Kind == ObjectKind::Unknown) continue;
    const unsigned count = b.Kind == ObjectKind::Function ? 1 : b.Count;
    for (unsigned i = 0; i != count; ++i)
      if (p.result().escapes(b.First + i)) {
        a.items.push_back(object_item(p, b.First));
        break;
      }
  }
}

// Functions whose address is taken, but that neither a call in the program nor unknown code reaches through it.
void unused_address_taken(const source_index& p, answer& a) {
  const ModuleConstraints& c = p.result().Constraints;
  std::map<const llvm::Function*, bool> reached;
  const auto reach = [&](Var holder) {
    p.result().Solution.for_each(holder, [&](Var o) {
      const MemoryBlock& b = c.blockOf(o);
      if (b.Kind == ObjectKind::Function && b.First == o) reached[llvm::cast<llvm::Function>(b.Site)] = true;
    });
  };
  for (const auto& [call, holder] : c.IndirectCalls) reach(holder);
  for (const auto& [site, holder] : c.CallBacks) reach(holder);
  for (const llvm::Function& f : *c.Source) {
    const MemoryBlock* b = c.blockFor(&f);
    if (b == nullptr || f.isDeclaration() || !f.hasAddressTaken()) continue;
    if (!reached[&f] && !p.result().escapes(b->First)) a.items.push_back(function_item(f));
  }
}

// Functions that the program uses and that have neither a body nor a model, with the location of their first call.
void unknown_functions(const source_index& p, answer& a) {
  const ModuleConstraints& c = p.result().Constraints;
  const auto order = [](const source_location& at) { return std::tie(at.file, at.line, at.column); };
  for (const llvm::Function& f : *c.Source) {
    if (!f.isDeclaration() || f.isIntrinsic() || f.use_empty()) continue;
    if (const LibraryModel* model = c.Models->find(f.getName()); model != nullptr && !model->Unknown) continue;
    item i{Names::function(f), "declared function", {}, {}};
    for (const llvm::User* user : f.users()) {
      const auto* call = dyn_cast<llvm::CallBase>(user);
      if (call == nullptr || calleeOf(*call) != &f) continue;
      source_location at = source_index::location(*call);
      if (at.line != 0 && (i.location.line == 0 || order(at) < order(i.location))) i.location = std::move(at);
    }
    a.items.push_back(std::move(i));
  }
  std::sort(a.items.begin(), a.items.end(), [&](const item& x, const item& y) {
    return std::tuple(x.name, order(x.location)) < std::tuple(y.name, order(y.location));
  });
}

void why(const source_index& p, answer& a) {
  const auto [from, to, right] = two(p, a.argument);
  if (!to.in_memory) refuse("'" + right + "': expected something in memory; registers have no address");
  a.items = explain(p, from, to);
  a.verdict = a.items.empty() ? "no" : "yes";
}

std::string shown(const source_location& at) {
  if (at.file.empty()) return {};
  std::error_code ignored;
  const std::filesystem::path near = std::filesystem::proximate(at.file, ignored);
  std::string text = ignored || near.string().starts_with("..") ? at.file : near.string();
  if (at.line != 0) text += ":" + std::to_string(at.line);
  if (at.column != 0) text += ":" + std::to_string(at.column);
  return text;
}

}  // namespace

const std::vector<query_kind>& query_kinds() {
  static const std::vector<query_kind> kinds = {
      {"points-to", "P", "Objects that the pointer P may point to."},
      {"pointed-by", "X", "Pointers that may point to the variable, field, function or allocation X."},
      {"aliases", "'P Q'", "Whether P and Q may point to the same object, and to which."},
      {"callees", "FILE:LINE", "Functions that the calls on that line may reach."},
      {"callers", "F", "Calls that may reach the function F."},
      {"escapes", "X", "Whether code outside the program may reach X; 'all' or none: everything that it may reach."},
      {"unused-address-taken", "", "Functions whose address is taken but that no call reaches through it."},
      {"unknown-functions", "",
       "Functions with neither a body nor a model, which may do anything, and their first direct call."},
      {"why", "'P X'", "Most certain chain of assignments through which P may come to point to X."},
  };
  return kinds;
}

void check_query(const std::string& query, const std::string& argument) {
  const auto& all = query_kinds();
  if (std::none_of(all.begin(), all.end(), [&](const query_kind& k) { return k.name == query; }))
    refuse("'" + query + "': expected a query; 'help' lists them");
  if (argument.empty() && query != "escapes" && query != "unused-address-taken" && query != "unknown-functions")
    refuse("'" + query + "': expected an argument");
  if (!argument.empty() && (query == "unused-address-taken" || query == "unknown-functions"))
    refuse("'" + query + "': expected no argument, found '" + argument + "'");
  if (query == "aliases" || query == "why") static_cast<void>(splits(argument));
  if (query == "callees") check_line(argument);
}

answer ask(const source_index& program, const std::string& query, const std::string& argument) {
  check_query(query, argument);
  answer a{query, argument, {}, {}, {}};
  using handler = void (*)(const source_index&, answer&);
  static const std::map<std::string, handler> handlers = {{"points-to", points_to},
                                                          {"pointed-by", pointed_by},
                                                          {"aliases", aliases},
                                                          {"callees", callees},
                                                          {"callers", callers},
                                                          {"escapes", escapes},
                                                          {"why", why},
                                                          {"unknown-functions", unknown_functions},
                                                          {"unused-address-taken", unused_address_taken}};
  if (query == "escapes" && argument == "all") a.argument.clear();
  handlers.at(query)(program, a);
  return a;
}

answer ask_guarded(const source_index& program, const std::string& query, const std::string& argument) {
  try {
    return ask(program, query, argument);
  } catch (const error& e) {
    if (e.code() != status::bad_input) throw;
    return {query, argument, {}, {}, e.what()};
  }
}

namespace {

// One line of the text: an item, or the items of a block.
struct row {
  std::string name, kind, place;
};

constexpr std::size_t fields_shown = 8;

// The items from `begin` that are fields of one block.
std::size_t end_of_block(const std::vector<item>& items, std::size_t begin) {
  std::size_t end = begin + 1;
  while (!items[begin].block.empty() && !is_function(items[begin]) && end != items.size() &&
         items[end].block == items[begin].block)
    ++end;
  return end;
}

row row_of(const std::vector<item>& items, std::size_t begin, std::size_t end) {
  const item& first = items[begin];
  row r{one_line(first.name), first.call.empty() ? first.kind : first.call + " " + first.kind,
        one_line(shown(first.location))};
  if (end - begin == 1) return r;
  // block{.a, .b}; the start of the block has no field.
  std::string fields;
  for (std::size_t i = begin; i != std::min(end, begin + fields_shown); ++i) {
    const std::string field = items[i].name.substr(std::min(items[i].name.size(), first.block.size()));
    fields += (fields.empty() ? "" : ", ") + (field.empty() ? "start" : one_line(field));
  }
  if (end - begin > fields_shown) fields += ", and " + std::to_string(end - begin - fields_shown) + " more";
  r.name = one_line(first.block) + "{" + fields + "}";
  return r;
}

}  // namespace

std::string text(const answer& a, std::size_t limit) {
  std::string out = a.query + (a.argument.empty() ? "" : " " + one_line(a.argument)) + ":";
  if (!a.verdict.empty()) out += " " + a.verdict;
  if (a.items.empty() && a.verdict.empty())
    out += a.query == "points-to" ? " none (null, undefined, an absolute address, or never executed)" : " none";
  out += '\n';
  std::vector<row> rows;
  std::size_t at = 0;
  while (at != a.items.size() && (limit == 0 || rows.size() != limit)) {
    const std::size_t end = end_of_block(a.items, at);
    rows.push_back(row_of(a.items, at, end));
    at = end;
  }
  std::size_t name_width = 0, kind_width = 0;
  for (const row& r : rows) {
    name_width = std::max(name_width, std::min<std::size_t>(r.name.size(), 48));
    kind_width = std::max(kind_width, r.kind.size());
  }
  for (row& r : rows) {
    std::string line = "  " + r.name;
    line.resize(std::max(line.size(), name_width + 2), ' ');
    r.kind.resize(std::max(r.kind.size(), kind_width), ' ');
    line += "  " + r.kind + "  " + r.place;
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + '\n';
  }
  if (at != a.items.size())
    out += "  ... " + std::to_string(a.items.size() - at) + " more of " + std::to_string(a.items.size()) +
           "; --limit 0 lists them all\n";
  return out;
}

void write(json_writer& j, const answer& a) {
  j.begin_object();
  j.field("query", a.query);
  j.field("argument", a.argument);
  if (!a.error.empty()) {
    j.field("error", a.error);
    j.end_object();
    return;
  }
  if (!a.verdict.empty()) j.field("answer", a.verdict);
  j.key("items");
  j.begin_array();
  for (const item& i : a.items) {
    j.begin_object();
    j.field("name", i.name);
    j.field("kind", i.kind);
    if (!i.call.empty()) j.field("call", i.call);
    if (!i.location.file.empty()) j.field("file", i.location.file);
    if (i.location.line != 0) j.field("line", i.location.line);
    if (i.location.column != 0) j.field("column", i.location.column);
    j.end_object();
  }
  j.end_array();
  j.end_object();
}

}  // namespace amorph::pta
