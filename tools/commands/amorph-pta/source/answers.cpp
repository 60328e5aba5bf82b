// The queries, each a function over the solved sets, and how answers are printed.
#include "tools/commands/amorph-pta/source/answers.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <tuple>

#include "llvm-pass/models/Models.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "tools/commands/amorph-pta/source/debug_info.hpp"
#include "tools/commands/amorph-pta/source/locations.hpp"
#include "tools/commands/amorph-pta/source/overlap.hpp"
#include "tools/commands/amorph-pta/source/why.hpp"
#include "tools/terminal/run_command.hpp"

namespace amorph::pta {

static bool has_model(const ModuleConstraints& c, const llvm::Function& f) {
  const LibraryModel* model = c.Models->find(f);
  return model != nullptr && !model->Unknown;
}

std::vector<const llvm::Function*> functions_without_model(const ModuleConstraints& c) {
  std::vector<const llvm::Function*> found;
  for (const llvm::Function& f : *c.Source) {
    if (!f.isDeclaration() || f.isIntrinsic() || f.use_empty()) continue;
    if (!has_model(c, f)) found.push_back(&f);
  }
  return found;
}

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

// Without those that a reader cannot tell apart: instances of a template allocate in one line, and a class has several
// destructors.
void each_once(std::vector<item>& items) {
  std::set<std::tuple<std::string, std::string, std::string, unsigned>> seen;
  std::erase_if(items,
                [&](const item& i) { return !seen.insert({i.name, i.call, i.location.file, i.location.line}).second; });
}

// A function's slots are no memory that a reader asks for by the field.
bool is_function(const item& i) { return i.kind == "function"; }

// Functions before data; otherwise in the order of the module.
void functions_first(std::vector<item>& items) { std::stable_partition(items.begin(), items.end(), is_function); }

item function_item(const source_index& p, const llvm::Function& f, const char* call = "") {
  item i{p.names().symbol(f), f.isDeclaration() ? "declared function" : "function", source_index::location(f), call};
  if (const std::string symbol = Names::unnumbered(f); symbol != i.name) i.symbol = symbol;
  return i;
}

item unknown_code(const char* call, const char* name = "<unknown code>") {
  item i;
  i.name = name;
  i.kind = "unknown";
  i.call = call;
  return i;
}

// Without quotes around it, as a reader at the prompt may write it.
std::string unquoted(const std::string& s) {
  const bool quoted = s.size() > 2 && (s[0] == '\'' || s[0] == '"') && s.find(s[0], 1) == s.size() - 1;
  return quoted ? s.substr(1, s.size() - 2) : s;
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
    char quote = 0;
    for (std::size_t i = 0; i != argument.size(); ++i) {
      const char c = argument[i];
      if (quote == 0 ? c == '"' || c == '\'' : c == quote) quote = quote == 0 ? c : '\0';
      const bool quoted = quote != 0;
      const bool arrow = c == '>' && i != 0 && argument[i - 1] == '-';
      if (!quoted && (c == '(' || c == '[' || c == '<')) ++depth;
      if (!quoted && (c == ')' || c == ']' || (c == '>' && !arrow))) --depth;
      if (c != sign) continue;
      std::pair<std::string, std::string> both{unquoted(trimmed(argument.substr(0, i))),
                                               unquoted(trimmed(argument.substr(i + 1)))};
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
  std::string left_text, right_text;
};

// The first split where both parts are found; otherwise throws the error of the first split.
operands two(const source_index& p, const std::string& argument) {
  const auto all = splits(argument);
  std::optional<error> first;
  for (const auto& [left, right] : all) {
    try {
      return {find_pointer(p, left), find_pointer(p, right), left, right};
    } catch (const error& e) {
      if (!first) first = e;
    }
  }
  throw error(*first);
}

// Says so if an expression without targets has a type that is no pointer.
void note_non_pointer(const pointer& p, const std::string& text, answer& a) {
  const std::string type = non_pointer(p.type);
  if (type.empty() || a.note.find("'" + text + "'") != std::string::npos) return;
  const bool has_members = !members_of(p.type).empty();
  a.note += (a.note.empty() ? "" : "; ") + ("'" + text + "' is of type " + type + ", not a pointer") +
            (has_members ? ": name a member" : "");
}

void points_to(const source_index& p, answer& a) {
  const pointer asked = find_pointer(p, a.argument);
  for (const Var o : p.points_to(asked)) a.items.push_back(object_item(p, o));
  each_once(a.items);
  functions_first(a.items);
  if (a.items.empty()) note_non_pointer(asked, a.argument, a);
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
    i.name = row.Function != nullptr ? p.names().symbol(*row.Function) + "::" + row.Name : row.Name;
    i.kind = row.Function != nullptr ? "local" : "memory";
    i.location = p.location(row);
    a.items.push_back(std::move(i));
  }
}

void aliases(const source_index& p, answer& a) {
  const operands both_of = two(p, a.argument);
  std::vector<Var> both;
  const auto meet = [&](const std::vector<Var>& x, const std::vector<Var>& y) {
    std::set_intersection(x.begin(), x.end(), y.begin(), y.end(), std::back_inserter(both));
  };
  if (!accesses_are_apart(p, both_of.left, both_of.right)) {
    meet(p.points_to(both_of.left), p.points_to(both_of.right));
    if (both.empty()) meet(covered(p, both_of.left), covered(p, both_of.right));
  }
  for (const Var o : both) a.items.push_back(object_item(p, o));
  each_once(a.items);
  functions_first(a.items);
  a.verdict = both.empty() ? "no" : "may";
  if (!both.empty()) return;
  note_non_pointer(both_of.left, both_of.left_text, a);
  note_non_pointer(both_of.right, both_of.right_text, a);
}

// Functions that library functions call back in this call: the comparison function of qsort.
void called_back(const source_index& p, const llvm::CallBase& call, const std::vector<const llvm::Function*>& targets,
                 answer& a) {
  const ModuleConstraints& c = p.result().Constraints;
  std::set<Var> found;
  for (const auto& [site, holder] : c.CallBacks)
    if (site == &call || std::find(targets.begin(), targets.end(), site) != targets.end())
      p.result().Solution.for_each(holder, [&](Var o) {
        const MemoryBlock& b = c.blockOf(o);
        if (o == b.First && (b.Kind == ObjectKind::Function || b.Kind == ObjectKind::Unknown)) found.insert(o);
      });
  for (const Var o : found)
    a.items.push_back(c.blockOf(o).Kind == ObjectKind::Unknown
                          ? unknown_code("called back")
                          : function_item(p, *llvm::cast<llvm::Function>(c.blockOf(o).Site), "called back"));
}

// What the answers about indirect calls do not list.
struct unlisted {
  std::set<const llvm::Function*> left_out;   // functions that the pointer holds, but that the call cannot mean
  bool no_target = false;                     // of a call, in all copies of its function
  std::set<const llvm::Function*> calls_any;  // they may call whatever unknown code reaches
};

// The line and the column of a call: copies of a function, such as the parts of a coroutine, have them in common.
std::tuple<std::string, unsigned, unsigned> place_of(const llvm::CallBase& call) {
  const source_location at = source_index::location(call);
  return {at.file, at.line, at.column};
}

void note_unknown(const source_index& p, const llvm::Function& f, unlisted& rest) {
  const ModuleConstraints& c = p.result().Constraints;
  if (f.isDeclaration() && !c.ClosedWorld && !has_model(c, f)) rest.calls_any.insert(&f);
}

// True if the call has a callee.
bool callees_of(const source_index& p, const llvm::CallBase& call, answer& a, unlisted& rest) {
  const llvm::Value* callee = calleeOf(call);
  if (const auto* f = dyn_cast<llvm::Function>(callee)) {
    a.items.push_back(function_item(p, *f, "direct"));
    note_unknown(p, *f, rest);
    called_back(p, call, {}, a);
    return true;
  }
  if (call.isInlineAsm()) {
    a.items.push_back(unknown_code("direct", "<assembly>"));
    return true;
  }
  bool unknown = false;
  const auto targets = p.result().targets(call, unknown);
  std::vector<const llvm::Function*> listed;
  for (const llvm::Function* f : targets)
    if (const llvm::Function* behind = &behind_thunk(*f);
        behind == f || std::find(targets.begin(), targets.end(), behind) == targets.end())
      listed.push_back(behind);
  for (const llvm::Function* f : listed) {
    a.items.push_back(function_item(p, *f, "indirect"));
    note_unknown(p, *f, rest);
  }
  if (unknown) a.items.push_back(unknown_code("indirect"));
  called_back(p, call, targets, a);
  return !targets.empty() || unknown;
}

void note_no_target(const source_index& p, const llvm::CallBase& call, unlisted& rest) {
  rest.no_target = true;
  for (const Var o : p.result().pointsTo(call.getCalledOperand()))
    if (const MemoryBlock& b = p.result().Constraints.blockOf(o); b.Kind == ObjectKind::Function && b.First == o)
      rest.left_out.insert(llvm::cast<llvm::Function>(b.Site));
}

// Of a call without targets: which functions the preset leaves out, and which option includes them.
std::string no_target_text(const source_index& p, const unlisted& rest) {
  constexpr std::size_t shown = 3;
  const std::string& preset = p.result().Parameters.Preset;
  const bool strict = preset.starts_with("strict");
  std::string text = "a call through a pointer reaches no function";
  if (rest.left_out.empty())
    return strict ? text : text + " by the assumptions of preset " + preset + "; --preset strict has fewer";
  std::vector<std::string> names;
  for (const llvm::Function& f : *p.result().Constraints.Source)
    if (rest.left_out.contains(&f)) names.push_back(p.names().symbol(f));
  const std::size_t n = names.size();
  text += "; preset " + preset + " leaves out " + (n == 1 ? "a function" : std::to_string(n) + " functions") +
          " that it may hold: ";
  for (std::size_t i = 0; i != std::min(n, shown); ++i) text += (i == 0 ? "" : ", ") + names[i];
  if (n > shown) text += ", and " + std::to_string(n - shown) + " more";
  return text + (strict ? "; --calls any" : "; --preset strict") + (n == 1 ? " includes it" : " includes them");
}

std::string note_of(const source_index& p, const unlisted& rest) {
  std::string text = rest.no_target ? no_target_text(p, rest) : std::string();
  if (rest.calls_any.empty()) return text;
  text += text.empty() ? "" : "; ";
  for (const llvm::Function& f : *p.result().Constraints.Source)  // in the order of the source
    if (rest.calls_any.contains(&f)) text += (text.empty() || text.ends_with("; ") ? "" : ", ") + p.names().symbol(f);
  return text +
         (rest.calls_any.size() == 1 ? " has neither body nor model: it may call"
                                     : " have neither body nor model: they may call") +
         " any function that unknown code reaches; --escapes all lists them";
}

void callees(const source_index& p, answer& a) {
  unlisted rest;
  std::vector<const llvm::CallBase*> without;
  std::set<std::tuple<std::string, unsigned, unsigned>> reaching;
  for (const llvm::CallBase* call : find_calls(p, a.argument))
    if (callees_of(p, *call, a, rest))
      reaching.insert(place_of(*call));
    else
      without.push_back(call);
  for (const llvm::CallBase* call : without)
    if (!call->getDebugLoc() || !reaching.contains(place_of(*call))) note_no_target(p, *call, rest);
  each_once(a.items);
  a.note = note_of(p, rest);
}

void callers(const source_index& p, answer& a) {
  const std::vector<const llvm::Function*> wanted = find_function(p, a.argument);
  const auto is_wanted = [&](const llvm::Value* f) {
    return std::find(wanted.begin(), wanted.end(), f) != wanted.end();
  };
  for (const llvm::Function& f : *p.result().Constraints.Source)
    for (const llvm::Instruction& i : llvm::instructions(f)) {
      const auto* call = dyn_cast<llvm::CallBase>(&i);
      if (call == nullptr || call->isInlineAsm() || &behind_thunk(f) != &f) continue;
      const char* kind = nullptr;
      if (is_wanted(calleeOf(*call))) {
        kind = "direct";
      } else if (!llvm::isa<llvm::Function>(calleeOf(*call))) {
        bool unknown = false;
        const auto targets = p.result().targets(*call, unknown);
        if (std::any_of(targets.begin(), targets.end(), is_wanted)) kind = "indirect";
      }
      if (kind == nullptr) continue;
      a.items.push_back(function_item(p, f, kind));
      a.items.back().location = source_index::location(i);
    }
  bool escaped = false;
  for (const llvm::Function* f : wanted) {
    const MemoryBlock* b = p.result().Constraints.blockFor(f);
    if (b == nullptr) continue;
    for (const auto& [site, holder] : p.result().Constraints.CallBacks) {
      if (!p.result().Solution.contains(holder, b->First)) continue;
      const auto* call = llvm::dyn_cast_or_null<llvm::CallBase>(site);
      const auto* library = llvm::dyn_cast_or_null<llvm::Function>(call != nullptr ? calleeOf(*call) : site);
      a.items.push_back({library != nullptr ? p.names().symbol(*library) : "<library>", "library",
                         call != nullptr ? source_index::location(*call) : source_location{}, "called back by"});
    }
    escaped |= p.result().escapes(b->First);
  }
  if (escaped) a.items.push_back(unknown_code("indirect"));
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
    if (!reached[&f] && !p.result().escapes(b->First)) a.items.push_back(function_item(p, f));
  }
}

// Functions that the program uses and that have neither a body nor a model, with the location of their first call.
void unknown_functions(const source_index& p, answer& a) {
  const ModuleConstraints& c = p.result().Constraints;
  const auto order = [](const source_location& at) { return std::tie(at.file, at.line, at.column); };
  for (const llvm::Function* declared : functions_without_model(c)) {
    const llvm::Function& f = *declared;
    item i = function_item(p, f);
    i.location = {};
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
  const auto [from, to, left, right] = two(p, a.argument);
  if (!to.in_memory) refuse("'" + right + "': expected something in memory; registers have no address");
  a.items = explain(p, from, left, to);
  a.verdict = a.items.empty() ? "no" : "yes";
  if (a.items.empty()) note_non_pointer(from, left, a);
}

}  // namespace

const std::vector<query_kind>& query_kinds() {
  static const std::vector<query_kind> kinds = {
      {"points-to", "P", "Objects that the pointer P may point to."},
      {"pointed-by", "X", "Pointers that may point to the variable, field, function or allocation X."},
      {"aliases", "'P Q'", "Whether P and Q may point to the same object, and to which."},
      {"callees", "FILE:LINE", "Functions that the calls on that line, or in the function of that name, may reach."},
      {"callers", "F", "Calls that may reach the function F."},
      {"escapes", "X", "Whether code outside the program may reach X; 'all' or none: everything that it may reach."},
      {"unused-address-taken", "", "Functions whose address is taken but that no call reaches through it."},
      {"unknown-functions", "", "Functions with neither a body nor a model, and their first direct call."},
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
  if (query == "aliases" || query == "why") static_cast<void>(splits(unquoted(argument)));
}

answer ask(const source_index& program, const std::string& query, const std::string& argument) {
  check_query(query, argument);
  answer a{query, unquoted(argument), {}, {}, {}, {}};
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
    return {query, argument, {}, {}, {}, e.what()};
  }
}

}  // namespace amorph::pta
