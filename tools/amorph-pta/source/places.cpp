#include "tools/amorph-pta/source/places.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <optional>
#include <set>

#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "tools/amorph-pta/source/debug_info.hpp"
#include "tools/amorph-pta/source/expression.hpp"
#include "tools/amorph-pta/source/lower.hpp"
#include "tools/terminal/run_command.hpp"

namespace amorph::pta {
namespace {

namespace fs = std::filesystem;
using llvm::dyn_cast;
using llvm::dyn_cast_or_null;

std::string without_parameters(const std::string& name) { return name.substr(0, name.find('(')); }

}  // namespace

source_place source_index::place(const llvm::DIScope* scope, unsigned line) { return {file_of(scope), line, 0}; }
source_place source_index::place(const llvm::Instruction& i) {
  const llvm::DebugLoc& at = i.getDebugLoc();
  if (!at || at.getLine() == 0) return {};
  return {file_of(llvm::cast<llvm::DIScope>(at.getScope())), at.getLine(), at.getCol()};
}
source_place source_index::place(const llvm::Function& f) {
  const llvm::DISubprogram* p = f.getSubprogram();
  return p == nullptr ? source_place{} : place(p, p->getLine());
}
source_place source_index::place(const MemoryBlock& b) const {
  if (const auto* g = dyn_cast_or_null<llvm::GlobalVariable>(b.Site)) {
    llvm::SmallVector<llvm::DIGlobalVariableExpression*, 1> found;
    g->getDebugInfo(found);
    if (found.empty()) return {};
    const llvm::DIGlobalVariable* v = found[0]->getVariable();
    return {file_of(v->getFile()), v->getLine(), 0};
  }
  if (const auto* f = dyn_cast_or_null<llvm::Function>(b.Site)) return place(*f);
  if (b.Kind == ObjectKind::Stack && b.Site != nullptr)
    if (const llvm::DILocalVariable* v = names_.declared(b.Site)) return {file_of(v->getFile()), v->getLine(), 0};
  if (const auto* i = dyn_cast_or_null<llvm::Instruction>(b.Site)) return place(*i);
  return {};
}

void source_index::read_function(const llvm::Function& f) {
  function_lines lines{&f, {}, 0, 0, {}, {}};
  if (const llvm::DISubprogram* p = f.getSubprogram()) {
    lines.file = file_of(p->getFile());
    lines.first = lines.last = p->getLine();
  }
  std::map<const llvm::DILocalVariable*, std::size_t> position;
  const auto at = [&](const llvm::DILocalVariable* v) -> local& {
    const auto [it, is_new] = position.try_emplace(v, lines.locals.size());
    if (is_new) {
      local fresh{};
      fresh.variable = v;
      lines.locals.push_back(std::move(fresh));
    }
    return lines.locals[it->second];
  };
  const auto see = [&](const llvm::Value& v) {
    const Var var = result_.Constraints.varOf(&v);
    for (const llvm::DILocalVariable* d : names_.variables(&v)) {
      local& known = at(d);
      if (var != NoVar) known.values.push_back(var);
    }
    if (const llvm::DILocalVariable* d = names_.declared(&v))
      if (const MemoryBlock* b = result_.Constraints.blockFor(&v)) at(d).memory = b;
  };
  // Variables that are null throughout, or whose value was folded away, have no values of the IR.
  const auto mention = [&](const llvm::DILocalVariable* v, const llvm::Value* is, const llvm::DIExpression* e,
                           bool declares) {
    local& known = at(v);
    if (is == nullptr || llvm::isa<llvm::UndefValue>(is)) return;
    std::size_t n = 0;
    const auto next = [&](std::uint64_t operation) {
      const bool is_it = n != e->getNumElements() && e->getElement(static_cast<unsigned>(n)) == operation;
      n += is_it ? 1 : 0;
      return is_it;
    };
    const bool dereferenced = next(llvm::dwarf::DW_OP_deref);
    std::int64_t offset = 0;
    if (next(llvm::dwarf::DW_OP_plus_uconst))
      offset = static_cast<std::int64_t>(e->getElement(static_cast<unsigned>(n++)));
    if (n != e->getNumElements()) return;  // in parts, or computed
    // A name of a structured binding is a part of another variable, or of what that refers to.
    const MemoryBlock* block = result_.Constraints.blockFor(is);
    if (block != nullptr && declares != dereferenced) {
      append(known.cells, result_.Constraints.objectsAt(is, offset));
    } else if (dereferenced && block != nullptr) {
      known.behind.emplace_back(block->First, offset);
    } else if (dereferenced) {
      if (const Var holder = result_.Constraints.varOf(is); holder != NoVar) known.behind.emplace_back(holder, offset);
    } else if (offset != 0 || declares) {
      return;
    }
    known.kept = true;
  };
  const auto read = [&](const auto& r, bool declares) {
    mention(r.getVariable(), r.getNumVariableLocationOps() == 1 ? r.getVariableLocationOp(0) : nullptr,
            r.getExpression(), declares);
  };
  for (const llvm::Instruction& i : llvm::instructions(f)) {
    for (llvm::DbgVariableRecord& r : llvm::filterDbgVars(i.getDbgRecordRange())) read(r, r.isDbgDeclare());
    if (const auto* d = dyn_cast<llvm::DbgVariableIntrinsic>(&i)) read(*d, llvm::isa<llvm::DbgDeclareInst>(d));
  }
  const auto reaches = [&](const llvm::DIScope* scope, unsigned line) {
    unsigned& last = lines.last_of[llvm::cast<llvm::DILocalScope>(scope)->getNonLexicalBlockFileScope()];
    last = std::max(last, line);
    lines.last = std::max(lines.last, line);
  };
  if (const llvm::MDNode* list = f.getMetadata(scopes_metadata))
    for (unsigned n = 0; n + 1 < list->getNumOperands(); n += 2)
      if (const auto* scope = dyn_cast_or_null<llvm::DILocalScope>(list->getOperand(n).get()))
        if (const auto* line = llvm::mdconst::dyn_extract_or_null<llvm::ConstantInt>(list->getOperand(n + 1)))
          reaches(scope, static_cast<unsigned>(line->getZExtValue()));
  const llvm::DIScope* last_scope = nullptr;
  unsigned last_line = 0;
  for (const llvm::Argument& a : f.args()) see(a);
  for (const Names::Address& a : names_.addresses(f))
    append(at(a.Variable).objects, result_.Constraints.objectsAt(a.Global, a.Offset));
  for (const llvm::Instruction& i : llvm::instructions(f)) {
    see(i);
    if (const llvm::DebugLoc& here = i.getDebugLoc(); here && here.getInlinedAt() == nullptr) {
      const auto* scope = llvm::cast<llvm::DIScope>(here.getScope());
      if (scope == last_scope && here.getLine() <= last_line) continue;
      if (f.getSubprogram() == nullptr || file_of(scope) != lines.file) continue;
      last_scope = scope;
      last_line = here.getLine();
      for (; llvm::isa_and_nonnull<llvm::DILocalScope>(scope); scope = scope->getScope()) reaches(scope, last_line);
    }
  }
  for (local& l : lines.locals)
    for (std::vector<Var>* all : {&l.values, &l.objects, &l.cells}) sort_once(*all);
  functions_.push_back(std::move(lines));
}

source_index::source_index(const PointsToResult& r)
    : result_(r), module_(*r.Constraints.Source), names_(*r.Constraints.Source) {
  std::set<std::string> files;
  for (const llvm::GlobalVariable& g : module_.globals()) {
    llvm::SmallVector<llvm::DIGlobalVariableExpression*, 1> found;
    g.getDebugInfo(found);
    if (g.hasName()) globals_[g.getName().str()].push_back(&g);
    for (const auto* e : found) {
      const llvm::DIGlobalVariable* v = e->getVariable();
      files.insert(file_of(v->getFile()));
      if (v->getName() != g.getName()) globals_[v->getName().str()].push_back(&g);
      const std::string plain = llvm::demangle(g.getName().str());
      if (plain != v->getName() && plain != g.getName()) globals_[plain].push_back(&g);
    }
  }
  for (const llvm::Function& f : module_) {
    if (f.isIntrinsic()) continue;
    std::set<std::string> spellings{Names::function(f), f.getName().str(), llvm::demangle(f.getName().str()),
                                    without_parameters(llvm::demangle(f.getName().str()))};
    if (const llvm::DISubprogram* p = f.getSubprogram()) {
      spellings.insert(p->getName().str());
      if (!p->getName().starts_with("operator"))  // pass<int>: pass
        spellings.insert(p->getName().split('<').first.str());
      files.insert(file_of(p->getFile()));
    }
    for (const std::string& name : spellings) named_[name].push_back(&f);
    if (!f.isDeclaration()) read_function(f);
  }
  for (const MemoryBlock& b : r.Constraints.Blocks)
    if (b.Kind != ObjectKind::Null && b.Kind != ObjectKind::Integer && b.Kind != ObjectKind::Function)
      blocks_[names_.object(r.Constraints, b.First)].push_back(&b);
  files.erase(std::string());
  files_.assign(files.begin(), files.end());
}

std::string source_index::whole_file(const std::string& written) const {
  std::error_code ignored;
  const fs::path normal = fs::path(written).lexically_normal();
  const std::string absolute = resolved(fs::absolute(written, ignored));
  const std::string behind = std::string("/").append(normal.string());
  std::vector<std::string> fitting;
  for (const std::string& file : files_) {
    if (file == normal || file == absolute) return file;
    if (file.ends_with(behind)) fitting.push_back(file);
  }
  if (fitting.empty()) refuse(written + ": expected a file that code was made from");
  if (fitting.size() > 1) refuse(written + ": expected more of its path, since it may be " + listed(fitting));
  return fitting[0];
}

std::vector<const source_index::function_lines*> source_index::around(const std::string& file, unsigned line) const {
  std::vector<const function_lines*> all;
  for (const function_lines& f : functions_)
    if (f.file == file && f.first <= line && line <= f.last) all.push_back(&f);
  std::stable_sort(all.begin(), all.end(), [](const auto* a, const auto* b) { return a->first > b->first; });
  return all;
}

unsigned source_index::function_lines::depth(const llvm::DIVariable& v, unsigned line) const {
  const auto depth_of = [](const llvm::DIScope* block) {
    unsigned deep = 1;
    for (; llvm::isa_and_nonnull<llvm::DILexicalBlockBase>(block); block = block->getScope()) ++deep;
    return deep;
  };
  const auto* scope = dyn_cast_or_null<llvm::DILocalScope>(v.getScope());
  if (scope == nullptr) return 0;
  const llvm::DILocalScope* block = scope->getNonLexicalBlockFileScope();
  unsigned deep = depth_of(block);
  // Clang has static variables in the function itself, whatever block they stand in.
  if (llvm::isa<llvm::DIGlobalVariable>(v))
    for (const auto& [other, last] : last_of)
      if (const auto* b = dyn_cast<llvm::DILexicalBlock>(other);
          b != nullptr && b->getLine() <= v.getLine() && v.getLine() <= last && depth_of(b) > deep) {
        block = b;
        deep = depth_of(b);
      }
  if (deep == 1) {  // of the function's outermost block
    const auto* own = dyn_cast<llvm::DILocalVariable>(&v);
    return (own != nullptr && own->isParameter()) || v.getLine() <= line ? 1 : 0;
  }
  const auto it = last_of.find(block);
  return v.getLine() <= line && it != last_of.end() && line <= it->second ? deep : 0;
}

source_index::variable_of source_index::in_scope(const function_lines& f, const std::string& name,
                                                 unsigned line) const {
  const llvm::DISubprogram* self = f.function->getSubprogram();
  std::vector<std::pair<const llvm::DIVariable*, variable_of>> named;
  for (const local& l : f.locals)
    if (l.variable->getName() == llvm::StringRef(name)) named.push_back({l.variable, {&l, nullptr}});
  // Where optimised code holds other functions, their variables count if the name is none of its own.
  const auto inlined = [&](const auto& n) { return function_around(n.first->getScope()) != self; };
  if (!std::all_of(named.begin(), named.end(), inlined)) std::erase_if(named, inlined);
  if (const auto it = globals_.find(name); it != globals_.end() && self != nullptr)
    for (const llvm::GlobalVariable* g : it->second)
      if (const llvm::DIGlobalVariable* v = declared_as(*g); v != nullptr && function_around(v->getScope()) == self)
        named.push_back({v, {nullptr, g}});
  if (line == 0) {
    if (named.size() > 1) {
      std::vector<std::string> where;
      where.reserve(named.size());
      for (const auto& [v, is] : named) where.push_back(file_of(v->getFile()) + ":" + std::to_string(v->getLine()));
      throw several("expected FILE:LINE: before '" + name + "', since there are several: " + listed(where));
    }
    return named.empty() ? variable_of{} : named[0].second;
  }
  variable_of best;
  std::pair<unsigned, unsigned> innermost{0, 0};
  for (const auto& [v, is] : named) {
    const std::pair<unsigned, unsigned> rank{f.depth(*v, line), v->getLine()};
    if (rank.first == 0 || rank < innermost) continue;
    innermost = rank;
    best = is;
  }
  return best;
}

std::string source_index::elsewhere(const function_lines& f, std::string_view name) {
  std::string text;
  for (const local& l : f.locals) {
    if (l.variable->getName() != llvm::StringRef(name.data(), name.size())) continue;
    const auto it = f.last_of.find(l.variable->getScope()->getNonLexicalBlockFileScope());
    const unsigned end = it == f.last_of.end() ? l.variable->getLine() : it->second;
    text += std::string(text.empty() ? "; it is in scope on lines " : " and ") + std::to_string(l.variable->getLine()) +
            " to " + std::to_string(end);
  }
  return text;
}

std::vector<Var> source_index::points_to(const pointer& p) const {
  // Many share a set, and sets are long.
  std::vector<Var> all = p.objects;
  std::set<std::uint32_t> seen;
  std::vector<bool> in(result_.Constraints.Problem.objects);
  for (const Var v : p.holders)
    if (seen.insert(result_.Solution.set_of[v]).second)
      result_.Solution.for_each(v, [&](Var o) {
        if (!in[o]) all.push_back(o);
        in[o] = true;
      });
  sort_once(all);
  return all;
}

namespace {

// FILE:LINE at the start of a text, and what follows the colon after it.
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

}  // namespace

// Instances of one function of the source, or versions of one constructor; else refuses.
std::vector<const source_index::function_lines*> source_index::of_one_place(std::vector<const function_lines*> all) {
  std::vector<std::string> where;
  where.reserve(all.size());
  for (const function_lines* f : all)
    where.push_back(f->file + ":" + std::to_string(f->first) + " (" + Names::function(*f->function) + ")");
  for (const function_lines* f : all)
    if (f->file != all[0]->file || f->first != all[0]->first)
      throw several("expected FILE:LINE:, since there are several functions of that name: " + listed(where));
  return all;
}

namespace {
// What a line of a message has room for.
std::string abridged(std::string text) {
  constexpr std::size_t most = 1000;
  if (text.size() > most) text.replace(most, std::string::npos, "...");
  return text;
}
}  // namespace

pointer source_index::find(const std::string& text) const {
  try {
    return parsed(text);
  } catch (const several& e) {
    throw error(e.code(), "'" + abridged(text) + "': " + abridged(e.what()));
  } catch (const error& e) {
    if (std::optional<pointer> p = printed(text)) return *std::move(p);
    throw error(e.code(), "'" + abridged(text) + "': " + abridged(e.what()));
  }
}

void source_index::list_printed() const {
  const ModuleConstraints& c = result_.Constraints;
  std::map<std::string, const llvm::Function*> holder;  // of rows
  for (const PointerRow& row : rows()) {
    const std::string name = row.Function != nullptr ? Names::function(*row.Function) + "::" + row.Name : row.Name;
    const bool again =
        row.Function != nullptr && !holder.try_emplace(name, row.Function).second && holder[name] == row.Function;
    auto [it, is_new] = printed_.try_emplace(name, pointer{});
    if (again) it->second.reset();
    if (!it->second) continue;
    pointer& p = *it->second;
    append(p.holders, row.Holders);
    append(p.objects, row.Objects);
    for (const Var v : row.Holders)
      if (v < c.Problem.objects) p.memory.push_back(v);
    p.is_place |= !p.memory.empty();
  }
  std::map<std::string, pointer> objects;
  for (const MemoryBlock& b : c.Blocks) {
    if (b.Kind == ObjectKind::Null || b.Kind == ObjectKind::Integer) continue;
    for (Var o = b.First; o != b.First + (b.Kind == ObjectKind::Function ? 1 : b.Count); ++o) {
      pointer& p = objects[names_.object(c, o)];
      p.memory.push_back(o);
      p.holders.push_back(o);
      p.is_place = true;
    }
  }
  for (auto& [name, p] : objects) printed_.try_emplace(name, std::move(p));
}

std::optional<pointer> source_index::printed(std::string_view text) const {
  if (printed_.empty()) list_printed();
  const std::size_t signs = std::min(text.find_first_not_of("*& "), text.size());
  const auto it = printed_.find(text.substr(signs));
  if (it == printed_.end() || !it->second || signs > expression::most_nested) return std::nullopt;
  pointer p = *it->second;
  for (std::size_t i = signs; i-- != 0;) {
    if (text[i] == '&') {
      if (!p.is_place) return std::nullopt;
      p = pointer{{}, std::move(p.memory), {}, false};
    } else if (text[i] == '*') {
      std::vector<Var> all = points_to(p);
      p = pointer{all, {}, all, true};
    }
  }
  return p;
}

pointer source_index::parsed(const std::string& text) const {
  {
    std::string_view rest(text);
    // Signs may stand before the place too: *list.c:40:p.
    const std::size_t first = std::min(rest.find_first_not_of("*& "), rest.size());
    if (const auto at = leading_line(rest.substr(first))) {
      const std::string file = whole_file(at->file);
      if (at->rest.empty()) refuse("expected FILE:LINE:NAME");
      const std::string whole = std::string(rest.substr(0, first)) + std::string(at->rest);
      return expression::pointer_of(expression(*this, whole, around(file, at->line), at->line).whole());
    }
    // FUNCTION::EXPRESSION; the last '::' that stands behind a function's name.
    for (std::size_t at = rest.rfind("::"); at != std::string_view::npos && at != 0; at = rest.rfind("::", at - 1)) {
      std::string_view prefix = rest.substr(0, at);
      std::string_view signs;
      while (!prefix.empty() && (prefix[0] == '*' || prefix[0] == '&' || prefix[0] == '(')) {
        signs = rest.substr(0, signs.size() + 1);
        prefix.remove_prefix(1);
      }
      const auto it = named_.find(prefix);
      if (it == named_.end() || blocks_.contains(rest)) continue;
      std::vector<const function_lines*> all;
      for (const function_lines& f : functions_)
        if (std::find(it->second.begin(), it->second.end(), f.function) != it->second.end()) all.push_back(&f);
      if (all.empty()) continue;
      const std::string inner = std::string(signs) + std::string(rest.substr(at + 2));
      return expression::pointer_of(expression(*this, inner, of_one_place(std::move(all)), 0).whole());
    }
    return expression::pointer_of(expression(*this, rest.starts_with("::") ? rest.substr(2) : rest, {}, 0).whole());
  }
}

const llvm::Function& source_index::function(const std::string& text) const {
  auto it = named_.find(text);
  std::string file;
  if (it == named_.end()) {
    const std::size_t colon = text.rfind(':');
    if (colon != std::string::npos && colon != 0 && text[colon - 1] != ':') {
      file = whole_file(text.substr(0, colon));
      it = named_.find(text.substr(colon + 1));
    }
  }
  if (it == named_.end()) refuse("'" + text + "': expected a function of the program");
  std::vector<const llvm::Function*> fitting;
  std::vector<std::string> where;
  for (const llvm::Function* f : it->second)
    if (const source_place at = place(*f); file.empty() || at.file == file) {
      fitting.push_back(f);
      where.push_back(at.file.empty() ? llvm::demangle(f->getName().str()) : at.file + ":" + f->getName().str());
    }
  if (fitting.empty()) refuse("'" + text + "': expected a function of that file");
  if (fitting.size() > 1) refuse("'" + text + "': expected one function, found several: " + listed(where));
  return *fitting[0];
}

const std::vector<PointerRow>& source_index::rows() const {
  if (!rows_.empty()) return rows_;
  rows_ = pointerRows(result_, module_, names_);
  std::map<const llvm::Function*, const function_lines*> lines;
  for (const function_lines& f : functions_) lines[f.function] = &f;
  for (PointerRow& row : rows_) {
    if (row.Function == nullptr || row.Name.starts_with('%')) continue;
    for (const local& l : lines.at(row.Function)->locals)
      if (l.variable->getName() == row.Name && is_reference(l.variable->getType()) &&
          row.Place == Names::place(l.variable->getScope(), l.variable->getLine())) {
        row.Name = std::string("&").append(row.Name);
        break;
      }
  }
  return rows_;
}

source_place source_index::place(const PointerRow& row) const {
  source_place at;
  if (row.Function != nullptr) {
    at = place(*row.Function);
    const std::size_t colon = row.Place.rfind(':');
    at.line = 0;
    if (colon == std::string::npos) return {};
    std::from_chars(row.Place.data() + colon + 1, row.Place.data() + row.Place.size(), at.line);
  } else if (!row.Holders.empty()) {
    at = place(result_.Constraints.blockOf(row.Holders[0]));
  }
  return at;
}

void source_index::check_line(const std::string& text) {
  if (!leading_line(text)) refuse("'" + text + "': expected FILE:LINE or FILE:LINE:COLUMN");
}

std::vector<const llvm::CallBase*> source_index::calls(const std::string& text) const {
  const auto at = leading_line(text);
  if (!at) refuse("'" + text + "': expected FILE:LINE or FILE:LINE:COLUMN");
  unsigned column = 0;
  if (!at->rest.empty()) {
    const auto [end, code] = std::from_chars(at->rest.data(), at->rest.data() + at->rest.size(), column);
    if (code != std::errc() || end != at->rest.data() + at->rest.size() || column == 0)
      refuse("'" + text + "': expected FILE:LINE or FILE:LINE:COLUMN");
  }
  const std::string file = whole_file(at->file);
  std::vector<const llvm::CallBase*> found;
  for (const function_lines& f : functions_)
    for (const llvm::Instruction& i : llvm::instructions(*f.function)) {
      const auto* call = dyn_cast<llvm::CallBase>(&i);
      if (call == nullptr || llvm::isa<llvm::IntrinsicInst>(call)) continue;
      const llvm::DebugLoc& here = i.getDebugLoc();  // places have files, whose names take time
      if (here && here.getLine() == at->line && (column == 0 || here.getCol() == column) && place(i).file == file)
        found.push_back(call);
    }
  if (found.empty()) refuse("'" + text + "': expected a line with a call");
  return found;
}

}  // namespace amorph::pta
